#include <armature/ik/spline_chain.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "ik/bone_row.hpp"
#include "ik/curve/catmull_rom.hpp"
#include "ik/joint_places.hpp"
#include "ik/not_solved.hpp"
#include "ik/option_checks.hpp"
#include "ik/root_finding.hpp"
#include "ik/turns.hpp"
#include "math/work_pool.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

// The solver's name in messages.
constexpr const char* splineChainName = "SplineChain";

// Fractions of the curve's length. fillError is the tolerance with which the chain fills the curve; a chain longer or shorter by more than
// `excess` is reported.
constexpr double fillError = 1e-9;
constexpr double excess = 1e-6;

void requireSplineOptions(const SplineChainOptions& options)
{
    requireFinitePoint("SplineChain: the tip", options.tip.value_or(glm::vec3(0.f)));
    requireFinitePoint("SplineChain: the rolls and the tolerance", {options.startRoll, options.endRoll, options.tolerance});
    if (!(options.minStretch > 0.f && options.maxStretch >= options.minStretch && std::isfinite(options.maxStretch))) {
        throw std::invalid_argument(fmt::format("SplineChain: the range of stretch [{}, {}] is empty, or not positive and finite",
                                                options.minStretch, options.maxStretch));
    }
    requireWithin("SplineChain", "weight", options.weight);
}

std::optional<glm::dvec3> tipAtRest(const Bone& bone)
{
    if (const Bone* child = NodeAccess::firstChildBone(bone)) {
        const glm::vec3 place(child->getRestMatrix()[3]);
        return place != glm::vec3(0.f) ? std::optional(glm::dvec3(place)) : std::nullopt;
    }
    const std::optional<float> length = bone.getLength();
    return length && *length != 0.f ? std::optional(glm::dvec3(0., static_cast<double>(*length), 0.)) : std::nullopt;
}

/// A point on the curve, or on the straight line that continues from its end.
struct CurvePlace {
    double u = 0.;
    double beyond = 0.;  ///< Length past the curve's end.
};

glm::dvec3 pointAt(const CatmullRom& curve, const CurvePlace& place) noexcept
{
    const glm::dvec3 point = curve.point(place.u);
    return place.beyond > 0. ? point + place.beyond * curve.endDirection() : point;
}

/// Returns the next point of the curve after `from` that, mapped by `frame`, is `radius` away from `center`; `from` itself if it is at
/// least that far away.
CurvePlace placeAtDistance(const CatmullRom& curve, const CurvePlace& from, const Frame& frame, const glm::dvec3& center,
                           double radius) noexcept
{
    const auto missing = [&](const CurvePlace& place) { return glm::length(frame.point(pointAt(curve, place)) - center) - radius; };
    double low = from.u;
    double atLow = missing(from);
    if (atLow >= 0.) {
        return from;
    }
    if (from.beyond <= 0.) {
        for (double sample = std::floor(low * double{CatmullRom::samples}) + 1.; low < curve.end(); sample += 1.) {
            const double high = std::min(sample / double{CatmullRom::samples}, curve.end());
            const double atHigh = missing({high});
            if (atHigh >= 0.) {
                return {findRoot(low, atLow, high, atHigh, 1e-14, [&](double u) { return missing({u}); })};
            }
            low = high;
            atLow = atHigh;
        }
    }
    // Solves |start + x * direction| = radius for the larger x: `start` is inside the sphere, so the larger x lies ahead.
    const glm::dvec3 start = frame.point(curve.point(curve.end())) - center;
    const glm::dvec3 direction = frame.vector(curve.endDirection());
    const double a = glm::dot(direction, direction);
    const double b = glm::dot(start, direction);
    const double c = glm::dot(start, start) - radius * radius;
    return {curve.end(), (std::sqrt(std::max(b * b - a * c, 0.)) - b) / a};
}

CurvePlace placeAtLength(const CatmullRom& curve, double length) noexcept
{
    return length < curve.length() ? CurvePlace{curve.parameterAt(length), 0.} : CurvePlace{curve.end(), length - curve.length()};
}

/// Returns the factor f for which |f * vector - shift| = length; 1 if there is no such factor.
double factorToLength(const glm::dvec3& vector, const glm::dvec3& shift, double length) noexcept
{
    const double a = glm::dot(vector, vector);
    const double b = glm::dot(vector, shift);
    const double rest = b * b - a * (glm::dot(shift, shift) - length * length);
    return a > 0. && rest >= 0. ? (b + std::sqrt(rest)) / a : 1.;
}

/// The working memory of one solve.
class SplineWork {
public:
    explicit SplineWork(const Chain& chain)
        : row_(chain, splineChainName), restTip_(tipAtRest(*chain.joints().back().handle.get())), reaches_(row_.size())
    {}

    [[nodiscard]] const Chain& chain() const noexcept { return row_.chain(); }

    [[nodiscard]] const ChainBones& bones() const noexcept { return row_.bones(); }

    /// Lays the chain along the points; `toSkeleton` maps them to skeleton space.
    SplineReport solve(JointView joints, std::span<const glm::vec3> points, const std::optional<Frame>& toSkeleton,
                       const SplineChainOptions& options)
    {
        options_ = options;
        const SplineReport report = solveRow(row_.read(joints), points, toSkeleton);
        return report.status != IkStatus::Solved || row_.write(joints) ? report : notSolved<SplineReport>(IkStatus::Undefined);
    }

private:
    SplineReport solveRow(IkStatus status, std::span<const glm::vec3> points, const std::optional<Frame>& toSkeleton)
    {
        SplineReport report;
        if (std::ranges::adjacent_find(points, std::ranges::not_equal_to()) == points.end()) {
            throw std::invalid_argument(
                fmt::format("SplineChain: {} control points, at least two different ones are needed", points.size()));
        }
        report.status = status != IkStatus::Solved || toSkeleton ? status : IkStatus::Singular;
        if (report.status != IkStatus::Solved) {
            return report;
        }
        if (!curve_.build(points, *toSkeleton)) {  // not expected, because the points differ
            return notSolved<SplineReport>(IkStatus::Undefined);
        }
        measure();
        const double overhang = fill(report);
        report.chainLength = static_cast<float>(chainLength_);
        report.curveLength = static_cast<float>(curve_.length());
        report.beyondReach = std::abs(overhang) > excess * curve_.length() ? static_cast<float>(std::abs(overhang)) : 0.f;
        report.jointChange = row_.blend(options_.weight);
        const double distance = glm::length(endPoint() - curve_.point(curve_.end()));
        report.distance = static_cast<float>(distance);
        report.isReached = distance <= static_cast<double>(options_.tolerance) * std::max(chainLength_, excess * curve_.length());
        return report;
    }

    [[nodiscard]] bool stretches() const noexcept { return options_.minStretch != 1.f || options_.maxStretch != 1.f; }

    /// The end of bone `i` in its own axes: the next joint's centre, or the tip of the last bone. No value if the last bone has no tip.
    [[nodiscard]] std::optional<glm::dvec3> endOf(std::size_t i) noexcept
    {
        if (i + 1 < row_.size()) {
            return row_.joints()[i + 1].center;
        }
        return options_.tip ? std::optional(glm::dvec3(*options_.tip)) : restTip_;
    }

    [[nodiscard]] glm::dvec3 endPoint() noexcept
    {
        Frame frame = row_.above();
        glm::dvec3 point(0.);
        for (std::size_t i = 0; i < row_.size(); ++i) {
            point = frame.point(row_.joints()[i].center);
            frame = frame * row_.joints()[i].local();
        }
        const std::optional<glm::dvec3> tip = endOf(row_.size() - 1);
        return tip ? frame.point(*tip) : point;
    }

    /// The centre of joint `i` in the axes of the bone above: in the incoming pose or, if it is zero there, in the rest pose.
    [[nodiscard]] glm::dvec3 placeBelow(std::size_t i) const noexcept
    {
        const glm::dvec3 center = row_.incoming()[i].center;
        return center != glm::dvec3(0.) ? center : glm::dvec3(row_.restOf(i).translation);
    }

    /// Measures each joint's distance from the first along the chain, in skeleton space. Bones have their rest lengths, but the rotations
    /// and scales of the incoming pose.
    void measure() noexcept
    {
        Frame frame = row_.above();
        double sum = 0.;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            if (i > 0) {
                const glm::dvec3 center = placeBelow(i);
                const double length = glm::length(center);
                const double restLength = glm::length(glm::dvec3(row_.restOf(i).translation));
                const double seen = glm::length(frame.point(center) - frame.point(glm::dvec3(0.)));
                sum += length > 0. ? seen * (restLength > 0. ? restLength / length : 1.) : 0.;
            }
            reaches_[i] = sum;
            frame = frame * row_.joints()[i].local();
        }
    }

    [[nodiscard]] double rollOf(std::size_t i) const noexcept
    {
        const double part = reaches_.back() > 0. ? reaches_[i] / reaches_.back() : 0.;
        return glm::mix(static_cast<double>(options_.startRoll), static_cast<double>(options_.endRoll), part);
    }

    /// Lays the chain along the curve, and stretches it to fill the curve as far as the options allow. Returns how far the chain extends
    /// past the curve's end; negative: the length of curve left over.
    double fill(SplineReport& report) noexcept
    {
        const auto laid = [&](double stretch) {
            ++report.iterations;
            return lay(stretch);
        };
        const auto low = static_cast<double>(options_.minStretch);
        const auto high = static_cast<double>(options_.maxStretch);
        double overhang = laid(low);
        if (overhang < 0. && high > low) {
            const double atHigh = laid(high);
            overhang = atHigh > 0. ? laid(findRoot(low, overhang, high, atHigh, fillError * curve_.length(), laid)) : atHigh;
        }
        report.isTooLong = overhang > excess * curve_.length();
        report.isTooShort = overhang < -excess * curve_.length();
        report.activeLimits = held_;
        return overhang;
    }

    /// Places the joints on the curve one after another, by rotating the bone above each. Returns the overhang, see fill().
    double lay(double stretch) noexcept
    {
        const std::span<PosedJoint> joints = row_.joints();
        std::copy(row_.incoming().begin(), row_.incoming().end(), joints.begin());
        for (std::size_t i = 1; stretches() && i < joints.size(); ++i) {
            joints[i].center = placeBelow(i);
        }
        Frame above = row_.above();
        if (options_.movesRoot) {
            joints[0].center = above.inverse().point(curve_.point(0.));
        }
        CurvePlace place;
        chainLength_ = 0.;
        held_ = 0;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const glm::dvec3 start = above.point(joints[i].center);
            place = turnToCurve(i, above, place, stretch);
            above = above * joints[i].local();
            if (const std::optional<glm::dvec3> end = endOf(i)) {
                chainLength_ += glm::length(above.point(*end) - start);
            }
        }
        return place.beyond > 0. ? place.beyond : curve_.lengthTo(place.u) - curve_.length();
    }

    /// Rotates bone `i` so that its end lies on the curve, beyond `from`. Returns that point of the curve. The bone starts from its rest
    /// rotation relative to the bone above (ignoring that bone's roll), takes the shortest rotation to the curve, and then rolls.
    CurvePlace turnToCurve(std::size_t i, const Frame& above, const CurvePlace& from, double stretch) noexcept
    {
        PosedJoint& joint = row_.joints()[i];
        const glm::dquat rest = unrolled(i) * glm::normalize(glm::dquat(row_.restOf(i).rotation));
        const std::optional<glm::dvec3> end = endOf(i);
        glm::dvec3 bone = end ? joint.shape * *end - joint.shift : glm::dvec3(0.);
        if (!(glm::length(bone) > 0.)) {
            const glm::dvec3 axis = i > 0 ? directionTo(i) : glm::dvec3(0.);
            turn(i, axis != glm::dvec3(0.) ? glm::angleAxis(rollOf(i), axis) * rest : rest);
            return from;
        }
        const Frame back = above.inverse();
        const bool isMoved = stretches() && i + 1 < row_.size();
        const CurvePlace place = isMoved ? placeAtLength(curve_, stretch * reaches_[i + 1])
                                         : placeAtDistance(curve_, from, back, joint.center, glm::length(bone));
        const glm::dvec3 way = back.point(pointAt(curve_, place)) - joint.center;
        if (isMoved) {
            row_.joints()[i + 1].center *= factorToLength(joint.shape * *end, joint.shift, glm::length(way));
            bone = joint.shape * *endOf(i) - joint.shift;
        }
        const glm::dvec3 now = rest * (glm::length(bone) > 0. ? glm::normalize(bone) : glm::dvec3(0., 1., 0.));
        const glm::dvec3 wanted = glm::length(way) > 0. ? glm::normalize(way) : now;
        turn(i, glm::normalize(glm::angleAxis(rollOf(i), wanted) * shortestTurn(now, wanted, anyAcross(now)) * rest));
        return place;
    }

    /// Rotates a joint towards `wanted` as far as its stiffness and its limit allow.
    void turn(std::size_t i, const glm::dquat& wanted) noexcept
    {
        bool isHeld = false;
        const glm::dquat given = blendTurns(row_.incoming()[i].rotation, wanted, row_.freedom(i));
        row_.joints()[i].rotation = row_.freedom(i) > 0. ? row_.allowed(i, given, isHeld) : given;
        held_ |= isHeld ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0u;
    }

    /// The unit vector from the origin of the bone above to joint `i`, in that bone's own axes; zero if the two points coincide.
    [[nodiscard]] glm::dvec3 directionTo(std::size_t i) noexcept
    {
        const glm::dvec3 center = row_.joints()[i].center;
        const double length = glm::length(center);
        return length > 0. ? center / length : glm::dvec3(0.);
    }

    /// Returns the rotation that undoes the roll of the bone above joint `i`, in that bone's own axes.
    [[nodiscard]] glm::dquat unrolled(std::size_t i) noexcept
    {
        const glm::dvec3 axis = i > 0 ? directionTo(i) : glm::dvec3(0.);
        return axis != glm::dvec3(0.) ? glm::angleAxis(-rollOf(i - 1), axis) : glm::dquat(1., 0., 0., 0.);
    }

    SplineChainOptions options_;
    BoneRow row_;
    std::optional<glm::dvec3> restTip_;
    std::vector<double> reaches_;
    CatmullRom curve_;
    double chainLength_ = 0.;
    std::uint64_t held_ = 0;  // bit i: the limit of joint i holds it; bit 63: the limit of joint 63 or of a later joint does
};

}  // namespace

class SplineChain::State {
public:
    State(const Chain& chain, const SplineChainOptions& givenOptions) : options(givenOptions), work(SplineWork(chain)) {}

    SplineReport solve(JointView joints, std::span<const glm::vec3> points, Space space) const
    {
        for (const glm::vec3& point : points) {
            requireFinitePoint("SplineChain: control point", point);
        }
        return work.borrow()->solve(joints, points, frameFrom(joints, "SplineChain: control points", space), options);
    }

    SplineChainOptions options;
    mutable WorkPool<SplineWork> work;
};

SplineChain::SplineChain(const Chain& chain, const SplineChainOptions& options)
{
    requireSplineOptions(options);
    state_ = std::make_unique<State>(chain, options);
}

SplineChain::SplineChain(const Bone& root, const Bone& tip, const SplineChainOptions& options)
    : SplineChain(Chain::between(root, tip), options)
{}

SplineChain::~SplineChain() = default;
SplineChain::SplineChain(SplineChain&&) noexcept = default;
SplineChain& SplineChain::operator=(SplineChain&&) noexcept = default;

const Chain& SplineChain::getChain() const
{
    return stateOf(state_, splineChainName).work.pattern().chain();
}

const SplineChainOptions& SplineChain::getOptions() const
{
    return stateOf(state_, splineChainName).options;
}

void SplineChain::setOptions(const SplineChainOptions& options)
{
    State& state = stateOf(state_, splineChainName);
    requireSplineOptions(options);
    state.options = options;
}

SplineReport SplineChain::solve(JointView joints, std::span<const glm::vec3> points, Space space) const
{
    const State& state = stateOf(state_, splineChainName);
    return state.solve(joints, points, space);
}

}  // namespace armature
