#pragma once

#include <cstddef>
#include <optional>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_bool3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/skeleton/joint_view.hpp>

/// Constraints. Each function adjusts one part of a bone's or node's pose to a source or target, once per call. Call them after applying
/// the animation, in the order in which they depend on each other.
///
/// They read the current matrices, and write to the bone or to the node that drives it. The rest of the pose stays the same, bit for bit:
/// constraints that turn keep scale and shear, constraints that move keep everything but the position. Each has a weight in [0, 1] that
/// blends from the incoming pose. Nothing changes if a matrix above the bone is singular (status Singular) or a number to write does not
/// fit a float (Undefined). All throw std::invalid_argument, naming the bone and the option and changing nothing, if an argument is not
/// finite or out of range. None allocates; each costs about as much as reading the matrices of the node and its source or target.
///
/// Each works on any node, and with bitwise the same results on the joints of a JointView.
///
/// Space::World and Space::Skeleton measure both nodes in the same axes: the scene's, or those of the constrained bone's skeleton (the
/// scene's for a node outside a skeleton). Space::Local measures each node in its own parent's axes. Space::Own is refused.
namespace armature {

/// How copyPosition() copies.
struct ARMATURE_API CopyPositionOptions {
    Space space = Space::World;  ///< The axes in which positions are read and written.
    glm::bvec3 axes{true};       ///< The coordinates to copy, in `space`.
    glm::bvec3 invert{false};    ///< Coordinates to negate.
    glm::vec3 offset{0.f};       ///< Added to the copied coordinates, in units of `space`.
    float weight = 1.f;          ///< Blends from the bone's position (0) to the source's (1) in a straight line.
};

/// Moves the origin of `node` to the origin of `source`. The report's distance is the remaining distance to the source's position, in
/// `space`.
ARMATURE_API IkReport copyPosition(Node& node, const Node& source, const CopyPositionOptions& options = {});
/// Does the same for a joint of a JointView.
ARMATURE_API IkReport copyPosition(JointView joints, std::size_t joint, std::size_t source, const CopyPositionOptions& options = {});

/// How copyRotation() copies.
struct ARMATURE_API CopyRotationOptions {
    Space space = Space::World;  ///< The axes in which rotations are read and written.
    /// The axes of `space` about which the rotation is copied. One axis: the twist about that axis is copied, the swing stays. Two axes:
    /// the swing of the third axis is copied, the twist about the third axis stays (see splitSwingTwist()).
    glm::bvec3 axes{true};
    /// Components of the source's quaternion to negate. All three give the inverse; two mirror the rotation in the plane perpendicular to
    /// the third axis.
    glm::bvec3 invert{false};
    glm::quat offset{1.f, 0.f, 0.f, 0.f};  ///< An extra rotation in the source's own axes. Need not be normalised.
    /// If true, copies only the source's rotation relative to its rest pose, in its own axes at rest, so that different rest poses stay
    /// different; this needs Space::Local. A node outside a skeleton is unrotated at rest. For a twist bone that follows its hand, use axes
    /// (false,true,false) and weight 0.5.
    bool fromRest = false;
    float weight = 1.f;  ///< Blends from the bone's rotation (0) to the source's (1) by slerp, the shorter way.
};

/// Gives `node` the rotation of `source`: with the default options, getRotationQuaternion(space) is then the same for both. Position and
/// scale stay. The report's angle is the remaining difference in rotation.
ARMATURE_API IkReport copyRotation(Node& node, const Node& source, const CopyRotationOptions& options = {});
/// Does the same for a joint of a JointView.
ARMATURE_API IkReport copyRotation(JointView joints, std::size_t joint, std::size_t source, const CopyRotationOptions& options = {});

/// How copyScale() copies.
struct ARMATURE_API CopyScaleOptions {
    Space space = Space::World;  ///< The axes in which scales are compared.
    glm::bvec3 axes{true};       ///< The node's own axes along which to scale.
    glm::vec3 factor{1.f};       ///< Multiplies the source's scale; not negative.
    float weight = 1.f;          ///< Blends linearly from the bone's scale (0) to the source's (1).
};

/// Gives `node` the scale of `source`, each measured along the object's own axes. Copies sizes, not signs: a mirrored node stays mirrored,
/// an unmirrored node stays unmirrored. Rotation and position stay, as does the shear of a matrix that was set. The report's distance is
/// the largest remaining difference in scale along any axis.
ARMATURE_API IkReport copyScale(Node& node, const Node& source, const CopyScaleOptions& options = {});
/// Does the same for a joint of a JointView.
ARMATURE_API IkReport copyScale(JointView joints, std::size_t joint, std::size_t source, const CopyScaleOptions& options = {});

/// How aimAt() aims.
struct ARMATURE_API AimOptions {
    glm::vec3 axis{0.f, 1.f, 0.f};  ///< The node's own axis to point at the target; +Y suits bones along +Y.
    /// The node's own axis that turns towards `up` about the line of sight; not parallel to `axis`. Used only if `up` is set.
    glm::vec3 upAxis{0.f, 0.f, 1.f};
    /// The up direction, in the space of the target (world space if the target is a node). If it is not set, or if the target lies along
    /// it, the bone turns the shortest way, without roll about the line of sight.
    std::optional<glm::vec3> up = {};
    float weight = 1.f;  ///< Blends from the bone's rotation (0) to the aimed rotation (1) by slerp.
};

/// Turns `node` about its origin or pivot so that options.axis points at `target`, a point in `space`, exactly under any scale above the
/// node. A target at the node's origin changes nothing. The report's angle is between the line of sight and the target; its distance is
/// from the target to the line of sight, in `space`.
ARMATURE_API IkReport aimAt(Node& node, const glm::vec3& target, Space space = Space::World, const AimOptions& options = {});
/// Does the same for a joint of a JointView.
ARMATURE_API IkReport aimAt(JointView joints, std::size_t joint, const glm::vec3& target, Space space = Space::World,
                            const AimOptions& options = {});
/// Aims at a point given in the own axes of a bone or node.
ARMATURE_API IkReport aimAt(Node& node, const Node& target, const glm::vec3& ownPoint = glm::vec3(0.f), const AimOptions& options = {});
/// Aims a joint of a view at a point of another joint.
ARMATURE_API IkReport aimAt(JointView joints, std::size_t joint, std::size_t target, const glm::vec3& ownPoint = glm::vec3(0.f),
                            const AimOptions& options = {});

/// How a bone gets longer.
enum class StretchMode {
    /// Scales the bone along its axis. The mesh stretches evenly; children move along but inherit the scale, so they grow, and shear if
    /// they are rotated. Suits bones at the end of a chain, and squash and stretch.
    Scale,
    /// Moves the bone's children along its axis and scales nothing. Children keep their shape; the mesh stretches where its weights change
    /// from bone to bone. Suits bones within limbs.
    MoveChildren,
};

/// The bone's own axis along which it lies.
enum class BoneAxis { X, Y, Z };

/// How stretchTo() stretches.
struct ARMATURE_API StretchOptions {
    StretchMode mode = StretchMode::Scale;  ///< How the bone gets longer.
    BoneAxis axis = BoneAxis::Y;            ///< The bone's own axis from joint to tip.
    /// The tip's coordinate along the axis, in the bone's own axes, unscaled; may be negative. Default: the coordinate of the first child
    /// bone, or the bone's length. With MoveChildren, this is the tip at rest, and the tip moves with the children.
    std::optional<float> tip = {};
    /// The shortest length, as a fraction of the length at rest. A bone's length at rest includes its scale at rest; another node's length
    /// is unscaled.
    float minStretch = 0.f;
    float maxStretch = 1000.f;  ///< The longest length, as a fraction of the length at rest.
    /// In [0, 1], for StretchMode::Scale only. 1: the bone shrinks along the other two axes as it gets longer, so that its volume stays the
    /// same; 0: the other axes do not change.
    float keepVolume = 0.f;
    /// If true, first turns the bone towards the target, as aimAt() does. If false, only the length changes, to bring the tip as near as
    /// possible.
    bool aims = true;
    float weight = 1.f;  ///< Blends from the bone's pose (0) to the aimed and stretched pose (1).
};

/// The result of stretching. `distance` is from the tip to the target; `beyondReach` is how much longer or shorter the bone would have to
/// be than its range allows. Both are in the target's space.
struct ARMATURE_API StretchReport : IkReport {
    bool isMinHeld = false;  ///< True if minStretch keeps the bone from getting shorter.
    bool isMaxHeld = false;  ///< True if maxStretch keeps the bone from getting longer.
};

/// Makes a bone longer or shorter so that its tip reaches a point in `space`. The range of lengths is relative to the rest pose, so a
/// second call changes nothing more. Also throws std::invalid_argument, naming the bone, if the bone's length along the axis is unknown (no
/// child along the axis, no length, and StretchOptions::tip not set), or if there is no child bone for MoveChildren.
ARMATURE_API StretchReport stretchTo(Node& node, const glm::vec3& target, Space space = Space::World, const StretchOptions& options = {});
/// Stretches to a point of another node or bone.
ARMATURE_API StretchReport stretchTo(Node& node, const Node& target, const glm::vec3& ownPoint = glm::vec3(0.f),
                                     const StretchOptions& options = {});
/// Stretches a joint of a view.
ARMATURE_API StretchReport stretchTo(JointView joints, std::size_t joint, const glm::vec3& target, Space space = Space::World,
                                     const StretchOptions& options = {});
/// Stretches a joint of a view to a point of another joint.
ARMATURE_API StretchReport stretchTo(JointView joints, std::size_t joint, std::size_t target, const glm::vec3& ownPoint = glm::vec3(0.f),
                                     const StretchOptions& options = {});

/// The result of limiting a joint. Angle and distance (in the parent's units) are how far the pose still exceeds the limit: above 0 only if
/// the weight is below 1.
struct ARMATURE_API LimitReport : IkReport {
    bool isHeld = false;  ///< True if the pose was outside the limit before the call.
};

/// Keeps a bone within a limit relative to its rest pose: limits its rotation (see limitTurn()) and, for a prismatic joint, its position
/// along the axis. A FixedJoint returns to its rest rotation.
ARMATURE_API LimitReport limitJoint(Bone& bone, const JointLimit& limit, float weight = 1.f);
/// Limits a joint of a view.
ARMATURE_API LimitReport limitJoint(JointView joints, std::size_t joint, const JointLimit& limit, float weight = 1.f);
/// Limits any node, relative to `rest`, whose scale does not matter.
ARMATURE_API LimitReport limitJoint(Node& node, const JointLimit& limit, const Transform& rest, float weight = 1.f);

}  // namespace armature
