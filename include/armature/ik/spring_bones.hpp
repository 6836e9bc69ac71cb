#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_memory.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

class Updatable;

/// How a joint swings: the parameters of VRM 1.0, for steps of 1/60 s. A joint's tail is the point that swings.
struct ARMATURE_API SpringParameters {
    float stiffness = 1.f;     ///< At least 0: how strongly the tail is pulled towards the rest direction, in world units per second.
    float gravityPower = 0.f;  ///< How strongly the tail is pulled along gravityDirection, in world units per second.
    glm::vec3 gravityDirection{0.f, -1.f, 0.f};  ///< In world space; a longer vector pulls more strongly.
    float drag = 0.5f;                           ///< In [0, 1]: the fraction of the tail's speed that is lost per step.
    float hitRadius = 0.f;                       ///< At least 0: the distance that the tail keeps from colliders, in world units.

    friend bool operator==(const SpringParameters&, const SpringParameters&) = default;
};

/// A bone of a SpringChain. Its tail is the origin of the chain's next joint, or SpringChain::end.
struct ARMATURE_API SpringJoint {
    Bone* bone = nullptr;              ///< The bone that turns about its origin and settles at its rest rotation.
    SpringParameters parameters = {};  ///< How the bone swings.
};

/// A row of swinging bones: a tail, a strand of hair, a strap.
struct ARMATURE_API SpringChain {
    std::string name = {};  ///< Used in messages; may be anything.
    /// From the top down, each bone somewhere below the previous bone. A joint's tail is the origin of the next joint. Unless `end` is set,
    /// the last joint only defines the tail of the joint before it, and its parameters are ignored.
    std::vector<SpringJoint> joints = {};
    /// If set, the last bone swings too, with this tail, given in its own axes.
    std::optional<glm::vec3> end = {};
    std::vector<std::size_t> colliderGroups = {};  ///< Indices of the groups of colliders that the chain's tails do not pass through.
    /// Springs react to movement relative to this node, a bone of the skeleton or any other node: hair centred on the hips does not react
    /// when the character walks. Null: relative to the world.
    const Node* center = nullptr;
};

/// The shape of a SpringSolid.
enum class SpringColliderShape {
    Sphere,   ///< The points within `radius` of `offset`.
    Capsule,  ///< The points within `radius` of the line from `offset` to `tail`.
    Plane,    ///< The half-space behind the plane through `offset`, on the side away from `normal`.
};

/// A shape that tails do not enter (or, if isInside is set, leave), in the axes of the collider's node.
struct ARMATURE_API SpringSolid {
    SpringColliderShape shape = SpringColliderShape::Sphere;  ///< Decides which of the following members are used.
    glm::vec3 offset{0.f};                                    ///< The centre of a sphere, an end of a capsule or a point of a plane.
    glm::vec3 tail{0.f};                                      ///< The other end of a capsule.
    glm::vec3 normal{0.f, 1.f, 0.f};                          ///< Normal of a plane, of any length.
    float radius = 0.f;                                       ///< At least 0, in world units: the node's scale does not change the radius.
    bool isInside = false;                                    ///< If true, tails stay inside the sphere or capsule, not outside.

    friend bool operator==(const SpringSolid&, const SpringSolid&) = default;
};

/// A solid that moves with a node.
struct ARMATURE_API SpringCollider {
    const Node* node = nullptr;  ///< The bone or other node that moves the solid. Null: fixed in the world.
    SpringSolid solid = {};      ///< The shape and size.
};

/// A named list of colliders, to which chains refer.
struct ARMATURE_API SpringColliderGroup {
    std::string name = {};                    ///< Used in messages; may be anything.
    std::vector<std::size_t> colliders = {};  ///< Indices into the list of colliders.

    friend bool operator==(const SpringColliderGroup&, const SpringColliderGroup&) = default;
};

/// Swings bones like VRM 1.0 spring bones: hair, tails, skirts, straps. Call update() or solve() after the animation, every frame.
///
/// Time passes in steps of 1/60 s at any frame rate. For each step, the positions of the bones above the chains, of colliders and of
/// centres are interpolated from the last six frames; a frame between two steps shows part of the current step. So the same motion looks
/// the same at 24 and 240 frames a second: chains that swing up to 60 degrees, four times a second, differ by less than 1 % of their
/// length.
///
/// The bones' animated positions and scales are used, but not their animated rotations: stiffness pulls towards the rest rotation. Only
/// rotations are written, to the bones or to the nodes that drive them. Scale above a chain, mirrored or not, changes lengths but not
/// forces. Chains, colliders and centres may be attached to bones of other chains: each bone moves before anything attached to it; the
/// order of the chains does not matter. A bone without length keeps its rest rotation. A motionless bone that points exactly against the
/// pull is turned aside, although VRM's rules would leave it there.
///
/// Works on the skeleton of the bones, and on clones, poses and crowds of that rig. The same input and the same memory give the same bits
/// on every machine. Nothing is allocated after the first update, or after the first solve() with a given memory. Any number of threads may
/// call solve() at once, each with its own memory. Skeleton, bones and nodes may be destroyed before the SpringBones. See docs/lifetimes.md
/// for moved-from objects.
class ARMATURE_API SpringBones final {
public:
    /// Prepares the springs. Throws std::invalid_argument that names the chain, the bone or collider, and the value if a chain has no bone
    /// that swings, bones belong to several skeletons, a bone is not below the bone before it or swings twice, a number is out of range, a
    /// collider or group does not exist, or bones, colliders and centres depend on each other in a circle.
    explicit SpringBones(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders = {},
                         std::span<const SpringColliderGroup> groups = {});
    ~SpringBones();
    SpringBones(SpringBones&&) noexcept;
    SpringBones& operator=(SpringBones&&) noexcept;

    /// The chains given to the constructor, with current parameters and with null for bones and nodes that were removed.
    [[nodiscard]] std::vector<SpringChain> getChains() const;
    [[nodiscard]] std::vector<SpringCollider> getColliders() const;  ///< The given colliders, with null for removed nodes.
    /// False if the node of that collider was removed, or there is no such collider. A collider that is fixed in the world stays.
    [[nodiscard]] bool hasCollider(std::size_t collider) const;
    [[nodiscard]] std::vector<SpringColliderGroup> getGroups() const;  ///< The given groups.
    /// Changes the parameters of `joint.bone`. Throws std::invalid_argument, changing nothing, if that bone does not swing or a number is
    /// out of range.
    void setJoint(const SpringJoint& joint);

    /// Advances by `seconds` and writes the bones. The first update starts from the rest pose at the character's current position. Makes at
    /// most 30 steps: of a frame longer than half a second, only the last half second is simulated. A negative or non-finite time counts as
    /// 0.
    ///
    /// Unless the result is Solved, no bone has changed. Gone: a bone or node was removed, or a bone of a chain or above a chain now has
    /// another parent. Singular: the host's matrix is singular. Undefined: a matrix is not finite, or the matrix of a centre is singular,
    /// in which case all movement is forgotten. O(joints) per step.
    IkStatus update(double seconds);
    /// Advances the joints of the skeleton, of a clone, of a pose or of a member of a Crowd. JointView::placedAt() places them in the
    /// world. `memory` belongs to one character. Throws std::invalid_argument if it has the wrong size for these springs, or the joints
    /// belong to another rig.
    IkStatus solve(JointView joints, double seconds, IkMemory& memory) const;

    /// Forgets all movement: the next update starts from the rest pose. For solve(), clear the memory that you pass instead.
    void reset();
    /// Call this after moving the character elsewhere, that is, after changing the world matrix of its host from `before` to `motion *
    /// before`: the remembered positions move along, swings included, so that no chain reacts to the jump. Colliders and centres outside
    /// the skeleton are not moved. Throws std::invalid_argument if `motion` is not finite.
    void teleport(const glm::mat4& motion);
    void teleport(const glm::mat4& motion, IkMemory& memory) const;
    /// Call this when the pose above the chains has jumped since the last update, for instance because a clip starts again. The springs
    /// then assume that the bones above a chain continue from their current positions with their previous speed, and the chain moves along,
    /// swings included, so that it does not react to the jump. Writes no bone. Call it after the pose has jumped; the last update must have
    /// been before the jump. Before the first update, it does nothing. Returns the same statuses as update(); also Undefined, with all
    /// movement forgotten, if a bone or node above a chain had a scale of zero. Throws std::invalid_argument as solve() does. O(joints).
    IkStatus jump();
    IkStatus jump(JointView joints, IkMemory& memory) const;

    /// The memory kept between updates; empty before the first update. The view is valid until the next update.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if `memory` has the wrong size for these springs, or a number
    /// is not finite or out of range.
    void setMemory(std::span<const double> memory);

    /// Returns the function that ModifierStack::add() needs: it updates these springs, even after the SpringBones was moved, and returns
    /// false once it is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class ARMATURE_LOCAL State;

    [[nodiscard]] const Updatable& updatable() const;

    std::unique_ptr<State> state_;
};

}  // namespace armature
