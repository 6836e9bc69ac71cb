#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/scene/vrm_model.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/channel_bindings.hpp"
#include "node/name_index.hpp"
#include "node/owning_list.hpp"
#include "node/removals.hpp"
#include "node/transform_node_owner.hpp"
#include "scene/scene_access.hpp"
#include "scene/scene_properties.hpp"

namespace armature {

class Workers;

/// The internals of a Scene, and its side of the edges to skeletons.
class Scene::State final : public TransformNodeOwner {
public:
    explicit State(Scene& owned) noexcept : scene(owned) {}

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    void nameChanged() noexcept override { names.invalidate(); }
    [[nodiscard]] std::size_t nodeCount() const noexcept override { return nodes.view().size(); }
    [[nodiscard]] Node* nodeInOrder(std::size_t place) const noexcept override { return nodes.view()[place]; }
    [[nodiscard]] std::size_t countOf(NumberedThing thing) const noexcept override;
    [[nodiscard]] TransformNode& clone(const TransformNode& original, const CloneOptions* options) override;
    [[nodiscard]] AnimationTargets& targets() const noexcept override { return scene; }

    /// Cuts a node's ties to bones and skeletons, here and elsewhere.
    static void cutEdges(TransformNode& node);
    /// Hands a child of a node that is being removed to `parent`, keeping its place where possible.
    static void moveUp(TransformNode& node, Node* parent);

    /// Takes over a mesh instance, and lists it at its node.
    MeshInstance& place(std::unique_ptr<MeshInstance> instance);
    /// Where materials, images, cameras and lights of another scene are in this one: placing it again adds none.
    struct Adopted {
        Handle<const Scene> model;
        std::vector<std::size_t> images;
        std::shared_ptr<FileNumbers> numbers;  ///< Of materials, cameras and lights.
        bool isNew = true;                     ///< Nothing of it was copied yet.

        [[nodiscard]] std::size_t countOfListed() const noexcept
        {
            return numbers->of(NumberedThing::Material).size() + numbers->of(NumberedThing::Camera).size()
                   + numbers->of(NumberedThing::Light).size();
        }
    };
    /// The numbers here of what a copied scene has; adds what is not here yet.
    [[nodiscard]] Adopted& adopt(const Scene& model);

    /// Tells observers that `node` is removed, and cuts it out.
    void remove(TransformNode& node, Removal removal);

    Scene& scene;
    void update(Workers workers) const;
    void animate(double seconds, Workers workers);

    Removals removals;
    OwningList<TransformNode> nodes;
    OwningList<Skeleton> skeletons;
    OwningList<MeshInstance> meshInstances;
    OwningList<AnimationGroup> animationGroups;
    OwningList<AnimationMixer> animationMixers;
    OwningList<ModifierStack> modifierStacks;
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<SharedFileNumbers> materialNumbers;  ///< Of the materials' extensions; beyond its end null: the scene's own.
    std::vector<SceneCamera> cameras;
    std::vector<SceneLight> lights;
    SceneProperties properties{*this};
    std::vector<JointMapping> jointMappings;
    std::vector<ReferencePose> referencePoses;
    /// The value of a material's property without VRM expressions.
    struct Unchanged {
        std::size_t components = 0;
        glm::vec4 value{0.f};
    };
    std::map<std::pair<std::size_t, std::uint32_t>, Unchanged> unchanged;  ///< By material and PropertySlot::property.
    std::vector<VrmModel> vrmModels;
    std::vector<VrmAnimation> vrmAnimations;
    std::unordered_map<const AnimationGroup*, SceneAccess::Kept> kept;  ///< Of groups that have any.
    std::vector<Adopted> adopted;
    std::vector<SharedFileNumbers> roots;  ///< For scenes that were copied to this one and had extensions.
    std::vector<std::string> warnings;
    std::vector<std::string> sourceFiles;
    std::string name;
    std::string metadata;
    std::string extensions;
    TargetLister targetLister;  ///< Of the groups that were created here.
    mutable NameIndex names;

private:
    void fireEvents();

    /// Skeletons whose host has moved and which have not propagated that yet, linked by Skeleton::State::nextMoved.
    Skeleton::State* firstMoved_ = nullptr;
    bool passesOn_ = false;
};

}  // namespace armature
