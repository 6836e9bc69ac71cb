#pragma once

#include <span>

#include <armature/fwd.hpp>

namespace armature {

class PropertyOwner;

/// The nodes, skeletons and properties in which players look up their targets. Scene implements this interface.
class AnimationTargets {
public:
    /// Each is a list to which the indices of ChannelTarget refer. It is valid until an element is added or removed.
    [[nodiscard]] virtual std::span<TransformNode* const> nodes() noexcept = 0;
    [[nodiscard]] virtual std::span<const TransformNode* const> nodes() const noexcept = 0;
    [[nodiscard]] virtual std::span<Skeleton* const> skeletons() noexcept = 0;
    [[nodiscard]] virtual std::span<const Skeleton* const> skeletons() const noexcept = 0;
    [[nodiscard]] virtual std::span<MeshInstance* const> meshInstances() noexcept = 0;
    [[nodiscard]] virtual std::span<const MeshInstance* const> meshInstances() const noexcept = 0;
    /// Internal: gives access to the scene's materials, cameras and lights, for channels that move properties.
    [[nodiscard]] virtual PropertyOwner& getProperties() noexcept = 0;
    [[nodiscard]] virtual const PropertyOwner& getProperties() const noexcept = 0;
    /// The scene's lifetime, which ends when the scene is destroyed: see Handle.
    [[nodiscard]] virtual const Lifetime& getLifetime() const noexcept = 0;

protected:
    AnimationTargets() = default;
    ~AnimationTargets() = default;
    AnimationTargets(const AnimationTargets&) = default;
    AnimationTargets& operator=(const AnimationTargets&) = default;
};

}  // namespace armature
