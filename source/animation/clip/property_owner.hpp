#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <armature/node/node.hpp>

#include "animation/clip/property_slot.hpp"

namespace armature {

struct PlayerMemory;

/// The materials, cameras and lights of a scene as curves see them: named objects in lists, whose properties have the names that
/// ChannelTarget documents. Only these three kinds occur here.
class PropertyOwner {
public:
    [[nodiscard]] virtual std::size_t countOf(ChannelTarget::Kind kind) const noexcept = 0;
    /// Precondition: `place` is less than countOf(kind).
    [[nodiscard]] virtual std::string_view nameOf(ChannelTarget::Kind kind, std::size_t place) const noexcept = 0;
    /// Finds a property of the object at `place`; nullopt if the object was removed, or has no property of that name that consists of
    /// `components` floats. Precondition: `place` is less than countOf(kind).
    [[nodiscard]] virtual std::optional<PropertySlot> find(ChannelTarget::Kind kind, std::size_t place, std::string_view property,
                                                           std::size_t components) const noexcept = 0;
    /// Reads the current value. If the property is optional and not set, or if its object was removed, writes zeros and returns false.
    virtual bool read(const PropertySlot& slot, std::span<float> outValue) const noexcept = 0;
    /// Sets the property to the nearest allowed value. Finite numbers always result in a value that the scene's own setters accept.
    virtual void write(const PropertySlot& slot, std::span<const float> value) noexcept = 0;
    /// Unsets an optional property.
    virtual void reset(const PropertySlot& slot) noexcept = 0;
    /// The memory that all players in the scene share.
    [[nodiscard]] virtual const std::shared_ptr<PlayerMemory>& playerMemory() const noexcept = 0;

protected:
    PropertyOwner() = default;
    ~PropertyOwner() = default;
    PropertyOwner(const PropertyOwner&) = default;
    PropertyOwner& operator=(const PropertyOwner&) = default;
};

/// The name of the only property of nodes and bones that curves can move.
inline constexpr std::string_view nodeProperty = "isEnabled";

/// Reads the current value of a slot. If the property is optional and not set, if its object was removed, or if the slot is a curve for the
/// application, writes zeros and returns false. Precondition: the node of a node's slot exists.
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
