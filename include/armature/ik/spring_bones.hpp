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

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

class Updatable;

/// A bone of a SpringChain, and how it swings. The parameters are those of VRM 1.0, for steps of 1/60 s. A bone's tail is the point that
/// swings: the origin of the chain's next joint, or SpringChain::end.
struct SpringJoint {
    Bone* bone = nullptr;      ///< The bone turns about its origin and settles at its rest rotation.
    float stiffness = 1.f;     ///< At least 0: how strongly the tail is pulled towards the rest direction, in world units per second.
    float gravityPower = 0.f;  ///< How strongly the tail is pulled along gravityDirection, in world units per second.
    glm::vec3 gravityDirection{0.f, -1.f, 0.f};  ///< In world space; a longer vector pulls more strongly.
    float drag = 0.5f;                           ///< In [0, 1]: the fraction of its speed that the tail loses per step.
    float hitRadius = 0.f;                       ///< At least 0: the distance that the tail keeps from colliders, in world units.
};

/// A row of swinging bones: a tail, a strand of hair, a strap.
struct SpringChain {
    std::string name = {};  ///< Used in messages; may be anything.
    /// From the top down, each bone somewhere below the previous one. A joint's tail is the origin of the next joint. The last joint only
    /// gives the tail of the previous joint; its parameters are ignored.
    std::vector<SpringJoint> joints = {};
    /// If set, the last bone swings too, with this tail in its own axes.
    std::optional<glm::vec3> end = {};
    std::vector<std::size_t> colliderGroups = {};  ///< Indices of the groups whose colliders its tails bounce off.
    /// Springs react to movement relative to this node, a bone of the skeleton or any other: hair centred on the hips does not react as the
    /// character walks. Null: relative to the world.
    const Node* center = nullptr;
};

/// The shape of a SpringCollider.
enum class SpringColliderShape {
    Sphere,   ///< The points within `radius` of `offset`.
    Capsule,  ///< The points within `radius` of the line from `offset` to `tail`.
    Plane,    ///< The half-space behind the plane through `offset`, on the side that `normal` points away from.
};

/// A shape that tails do not pass through.
struct SpringCollider {
    const Node* node = nullptr;  ///< The node it moves with: a bone of the skeleton or any other. Null: it is fixed in the world.
    SpringColliderShape shape = SpringColliderShape::Sphere;  ///< Decides which of the following members are used.
    glm::vec3 offset{0.f};                                    ///< In the node's axes.
    glm::vec3 tail{0.f};                                      ///< The other end of a capsule, in the node's axes.
    glm::vec3 normal{0.f, 1.f, 0.f};                          ///< Normal of a plane, in the node's axes, of any length.
    float radius = 0.f;     ///< At least 0. World units: the node's scale moves the collider but does not inflate it.
    bool isInside = false;  ///< If true, tails stay inside the sphere or capsule instead of outside.
};

/// A named list of colliders, to which chains refer.
struct SpringColliderGroup {
    std::string name = {};                    ///< Used in messages; may be anything.
    std::vector<std::size_t> colliders = {};  ///< Indices of the colliders, from 0.
};

/// Swings bones like VRM 1.0 spring bones: hair, tails, skirts, straps. Apply it after the animation, every frame.
///
/// Time passes in steps of 1/60 s at any frame rate. Each step places whatever carries the chains (bones above them, colliders, centres) by
/// interpolating the last six frames, and a frame between two steps shows the current step in part. So the same motion looks the same at 24
/// and 240 frames a second: chains that swing up to 60 degrees, four times a second, differ by less than 1 % of their length.
///
/// The bones' animated positions and scales are used, but not their animated rotations: stiffness pulls towards the rest rotation. Only
/// rotations are written, through links if nodes drive the bones. Scale above a chain, mirrored or not, changes lengths but not forces.
/// Chains, colliders and centres may be attached to bones of other chains: bones move before anything attached to them, whatever the order
/// of the chains. A bone without length keeps its rest rotation. A bone that stands still and points straight against the pull, which VRM's
/// rules would never turn, is pulled aside.
///
/// Works on the skeleton of its bones, on clones, on poses and on crowds of that rig. The same input and the same memory give the same bits
/// on every machine. Nothing is allocated after the first update, and after the first solve() with a memory. Any number of threads may call
/// solve() at once, each with its own memory. Skeleton, bones and nodes may be destroyed first. See docs/lifetimes.md for moved-from
/// objects.
class SpringBones final {
public:
    /// Prepares the springs. Throws std::invalid_argument that names the chain, the bone or collider, and the value if a chain has no bone
    /// that swings, bones belong to several skeletons, a bone is not below the one before it or swings twice, a number is out of range,
    /// there is no such collider or group, or bones, colliders and centres depend on each other in a circle.
    explicit SpringBones(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders = {},
                         std::span<const SpringColliderGroup> groups = {});
    ~SpringBones();
    SpringBones(SpringBones&&) noexcept;
    SpringBones& operator=(SpringBones&&) noexcept;

    /// The chains as given, with null for bones and nodes that were removed.
    [[nodiscard]] std::vector<SpringChain> getChains() const;
    [[nodiscard]] std::vector<SpringCollider> getColliders() const;    ///< The colliders as given, with null for removed nodes.
    [[nodiscard]] std::vector<SpringColliderGroup> getGroups() const;  ///< The groups as given.
    /// Changes the parameters of `joint.bone`. Throws std::invalid_argument, changing nothing, if that bone does not swing or a number is
    /// out of range.
    void setJoint(const SpringJoint& joint);

    /// Advances by `seconds` and writes the bones. The first update starts from the rest pose where the character is. Makes at most 30
    /// steps: of a frame longer than half a second, only the last half second is simulated. A negative or non-finite time counts as 0.
    ///
    /// Unless the result is Solved, no bone has changed. Gone: a bone or node was removed, or a bone of a chain or above it now has another
    /// parent. Singular: the host's matrix is singular. Undefined: a matrix is not finite, or the matrix of a centre is singular, in which
    /// case all movement is forgotten. O(joints) per step.
    IkStatus update(double seconds);
    /// Advances the joints of the skeleton, of a clone, of a pose or of a member of a Crowd. JointView::placedAt() says where they are in
    /// the world. `memory`, empty at first, belongs to the character: plain numbers that can be saved, compared and hashed. Throws
    /// std::invalid_argument if it is the memory of other springs, or the joints belong to another rig.
    IkStatus solve(JointView joints, double seconds, std::vector<double>& memory) const;

    /// Forgets all movement: the next update starts from the rest pose. If you keep the memory yourself, clear it instead.
    void reset();
    /// Call this after moving the character elsewhere, its host from `before` to `motion * before`: everything remembered moves along,
    /// swings included, so that no chain reacts to the jump. Colliders and centres outside the skeleton stay. Throws std::invalid_argument
    /// if the matrix is not finite.
    void teleport(const glm::mat4& motion);
    void teleport(const glm::mat4& motion, std::vector<double>& memory) const;
    /// Call this when the pose above the chains has jumped since the last update, for instance because a clip starts again: the bones that
    /// carry a chain continue from where they are now, with their former speed, and the chain moves along, swings included, so that it does
    /// not react to the jump. Writes no bone. Call it with the pose after the jump, once an update has seen the pose before the jump;
    /// before the first update it does nothing. Returns the same statuses as update(); also Undefined, with all movement forgotten, if a
    /// bone or node that carries a chain had a scale of zero. Throws std::invalid_argument as solve() does. O(joints).
    IkStatus jump();
    IkStatus jump(JointView joints, std::vector<double>& memory) const;

    /// The memory kept between updates; empty before the first. Valid until the next update.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if `memory` is not the memory of such springs, or a number is
    /// not finite.
    void setMemory(std::span<const double> memory);

    /// The function that ModifierStack::add() calls: it updates these springs, even after a move, and returns false once they are
    /// destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class State;

    [[nodiscard]] const Updatable& updatable() const;

    std::unique_ptr<State> state_;
};

}  // namespace armature
