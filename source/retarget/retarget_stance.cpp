#include <armature/retarget/retargeter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/rest_rig.hpp"
#include "retarget/stance.hpp"
#include "retarget/up_evidence.hpp"

namespace armature {

namespace {

constexpr std::size_t samplesInAll = 96;
constexpr std::size_t samplesOfClip = 8;  ///< The least number of samples of each clip.

/// The extent of a body's joints.
struct BodyExtent {
    glm::dvec3 lowest{0.};  ///< Lowest coordinates of all mapped joints, along each axis.
    glm::dvec3 highest{0.};
    glm::dvec3 lowestBall{0.};  ///< Lowest coordinates of the balls of the feet.
    glm::dvec3 highestBall{0.};
};

/// Returns the lowest coordinate, along a signed axis, of the box from `lowest` to `highest`.
double leastAlong(const glm::dvec3& axis, const glm::dvec3& lowest, const glm::dvec3& highest)
{
    const double sign = axis.x + axis.y + axis.z;
    return sign > 0. ? glm::dot(axis, lowest) : glm::dot(axis, highest);
}

/// A sampled moment of a motion: its pose, and measurements of the body in that pose.
struct Moment {
    const AnimationClip* clip = nullptr;
    double seconds = 0.;
    Pose pose = {};
    BodyLines lines = {};
    double straightness = 0.;  ///< Sum of the cosines of the bends of elbows and knees, from -4 to 4.
    BodyExtent reach = {};
};

class StanceFinder {
public:
    StanceFinder(std::span<const AnimationClip* const> clips, const Skeleton& source, const RetargetMap& map,
                 const std::optional<glm::mat4>& world)
        : source_(source), map_(map), roles_(pairsByRole(map)), rig_("source", source, world)
    {
        for (const RetargetPair& pair : map.pairs) {
            if (pair.source >= rig_.size()) {
                throw std::invalid_argument(fmt::format("finding a stance: the map has bone {} of the source, but {} has {}", pair.source,
                                                        inQuotes(source.getName()), counted(rig_.size(), "bone")));
            }
        }
        if (bodyLines(rig_.origins, map_, &RetargetPair::source)) {
            sample(clips);
        }
    }

    [[nodiscard]] RetargetOptions find() const
    {
        const auto rest = bodyLines(rig_.origins, map_, &RetargetPair::source);
        if (!rest) {
            return {};
        }
        const std::optional<glm::dvec3> moving = upInMotion();
        if (!rest->isStance()) {
            return stanceOfMotion(moving.value_or(glm::dvec3(0., 1., 0.)));
        }
        RetargetOptions options = stanceOfRest(nearestAxis(rest->trunk), moving);
        if (!options.sourceUp && options.stanceReason.empty()) {
            standOnGround(options);
        }
        return options;
    }

private:
    void sample(std::span<const AnimationClip* const> clips)
    {
        const auto count =
            static_cast<std::size_t>(std::ranges::count_if(clips, [](const AnimationClip* clip) { return clip != nullptr; }));
        const std::size_t samples = count > 0 ? std::max(samplesOfClip, samplesInAll / count) : 0;
        for (const AnimationClip* const clip : clips) {
            if (clip == nullptr) {
                continue;
            }
            SkeletonMotion motion(*clip, source_);
            for (std::size_t i = 0; motion.movesAnything() && i < samples; ++i) {
                const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
                add(*clip, motion, part * clip->getDuration());
            }
        }
    }

    void add(const AnimationClip& clip, SkeletonMotion& motion, double seconds)
    {
        Moment moment{.clip = &clip, .seconds = seconds};
        moment.pose.bones.resize(rig_.size());
        motion.sample(seconds, moment.pose.bones);
        const std::vector<glm::dvec3> origins = originsOf(moment.pose);
        moment.lines = *bodyLines(origins, map_, &RetargetPair::source);
        moment.straightness = straightnessOf(origins);
        moment.reach = reachOf(origins);
        const glm::dvec3 sum = moment.lines.trunk + moment.lines.legs[0] + moment.lines.legs[1] + moment.lines.left();
        if (std::isfinite(sum.x + sum.y + sum.z + moment.straightness)) {
            moments_.push_back(std::move(moment));
        }
    }

    [[nodiscard]] std::vector<glm::dvec3> originsOf(const Pose& pose) const
    {
        std::vector<Frame> frames(rig_.size());
        std::vector<glm::dvec3> origins(rig_.size());
        for (const std::uint32_t joint : rig_.order) {
            const std::uint32_t parent = rig_.parents[joint];
            frames[joint] = (parent != noSlot ? frames[parent] : rig_.toWorld) * rig_.local(joint, pose.bones[joint]);
            origins[joint] = frames[joint].origin;
        }
        return origins;
    }

    [[nodiscard]] BodyExtent reachOf(std::span<const glm::dvec3> origins) const
    {
        using enum HumanoidRole;
        BodyExtent reach;
        reach.lowest = reach.highest = origins[map_.pairs.front().source];
        for (const RetargetPair& pair : map_.pairs) {
            reach.lowest = glm::min(reach.lowest, origins[pair.source]);
            reach.highest = glm::max(reach.highest, origins[pair.source]);
        }
        reach.lowestBall = reach.highest;
        reach.highestBall = reach.lowest;
        for (const auto& [toes, foot] : {std::pair{LeftToes, LeftFoot}, std::pair{RightToes, RightFoot}}) {
            const auto& ball = roles_[indexOf(toes)] ? roles_[indexOf(toes)] : roles_[indexOf(foot)];
            if (ball) {
                reach.lowestBall = glm::min(reach.lowestBall, origins[map_.pairs[*ball].source]);
                reach.highestBall = glm::max(reach.highestBall, origins[map_.pairs[*ball].source]);
            }
        }
        return reach;
    }

    /// Returns the height of the lower foot, in leg lengths, that a fraction `part` of all moments does not exceed. Returns no value if
    /// there are no moments or no legs.
    [[nodiscard]] std::optional<double> footHeight(const glm::dvec3& up, double part) const
    {
        const double leg = legLength(rig_, map_, &RetargetPair::source);
        if (moments_.empty() || !(leg > 0.)) {
            return std::nullopt;
        }
        std::vector<double> heights;
        for (const Moment& moment : moments_) {
            heights.push_back(leastAlong(up, moment.reach.lowestBall, moment.reach.highestBall) / leg);
        }
        const auto chosen = heights.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(heights.size() - 1));
        std::ranges::nth_element(heights, chosen);
        return *chosen;
    }

    /// Precondition: the body stands along +Y at rest, but along +Z in its motion. Returns whether it stands on the ground of a world in
    /// which +Z, the other common choice, is up. The alternative is that it lies on the ground of a world in which +Y is up; no joint would
    /// then be below height 0 along +Y. The body stands if its feet are at height 0 along +Z and, in most moments, a joint is below height
    /// 0 along +Y.
    [[nodiscard]] bool standsOnGroundOfZ() const
    {
        constexpr double onGround = 0.25;      // limit of the feet's distance from the ground, in leg lengths
        constexpr double underGround = -0.12;  // threshold in leg lengths: if a body lies on the ground, no joint is below this
        const double leg = legLength(rig_, map_, &RetargetPair::source);
        const auto isBelow = [&](const Moment& moment) { return moment.reach.lowest.y < underGround * leg; };
        const auto below = static_cast<std::size_t>(std::ranges::count_if(moments_, isBelow));
        const auto height = footHeight({0., 0., 1.}, 0.5);
        return height && std::abs(*height) < onGround && 2 * below > moments_.size();
    }

    /// Uses the rest as a stance if its height is arbitrary. In some files, the hips at rest have their height from some moment of another
    /// motion. This is assumed if the feet come down to height 0 in the motions, but have another height at rest. A stance has its hips at
    /// the world's origin; the length of its legs puts it on the ground.
    void standOnGround(RetargetOptions& options) const
    {
        constexpr glm::dvec3 up(0., 1., 0.);
        constexpr double elsewhere = 0.08;  // threshold in leg lengths: farther off, the feet at rest have another height
        constexpr double onGround = 0.12;
        constexpr double below = -0.3;  // in leg lengths; a rest with feet below this height is lifted anyway
        const auto moving = footHeight(up, 0.1);
        const double leg = legLength(rig_, map_, &RetargetPair::source);
        if (!moving) {
            return;
        }
        const double rest = reachOf(rig_.origins).lowestBall.y / leg;
        if (rest > below && std::abs(rest - *moving) > elsewhere && std::abs(*moving) < onGround) {
            options.sourceStance = Pose{rig_.rests};
            options.stanceReason =
                fmt::format("has feet {:.2f} legs {} the ground at rest, but on it in its motion: how high it rests says "
                            "nothing, and it stands on height 0",
                            std::abs(rest), rest < 0. ? "below" : "above");
        }
    }

    [[nodiscard]] double straightnessOf(const std::vector<glm::dvec3>& origins) const
    {
        using enum HumanoidRole;
        constexpr std::array<std::array<HumanoidRole, 3>, 4> limbs{{{LeftUpperLeg, LeftLowerLeg, LeftFoot},
                                                                    {RightUpperLeg, RightLowerLeg, RightFoot},
                                                                    {LeftUpperArm, LeftLowerArm, LeftHand},
                                                                    {RightUpperArm, RightLowerArm, RightHand}}};
        double sum = 0.;
        for (const auto& limb : limbs) {
            std::array<glm::dvec3, 3> places{};
            bool isWhole = true;
            for (std::size_t i = 0; i < limb.size(); ++i) {
                const auto& pair = roles_[indexOf(limb[i])];
                isWhole = isWhole && pair.has_value();
                places[i] = pair ? origins[map_.pairs[*pair].source] : glm::dvec3(0.);
            }
            const double lengths = glm::distance(places[0], places[1]) * glm::distance(places[1], places[2]);
            sum += isWhole && lengths > 0. ? glm::dot(places[1] - places[0], places[2] - places[1]) / lengths : 0.;
        }
        return sum;
    }

    /// Returns the axis along which trunk and legs point in most moments; no value if there is none.
    [[nodiscard]] std::optional<glm::dvec3> upInMotion() const
    {
        constexpr double trunkAlong = 0.7;  // thresholds, as cosines
        constexpr double legsAlong = 0.3;
        for (int axis = 0; axis < 3; ++axis) {
            for (const double sign : {1., -1.}) {
                glm::dvec3 up(0.);
                up[axis] = sign;
                const auto isAlong = [&](const Moment& moment) {
                    return glm::dot(moment.lines.trunk, up) > trunkAlong
                           && glm::dot(moment.lines.legs[0] + moment.lines.legs[1], up) > 2. * legsAlong;
                };
                if (2 * static_cast<std::size_t>(std::ranges::count_if(moments_, isAlong)) > moments_.size()) {
                    return up;
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] RetargetOptions stanceOfRest(const glm::dvec3& up, const std::optional<glm::dvec3>& moving) const
    {
        constexpr glm::dvec3 usual(0., 1., 0.);
        if (up == usual) {
            const bool isElsewhere = moving && *moving != usual;
            if (isElsewhere && *moving == glm::dvec3(0., 0., 1.) && standsOnGroundOfZ()) {
                return {.sourceUp = *moving,
                        .stanceReason =
                            "stands along +Y at rest, but along +Z in its motion, on the ground of +Z and half below that of +Y: "
                            "+Z is up"};
            }
            return {.stanceReason = isElsewhere
                                        ? fmt::format("stands along +Y at rest, but along {} in most of its motion: taken as lying down",
                                                      axisName(*moving))
                                        : ""};
        }
        if (!moving) {
            return {.sourceUp = up,
                    .stanceReason =
                        fmt::format("stands along {} at rest, and its motion does not say where up is: {} is", axisName(up), axisName(up))};
        }
        return {.sourceUp = *moving,
                .stanceReason = *moving == up
                                    ? fmt::format("stands along {} at rest and in its motion: {} is up", axisName(up), axisName(up))
                                    : fmt::format("lies along {} at rest, but stands along {} in its motion: {} is up", axisName(up),
                                                  axisName(*moving), axisName(*moving))};
    }

    /// Returns a score for how well a body stands: upright, with straight limbs, and with hips and shoulders facing the same direction.
    [[nodiscard]] static double scoreOf(const Moment& moment, const glm::dvec3& up)
    {
        const auto& [trunk, legs, across] = moment.lines;
        const double left = glm::dot(legs[0], up);
        const double right = glm::dot(legs[1], up);
        return glm::dot(trunk, up) + left + right - std::abs(left - right) + 0.25 * moment.straightness
               + 0.25 * glm::dot(across[0], across[1]);
    }

    [[nodiscard]] RetargetOptions stanceOfMotion(const glm::dvec3& up) const
    {
        if (moments_.empty()) {
            return {.stanceReason =
                        "does not stand at rest: trunk and legs are not in one line; without a motion, its rest is used as it is"};
        }
        const Moment& best = *std::ranges::max_element(moments_, {}, [&](const Moment& moment) { return scoreOf(moment, up); });
        return {.sourceUp = up,
                .sourceStance = best.pose,
                .stanceReason =
                    fmt::format("does not stand at rest: trunk and legs are not in one line; it stands as at {:.3g} s of {}, and {} is up",
                                best.seconds, inQuotes(best.clip->getName()), axisName(up))};
    }

    const Skeleton& source_;
    const RetargetMap& map_;
    RolePairs roles_;
    RestRig rig_;
    std::vector<Moment> moments_;
};

}  // namespace

RetargetOptions RetargetOptions::ofMotions(std::span<const AnimationClip* const> clips, const Skeleton& source, const RetargetMap& map,
                                           const std::optional<glm::mat4>& world)
{
    RetargetOptions options = StanceFinder(clips, source, map, world).find();
    options.sourceWorld = world;
    return options;
}

}  // namespace armature
