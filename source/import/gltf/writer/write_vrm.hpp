#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/writer/writer.hpp"
#include "vrm/vrm_rules.hpp"

namespace armature::gltf {

/// The base of the writers of VRM's parts.
class VrmWriter {
protected:
    VrmWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : context_(context), json_(context.json), nodes_(nodes) {}

    /// The node's number in the file; none if the node is gone.
    [[nodiscard]] std::optional<std::size_t> node(std::size_t number) const
    {
        return nodes_[number] < context_.scene.nodes.size() ? std::optional(nodes_[number]) : std::nullopt;
    }

    /// Whether a thing can be written: its node, if it has one, is not gone.
    template <class Item>
    [[nodiscard]] bool isThere(const Item& item) const
    {
        if constexpr (requires { item.node; }) {
            return node(item.node).has_value();
        } else {
            return true;
        }
    }

    void writeVector(std::string_view key, const glm::vec3& vector)
    {
        json_.member(key, std::span<const float>(glm::value_ptr(vector), 3));
    }

    /// Writes the items that can be written. If there are none, writes no list, because VRM has no empty lists.
    template <class Item, class Write>
    void writeList(std::string_view key, const std::vector<Item>& items, const Write& write)
    {
        if (std::ranges::none_of(items, [this](const Item& item) { return isThere(item); })) {
            return;
        }
        json_.key(key);
        json_.beginArray();
        for (const Item& item : items) {
            if (isThere(item)) {
                write(item);
            }
        }
        json_.endArray();
    }

    WriterContext& context_;
    JsonWriter& json_;
    const std::vector<std::size_t>& nodes_;
};

/// Writes VRMC_springBone, if the model has anything for it.
void writeVrmSprings(WriterContext& context, ExtensionsWriter& extensions, const VrmModel& model, const std::vector<std::size_t>& nodes);

}  // namespace armature::gltf
