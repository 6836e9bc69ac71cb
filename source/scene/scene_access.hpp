#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/scene/scene.hpp>

#include "animation/clip/property_slot.hpp"
#include "node/file_numbers.hpp"
#include "scene/scene_kept_animation.hpp"

namespace armature {

struct ModelParts;

/// Access to a scene for importers and exporters: reserves memory and handles unread file data that the scene keeps.
class ARMATURE_PRIVATE_API SceneAccess {
public:
    struct Kept {
        std::shared_ptr<const KeptAnimation> animation;  ///< Null if nothing is kept.
        SharedFileNumbers numbers;
        std::shared_ptr<const ModelParts> parts = {};  ///< Set if the animation came with a model.
    };

    [[nodiscard]] static Scene::State& stateOf(Scene& scene) noexcept { return *scene.state_; }

    /// nodeNumber() and groupNumber() return the number of the object at an index of Scene::nodes() or animationGroups(). nodeNumberCount()
    /// and groupNumberCount() return the count of numbers given so far, including those of removed objects.
    [[nodiscard]] static std::size_t nodeNumber(const Scene& scene, std::size_t place);
    [[nodiscard]] static std::size_t nodeNumberCount(const Scene& scene);
    [[nodiscard]] static std::size_t groupNumber(const Scene& scene, std::size_t place);
    [[nodiscard]] static std::size_t groupNumberCount(const Scene& scene);
    /// listedNumber() and listedNumberCount() return the same for materials, cameras and lights. A free index has the number
    /// FileNumbers::none.
    [[nodiscard]] static std::size_t listedNumber(const Scene& scene, NumberedThing thing, std::size_t place);
    [[nodiscard]] static std::size_t listedNumberCount(const Scene& scene, NumberedThing thing);
    /// Returns the number of the image at an index. An image never changes, so its number tells whether the same image is still at that
    /// index.
    [[nodiscard]] static std::size_t imageNumber(const Scene& scene, std::size_t place);
    /// Whether the material, camera or light for which `slot` was made is still in the scene.
    [[nodiscard]] static bool isThere(const Scene& scene, const PropertySlot& slot);

    /// Returns a material property's base value, without the changes of expressions. The first call records the value, and must come before
    /// any expression changes the property.
    [[nodiscard]] static glm::vec4 unchanged(Scene& scene, const PropertySlot& slot, std::size_t components);

    /// Reserves memory for `nodes` nodes.
    static void reserveNodes(Scene& scene, std::size_t nodes);

    static void keep(Scene& scene, const AnimationGroup& group, std::shared_ptr<const KeptAnimation> animation,
                     SharedFileNumbers numbers = nullptr);
    /// Moves at least one other group to the index of `group`, and removes `group`. The first of the others takes over the number and the
    /// reference poses of `group`, and thus all references to it.
    static void replace(Scene& scene, AnimationGroup& group, std::span<AnimationGroup* const> others);
    [[nodiscard]] static Kept keptOf(const Scene& scene, const AnimationGroup& group);
    [[nodiscard]] static SharedFileNumbers numbersOf(const TransformNode& node);
    [[nodiscard]] static SharedFileNumbers numbersOf(const MeshInstance& instance);
    [[nodiscard]] static SharedFileNumbers numbersOfMaterial(const Scene& scene, std::size_t material);
    /// Returns the file numbers, which include FileNumbers::root, of each scene copied into this one that had extensions at its root.
    [[nodiscard]] static std::vector<SharedFileNumbers> rootsOf(const Scene& scene);
};

}  // namespace armature
