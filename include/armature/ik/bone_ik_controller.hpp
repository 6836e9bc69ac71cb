#pragma once

#include <memory>
#include <optional>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How a BoneIkController bends a limb. Angles in radians, lengths as parts of the limb's.
struct BoneIkOptions {
    /// The axis, in the upper bone's own axes, about which the elbow bends; need not be exactly at right angles to the bone. The elbow
    /// leaves the straight line on the side of cross(bendAxis, direction of the bone). Default: what takes the bone straight from its rest
    /// to where it is bent at rest, or for a limb that is straight at rest -Z for bones along +Y, as in Babylon.js, and turned with the
    /// bone for others.
    std::optional<glm::vec3> bendAxis = {};
    /// Where the limb ends, in the lower bone's own axes. Default: its first child bone, or (0, length, 0) for a leaf with a length.
    std::optional<glm::vec3> tip = {};
    float poleAngle = 0.f;        ///< Extra turn of the bend about the line from the upper bone to the target.
    float minAngle = 0.f;         ///< The smallest angle in the elbow, 0: folded.
    float maxAngle = 3.1415927f;  ///< The largest, pi: straight. Both limit how far the tip may come, as in Babylon.js.
    /// Babylon.js's slerpAmount: from the incoming pose (0) to the solution (1), by slerp of both bones.
    float weight = 1.f;
    /// Seconds after which a change of the solution has been followed half way; 0: at once. Counts in update(seconds).
    float halfLife = 0.f;
    /// Part of the limb's length over which it slows down before it is straight; 0: none, and the tip is exact up to the end of its reach.
    float softness = 0.f;
    /// How fast the bend may turn about the line to the target, for each radian that target and pole turn as seen from the upper bone:
    /// keeps the limb from spinning when the target passes the pole. Infinity: the pole always rules, as in Babylon.js.
    float maxPoleTurn = 8.f;
};

/// What a BoneIkController remembers from one update() to the next, for maxPoleTurn and halfLife: plain data without padding, to be saved,
/// compared and hashed by its bytes. In the axes of the upper bone's parent. As it is made it holds nothing.
struct BoneIkMemory {
    glm::dvec3 line{0.};               ///< Unit vectors: to the target; zero: none was,
    glm::dvec3 side{0.};               ///< which way the limb's reference side looks, at right angles to it,
    glm::dvec3 pole{0.};               ///< and to the pole; zero: none.
    glm::dquat upper{0., 0., 0., 0.};  ///< The rotations that were followed to; zero: none.
    glm::dquat lower{0., 0., 0., 0.};

    friend bool operator==(const BoneIkMemory&, const BoneIkMemory&) = default;
};

/// Bends two bones so that the tip of the lower one reaches a target: an arm, a leg. Babylon.js's BoneIKController.
///
/// The upper bone turns so that the line from it to the tip points at the target and the elbow lies in the plane of target and pole, on
/// the side that the bend axis says: with the default axis away from the pole, as in Babylon.js. Without a pole the bend turns with the
/// limb from its rest pose the shortest way. The lower bone bends about the axis only, away from its rest rotation. Positions, scales and
/// shear stay. Exact under scaled, mirrored and unevenly scaled parents, with linked bones and without. Reads matrices as they are at the
/// call; allocates nothing. The same input and the same memory give the same bits. Bones and nodes may be removed: an update that needs
/// them changes nothing then, and its report's status is Gone. A controller that was moved from may be assigned to or destroyed; all else
/// throws std::invalid_argument.
class BoneIkController final {
public:
    /// Throws std::invalid_argument that names the bone and why: no parent bone, neither a child nor a length (nor options.tip), a bone of
    /// no length, a bend axis along the upper bone, a number out of its range.
    explicit BoneIkController(Bone& lower, const BoneIkOptions& options = {});
    ~BoneIkController();
    BoneIkController(BoneIkController&&) noexcept;
    BoneIkController& operator=(BoneIkController&&) noexcept;

    [[nodiscard]] const BoneIkOptions& getOptions() const;
    /// Throws as the constructor does, and changes nothing then.
    void setOptions(const BoneIkOptions& options);

    /// A point (in `space`: Skeleton or World), or a point of a bone or node, wherever that is at each update. Until there is a target
    /// update() does nothing. Throws std::invalid_argument if the bones have gone.
    void setTarget(const glm::vec3& point, Space space = Space::World);
    void setTarget(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));
    void setPole(const glm::vec3& point, Space space = Space::World);
    void setPole(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));
    void clearPole();

    /// Solves for the pose and targets of now. Distances in the report are in skeleton space. About as dear as reading four bones.
    /// Where it can do nothing, nothing changes, and the report's status says why.
    IkReport update();
    /// The same, `seconds` after the last one: see BoneIkOptions::halfLife.
    IkReport update(double seconds);
    /// Solves on a pose of the skeleton, in skeleton space: for members of a Crowd. Keeps nothing from one call to the next, so that any
    /// number of threads may solve poses at once. Allocates only if bones of the skeleton have been changed since setOptions() or update().
    IkReport solve(Pose& pose, const glm::vec3& target, std::optional<glm::vec3> pole = {}) const;

    [[nodiscard]] const BoneIkMemory& getMemory() const;
    /// Throws std::invalid_argument if a number is not finite.
    void setMemory(const BoneIkMemory& memory);
    /// Forgets earlier solutions: the next update() is as the first one.
    void reset();

    /// How far the tip can come from the upper bone's joint, in skeleton units, at the pose of now and limited by maxAngle; 0 once
    /// the bones have gone.
    [[nodiscard]] float getMaxReach() const;

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
