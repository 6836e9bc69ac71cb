#include <armature/ik/aim_chain.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "base/moved_from.hpp"
#include "ik/bone_row.hpp"
#include "ik/joint_places.hpp"
#include "ik/not_solved.hpp"
#include "ik/option_checks.hpp"
#include "ik/plain_frames.hpp"
#include "ik/plain_joint.hpp"
#include "ik/plain_turns.hpp"
#include "ik/turns.hpp"
#include "math/rotation_chord.hpp"
#include "math/work_pool.hpp"

namespace armature {

namespace {

// The solver's name in messages.
constexpr const char* aimChainName = "AimChain";
// The search gives up after four passes in a row that do not reduce the smallest angle so far to less than this fraction.
constexpr double leastAngleProgress = 0.999;

void requireAimOptions(const AimChainOptions& options)
{
    const glm::dvec3 forward(options.forward);
    const glm::dvec3 up(options.upAxis);
    requireFinitePoint("AimChain: the forward axis", options.forward);
    requireFinitePoint("AimChain: the up axis", options.upAxis);
    requireFinitePoint("AimChain: the eye", options.eye);
    if (!(glm::length(forward) > 0.) || !(glm::length(glm::cross(forward, up)) > 1e-5 * glm::length(forward) * glm::length(up))) {
        throw std::invalid_argument(fmt::format("AimChain: forward ({}, {}, {}) and up axis ({}, {}, {}) must not be zero or parallel",
                                                forward.x, forward.y, forward.z, up.x, up.y, up.z));
    }
    if (options.maxIterations == 0) {
        throw std::invalid_argument("AimChain: maxIterations must be at least 1");
    }
    if (!(options.tolerance >= 0.f) || !std::isfinite(options.tolerance)) {
        throw std::invalid_argument(fmt::format("AimChain: the tolerance {} is negative or not finite", options.tolerance));
    }
    requireWithin("AimChain", "weight", options.weight);
}

/// A line of sight. All members are in the same axes.
struct Sight {
    PlainVector eye;
    PlainVector forward;  ///< The direction that aims; of any length.

    [[nodiscard]] double angleTo(const PlainVector& target) const noexcept
    {
        const PlainVector wanted = target - eye;
        return std::atan2(length(cross(forward, wanted)), inner(forward, wanted));
    }
    [[nodiscard]] double distanceTo(const PlainVector& target) const noexcept
    {
        const PlainVector wanted = target - eye;
        return inner(forward, wanted) > 0. ? length(cross(forward, wanted)) / length(forward) : length(wanted);
    }
    /// Maps the sight from the own axes of a joint to its parent's.
    [[nodiscard, gnu::always_inline]] Sight above(const PlainJoint& joint) const noexcept
    {
        return {joint.point(eye), joint.rotation * joint.shaped(forward)};
    }
};

/// Two vectors, the first of which is to be turned onto the second, and the product of their lengths.
struct Directions {
    PlainVector from;
    PlainVector to;
    double lengths;
};

/// Returns the directions for a rotation about the origin that makes a line of sight pass through `target`: `from` is the point ahead on
/// the line that is as far from the origin as the target, `to` is the target. If there is no such point, `from` is the direction of the
/// line, and `to` leads from the eye to the target.
[[gnu::always_inline]] inline Directions directionsTo(const Sight& sight, const PlainVector& target) noexcept
{
    const double along = inner(sight.eye, sight.forward);
    const double square = squared(sight.forward);
    const double rest = along * along + square * (squared(target) - squared(sight.eye));
    const double ahead = rest > 0. ? std::sqrt(rest) - along : -1.;
    if (ahead > 0.) {
        return {sight.eye + (ahead / square) * sight.forward, target, squared(target)};
    }
    const PlainVector to = target - sight.eye;
    return {sight.forward, to, std::sqrt(square * squared(to))};
}

/// Returns the fraction `part` of the shortest rotation from directions.from to directions.to. `half` returns the unit axis of the half
/// turn between opposite directions.
template <class Half>
PlainTurn turnTowards(const Directions& directions, double part, const Half& half) noexcept
{
    if (!(directions.lengths > 0.)) {
        return {};
    }
    PlainVector axis = cross(directions.from, directions.to);
    double w = directions.lengths + inner(directions.from, directions.to);  // (w, axis) is the rotation, not of unit length
    if (w < 1e-12 * directions.lengths) {
        axis = half();
        w = 0.;
    }
    const double square = squared(axis);
    if (part >= 1.) {
        const double perLength = 1. / std::sqrt(w * w + square);
        return {perLength * w, perLength * axis.x, perLength * axis.y, perLength * axis.z};
    }
    const double sine = std::sqrt(square);
    const double angle = part * std::atan2(sine, w);
    const double scale = sine > 0. ? std::sin(angle) / sine : 0.;
    return {std::cos(angle), scale * axis.x, scale * axis.y, scale * axis.z};
}

/// The working memory of one solve.
class AimWork {
public:
    explicit AimWork(const Chain& chain)
        : row_(chain, aimChainName)
        , joints_(row_.size())
        , incoming_(row_.size())
        , sights_(row_.size())
        , isHeld_(row_.size(), 0)
        , best_(row_.size())
        , bestIsHeld_(row_.size(), 0)
    {}

    [[nodiscard]] const Chain& chain() const noexcept { return row_.chain(); }

    /// Aims at the target; `toSkeleton` maps the target to skeleton space.
    ChainReport solve(JointView joints, const glm::vec3& target, const std::optional<Frame>& toSkeleton, const AimChainOptions& options)
    {
        const IkStatus status = read(joints);
        if (status != IkStatus::Solved || !toSkeleton) {
            return notSolved<ChainReport>(status != IkStatus::Solved ? status : IkStatus::Singular);
        }
        options_ = options;
        const ChainReport report = solveRow(PlainVector(toSkeleton->point(glm::dvec3(target))));
        return write(joints) ? report : notSolved<ChainReport>(IkStatus::Undefined);
    }

private:
    struct PassResult {
        Sight sight;     ///< The line of sight after the pass, in skeleton space.
        bool isAnyHeld;  ///< Whether a limit held any joint.
    };

    // --- the pose ---------------------------------------------------------------------------------------------------

    /// Returns Solved, Gone, or Singular: a matrix above or within the row is singular.
    [[nodiscard]] IkStatus read(const JointView& joints)
    {
        if (!row_.find(joints)) {
            return IkStatus::Gone;
        }
        above_ = plainAbove(joints, row_.bones().joint(0));
        bool isEven = above_.isEven();
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            joints_[i].readFrom(joints, row_.bones().joint(i));
            incoming_[i] = joints_[i].rotation;
            isEven = isEven && joints_[i].isEven();
        }
        return isEven || isInvertible() ? IkStatus::Solved : IkStatus::Singular;
    }

    [[nodiscard]] bool isInvertible() const noexcept
    {
        Frame frame = above_.toGlm();
        bool result = frame.isInvertible();
        for (const PlainJoint& joint : joints_) {
            frame = frame * joint.posed().local();
            result = result && frame.isInvertible();
        }
        return result;
    }

    /// Writes the pose. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool write(JointView joints) const
    {
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            if (!joints_[i].isWritable(joints, row_.bones().joint(i))) {
                return false;
            }
        }
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            JointAccess::write(joints, row_.bones().joint(i), joints_[i].toWrite());
        }
        return true;
    }

    /// Blends from the incoming rotations to the current ones. Returns the largest angle, in radians, between a joint's incoming and
    /// blended rotations.
    float blend(double weight) noexcept
    {
        double change = 0.;  // as a squared chord
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            PlainTurn& turn = joints_[i].rotation;
            if (weight < 1.) {
                turn = PlainTurn(blendTurns(incoming_[i].toGlm(), turn.toGlm(), weight));
            }
            change = std::max(change, squaredChord(incoming_[i], turn));
        }
        return turnOfSquaredChord(change);
    }

    /// Returns the line of sight in skeleton space.
    [[nodiscard]] Sight currentSight() const noexcept
    {
        PlainVector eye = eye_;
        PlainVector forward = forward_;
        for (std::size_t i = joints_.size(); i-- > 0;) {
            eye = joints_[i].point(eye);
            forward = joints_[i].rotation * joints_[i].shaped(forward);
        }
        return {above_.point(eye), above_.vector(forward)};
    }

    // --- the search -------------------------------------------------------------------------------------------------

    /// Solves for the pose that was read, and leaves the solution in it.
    ChainReport solveRow(const PlainVector& target) noexcept
    {
        const auto plain = [](const glm::vec3& vector) { return PlainVector(glm::dvec3(vector)); };
        eye_ = plain(options_.eye);
        forward_ = plain(options_.forward);
        ChainReport report;
        Found found = search(target, report);
        report.jointChange = blend(static_cast<double>(options_.weight));
        if (options_.weight != 1.f) {
            found.sight = currentSight();
            found.angle = found.sight.angleTo(target);
        }
        const auto& [sight, angle] = found;
        report.angle = static_cast<float>(angle);
        report.distance = static_cast<float>(sight.distanceTo(target));
        report.isReached = angle <= static_cast<double>(options_.tolerance);
        for (std::size_t i = 0; i < bestIsHeld_.size(); ++i) {
            report.activeLimits |= bestIsHeld_[i] != 0 ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0u;
        }
        return report;
    }

    struct Found {
        Sight sight;   ///< In skeleton space.
        double angle;  ///< Between the line of sight and the target.
    };

    // Alternates full passes with passes that skip joints held by their limits, so that the other joints compensate. In full passes, a held
    // joint may still move along its limit. Leaves the best pose, and returns its line of sight.
    Found search(const PlainVector& target, ChainReport& report) noexcept
    {
        std::fill(isHeld_.begin(), isHeld_.end(), char{0});
        Found best{{}, std::numeric_limits<double>::infinity()};
        std::size_t idle = 0;
        bool sparesHeld = false;
        while (report.iterations < options_.maxIterations && idle < 4) {
            ++report.iterations;
            const PassResult result = pass(target, sparesHeld);
            const double angle = result.sight.angleTo(target);
            idle = angle < leastAngleProgress * best.angle ? 0 : idle + 1;
            if (angle < best.angle) {
                best = {result.sight, angle};
                std::transform(joints_.begin(), joints_.end(), best_.begin(), [](const PlainJoint& joint) { return joint.rotation; });
                bestIsHeld_ = isHeld_;
            }
            if (angle <= 0.1 * static_cast<double>(options_.tolerance)) {
                break;
            }
            sparesHeld = result.isAnyHeld && !sparesHeld;
        }
        if (std::isinf(best.angle)) {  // every pass overflowed: no pose is the best
            const Sight sight = currentSight();
            return {sight, sight.angleTo(target)};
        }
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            joints_[i].rotation = best_[i];
        }
        return best;
    }

    /// Rotates each joint, from the root on, by a fraction of the remaining angle in proportion to its freedom, and the last joint by all
    /// that remains.
    PassResult pass(const PlainVector& target, bool sparesHeld) noexcept
    {
        double shares = 0.;
        Sight sight{eye_, forward_};
        for (std::size_t i = joints_.size(); i-- > 0;) {
            shares += shareOf(i, sparesHeld);
            sight = sight.above(joints_[i]);
            sights_[i] = sight;
        }
        bool isAnyHeld = false;
        PlainVector wanted = above_.vectorBack(target - above_.origin);
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const double share = shareOf(i, sparesHeld);
            if (share > 0.) {
                turn(i, wanted, std::min(share / shares, 1.));
                isAnyHeld = isAnyHeld || isHeld_[i] != 0;
                shares -= share;
            }
            wanted = joints_[i].pointBack(wanted);
        }
        return {currentSight(), isAnyHeld};
    }

    [[nodiscard]] double shareOf(std::size_t i, bool sparesHeld) const noexcept
    {
        return sparesHeld && isHeld_[i] != 0 ? 0. : row_.freedom(i);
    }

    /// Rotates a joint by the fraction `part` of the rotation that aims at the target, which is in the parent's axes.
    void turn(std::size_t i, const PlainVector& target, double part) noexcept
    {
        PlainJoint& joint = joints_[i];
        const Sight sight{sights_[i].eye - joint.center, sights_[i].forward};
        const Directions directions = directionsTo(sight, target - joint.center);
        const PlainTurn wanted = turnTowards(directions, part, [&] { return axisToTurnOver(i, directions.from); }) * joint.rotation;
        bool isHeld = false;
        joint.rotation = normalized(row_.isFree(i) ? wanted : PlainTurn(row_.allowed(i, wanted.toGlm(), isHeld)));
        isHeld_[i] = isHeld ? 1 : 0;
    }

    /// Returns the axis, in the axes above a joint, about which it turns `from` by half a turn: as near to the up axis as possible.
    [[nodiscard]] PlainVector axisToTurnOver(std::size_t joint, const PlainVector& from) const noexcept
    {
        PlainVector up(glm::dvec3(options_.upAxis));
        for (std::size_t i = joints_.size(); i-- > joint;) {
            up = joints_[i].rotation * joints_[i].shaped(up);
        }
        const glm::dvec3 unit = glm::normalize(from.toGlm());
        const glm::dvec3 half = across(up.toGlm(), unit);
        return PlainVector(glm::length(half) > 0. ? glm::normalize(half) : anyAcross(unit));
    }

    AimChainOptions options_;
    BoneRow row_;
    PlainFrame above_;
    std::vector<PlainJoint> joints_;
    std::vector<PlainTurn> incoming_;  // the rotations as read
    PlainVector eye_;
    PlainVector forward_;
    std::vector<Sight> sights_;    // by joint: the line of sight at the beginning of a pass, in the axes above the joint
    std::vector<char> isHeld_;     // whether the joint's limit held it at its last rotation
    std::vector<PlainTurn> best_;  // the rotations of the best pose so far
    std::vector<char> bestIsHeld_;
};

}  // namespace

class AimChain::State {
public:
    State(const Chain& chain, const AimChainOptions& givenOptions) : options(givenOptions), work(AimWork(chain)) {}

    AimChainOptions options;
    mutable WorkPool<AimWork> work;
};

AimChain::AimChain(const Chain& chain, const AimChainOptions& options)
{
    requireAimOptions(options);
    state_ = std::make_unique<State>(chain, options);
}

AimChain::AimChain(const Bone& root, const Bone& tip, const AimChainOptions& options) : AimChain(Chain::between(root, tip), options) {}

AimChain::~AimChain() = default;
AimChain::AimChain(AimChain&&) noexcept = default;
AimChain& AimChain::operator=(AimChain&&) noexcept = default;

const Chain& AimChain::getChain() const
{
    return stateOf(state_, aimChainName).work.pattern().chain();
}

const AimChainOptions& AimChain::getOptions() const
{
    return stateOf(state_, aimChainName).options;
}

void AimChain::setOptions(const AimChainOptions& options)
{
    State& state = stateOf(state_, aimChainName);
    requireAimOptions(options);
    state.options = options;
}

ChainReport AimChain::solve(JointView joints, const glm::vec3& target, Space space) const
{
    const State& state = stateOf(state_, aimChainName);
    requireFinitePoint("AimChain: target", target);
    return state.work.borrow()->solve(joints, target, frameFrom(joints, "AimChain: target", space), state.options);
}

}  // namespace armature
