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

/// Base class of the classes that write VRM data.
class VrmWriter {
protected:
    VrmWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : context_(context), json_(context.json), nodes_(nodes) {}

    /// Returns the number in the written file of node `number` of the model's list; nullopt if the node was removed.
    [[nodiscard]] std::optional<std::size_t> node(std::size_t number) const
    {
        return nodes_[number] < context_.scene.nodes.size() ? std::optional(nodes_[number]) : std::nullopt;
    }

    /// Whether an item can be written: it has no node, or its node was not removed.
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

    /// Writes a list of the items that can be written. If there are none, writes nothing, because VRM does not allow empty lists.
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

/// Writes VRMC_springBone if the model has colliders or springs.
void writeVrmSprings(WriterContext& context, ExtensionsWriter& extensions, const VrmModel& model, const std::vector<std::size_t>& nodes);

}  // namespace armature::gltf
