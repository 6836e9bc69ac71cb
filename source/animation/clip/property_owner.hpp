#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <armature/node/node.hpp>

#include "animation/clip/property_slot.hpp"

namespace armature {

/// The materials, cameras and lights of a scene as curves see them: named things in lists, with properties under ChannelTarget's names.
/// Only these three kinds occur here.
class PropertyOwner {
public:
    [[nodiscard]] virtual std::size_t countOf(ChannelTarget::Kind kind) const noexcept = 0;
    /// Precondition: it exists.
    [[nodiscard]] virtual std::string_view nameOf(ChannelTarget::Kind kind, std::size_t place) const noexcept = 0;
    /// A property of one of them; nullopt if it has none of that name, or not with that many numbers, or if it was removed. Precondition:
    /// there is such a place.
    [[nodiscard]] virtual std::optional<PropertySlot> find(ChannelTarget::Kind kind, std::size_t place, std::string_view property,
                                                           std::size_t components) const noexcept = 0;
    /// Reads the current value. False, with zeros, for an optional property that is not set, or for one of a thing that was removed.
    virtual bool read(const PropertySlot& slot, std::span<float> outValue) const noexcept = 0;
    /// Sets it to the nearest allowed value: finite numbers give what Scene::addCamera() and the like accept.
    virtual void write(const PropertySlot& slot, std::span<const float> value) noexcept = 0;
    /// Unsets an optional property.
    virtual void reset(const PropertySlot& slot) noexcept = 0;

protected:
    PropertyOwner() = default;
    ~PropertyOwner() = default;
    PropertyOwner(const PropertyOwner&) = default;
    PropertyOwner& operator=(const PropertyOwner&) = default;
};

/// What curves of nodes and bones move.
inline constexpr std::string_view nodeProperty = "isEnabled";

/// The current value of a slot; zeros if nothing is set, and for a curve. Precondition: the node of a node's slot exists.
inline bool readProperty(const PropertyOwner& owner, const PropertySlot& slot, const Node* node, std::span<float> outValue) noexcept
{
    if (isListed(slot.kind)) {
        return owner.read(slot, outValue);
    }
    const bool isOfNode = slot.kind == ChannelTarget::Kind::Node;
    for (float& number : outValue) {
        number = isOfNode && node->isSelfEnabled() ? 1.f : 0.f;
    }
    return isOfNode;
}

}  // namespace armature
