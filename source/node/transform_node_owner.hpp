#pragma once

#include <cstddef>
#include <cstdint>

#include <armature/fwd.hpp>

#include "node/file_numbers.hpp"
#include "node/transform_hierarchy.hpp"

namespace armature {

/// The interface through which nodes, and the objects attached to them, access the scene that owns them. Implements the nodes' links to
/// bones and other hierarchies.
class TransformNodeOwner : public HierarchyOwner {
public:
    TransformNodeOwner() : hierarchy(*this) {}

    [[nodiscard]] Affine anchorOf(std::uint32_t slot) const noexcept final;
    [[nodiscard]] glm::vec3 pivotOf(std::uint32_t slot) const noexcept final;
    [[nodiscard]] Affine frozenAbsolute(std::uint32_t slot) const noexcept final;

    /// The number of indices of objects of a kind. Indices of removed materials, cameras and lights are included.
    [[nodiscard]] virtual std::size_t countOf(NumberedThing thing) const noexcept = 0;
    /// Returns whether an object exists at an index. Removed materials, cameras and lights leave vacant indices.
    [[nodiscard]] virtual bool has(NumberedThing thing, std::size_t place) const noexcept = 0;
    /// Does the work of TransformNode::clone(). If `options` is null, the default options apply.
    [[nodiscard]] virtual TransformNode& clone(const TransformNode& original, const CloneOptions* options) = 0;
    /// Returns the interface through which clip players access the scene.
    [[nodiscard]] virtual AnimationTargets& targets() const noexcept = 0;

    TransformHierarchy hierarchy;

protected:
    ~TransformNodeOwner() = default;
};

}  // namespace armature
