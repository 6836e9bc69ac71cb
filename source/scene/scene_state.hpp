#pragma once

#include <cstdint>
#include <functional>
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
#include <armature/scene/scene_attachment.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/scene/wear_mesh.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/channel_bindings.hpp"
#include "mesh/mesh_access.hpp"
#include "node/name_index.hpp"
#include "node/node_access.hpp"
#include "node/owning_list.hpp"
#include "node/removals.hpp"
#include "node/transform_node_owner.hpp"
#include "scene/model_parts.hpp"
#include "scene/numbered_list.hpp"
#include "scene/scene_access.hpp"
#include "scene/scene_properties.hpp"

namespace armature {

class Workers;

/// The internals of a Scene, including its links to skeletons.
class Scene::State final : public TransformNodeOwner {
public:
    explicit State(Scene& owned) noexcept : scene(owned) {}

    void absoluteBecameStale(std::uint32_t slot) noexcept override;
    void nameChanged() noexcept override { names.invalidate(); }
    [[nodiscard]] std::size_t nodeCount() const noexcept override { return nodes.view().size(); }
    [[nodiscard]] Node* nodeInOrder(std::size_t place) const noexcept override { return nodes.view()[place]; }
    [[nodiscard]] std::size_t countOf(NumberedThing thing) const noexcept override;
    [[nodiscard]] bool has(NumberedThing thing, std::size_t place) const noexcept override;
    [[nodiscard]] TransformNode& clone(const TransformNode& original, const CloneOptions* options) override;
    [[nodiscard]] AnimationTargets& targets() const noexcept override { return scene; }

    /// Cuts a node's links to bones and skeletons, in this scene and elsewhere.
    static void cutEdges(TransformNode& node);
    /// Reparents a child of a node that is being removed to `parent`, keeping its world transform where possible.
    static void moveUp(TransformNode& node, Node* parent);

    /// Takes ownership of a mesh instance, and lists it at its node.
    MeshInstance& place(std::unique_ptr<MeshInstance> instance);
    /// Returns the parts that came with a model; empty at first if the model is new.
    [[nodiscard]] SharedModelParts partsOf(const Scene& model);
    /// Adds everything in the model's lists that this scene does not have yet.
    void adopt(ModelParts& parts, const State& from);
    /// Returns the index in this scene of a material of the model. Adds the material, with its images, if it is not here yet.
    std::size_t bringMaterial(ModelParts& parts, const State& model, std::size_t place);
    /// Updates ModelParts::numbers from ModelParts::arrivals.
    void bringNumbers(ModelParts& parts, const State& model);
    void warnOnce(std::string warning);
    void dropMaterial(std::size_t place);
    /// Removes the parts of models to which no copy from these models refers any more, unless other objects use them. O(models placed), and
    /// O(scene) if there are such models.
    void freeUnused();
    class Uses;

    /// The two cases of wearMesh(): the instance has its own skeleton, or none.
    MeshInstance& wearSkinned(const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options);
    MeshInstance& wearRigid(const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options);
    /// Adds a copy of an instance from any scene, with the instance's materials.
    MeshInstance& placeWorn(const MeshInstance& original, TransformNode& node, Skeleton* skeleton, const WearOptions& options);
    /// Returns a mesh with renumbered joints: one that is already worn and fits, or a new one.
    std::shared_ptr<const Mesh> wornMesh(const std::shared_ptr<const Mesh>& mesh, const std::vector<std::uint16_t>& slots,
                                         const std::function<bool(const Mesh&)>& fits,
                                         const std::function<std::shared_ptr<const Mesh>()>& make);

    /// Tells observers that `node` is being removed, then removes it.
    void remove(TransformNode& node, Removal removal);

    Scene& scene;
    void update(Workers workers) const;
    void animate(double seconds, Workers workers);
    void moveAndWrite(double seconds);
    void moveThenWrite(double seconds, Workers& workers);

    Removals removals;
    struct NodePlaces {
        [[nodiscard]] static std::uint32_t& of(TransformNode& node) noexcept { return NodeAccess::listPlace(node); }
    };
    struct MeshInstancePlaces {
        [[nodiscard]] static std::uint32_t& of(MeshInstance& instance) noexcept { return MeshAccess::listPlace(instance); }
    };
    OwningList<TransformNode, NodePlaces> nodes;
    OwningList<Skeleton> skeletons;
    OwningList<MeshInstance, MeshInstancePlaces> meshInstances;
    OwningList<AnimationGroup> animationGroups;
    OwningList<AnimationMixer> animationMixers;
    OwningList<ModifierStack> modifierStacks;
    NumberedList<Material> materials;
    NumberedList<Image> images;
    std::vector<SharedFileNumbers> materialNumbers;  ///< Maps the numbers in each material's extensions; null or beyond the end: they are
                                                     ///< the scene's own numbers.
    NumberedList<SceneCamera> cameras;
    NumberedList<SceneLight> lights;
    SceneProperties properties{*this};
    /// The value of a material's property before any expression of a character changes it.
    struct Unchanged {
        std::size_t components = 0;
        glm::vec4 value{0.f};
    };
    std::map<std::pair<std::size_t, std::uint32_t>, Unchanged> unchanged;  ///< Keyed by the material's index and PropertySlot::property.
    OwningList<SceneAttachment> attachments;
    /// File data of groups that their clips cannot hold; no entry for a group without such data.
    std::unordered_map<const AnimationGroup*, SceneAccess::Kept> kept;
    std::vector<SharedModelParts> modelParts;
    struct WornMesh {
        std::weak_ptr<const Mesh> original;
        std::weak_ptr<const Mesh> worn;
        std::vector<std::uint16_t> slots;  ///< The palette slot of each joint of the original mesh.
    };
    std::vector<WornMesh> wornMeshes;
    std::vector<std::string> warnings;
    std::vector<std::string> sourceFiles;
    std::string name;
    std::string metadata;
    std::string extensions;
    /// Lists the nodes and bones that groups made by Scene::createAnimationGroup() move, for all these groups together.
    TargetLister targetLister;
    mutable NameIndex names;

private:
    void fireEvents();

    /// A list, linked by Skeleton::State::nextMoved, of skeletons whose host has moved and whose attached nodes must still be told.
    Skeleton::State* firstMoved_ = nullptr;
    bool passesOn_ = false;
};

}  // namespace armature
