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
#include "ik/turns.hpp"
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
    glm::dvec3 eye;
    glm::dvec3 forward;  ///< The direction that aims; of any length.
    glm::dvec3 up;

    [[nodiscard]] double angleTo(const glm::dvec3& target) const noexcept { return angleBetween(forward, target - eye); }
    [[nodiscard]] double distanceTo(const glm::dvec3& target) const noexcept
    {
        const glm::dvec3 wanted = target - eye;
        return glm::dot(forward, wanted) > 0. ? glm::length(glm::cross(forward, wanted)) / glm::length(forward) : glm::length(wanted);
    }
};

/// Returns the rotation about the origin that makes a line of sight pass through `target`. It takes a point of the line onto the target:
/// the point that is as far from the origin as the target. If the line has no such point, returns the rotation between the directions.
glm::dquat turnTowards(const Sight& sight, const glm::dvec3& target) noexcept
{
    const glm::dvec3 forward = glm::normalize(sight.forward);
    const double along = glm::dot(sight.eye, forward);
    const double rest = along * along + glm::dot(target, target) - glm::dot(sight.eye, sight.eye);
    const double ahead = rest > 0. ? std::sqrt(rest) - along : -1.;
    const glm::dvec3 from = ahead > 0. ? sight.eye + ahead * forward : forward;
    const glm::dvec3 to = ahead > 0. ? target : target - sight.eye;
    if (!(glm::length(to) > 0.)) {
        return {1., 0., 0., 0.};
    }
    const glm::dvec3 unit = glm::normalize(from);
    const glm::dvec3 half = across(sight.up, unit);
    return shortestTurn(unit, glm::normalize(to), glm::length(half) > 0. ? glm::normalize(half) : anyAcross(unit));
}

/// The working memory of one solve.
class AimWork {
public:
    explicit AimWork(const Chain& chain)
        : row_(chain, aimChainName), isHeld_(row_.size(), 0), below_(row_.size()), best_(row_.size()), bestIsHeld_(row_.size(), 0)
    {}

    [[nodiscard]] const Chain& chain() const noexcept { return row_.chain(); }

    [[nodiscard]] const ChainBones& bones() const noexcept { return row_.bones(); }

    /// Aims at the target; `toSkeleton` maps the target to skeleton space.
    ChainReport solve(JointView joints, const glm::vec3& target, const std::optional<Frame>& toSkeleton, const AimChainOptions& options)
    {
        const IkStatus status = row_.read(joints);
        if (status != IkStatus::Solved || !toSkeleton) {
            return notSolved<ChainReport>(status != IkStatus::Solved ? status : IkStatus::Singular);
        }
        options_ = options;
        const ChainReport report = solveRow(toSkeleton->point(glm::dvec3(target)));
        return row_.write(joints) ? report : notSolved<ChainReport>(IkStatus::Undefined);
    }

private:
    struct PassResult {
        Sight sight;     ///< The line of sight after the pass, in skeleton space.
        bool isAnyHeld;  ///< Whether a limit held any joint.
    };

    /// Solves for the pose that the row has read, and leaves the solution in the row.
    ChainReport solveRow(const glm::dvec3& target) noexcept
    {
        ChainReport report;
        const Sight found = search(target, report);
        report.jointChange = row_.blend(options_.weight);
        const Sight sight = options_.weight == 1.f ? found : currentSight();
        const double angle = sight.angleTo(target);
        report.angle = static_cast<float>(angle);
        report.distance = static_cast<float>(sight.distanceTo(target));
        report.isReached = angle <= static_cast<double>(options_.tolerance);
        for (std::size_t i = 0; i < bestIsHeld_.size(); ++i) {
            report.activeLimits |= bestIsHeld_[i] != 0 ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0u;
        }
        return report;
    }

    /// Returns the line of sight in the axes to which `own` leads from the last bone's own axes.
    [[nodiscard]] Sight sightIn(const Frame& own) const noexcept
    {
        return {own.point(glm::dvec3(options_.eye)), own.vector(glm::dvec3(options_.forward)), own.vector(glm::dvec3(options_.upAxis))};
    }

    [[nodiscard]] Sight currentSight() noexcept
    {
        Frame own = row_.above();
        for (const PosedJoint& joint : row_.joints()) {
            own = own * joint.local();
        }
        return sightIn(own);
    }

    // Alternates full passes with passes that skip joints held by their limits, so that the other joints compensate. In full passes, a held
    // joint may still move along its limit. Returns the line of sight of the best pose, which it leaves in the row.
    Sight search(const glm::dvec3& target, ChainReport& report) noexcept
    {
        Sight best{};
        std::fill(isHeld_.begin(), isHeld_.end(), char{0});
        double nearest = std::numeric_limits<double>::infinity();
        std::size_t idle = 0;
        bool sparesHeld = false;
        while (report.iterations < options_.maxIterations && idle < 4) {
            ++report.iterations;
            const PassResult result = pass(target, sparesHeld);
            const double angle = result.sight.angleTo(target);
            idle = angle < leastAngleProgress * nearest ? 0 : idle + 1;
            if (angle < nearest) {
                nearest = angle;
                best = result.sight;
                std::copy(row_.joints().begin(), row_.joints().end(), best_.begin());
                bestIsHeld_ = isHeld_;
            }
            if (angle <= 0.1 * static_cast<double>(options_.tolerance)) {
                break;
            }
            sparesHeld = result.isAnyHeld && !sparesHeld;
        }
        if (std::isinf(nearest)) {  // every pass overflowed: no pose is the best
            return currentSight();
        }
        std::copy(best_.begin(), best_.end(), row_.joints().begin());
        return best;
    }

    /// Rotates each joint, from the root on, by a fraction of the remaining angle in proportion to its freedom, and the last joint by all
    /// that remains.
    PassResult pass(const glm::dvec3& target, bool sparesHeld) noexcept
    {
        double shares = 0.;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            shares += shareOf(i, sparesHeld);
        }
        Frame below;
        for (std::size_t i = row_.size(); i-- > 0;) {
            below_[i] = below;
            below = row_.joints()[i].local() * below;
        }
        bool isAnyHeld = false;
        Frame above = row_.above();
        for (std::size_t i = 0; i < row_.size(); ++i) {
            const double share = shareOf(i, sparesHeld);
            if (share > 0.) {
                turn(i, above, target, std::min(share / shares, 1.));
                isAnyHeld = isAnyHeld || isHeld_[i] != 0;
                shares -= share;
            }
            above = above * row_.joints()[i].local();
        }
        return {sightIn(above), isAnyHeld};
    }

    [[nodiscard]] double shareOf(std::size_t i, bool sparesHeld) const noexcept
    {
        return sparesHeld && isHeld_[i] != 0 ? 0. : row_.freedom(i);
    }

    void turn(std::size_t i, const Frame& above, const glm::dvec3& target, double part) noexcept
    {
        PosedJoint& joint = row_.joints()[i];
        const Frame tip = joint.local() * below_[i];
        const Sight sight{tip.point(glm::dvec3(options_.eye)) - joint.center, tip.vector(glm::dvec3(options_.forward)),
                          tip.vector(glm::dvec3(options_.upAxis))};
        const glm::dquat whole = turnTowards(sight, above.inverse().point(target) - joint.center);
        const glm::dquat wanted = blendTurns({1., 0., 0., 0.}, whole, part) * joint.rotation;
        bool isHeld = false;
        joint.rotation = glm::normalize(row_.allowed(i, wanted, isHeld));
        isHeld_[i] = isHeld ? 1 : 0;
    }

    AimChainOptions options_;
    BoneRow row_;
    std::vector<char> isHeld_;      // whether the joint's limit held it at its last rotation
    std::vector<Frame> below_;      // from the last bone's own axes to the own axes of each joint
    std::vector<PosedJoint> best_;  // the best pose so far
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
