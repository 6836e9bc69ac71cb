#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/property_owner.hpp"

namespace armature {

/// The properties of materials, cameras and lights that channels with ChannelPath::Property can change: the only list of them.
class SceneProperties final : public PropertyOwner {
public:
    explicit SceneProperties(Scene::State& scene);

    [[nodiscard]] std::size_t countOf(ChannelTarget::Kind kind) const noexcept override;
    [[nodiscard]] std::string_view nameOf(ChannelTarget::Kind kind, std::size_t place) const noexcept override;
    [[nodiscard]] std::optional<PropertySlot> find(ChannelTarget::Kind kind, std::size_t place, std::string_view property,
                                                   std::size_t components) const noexcept override;
    bool read(const PropertySlot& slot, std::span<float> outValue) const noexcept override;
    void write(const PropertySlot& slot, std::span<const float> value) noexcept override;
    void reset(const PropertySlot& slot) noexcept override;
    [[nodiscard]] const std::shared_ptr<PlayerMemory>& playerMemory() const noexcept override { return playerMemory_; }

    /// Whether the material, camera or light for which `slot` was made is still in the scene.
    [[nodiscard]] bool isThere(const PropertySlot& slot) const noexcept;

    /// Returns the number of components of a property, also for nodes; 0 if objects of that kind have no property of that name.
    [[nodiscard]] ARMATURE_PRIVATE_API static std::size_t componentsOf(ChannelTarget::Kind kind, std::string_view property) noexcept;

private:
    Scene::State& scene_;
    std::shared_ptr<PlayerMemory> playerMemory_;
};

}  // namespace armature
