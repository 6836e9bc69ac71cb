#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include <armature/fwd.hpp>

namespace armature::tools {

/// The numbers of a scene's objects: positions in Scene::nodes() and Scene::skeletons(), for an imported scene those of the file.
/// Good as long as the scene stays as it is.
class SceneIndices final {
public:
    explicit SceneIndices(const Scene& scene);

    /// Nothing for null and for what belongs to another scene. A bone's number is its position in Skeleton::bones().
    [[nodiscard]] std::optional<std::size_t> of(const TransformNode* node) const { return find(node); }
    [[nodiscard]] std::optional<std::size_t> of(const Bone* bone) const { return find(bone); }
    [[nodiscard]] std::optional<std::size_t> of(const Skeleton* skeleton) const { return find(skeleton); }

private:
    [[nodiscard]] std::optional<std::size_t> find(const void* object) const;

    std::unordered_map<const void*, std::size_t> indices_;
};

}  // namespace armature::tools
