#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// Returns the number of keys of all channels.
[[nodiscard]] std::size_t keyCount(const AnimationClip& clip);

/// Indices of a scene's objects: positions in Scene::nodes() and Scene::skeletons(). For an imported scene, they are the indices in the
/// file. Valid as long as the scene does not change.
class SceneIndices final {
public:
    explicit SceneIndices(const Scene& scene);

    /// Returns the index of an object; none for null and for objects of another scene. A bone's index is its position in Skeleton::bones().
    [[nodiscard]] std::optional<std::size_t> of(const TransformNode* node) const { return find(node); }
    [[nodiscard]] std::optional<std::size_t> of(const Bone* bone) const { return find(bone); }
    [[nodiscard]] std::optional<std::size_t> of(const Skeleton* skeleton) const { return find(skeleton); }

private:
    [[nodiscard]] std::optional<std::size_t> find(const void* object) const;

    std::unordered_map<const void*, std::size_t> indices_;
};

}  // namespace armature::tools
