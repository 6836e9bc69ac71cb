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
    /// `places`: where the scene's nodes are in `description`, whose nodes below nodes have their parents already.
    SkeletonDescriber(const std::unordered_map<const Node*, std::size_t>& places, SceneDescription& description)
        : places_(places), description_(description)
    {}

    void describe(const Skeleton& skeleton);

    /// The node that stands for a bone of a skeleton that was described.
    [[nodiscard]] std::optional<std::size_t> nodeOf(const Bone& bone) const;
    /// The nodes that were made for bones that follow `node` from another place.
    [[nodiscard]] const std::vector<std::size_t>& followersOf(const TransformNode& node) const;
    /// None: the skeleton has no palette.
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

/// Puts `pose` into `node`: parts, and the matrix where it was set as one.
void describePose(const Node& node, NodeDescription& description);

}  // namespace armature::importing
