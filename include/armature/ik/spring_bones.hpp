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

/// A bone of a SpringChain, and how it swings. The numbers are those of VRM 1.0, for steps of 1/60 s.
struct SpringJoint {
    Bone* bone = nullptr;                        ///< It turns about its origin; its rest rotation is where it is at ease.
    float stiffness = 1.f;                       ///< At least 0: pulls the tail towards the rest direction, in world units per second.
    float gravityPower = 0.f;                    ///< Pulls it along gravityDirection, in world units per second.
    glm::vec3 gravityDirection{0.f, -1.f, 0.f};  ///< World space. Its length counts.
    float drag = 0.5f;                           ///< In [0, 1]: the part of its speed that the tail loses in a step.
    float hitRadius = 0.f;                       ///< At least 0: how far the tail stays away from colliders, in world units.
};

/// Bones that swing one below the other: a tail, a strand of hair, a strap.
struct SpringChain {
    std::string name = {};  ///< For messages; any.
    /// Top first, each somewhere below the one before it, whose tail is this one's origin. The last one only says where the tail of the one
    /// before it is; of its numbers none counts.
    std::vector<SpringJoint> joints = {};
    /// If set, the last bone swings too: this is its tail, in its own axes.
    std::optional<glm::vec3> end = {};
    std::vector<std::size_t> colliderGroups = {};  ///< Which of the groups its tails bounce off.
    /// Movement is felt relative to this node, a bone of the skeleton or any other: hair that is centred on the hips does not feel that the
    /// character walks. Null: relative to the world.
    const Node* center = nullptr;
};

/// What a SpringCollider looks like.
enum class SpringColliderShape {
    Sphere,   ///< `radius` about `offset`.
    Capsule,  ///< `radius` about the line from `offset` to `tail`.
    Plane,    ///< Through `offset`; solid on the side that `normal` points away from.
};

/// Something that tails do not pass through.
struct SpringCollider {
    const Node* node = nullptr;  ///< What it moves with: a bone of the skeleton or any other node. Null: the world.
    SpringColliderShape shape = SpringColliderShape::Sphere;  ///< Which of the numbers below count.
    glm::vec3 offset{0.f};                                    ///< In the node's axes.
    glm::vec3 tail{0.f};                                      ///< The other end of a capsule, in the node's axes.
    glm::vec3 normal{0.f, 1.f, 0.f};                          ///< Of a plane, in the node's axes, any length.
    float radius = 0.f;     ///< At least 0. World units: the node's scale moves the collider but does not inflate it.
    bool isInside = false;  ///< Tails stay inside of the sphere or capsule instead of outside.
};

/// Colliders by their numbers.
struct SpringColliderGroup {
    std::string name = {};                    ///< For messages; any.
    std::vector<std::size_t> colliders = {};  ///< Their numbers, from 0.
};

/// Swings bones as VRM 1.0 spring bones: hair, tails, skirts, straps. Apply it after the animation, every frame.
///
/// Time passes in steps of 1/60 s whatever the frame rate. At each step, whatever carries the chains (bones above them, colliders, centres)
/// is where the last six frames have it, and between two steps a frame shows the step under way as far as it has got. So the same motion
/// at 24 or 240 frames a second looks the same: chains that swing up to 60 degrees, four times a second, differ by less than 1 % of their
/// length.
///
/// The bones' animated rotations do not count, their positions and scales do; stiffness pulls towards the rest rotation. Only rotations are
/// written, through links if nodes drive the bones. Scale above a chain, mirrored or not, changes lengths but not forces. Chains may hang
/// on each other's bones, and so may colliders and centres: what is above moves first, whatever the order of the chains. A bone without
/// length keeps its rest rotation. One that stands still straight behind where it is pulled, which nothing turns in VRM's rules, is pulled
/// aside.
///
/// Works on the skeleton of its bones, on clones, on poses and on crowds of that rig. The same input and the same memory give the same bits
/// on every machine. Nothing is allocated after the first update, and after the first solve() with a memory. Any number of threads may call
/// solve() at once, each with its own memory. Skeleton, bones and nodes may be destroyed first. A moved-from SpringBones may be assigned to
/// or destroyed; anything else throws std::invalid_argument.
class SpringBones final {
public:
    /// Throws std::invalid_argument that names the chain, the bone or collider, and the value if a chain has no bone that swings, bones
    /// belong to several skeletons, a bone is not below the one before it or swings twice, a number is out of range, there is no such
    /// collider or group, or colliders and centres make bones wait for each other in a circle.
    explicit SpringBones(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders = {},
                         std::span<const SpringColliderGroup> groups = {});
    ~SpringBones();
    SpringBones(SpringBones&&) noexcept;
    SpringBones& operator=(SpringBones&&) noexcept;

    /// As they were given, with null for bones and nodes that were removed.
    [[nodiscard]] std::vector<SpringChain> getChains() const;
    [[nodiscard]] std::vector<SpringCollider> getColliders() const;    ///< Likewise.
    [[nodiscard]] std::vector<SpringColliderGroup> getGroups() const;  ///< As they were given.
    /// Changes the numbers of `joint.bone`. Throws std::invalid_argument, changing nothing, if it does not swing or one is out of range.
    void setJoint(const SpringJoint& joint);

    /// Moves on by `seconds` and writes the bones. The first update starts from the rest pose where the character is. At most 30 steps are
    /// made: of a frame that took longer than half a second only the end is simulated. A time that is negative or not finite counts as 0.
    ///
    /// Anything but Solved says why no bone has changed. Gone: a bone or node was removed, or a bone, one above included, hangs elsewhere
    /// now. Singular: the host's matrix is. Undefined: a matrix is not finite or, and then all movement is forgotten, a centre's is
    /// singular. O(joints) per step.
    IkStatus update(double seconds);
    /// The same on the joints of the skeleton, a clone, a pose or a member of a Crowd; JointView::placedAt() says where they are in the
    /// world. `memory`, empty at first, is the character's: plain numbers to save, compare and hash. Throws std::invalid_argument if it is
    /// that of other springs, or the joints are those of another rig.
    IkStatus solve(JointView joints, double seconds, std::vector<double>& memory) const;

    /// Forgets all movement: the next update starts from the rest pose. For a `memory`: clear it.
    void reset();
    /// The character was put elsewhere, its host from `before` to `motion * before`: all that is remembered goes with it, swings included,
    /// and nothing feels the jump. Colliders and centres outside of the skeleton stay. Throws std::invalid_argument if it is not finite.
    void teleport(const glm::mat4& motion);
    void teleport(const glm::mat4& motion, std::vector<double>& memory) const;
    /// The pose above the chains has jumped since the last update, as where a clip starts again: whatever carries a chain goes on from
    /// where it is now, as fast as it was, and the chain goes with it, swings included; nothing feels the jump. Writes no bone. Call it
    /// with the pose after the jump, once an update has seen the one before it; before the first update it does nothing. Returns what
    /// update() does; Undefined also, and all movement is forgotten, if something that carries a chain had no size. Throws
    /// std::invalid_argument as solve() does. O(joints).
    IkStatus jump();
    IkStatus jump(JointView joints, std::vector<double>& memory) const;

    /// What it remembers between updates; empty before the first. Valid until the next.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Throws std::invalid_argument, changing nothing, if it is not the memory of such springs, or a number is not finite.
    void setMemory(std::span<const double> memory);

    /// What ModifierStack::add() calls: updates this controller, wherever it was moved to; false, and nothing, once it is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class State;

    [[nodiscard]] const Updatable& updatable() const;

    std::unique_ptr<State> state_;
};

}  // namespace armature
