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

/// Finds or makes the nodes that stand for bones, and the skins over them.
class SkeletonDescriber {
public:
    /// `places`: where the scene's nodes are in `description`, whose nodes below other nodes already have their parents.
    SkeletonDescriber(const std::unordered_map<const Node*, std::size_t>& places, SceneDescription& description)
        : places_(places), description_(description)
    {}

    void describe(const Skeleton& skeleton);

    /// The node that stands for a bone of a skeleton that was described.
    [[nodiscard]] std::optional<std::size_t> nodeOf(const Bone& bone) const;
    /// The nodes that were made for bones that follow `node` but have another parent.
    [[nodiscard]] const std::vector<std::size_t>& followersOf(const TransformNode& node) const;
    /// The skin of a skeleton; none if it has no palette.
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

/// Writes `pose` to `node`: parts, or the matrix if it was set as one.
void describePose(const Node& node, NodeDescription& description);

/// The current scene as what a file can hold: the inverse of buildScene(). Scene::nodes() come first, in their order. A bone driven by a
/// node at the bone's own place in the tree is that node; every other bone, and what glTF has no place for (a second mesh at one node, a
/// palette slot without a bone), gets a node of its own after them. Each of a skeleton's sets of inverse binds is a skin of its own, after
/// the bones' own set. The notes say what was lost.
[[nodiscard]] SceneDescription describeScene(const Scene& scene);

}  // namespace armature::importing
