#pragma once

#include <span>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

class PropertyOwner;

/// The nodes, skeletons and properties in which players look up their targets. Scene implements this interface.
class ARMATURE_API AnimationTargets {
public:
    /// All nodes in order of creation, which for an imported scene is the file's order: ChannelTarget::index refers to this list. The view
    /// is valid until a node is added or removed.
    [[nodiscard]] std::span<TransformNode* const> nodes() noexcept { return allNodes(); }
    [[nodiscard]] std::span<const TransformNode* const> nodes() const noexcept { return allNodes(); }
    /// All skeletons in the order they were added: ChannelTarget::skeleton refers to this list. The view is valid until a skeleton is added
    /// or removed.
    [[nodiscard]] std::span<Skeleton* const> skeletons() noexcept { return allSkeletons(); }
    [[nodiscard]] std::span<const Skeleton* const> skeletons() const noexcept { return allSkeletons(); }
    /// All mesh instances in the order they were added. The view is valid until a mesh instance is added or removed.
    [[nodiscard]] std::span<MeshInstance* const> meshInstances() noexcept { return allMeshInstances(); }
    [[nodiscard]] std::span<const MeshInstance* const> meshInstances() const noexcept { return allMeshInstances(); }
    /// Internal: gives access to the scene's materials, cameras and lights, for channels that move properties.
    [[nodiscard]] PropertyOwner& getProperties() noexcept { return ownProperties(); }
    [[nodiscard]] const PropertyOwner& getProperties() const noexcept { return ownProperties(); }
    /// The scene's lifetime, which ends when the scene is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return ownLifetime(); }

protected:
    AnimationTargets() = default;
    ~AnimationTargets() = default;
    AnimationTargets(const AnimationTargets&) = default;
    AnimationTargets& operator=(const AnimationTargets&) = default;

private:
    [[nodiscard]] virtual std::span<TransformNode* const> allNodes() const noexcept = 0;
    [[nodiscard]] virtual std::span<Skeleton* const> allSkeletons() const noexcept = 0;
    [[nodiscard]] virtual std::span<MeshInstance* const> allMeshInstances() const noexcept = 0;
    [[nodiscard]] virtual PropertyOwner& ownProperties() const noexcept = 0;
    [[nodiscard]] virtual const Lifetime& ownLifetime() const noexcept = 0;
};

}  // namespace armature
