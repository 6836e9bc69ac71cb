#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/scene/mesh.hpp>
#include <armature/scene/mesh_instance.hpp>
#include <armature/scene/scene_copy.hpp>
#include <armature/scene/threads.hpp>
#include <armature/scene/transform_node.hpp>

namespace armature {

/// Nodes, skeletons, meshes and animations that belong together: what a file loads into and what a renderer draws.
///
/// Owns all of them; their addresses are stable until they are removed. One thread at a time; after update() any number may read.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    /// A label, and text for the application; of an imported scene the name and the extras (JSON) that its file gives it.
    [[nodiscard]] const std::string& getName() const noexcept;
    void setName(std::string_view name);
    [[nodiscard]] const std::string& getMetadata() const noexcept;
    void setMetadata(std::string_view metadata);
    /// What the file's root says by glTF extensions that the library does not read (variants, interactivity, ...), to be saved again:
    /// a JSON object with a member for each; empty if none.
    [[nodiscard]] const std::string& getExtensions() const noexcept;
    void setExtensions(std::string_view json);

    // --- nodes ------------------------------------------------------------------------------------------------------

    /// Adds a node under `parent` (a node of this scene or a bone; null: a root).
    TransformNode& createTransformNode(std::string_view name, Node* parent = nullptr, const Transform& transform = {});

    /// Removes a node. Bones linked to it keep their pose, skeletons hosted by it stay without host, its mesh instances are removed.
    void removeTransformNode(TransformNode& node, Removal removal = Removal::Subtree);

    /// All nodes in order of creation; for an imported scene that is the file's order.
    [[nodiscard]] std::span<TransformNode* const> nodes() noexcept;
    [[nodiscard]] std::span<const TransformNode* const> nodes() const noexcept;

    /// The first node of that name, or null. O(1) amortised.
    [[nodiscard]] TransformNode* findTransformNode(std::string_view name) const noexcept;

    // --- skeletons, meshes, looks -----------------------------------------------------------------------------------

    Skeleton& createSkeleton(std::string_view name);
    /// A skeleton for a tree of nodes without one, such as motion capture comes as: a bone for `root` and for each node below it, of the
    /// same name and place, bound and at rest as they are now. Nodes and bones are linked: what moves a node moves its bone, and what is
    /// written to a bone (poses, inverse kinematics) goes to its node. The host is the parent of `root`. Throws std::invalid_argument if
    /// the node is another scene's or hangs on a bone.
    Skeleton& createSkeleton(std::string_view name, TransformNode& root);
    /// Takes over a skeleton made elsewhere, by Skeleton::clone() for instance.
    Skeleton& addSkeleton(std::unique_ptr<Skeleton> skeleton);
    /// Mesh instances that use it become static.
    void removeSkeleton(Skeleton& skeleton);
    [[nodiscard]] std::span<Skeleton* const> skeletons() noexcept;
    [[nodiscard]] std::span<const Skeleton* const> skeletons() const noexcept;
    /// The first skeleton of that name, or null. O(skeletons).
    [[nodiscard]] Skeleton* findSkeleton(std::string_view name) const noexcept;

    /// Puts `mesh` at `node`, skinned by `skeleton` if that is not null. Throws std::invalid_argument if this scene does not own the node
    /// and the skeleton, a joint of the mesh is no palette slot of the skeleton, or a primitive's material is not in the scene (yet). O(1):
    /// the mesh was checked when it was made.
    MeshInstance& addMeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton = nullptr);
    /// The same with Mesh::create(), for a mesh that is placed once.
    MeshInstance& addMeshInstance(MeshDescription mesh, TransformNode& node, Skeleton* skeleton = nullptr);
    /// The node stays. Throws std::invalid_argument if the scene does not own it.
    void removeMeshInstance(MeshInstance& instance);
    [[nodiscard]] std::span<MeshInstance* const> meshInstances() noexcept;
    [[nodiscard]] std::span<const MeshInstance* const> meshInstances() const noexcept;

    /// Return the index that primitives and texture references use. A material throws std::invalid_argument that names it if a number is
    /// not finite, or a texture uses an image that is not in the scene (yet) or a set of coordinates that there is not.
    std::size_t addMaterial(Material material);
    std::size_t addImage(Image image);
    [[nodiscard]] std::span<const Material> materials() const noexcept;
    [[nodiscard]] std::span<const Image> images() const noexcept;

    /// Returns the index that nodes use. Throws std::invalid_argument that names the camera if a number is out of its range.
    std::size_t addCamera(SceneCamera camera);
    [[nodiscard]] std::span<const SceneCamera> cameras() const noexcept;

    /// Returns the index that nodes use. Throws std::invalid_argument that names the light if a number is out of its range.
    std::size_t addLight(SceneLight light);
    [[nodiscard]] std::span<const SceneLight> lights() const noexcept;

    /// Which nodes have which roles, as files say it or the application does. Throws std::invalid_argument that names the role if its node
    /// is not one of this scene, or the vocabulary or role has no name or is there already.
    void addJointMapping(JointMapping mapping);
    [[nodiscard]] std::span<const JointMapping> jointMappings() const noexcept;
    /// The first mapping to that vocabulary, or null.
    [[nodiscard]] const JointMapping* findJointMapping(std::string_view vocabulary) const noexcept;

    // --- animation --------------------------------------------------------------------------------------------------

    /// A player of `clip` on this scene's nodes. Stopped; call play().
    AnimationGroup& createAnimationGroup(const std::shared_ptr<const AnimationClip>& clip);
    /// Nodes and bones keep the pose that it wrote last. Throws std::invalid_argument if the scene does not own it.
    void removeAnimationGroup(AnimationGroup& group);
    [[nodiscard]] std::span<AnimationGroup* const> animationGroups() noexcept;
    [[nodiscard]] std::span<const AnimationGroup* const> animationGroups() const noexcept;
    /// The first group whose clip has that name, or null.
    [[nodiscard]] AnimationGroup* findAnimationGroup(std::string_view name) const noexcept;

    /// Says that the clip of a group is no motion but a pose to start from. Throws std::invalid_argument if the scene does not own the
    /// group.
    void addReferencePose(std::string_view type, AnimationGroup& group);
    /// Those whose groups are still there.
    [[nodiscard]] std::span<const ReferencePose> referencePoses() const noexcept;
    /// The group of the first reference pose of that type, or null.
    [[nodiscard]] AnimationGroup* findReferencePose(std::string_view type) const noexcept;

    /// A blender of clips on this scene's nodes and bones, without layers yet.
    AnimationMixer& createAnimationMixer();
    /// Nodes and bones keep the pose that it wrote last. Throws std::invalid_argument if the scene does not own it.
    void removeAnimationMixer(AnimationMixer& mixer);
    [[nodiscard]] std::span<AnimationMixer* const> animationMixers() noexcept;
    [[nodiscard]] std::span<const AnimationMixer* const> animationMixers() const noexcept;

    /// Moves the playing groups and the mixers on by `seconds` and writes their poses: groups first, each in the order in which they were
    /// created. The last writer of a channel wins.
    void animate(double seconds);

    // --- copies -----------------------------------------------------------------------------------------------------

    /// Places a copy of all that `model` holds in this scene, below a new node: load a file once, place it many times. Nodes, skeletons and
    /// animation groups are copied, with poses, links, hosts, sockets and metadata, and the groups play on the copies; meshes, clips and the
    /// rigs of skeletons are shared; materials, images, cameras and lights are added once, however often a model is placed. Mixers, observers and frozen
    /// world matrices are not copied. Nothing of the model is needed afterwards. Throws std::invalid_argument if `model` is this scene or
    /// the parent another scene's. If that or options.rename throws, the scene is as it was. O(nodes + bones + channels).
    SceneInstance instantiate(const Scene& model, const InstantiateOptions& options = {});
    /// Copies all of another scene into this one as it is, without a node above it, warnings and source files too. The other scene keeps what it has: who
    /// refers to it goes on working, and what is large is shared.
    SceneInstance append(const Scene& other);
    /// Removes what instantiate() or append() made, as far as it is still there, and what hangs on its nodes. Throws
    /// std::invalid_argument if it was made in another scene.
    void removeInstance(const SceneInstance& instance);

    // --- evaluation -------------------------------------------------------------------------------------------------

    /// Computes all that is stale, in nodes and skeletons; with Threads::All the skeletons side by side. Never needed for correct results.
    void update(Threads threads = Threads::Caller) const noexcept;

    /// How many nodes' world matrices have been computed since the scene was made; only grows.
    [[nodiscard]] std::uint64_t evaluatedNodeCount() const noexcept;

    /// What an importer found imperfect and how it coped. Each says where and what to do.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;
    void addWarning(std::string warning);

    /// The files that an importer read for this scene, in no order: the model, and what it names of the buffers and pictures beside it.
    [[nodiscard]] std::span<const std::string> sourceFiles() const noexcept;
    void addSourceFile(std::string file);

    /// Ends with the scene: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class TransformNode;
    friend class NodeAccess;
    friend class SavedState;
    friend class SceneCopier;
    friend class SceneAccess;
    class State;

    SceneInstance copyAll(const Scene& model, TransformNode* top, const NameFunction& rename);
    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
