#pragma once

#include <optional>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_bool3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>

/// Constraints: each is a function that changes one part of a bone's or node's pose after something else, once, at the call. Call them
/// where the animation has been applied, in the order in which they are to build on each other.
///
/// They read matrices as they are now and write to whatever drives the bone, its linked node included. What a constraint is not about
/// stays bit for bit: turning keeps scale and shear, moving keeps all else. Every one has a weight in [0, 1] against the pose that it
/// finds. Where a matrix above the bone is singular nothing changes, and the report's status is Singular; where a number to be written does
/// not fit a float, Undefined. All throw std::invalid_argument that names the bone and the option if one that is given is not finite or
/// out of its range, and change nothing then. No allocation; each costs
/// about as much as reading the two nodes' matrices.
///
/// Space::World and Space::Skeleton see both nodes in the same axes, those of the scene or of the constrained bone's skeleton (for a node
/// outside a skeleton the scene's). Space::Local takes each node as it is in its own parent's axes. Space::Own is refused.
namespace armature {

/// How copyPosition() goes about it.
struct CopyPositionOptions {
    Space space = Space::World;
    glm::bvec3 axes{true};     ///< Which coordinates, in `space`.
    glm::bvec3 invert{false};  ///< Which of them change their sign.
    glm::vec3 offset{0.f};     ///< Added to those that are copied, in units of `space`.
    float weight = 1.f;        ///< From where the bone is (0) in a straight line to where the source is (1).
};

/// Puts the origin of `node` where that of `source` is. The report's distance is what is left to go, in `space`.
IkReport copyPosition(Node& node, const Node& source, const CopyPositionOptions& options = {});

/// How copyRotation() goes about it.
struct CopyRotationOptions {
    Space space = Space::World;
    /// Which axes of `space` rotations are copied about. One: the twist about it, the swing stays. Two: the swing of the third, the twist
    /// about that stays (see splitSwingTwist()).
    glm::bvec3 axes{true};
    /// Which components of the source's quaternion change their sign. All three: the turn back; two: the turn as a mirror across the third
    /// axis shows it.
    glm::bvec3 invert{false};
    glm::quat offset{1.f, 0.f, 0.f, 0.f};  ///< A turn added in the source's own axes. Need not be of unit length.
    /// With Space::Local: what is copied is the turn away from the rest pose, about the own axes at rest; a bone that rests otherwise than
    /// its source keeps that difference. A node outside a skeleton rests unturned. What a twist bone follows its hand by: axes
    /// (false, true, false), weight 0.5.
    bool fromRest = false;
    float weight = 1.f;  ///< From the rotation that the bone has (0) by slerp, the short way, to the source's (1).
};

/// Turns `node` as `source` is turned: afterwards getRotationQuaternion(space) of both is the same, but for offset, axes and weight.
/// Position and scale stay. The report's angle is what is left to turn.
IkReport copyRotation(Node& node, const Node& source, const CopyRotationOptions& options = {});

/// How copyScale() goes about it.
struct CopyScaleOptions {
    Space space = Space::World;
    glm::bvec3 axes{true};  ///< Which of the own axes.
    glm::vec3 factor{1.f};  ///< Times the source's scale; not negative.
    float weight = 1.f;     ///< From the scale that the bone has (0) in a straight line to the source's (1).
};

/// Makes `node` as large along its own axes as `source` is along its own. Sizes are compared: a bone that mirrors goes on to mirror, one
/// that does not is not made to. Rotation and position stay, and shear in a matrix that was set. The report's distance is the largest
/// difference of scale that is left along an axis.
IkReport copyScale(Node& node, const Node& source, const CopyScaleOptions& options = {});

/// How aimAt() goes about it.
struct AimOptions {
    glm::vec3 axis{0.f, 1.f, 0.f};  ///< The own axis that points at the target: for bones that lie along +Y, +Y.
    /// The own axis that is turned towards `up` about the line of sight. Counts if `up` is given; not parallel to `axis`.
    glm::vec3 upAxis{0.f, 0.f, 1.f};
    /// A direction in the space of the target (of a node: the world). None: the shortest turn, no roll about the line of sight. Where the
    /// target lies along it, the shortest turn is taken as well.
    std::optional<glm::vec3> up = {};
    float weight = 1.f;  ///< From the rotation that the bone has (0) by slerp to the aimed one (1).
};

/// Turns `node` about its origin, or its pivot, so that its axis points at a point of `space`, exactly whatever scale is above. A target at
/// the origin itself changes nothing. The report's angle lies between line of sight and target, its distance is that from the target to the
/// line of sight, in `space`.
IkReport aimAt(Node& node, const glm::vec3& target, Space space = Space::World, const AimOptions& options = {});
/// At a point in the own axes of a bone or node.
IkReport aimAt(Node& node, const Node& target, const glm::vec3& ownPoint = glm::vec3(0.f), const AimOptions& options = {});

/// What makes a bone longer.
enum class StretchMode {
    /// The bone's own scale along its axis. The mesh stretches evenly and what hangs on the bone moves along, but inherits the scale: it
    /// grows, and shears where it is turned. Right for bones at the end of a chain and for squash and stretch.
    Scale,
    /// The bone's children are moved along its axis, nothing is scaled. What hangs on the bone keeps its shape; the mesh stretches where
    /// its weights pass from bone to bone. Right within limbs.
    MoveChildren,
};

/// The own axis along which a bone lies.
enum class BoneAxis { X, Y, Z };

/// How stretchTo() goes about it.
struct StretchOptions {
    StretchMode mode = StretchMode::Scale;
    BoneAxis axis = BoneAxis::Y;
    /// Where on the axis the tip is, in the bone's own axes, unscaled; negative: against it. Default: as far along as its first child bone
    /// is, or the bone's length. With MoveChildren it is the tip at rest that counts, and moves with the children.
    std::optional<float> tip = {};
    float minStretch = 0.f;  ///< The shortest, as a part of the length at rest (the rest's scale; a node's rest is its length unscaled).
    float maxStretch = 1000.f;
    /// Scale only. 1: the two other axes shrink as the bone gets longer, so that its volume stays; 0: they stay. In [0, 1].
    float keepVolume = 0.f;
    bool aims =
        true;  ///< Turns the bone towards the target first, as aimAt() does. Off: only its length changes, to come as near as it can.
    float weight = 1.f;  ///< From the pose that the bone has (0) to the aimed and stretched one (1).
};

/// Makes a bone longer or shorter so that its tip comes to a point of `space`. The range counts from the rest pose, so that calling it
/// again changes nothing more. The report's distance is that from the tip to the target, beyondReach how much of the length is missing for
/// the range, both in `space`; limits: bit 0 minStretch, bit 1 maxStretch. Throws std::invalid_argument that names the bone also if it has
/// neither a child along the axis nor a length, and no tip is given.
IkReport stretchTo(Node& node, const glm::vec3& target, Space space = Space::World, const StretchOptions& options = {});
IkReport stretchTo(Node& node, const Node& target, const glm::vec3& ownPoint = glm::vec3(0.f), const StretchOptions& options = {});

/// Holds a bone within a limit, counted from its rest pose: its rotation (see limitTurn()) or, on a prismatic joint, its position along the
/// axis. A fixed joint goes back to the rotation of its rest. The report's limits: bit 0, the limit holds; its angle and distance (in the
/// parent's units) are what lies beyond the limit still, more than 0 where the weight is below 1.
IkReport limitJoint(Bone& bone, const JointLimit& limit, float weight = 1.f);
/// The same for any node, counted from `rest`, whose scale does not matter.
IkReport limitJoint(Node& node, const JointLimit& limit, const Transform& rest, float weight = 1.f);

}  // namespace armature
