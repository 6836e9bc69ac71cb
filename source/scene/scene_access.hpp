#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/scene/scene.hpp>

#include "scene/file_numbers.hpp"
#include "scene/scene_kept_animation.hpp"

namespace armature {

/// What a scene keeps of files without reading it, for importers and exporters.
class SceneAccess {
public:
    struct Kept {
        std::shared_ptr<const KeptAnimation> animation;  ///< Null: nothing.
        SharedFileNumbers numbers;
    };

    /// The number of what stands at a place of Scene::nodes() or animationGroups(), and one more than the last that was given.
    [[nodiscard]] static std::size_t nodeNumber(const Scene& scene, std::size_t place);
    [[nodiscard]] static std::size_t nodeNumberCount(const Scene& scene);
    [[nodiscard]] static std::size_t groupNumber(const Scene& scene, std::size_t place);
    [[nodiscard]] static std::size_t groupNumberCount(const Scene& scene);

    static void keep(Scene& scene, const AnimationGroup& group, std::shared_ptr<const KeptAnimation> animation);
    [[nodiscard]] static Kept keptOf(const Scene& scene, const AnimationGroup& group);
    [[nodiscard]] static SharedFileNumbers numbersOf(const TransformNode& node);
    [[nodiscard]] static SharedFileNumbers numbersOf(const MeshInstance& instance);
    [[nodiscard]] static SharedFileNumbers numbersOfMaterial(const Scene& scene, std::size_t material);
    /// Of the scenes that were copied to this one and had anything at their root: FileNumbers::root.
    [[nodiscard]] static std::span<const SharedFileNumbers> rootsOf(const Scene& scene);
};

}  // namespace armature
