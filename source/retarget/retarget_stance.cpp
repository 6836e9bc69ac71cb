#include <armature/retarget/retargeter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "retarget/bone_targets.hpp"
#include "retarget/rest_rig.hpp"
#include "retarget/stance.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

constexpr std::size_t samplesInAll = 96;
constexpr std::size_t samplesOfClip = 8;  ///< At least.

/// "+X".
std::string axisName(const glm::dvec3& axis)
{
    const char letter = axis.x != 0. ? 'X' : axis.y != 0. ? 'Y' : 'Z';
    return fmt::format("{}{}", axis.x + axis.y + axis.z < 0. ? '-' : '+', letter);
}

/// A moment of a motion.
struct Moment {
    const AnimationClip* clip = nullptr;
    double seconds = 0.;
    Pose pose = {};
    BodyLines lines = {};
    double straightness = 0.;  ///< Of elbows and knees, from -4 to 4.
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
        return rest->isStance() ? stanceOfRest(nearestAxis(rest->trunk), moving) : stanceOfMotion(moving.value_or(glm::dvec3(0., 1., 0.)));
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
            const SkeletonMotion motion(*clip, source_);
            for (std::size_t i = 0; motion.movesAnything() && i < samples; ++i) {
                const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
                add(*clip, motion, part * clip->getDuration());
            }
        }
    }

    void add(const AnimationClip& clip, const SkeletonMotion& motion, double seconds)
    {
        Moment moment{.clip = &clip, .seconds = seconds};
        moment.pose.bones.resize(rig_.size());
        motion.sample(seconds, moment.pose.bones);
        const std::vector<glm::dvec3> origins = originsOf(moment.pose);
        moment.lines = *bodyLines(origins, map_, &RetargetPair::source);
        moment.straightness = straightnessOf(origins);
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

    /// The axis along which trunk and legs point in most moments.
    [[nodiscard]] std::optional<glm::dvec3> upInMotion() const
    {
        constexpr double trunkAlong = 0.7;  // cosines
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

    [[nodiscard]] static RetargetOptions stanceOfRest(const glm::dvec3& up, const std::optional<glm::dvec3>& moving)
    {
        constexpr glm::dvec3 usual(0., 1., 0.);
        if (up == usual) {
            const bool isElsewhere = moving && *moving != usual;
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

    /// How well a body stands: upright, with straight limbs, and ahead with hips and shoulders.
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
