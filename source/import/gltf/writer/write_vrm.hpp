#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glm/gtc/type_ptr.hpp>

#include "import/gltf/writer/writer.hpp"

namespace armature::gltf {

/// What the parts of VRM are written with.
class VrmWriter {
protected:
    VrmWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : context_(context), json_(context.json), nodes_(nodes) {}

    /// The node's number in the file; none: it is gone.
    [[nodiscard]] std::optional<std::size_t> node(std::size_t number) const
    {
        return nodes_[number] < context_.scene.nodes.size() ? std::optional(nodes_[number]) : std::nullopt;
    }

    template <class Enum, std::size_t count>
    [[nodiscard]] static std::string_view nameOf(Enum value, const std::array<std::string_view, count>& names)
    {
        return names[static_cast<std::size_t>(value)];
    }

    void writeVector(std::string_view key, const glm::vec3& vector)
    {
        json_.member(key, std::span<const float>(glm::value_ptr(vector), 3));
    }

    template <class Item, class Write>
    void writeList(std::string_view key, const std::vector<Item>& items, const Write& write)
    {
        if (!items.empty()) {
            json_.key(key);
            json_.beginArray();
            for (const Item& item : items) {
                write(item);
            }
            json_.endArray();
        }
    }

    WriterContext& context_;
    JsonWriter& json_;
    const std::vector<std::size_t>& nodes_;
};

/// VRMC_springBone, whose object has been begun.
void writeVrmSprings(WriterContext& context, const VrmModel& model, const std::vector<std::size_t>& nodes);

}  // namespace armature::gltf
