#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_targets.hpp>
#include <armature/animation/group_options.hpp>
#include <armature/base/export.hpp>
#include <armature/base/threads.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene_copy.hpp>
#include <armature/scene/scene_parts.hpp>

namespace armature {

/// Nodes, skeletons, meshes and animations that belong together. Importers load files into a scene; renderers draw it.
///
/// A scene owns all its parts, which keep their addresses until they are removed. It inherits the lists of its nodes, skeletons and mesh
/// instances: see AnimationTargets. Use a scene from one thread at a time; after update(), any number of threads may read it.
class ARMATURE_API Scene final : public AnimationTargets {
public:
    Scene();  ///< Makes an empty scene.
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    /// A label for people; in an imported scene, the scene's name in its file.
    [[nodiscard]] const std::string& getName() const noexcept;
    void setName(std::string_view name);
    /// Text for the application; in an imported scene, the extras (JSON) in its file.
    [[nodiscard]] const std::string& getMetadata() const noexcept;
    void setMetadata(std::string_view metadata);
    /// glTF extensions at the file's root that the library does not read (variants, interactivity, ...), kept for saving: a JSON object
    /// with one member for each; empty if there are none.
    [[nodiscard]] const std::string& getExtensions() const noexcept;
    void setExtensions(std::string_view json);

    // --- nodes ------------------------------------------------------------------------------------------------------

    /// Adds a node under `parent`, which is a node of this scene or a bone; null makes the new node a root. Throws std::invalid_argument if
    /// `parent` is a node of another scene, or if `transform` has a number that is not finite or a rotation of zero length.
    TransformNode& createTransformNode(std::string_view name, Node* parent = nullptr, const Transform& transform = {});

    /// Removes a node and its mesh instances. Bones linked to the node keep their pose; skeletons that it hosts are left without a host.
    /// Throws std::invalid_argument if the node belongs to another scene.
    void removeTransformNode(TransformNode& node, Removal removal = Removal::Subtree);

    /// The first node of that name, or null. O(1) amortised.
    [[nodiscard]] TransformNode* findTransformNode(std::string_view name) noexcept;
    [[nodiscard]] const TransformNode* findTransformNode(std::string_view name) const noexcept;

    // --- skeletons, meshes, materials, cameras, lights --------------------------------------------------------------

    Skeleton& createSkeleton(std::string_view name);  ///< Adds a skeleton without bones.
    /// Takes ownership of a skeleton made elsewhere, for instance by Skeleton::clone(). Throws std::invalid_argument if it is null.
    Skeleton& addSkeleton(std::unique_ptr<Skeleton> skeleton);
    /// Removes a skeleton. Mesh instances that use it become static. Throws std::invalid_argument if the scene does not own the skeleton.
    void removeSkeleton(Skeleton& skeleton);
    /// The first skeleton of that name, or null. O(skeletons).
    [[nodiscard]] Skeleton* findSkeleton(std::string_view name) noexcept;
    [[nodiscard]] const Skeleton* findSkeleton(std::string_view name) const noexcept;

    /// Places `mesh` at `node`, skinned by `skeleton` unless that is null. Throws std::invalid_argument if this scene does not own the node
    /// or the skeleton, if the skeleton has no palette slot for a joint of the mesh or has a bone of another name in that slot, or if a
    /// primitive's material is not in the scene (yet). For meshes of other files, see wear_mesh.hpp. O(joints + primitives), because the
    /// mesh was checked when it was made.
    MeshInstance& addMeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton = nullptr);
    /// Makes a mesh by Mesh::create() and places it: for a mesh that is placed only once.
    MeshInstance& addMeshInstance(MeshDescription mesh, TransformNode& node, Skeleton* skeleton = nullptr);
    /// Removes a mesh instance; its node stays. Throws std::invalid_argument if the scene does not own the instance. O(1), plus the cost of
    /// freeing parts that came with a model.
    void removeMeshInstance(MeshInstance& instance);

    /// Each adds a material or an image and returns the index that primitives and texture references use. addMaterial() throws
    /// std::invalid_argument that names the material if a number is not finite, or a texture uses an image that is not in the scene (yet)
    /// or a set of coordinates that does not exist, or a value is not one of the enumerators of its type.
    std::size_t addMaterial(Material material);
    std::size_t addImage(Image image);
    /// All materials, by index. Adding and removing materials invalidates the view.
    [[nodiscard]] SceneParts<Material> materials() const noexcept;
    [[nodiscard]] SceneParts<Image> images() const noexcept;  ///< All images, by index, like materials().
    /// Each removes a material or image that nothing uses, whether the application added it or it came with a file; curves that animate it
    /// have no effect from then on. Throws std::invalid_argument if there is no such material or image, or if it is in use; the message
    /// names the user. A material that came with a model counts as in use as long as copies of the model use its parts; materials and
    /// images of a model are removed with its last copy, see removeInstance(). O(scene).
    void removeMaterial(std::size_t material);
    void removeImage(std::size_t image);

    /// Adds a camera and returns its index, which nodes use. Throws std::invalid_argument that names the camera if a number is out of
    /// range.
    std::size_t addCamera(SceneCamera camera);
    [[nodiscard]] SceneParts<SceneCamera> cameras() const noexcept;  ///< All cameras, by index, like materials().

    /// Adds a light and returns its index, which nodes use. Throws std::invalid_argument that names the light if a number is out of range.
    std::size_t addLight(SceneLight light);
    [[nodiscard]] SceneParts<SceneLight> lights() const noexcept;  ///< All lights, by index, like materials().

    /// Adds data that a file format or the application keeps with the scene, and takes ownership of it: see SceneAttachment. Throws
    /// std::invalid_argument if `attachment` is null.
    SceneAttachment& attach(std::unique_ptr<SceneAttachment> attachment);
    /// All attachments, in the order in which they were attached. findAttachment() finds one by its class.
    [[nodiscard]] std::span<SceneAttachment* const> attachments() const noexcept;

    // --- animation --------------------------------------------------------------------------------------------------

    /// Makes a player of `clip` for this scene's nodes. The player is stopped at first; call play(). Throws as AnimationGroup's constructor
    /// does: a clip with nothing to move in this scene is refused unless the options allow it.
    AnimationGroup& createAnimationGroup(const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options = {});
    /// Removes a group. Nodes and bones keep the pose that was written last. Throws std::invalid_argument if the scene does not own the
    /// group.
    void removeAnimationGroup(AnimationGroup& group);
    [[nodiscard]] std::span<AnimationGroup* const> animationGroups() noexcept;  ///< All groups, in the order they were created.
    [[nodiscard]] std::span<const AnimationGroup* const> animationGroups() const noexcept;
    /// The first group whose clip has that name, or null.
    [[nodiscard]] AnimationGroup* findAnimationGroup(std::string_view name) noexcept;
    [[nodiscard]] const AnimationGroup* findAnimationGroup(std::string_view name) const noexcept;

    /// Makes a mixer that blends clips on this scene's nodes and bones. It has no layers at first.
    AnimationMixer& createAnimationMixer();
    /// Removes a mixer. Nodes and bones keep the pose that was written last. Throws std::invalid_argument if the scene does not own the
    /// mixer.
    void removeAnimationMixer(AnimationMixer& mixer);
    [[nodiscard]] std::span<AnimationMixer* const> animationMixers() noexcept;  ///< All mixers, in the order they were created.
    [[nodiscard]] std::span<const AnimationMixer* const> animationMixers() const noexcept;

    /// Makes a stack that changes the pose of a skeleton of this scene after groups and mixers have written it. The stack has no modifiers
    /// at first. Throws std::invalid_argument if the scene does not own the skeleton.
    ModifierStack& createModifierStack(Skeleton& skeleton);
    /// Removes a stack. The skeleton returns to its unmodified pose, at the latest at the next animate(). Throws std::invalid_argument if
    /// the scene does not own the stack.
    void removeModifierStack(ModifierStack& stack);
    [[nodiscard]] std::span<ModifierStack* const> modifierStacks() noexcept;  ///< All stacks, in the order they were created.
    [[nodiscard]] std::span<const ModifierStack* const> modifierStacks() const noexcept;

    /// Advances the playing groups, the mixers and the modifier stacks by `seconds` and writes their poses: first groups, then mixers, then
    /// stacks, each in order of creation. If several write the same property, the last one wins. A modifier sees everything that was
    /// written before it runs, to its own skeleton and to others, without a frame of lag: so create a horse's stack before its rider's.
    ///
    /// Events fire after all groups and mixers have written their poses and before modifiers run, in the order of their players. If an
    /// event's action changes another player, the change takes effect at the next animate().
    ///
    /// Modifiers always start from the unmodified pose: before groups and mixers write, joints that are still exactly as a stack left them
    /// return to their values before modification, so that joints without animation are not modified again and again. An exception from an
    /// event's action or a modifier propagates: later events are lost, and later modifiers do not run. Throws std::invalid_argument,
    /// advancing nothing, if the step of a player (`seconds` times its speed) is not finite.
    ///
    /// On several threads, groups and mixers sample and blend in parallel; writing, events and modifiers stay on the calling thread, in
    /// order, so the results are the same, bit for bit. Throws std::invalid_argument if a ParallelFor cannot run; exceptions from its `run`
    /// propagate once all work is done.
    void animate(double seconds, Parallelism parallelism = {});

    // --- copies -----------------------------------------------------------------------------------------------------

    /// Copies everything in `model` into this scene, below a new node, so that a file is loaded once and placed many times. Nodes,
    /// skeletons and animation groups are copied, with poses, links, hosts, sockets and metadata; the copied groups play on the copied
    /// nodes. Meshes, clips and the rigs of skeletons are shared. Materials, images, cameras and lights are added once, however often a
    /// model is placed. Mixers, modifier stacks, observers and frozen world matrices are not copied. The model is not needed afterwards.
    /// Throws std::invalid_argument if `model` is this scene or the parent belongs to another scene. The scene is unchanged if this
    /// function, options.rename or an attachment's copyTo() throws. O(nodes + bones + channels).
    SceneInstance instantiate(const Scene& model, const InstantiateOptions& options = {});
    /// Copies all of another scene into this one, including its warnings and source files, without a new node above the copies. The other
    /// scene does not change, and references into it stay valid; large data is shared. Throws std::invalid_argument if `other` is this
    /// scene, and passes on what an attachment's copyTo() throws.
    SceneInstance append(const Scene& other);
    /// Removes all copies that still exist of those made by one call of instantiate() or append(), and everything attached to their nodes.
    /// Throws std::invalid_argument if the copies were made in another scene.
    ///
    /// Materials, images, cameras and lights that came with a model are removed with the last copy of the model (clones of copies
    /// included), unless something else uses them. It does not matter how the last copy is removed. If the model is placed again, they are
    /// added again, perhaps at other indices.
    void removeInstance(const SceneInstance& instance);

    // --- evaluation -------------------------------------------------------------------------------------------------

    /// Computes everything that is stale in nodes and skeletons; on several threads, skeletons are computed in parallel. Never needed for
    /// correct results. Throws only for a ParallelFor: std::invalid_argument if it cannot run, and exceptions from its `run`.
    void update(Parallelism parallelism = {}) const;

    /// Number of world matrices of nodes computed since the scene was made; never decreases.
    [[nodiscard]] std::uint64_t evaluatedNodeCount() const noexcept;

    /// Problems that an importer found, and how the importer handled them. Each text says where the problem is, and what to do.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

    /// The files that an importer read for this scene, in no particular order: the model file, and the buffers and images to which it
    /// refers.
    [[nodiscard]] std::span<const std::string> sourceFiles() const noexcept;

private:
    friend class TransformNode;
    friend class NodeAccess;
    friend class SavedState;
    friend class SceneCopier;
    friend class SceneAccess;
    friend class SceneProperties;
    class ARMATURE_LOCAL State;

    [[nodiscard]] std::span<TransformNode* const> allNodes() const noexcept override;
    [[nodiscard]] std::span<Skeleton* const> allSkeletons() const noexcept override;
    [[nodiscard]] std::span<MeshInstance* const> allMeshInstances() const noexcept override;
    [[nodiscard]] PropertyOwner& ownProperties() const noexcept override;
    [[nodiscard]] const Lifetime& ownLifetime() const noexcept override { return lifetime_; }
    SceneInstance copyAll(const Scene& model, TransformNode* top, const NameFunction& rename);
    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
