#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// Finds or makes the nodes that represent bones, and makes the skins that use these nodes as joints.
class SkeletonDescriber {
public:
    /// `places`: the index of each scene node in `description`. Keeps references to both arguments. They may be empty at first, but must
    /// contain all nodes of the scene when describe() is called.
    SkeletonDescriber(const std::unordered_map<const Node*, std::size_t>& places, SceneDescription& description)
        : places_(places), description_(description)
    {}

    void describe(const Skeleton& skeleton);

    /// Returns the index of the node that represents a bone; nullopt if the bone's skeleton has not been described.
    [[nodiscard]] std::optional<std::size_t> nodeOf(const Bone& bone) const;
    /// The extra nodes made for bones that are driven by `node` but could not share it, for instance because their parents differ.
    [[nodiscard]] const std::vector<std::size_t>& followersOf(const TransformNode& node) const;
    /// Returns the index of the skin made for one of the skeleton's sets of inverse binds; nullopt if the skeleton has no palette.
    [[nodiscard]] std::optional<std::size_t> skinOf(const Skeleton& skeleton, std::size_t inverseBindSet) const;

private:
    [[nodiscard]] static std::vector<const Bone*> parentsFirst(const Skeleton& skeleton);
    [[nodiscard]] std::optional<std::size_t> parentPlace(const TransformNode& node) const;
    [[nodiscard]] bool isInPlace(const Bone& bone, std::optional<std::size_t> above) const;
    std::size_t makeNode(const Bone& bone, std::optional<std::size_t> above);
    void noteLength(const Bone& bone, std::size_t node);
    void describeSkins(const Skeleton& skeleton, std::optional<std::size_t> host);

    const std::unordered_map<const Node*, std::size_t>& places_;
    SceneDescription& description_;
    std::unordered_map<const Bone*, std::size_t> bones_;
    std::unordered_map<const TransformNode*, std::vector<std::size_t>> followers_;
    std::map<std::pair<const Skeleton*, std::size_t>, std::size_t> skins_;
};

/// Copies the local pose of `node` to `description`: as translation, rotation and scale, and also as a matrix if the pose was set as one.
void describePose(const Node& node, NodeDescription& description);

/// Describes the scene's current state in a form that a file can hold; the inverse of buildScene(). The nodes of Scene::nodes() come first,
/// in that order. A bone driven by a node becomes that node if node and bone have the same parent and no earlier bone of the skeleton has
/// taken the node. Every other bone gets a new node after these, and so does everything for which glTF has no place (a second mesh at a
/// node, a palette slot without a bone). Each of a skeleton's sets of inverse binds becomes a skin; the skin with the bones' own inverse
/// binds comes first. The notes list the losses.
[[nodiscard]] SceneDescription describeScene(const Scene& scene);

}  // namespace armature::importing
