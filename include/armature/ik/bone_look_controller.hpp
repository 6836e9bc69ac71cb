#pragma once

#include <memory>
#include <optional>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How a BoneLookController looks. Angles in radians.
struct BoneLookOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The bone's own axis that looks at the target.
    glm::vec3 upAxis{0.f, 1.f, 0.f};   ///< The own axis that is kept upright; not parallel to `forward`.
    glm::vec3 up{0.f, 1.f, 0.f};       ///< What upright means, in `upSpace`.
    /// Skeleton: the host's axes (Babylon.js's LOCAL), World, or Local: the parent bone's axes (Babylon.js's BONE; a root's are the
    /// skeleton's).
    Space upSpace = Space::Skeleton;
    /// What straight ahead means, in the parent bone's axes or for a root in the host's. Default: the same axis as `forward`, as in
    /// Babylon.js; where that points up, `upAxis`.
    std::optional<glm::vec3> ahead = {};
    /// Limits against straight ahead, made level to `up`. Positive yaw looks to the side of cross(up, ahead), positive pitch upwards.
    /// Ranges may lie beyond half a turn; a whole turn or more limits nothing.
    float minYaw = -3.1415927f;
    float maxYaw = 3.1415927f;
    float minPitch = -3.1415927f;
    float maxPitch = 3.1415927f;
    /// A fixed turn in the looking frame: yaw about the up axis, pitch, then roll about the line of sight, as Bone::setYawPitchRoll()
    /// composes them.
    float adjustYaw = 0.f;
    float adjustPitch = 0.f;
    float adjustRoll = 0.f;
    /// Babylon.js's slerpAmount: from the incoming pose (0) to the target (1).
    float weight = 1.f;
    /// Seconds after which a change has been followed half way; 0: at once. Counts in update(seconds).
    float halfLife = 0.f;
};

/// What a BoneLookController remembers from one update() to the next, for halfLife: plain data without padding, to be saved, compared and
/// hashed by its bytes. As it is made it holds nothing.
struct BoneLookMemory {
    glm::dquat rotation{0., 0., 0., 0.};  ///< What was followed to, in the parent's axes; zero: nothing was.

    friend bool operator==(const BoneLookMemory&, const BoneLookMemory&) = default;
};

/// Turns one bone so that it looks at a target within limits: a head, an eye, a turret. Babylon.js's BoneLookController.
///
/// Position and scale stay. Targets beyond the limits are looked at as far as these allow: pitch first, then yaw, to the nearer end. Where
/// direction and up coincide, or the target is at the bone, nothing changes, and the report's status is Undefined; where a matrix above is
/// singular, Singular. Reads matrices as they are at the call; allocates nothing. The same input and the same memory give the same bits.
/// Bone and target may be removed: update() changes nothing then, and the status is Gone. A controller that was moved from may be assigned
/// to or destroyed; all else throws std::invalid_argument.
class BoneLookController final {
public:
    /// Throws std::invalid_argument that names the bone, the option and the value if one cannot be used: a zero or non-finite axis, forward
    /// parallel to upAxis, a minimum above its maximum, a weight outside [0, 1].
    explicit BoneLookController(Bone& bone, const BoneLookOptions& options = {});
    ~BoneLookController();
    BoneLookController(BoneLookController&&) noexcept;
    BoneLookController& operator=(BoneLookController&&) noexcept;

    [[nodiscard]] const BoneLookOptions& getOptions() const;
    void setOptions(const BoneLookOptions& options);

    /// A point (in `space`: Skeleton or World), or a point of a bone or node, wherever that is at each update. Throws std::invalid_argument
    /// if the bone has gone.
    void setTarget(const glm::vec3& point, Space space = Space::World);
    void setTarget(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));

    /// Looks. The report's angle is that between the line of sight and the target, its limits: bit 0 pitch, bit 1 yaw.
    IkReport update();
    IkReport update(double seconds);
    /// The same on a pose of the skeleton, with a target in skeleton space, where `up` is if its space is World: for members of a Crowd.
    /// Keeps nothing from one call to the next, so that any number of threads may solve poses at once. Allocates only if bones of the
    /// skeleton have been changed since setOptions() or update().
    IkReport solve(Pose& pose, const glm::vec3& target) const;

    [[nodiscard]] const BoneLookMemory& getMemory() const;
    /// Throws std::invalid_argument if a number is not finite.
    void setMemory(const BoneLookMemory& memory);
    /// Forgets earlier updates: the next one looks as if it were the first.
    void reset();

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
