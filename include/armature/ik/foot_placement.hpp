#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

struct Pose;

/// A point of the ground, and which way the ground faces there. World space.
struct GroundPoint {
    glm::vec3 position{0.f};
    glm::vec3 normal{0.f, 1.f, 0.f};  ///< Any length. What does not face upwards counts as level.
};

/// Says where the ground is straight above or below a point of the world; no value: there is none. Asked for each probe of each foot at
/// every update.
using GroundQuery = std::function<std::optional<GroundPoint>(const glm::vec3& worldPosition)>;

/// A leg that is to stand on the ground.
struct FootPlacementLeg {
    Bone* foot = nullptr;  ///< Its joint is the ankle; its parent and grandparent are the lower and the upper leg.
    /// From sole to ankle, skeleton units. Default: how high the ankle is at rest above the plane that the animation was made for.
    std::optional<float> ankleHeight = {};
    /// Points of the foot, in its own axes, under which the ground is asked for besides the ankle: toes, heel. The highest ground counts.
    /// Default: the foot's first child bone or, if it is a leaf with a length, (0, length, 0). The first one also says where the knee
    /// points when the leg is straight.
    std::optional<std::vector<glm::vec3>> probes = {};
    float maxAnkleAngle = 0.7f;  ///< How far the foot is turned towards the ground's normal, radians in [0, pi/2].
};

/// How a FootPlacement works. "Leg" as a unit of length is the length of the leg that it is about, thigh and shin, as it is now.
struct FootPlacementOptions {
    Bone* pelvis = nullptr;         ///< What is lowered or raised and carries the legs; null: nothing is.
    glm::vec3 up{0.f, 1.f, 0.f};    ///< World space, any length.
    glm::vec3 animatedGround{0.f};  ///< A point of the level ground that the animation was made for, in skeleton space: its origin.
    float maxDrop = 0.5f;           ///< How far the pelvis goes down, and up, in legs (the longest).
    float maxRise = 0.5f;
    /// A foot stands until the animation has lifted its ankle that high above where it is on the ground, and counts less and less up to
    /// liftEnd, from where the animation alone says where it is, unless the ground is higher. In legs.
    float liftBegin = 0.1f;
    float liftEnd = 0.35f;
    float weight = 1.f;          ///< From the animated pose (0) to the solution (1): scales all that is changed.
    float footHalfLife = 0.f;    ///< Seconds after which a foot has followed a change of the ground under it half way; 0: at once.
    float pelvisHalfLife = 0.f;  ///< The same for the pelvis. Both count in update(seconds).
};

/// How a foot ended.
struct FootReport {
    IkReport ik = {};        ///< World units. The angle is what the ankle's limit withholds; joints are upper leg, lower leg, foot.
    float weight = 0.f;      ///< How much the foot counts as standing, from how far the animation lifts it.
    bool hasGround = false;  ///< The query found some.
};

/// What a FootPlacement remembers of a foot from one update() to the next.
struct FootMemory {
    double groundHeight = 0.;  ///< Of the ground that it has followed, world units along `up` from the world's origin.
    glm::dvec3 groundNormal{0., 1., 0.};

    friend bool operator==(const FootMemory&, const FootMemory&) = default;
};

/// What a FootPlacement remembers, for its half lives: plain data without padding, to be saved, compared and hashed by its bytes.
struct FootPlacementMemory {
    double pelvisOffset = 0.;               ///< World units along `up`.
    std::span<const FootMemory> feet = {};  ///< In the order of the legs; none: nothing is remembered.
};

struct FootPlacementReport {
    float pelvisOffset = 0.f;               ///< World units along `up`.
    std::span<const FootReport> feet = {};  ///< In the order of the legs; good until the next update. Of solve() the caller's own.
    /// Gone: the pelvis, without which the feet were placed, or every foot (see their reports). Singular: the host's matrix is. Undefined:
    /// the pelvis would go where no float holds it. With the last two nothing changes, nor what is remembered.
    IkStatus status = IkStatus::Solved;
};

/// Puts the feet of an animated character on the ground that is there: stairs, slopes, rocks. Any number of legs.
///
/// Each update starts from the animated pose, so pose the skeleton anew before: each ankle keeps its animated height over the ground, but
/// over the real one under it instead of the level plane through the skeleton's host. The pelvis moves by what the lowest standing foot
/// needs, so that within maxDrop no leg is stretched more than the animation stretches it; knees bend in the planes in which they are
/// animated; feet keep their animated rotation, tilted by the slope of the ground. Feet that are lifted are let go, but kept above the
/// ground; a foot without ground stays where the animation has it. Level ground changes nothing.
///
/// Works on linked bones, under scaled and mirrored hosts and bones; scale and shear stay. Allocates nothing in update(). The same
/// input and the same memory give the same bits. Poses are solved by const calls, which any number of threads may make at once, if the
/// query may be asked so: each takes working arrays from a pool inside, of which one set is made at construction, another only when more
/// threads solve at once than ever did before; no lock is held while solving. Bones may be removed: a foot that has
/// lost one stays as it is, and its report's status is Gone. A FootPlacement that was moved from may be assigned to or destroyed; all else
/// throws std::invalid_argument.
class FootPlacement final {
public:
    /// Throws std::invalid_argument that names the bone, the option and the value if something does not fit: no leg, a foot without lower
    /// and upper leg, bones of several skeletons, a bone of no length, no query, a number out of its range.
    FootPlacement(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options = {});
    ~FootPlacement();
    FootPlacement(FootPlacement&&) noexcept;
    FootPlacement& operator=(FootPlacement&&) noexcept;

    /// The pelvis is null once it was removed.
    [[nodiscard]] FootPlacementOptions getOptions() const;
    /// Throws as the constructor does, and changes nothing then.
    void setOptions(const FootPlacementOptions& options);

    /// Corrects the pose of now. The query may throw; then nothing has changed.
    FootPlacementReport update();
    /// The same, `seconds` after the last one: see footHalfLife.
    FootPlacementReport update(double seconds);
    /// The same on a pose of the skeleton: for members of a Crowd. `toWorld` is from skeleton space (CrowdPlacement::world). What has
    /// changed is followed at once, and nothing is kept from one call to the next. `outFeet`: gets how each foot ended; as many as there are
    /// legs, or none. Throws std::invalid_argument if the pose has another number of bones, or there are other reports.
    FootPlacementReport solve(Pose& pose, const glm::mat4& toWorld, std::span<FootReport> outFeet = {}) const;

    /// Forgets earlier updates: the next one follows the ground at once. For characters that were put elsewhere.
    void reset();
    /// Its feet are good until the next update.
    [[nodiscard]] FootPlacementMemory getMemory() const;
    /// Throws std::invalid_argument, and changes nothing, if there are feet, but not one for each leg, or a number is not finite.
    void setMemory(const FootPlacementMemory& memory);

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
