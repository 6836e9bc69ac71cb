#include "animation/playing/root_motion/root_motion_maker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/clip_validation.hpp"
#include "animation/playing/root_motion/in_place_clip.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

constexpr double wholeTurn = 2. * std::numbers::pi;
constexpr double motionTolerance = 2e-7;  // tolerance of turns in radians, and of distances relative to the character's height

[[noreturn]] void refuseRootMotion(const AnimationClip& clip, const std::string& what)
{
    throw std::invalid_argument(fmt::format("root motion of {}: {}", inQuotes(clip.getName()), what));
}

RootMotionOptions requireMotionOptions(const AnimationClip& clip, const RootMotionOptions& options)
{
    const std::array<std::pair<const char*, double>, 4> numbers{{{"minimumTurn", options.minimumTurn},
                                                                 {"minimumTravel", options.minimumTravel},
                                                                 {"directionSnapAngle", options.directionSnapAngle},
                                                                 {"contactHeight", options.contactHeight}}};
    for (const auto& [name, number] : numbers) {
        if (!std::isfinite(number) || number < 0.) {
            refuseRootMotion(clip, fmt::format("{} is {}, which is {}", name, number, number < 0. ? "negative" : "not finite"));
        }
    }
    const double length = glm::length(glm::dvec3(options.up));
    if (!(length > 0.) || !std::isfinite(length)) {
        refuseRootMotion(clip, fmt::format("up is ({}, {}, {}), which is no direction", options.up.x, options.up.y, options.up.z));
    }
    if (std::ranges::find(options.feet, nullptr) != options.feet.end()) {
        refuseRootMotion(clip, "one of the feet is null");
    }
    if (options.source == RootMotionSource::Feet && options.feet.empty()) {
        refuseRootMotion(clip, "its travel is to be taken from the feet, and none are given");
    }
    return options;
}

ChannelTarget targetOfRoot(const ClipStage& stage, const ClipStage::Parts& parts, Node& root)
{
    for (const auto& channel : {parts.translation, parts.rotation, parts.scale}) {
        if (channel) {
            return stage.clip().channels()[*channel].target;
        }
    }
    const Bone* const bone = root.asBone();
    TransformNode* const driver = bone != nullptr ? bone->getTransformNode() : nullptr;
    return ChannelTarget::of(driver != nullptr ? static_cast<Node&>(*driver) : root);
}

}  // namespace

RootMotionMaker::RootMotionMaker(std::shared_ptr<const AnimationClip> clip, TargetFinder finder, Node& root, const Node* character,
                                 const RootMotionOptions& options)
    : clip_(std::move(clip))
    , options_(requireMotionOptions(*clip_, options))
    , stage_(*clip_, std::move(finder), root, character)
    , root_(stage_, root, "root")
    , facing_(stage_, options.facing != nullptr ? *options.facing : root, "node that shows where it looks,")
    , parts_(stage_.partsOf(root))
    , target_(targetOfRoot(stage_, parts_, root))
    , axes_(glm::normalize(glm::dvec3(options.up)))
    , start_(axes_.flat(root_.at(0.).position()))
    , startHeight_(glm::dot(root_.at(0.).position(), axes_.up))
    , startTurn_(facing_.at(0.).orientation())
{
    for (const Node* foot : options_.feet) {
        feet_.emplace_back(stage_, *foot, "foot");
    }
    requireSize();
    measureHeight(root);
}

void RootMotionMaker::requireSize() const
{
    for (const double seconds : knots(false)) {
        for (const JointCurve* const curve : {&root_, &facing_}) {
            const double volume = std::abs(glm::determinant(glm::dmat3(curve->at(seconds).above)));
            if (!(volume > 1e-30) || !std::isfinite(volume)) {
                refuseRootMotion(
                    *clip_, fmt::format("at {} s its root or what shows where it looks is scaled to nothing, or beyond numbers", seconds));
            }
        }
    }
}

void RootMotionMaker::measureHeight(const Node& root)
{
    const bool isBone = root.asBone() != nullptr;
    const JointCurve::Place start = root_.at(0.);
    double lowest = glm::dot(start.position(), axes_.up);
    double highest = lowest;
    std::unordered_map<const Node*, glm::dmat4> matrices{{&root, start.above * stage_.startOf(root)}};
    root.forEachDescendant([&](const Node& node) {
        if (isBone && node.asBone() == nullptr) {
            return;
        }
        const glm::dmat4& matrix = matrices[&node] = matrices.at(node.getParent()) * stage_.startOf(node);
        const double height = glm::dot(glm::dvec3(matrix[3]), axes_.up);
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    });
    height_ = highest > lowest ? highest - lowest : 1.;
}

void RootMotionMaker::requireFinite(const std::vector<CubicPiece<4>>& pieces) const
{
    for (const CubicPiece<4>& piece : pieces) {
        for (const CubicNumbers<4>& coefficients : piece.coefficients) {
            if (!std::ranges::all_of(coefficients, [](double number) { return std::isfinite(number); })) {
                refuseRootMotion(*clip_,
                                 fmt::format("between {} and {} s its root moves farther than numbers reach", piece.begin, piece.end));
            }
        }
    }
}

// --- what moves -----------------------------------------------------------------------------------------------------

std::vector<double> RootMotionMaker::knots(bool withFeet) const
{
    std::vector<double> times{0., clip_->getDuration()};
    root_.appendKeyTimes(times);
    facing_.appendKeyTimes(times);
    if (withFeet) {
        const std::vector<double> feet = footTravel_.times();
        times.insert(times.end(), feet.begin(), feet.end());
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    while (times.back() > clip_->getDuration()) {  // because of rounding
        times.pop_back();
    }
    return times;
}

glm::dvec2 RootMotionMaker::placeAt(double seconds) const
{
    return axes_.flat(root_.at(seconds).position());
}

// Returns the angle of the turn about the vertical that best matches the rotation's effect on the horizontal axes.
double RootMotionMaker::twistAt(double seconds) const
{
    const glm::dquat turn = facing_.at(seconds).orientation() * glm::conjugate(startTurn_);
    const glm::dvec3 first = turn * axes_.first;
    const glm::dvec3 second = turn * axes_.second;
    return std::atan2(glm::dot(first, axes_.second) - glm::dot(second, axes_.first),
                      glm::dot(first, axes_.first) + glm::dot(second, axes_.second));
}

void RootMotionMaker::findTurn()
{
    turns_ = options_.extractRotation.value_or(true) && facing_.turns();
    if (turns_ && !options_.extractRotation) {
        turns_ = std::abs(twistAt(clip_->getDuration())) >= options_.minimumTurn;
    }
}

void RootMotionMaker::findTravel()
{
    const glm::dvec2 net = placeAt(clip_->getDuration()) - start_;
    const bool isFarEnough = glm::length(net) >= options_.minimumTravel * height_;
    travels_ = root_.travels() && (options_.source ? options_.source == RootMotionSource::Root : isFarEnough);
    rises_ = options_.extractVertical && root_.travels();
    if (travels_) {
        chooseDirection(net);
        drift_ = net - alongDirection(net);
    } else if (!feet_.empty() && options_.source.value_or(RootMotionSource::Feet) == RootMotionSource::Feet) {
        findFootTravel();
    }
}

void RootMotionMaker::findFootTravel()
{
    footTravel_ = FootTravel(feet_, axes_, clip_->getDuration(), std::max(options_.contactHeight * height_, 1e-9 * height_));
    const glm::dvec2 net = footTravel_.whole();
    walksOnTheSpot_ = options_.source.has_value() || glm::length(net) >= options_.minimumTravel * height_;
    if (walksOnTheSpot_) {
        chooseDirection(net);
    }
}

void RootMotionMaker::chooseDirection(const glm::dvec2& net)
{
    const double length = glm::length(net);
    direction_ = length > 0. ? net / length : glm::dvec2(0.);
    if (turns_ || options_.extractLateralMotion || options_.directionSnapAngle <= 0. || length == 0.) {
        return;
    }
    double nearest = std::cos(options_.directionSnapAngle);
    const glm::dvec2 unsnapped = direction_;
    for (const glm::dvec3& axis : {glm::dvec3(1., 0., 0.), glm::dvec3(0., 1., 0.), glm::dvec3(0., 0., 1.)}) {
        if (std::abs(glm::dot(axis, axes_.up)) > 0.5) {
            continue;
        }
        for (const double side : {1., -1.}) {
            const glm::dvec2 flat = glm::normalize(axes_.flat(axis)) * side;
            if (glm::dot(flat, unsnapped) >= nearest) {
                nearest = glm::dot(flat, unsnapped);
                direction_ = flat;
            }
        }
    }
}

glm::dvec2 RootMotionMaker::alongDirection(const glm::dvec2& way) const
{
    return turns_ || options_.extractLateralMotion ? way : direction_ * glm::dot(way, direction_);
}

// --- the motion -----------------------------------------------------------------------------------------------------

GroundMotion RootMotionMaker::rootMotionAt(double seconds) const
{
    const double rise = rises_ ? glm::dot(root_.at(seconds).position(), axes_.up) - startHeight_ : 0.;
    if (turns_) {
        const double turn = twistAt(seconds);
        return {(travels_ ? placeAt(seconds) : start_) - turned(start_, turn), turn, rise};
    }
    return {travels_ ? alongDirection(placeAt(seconds) - start_) : glm::dvec2(0.), 0., rise};
}

GroundMotion RootMotionMaker::motionAt(double seconds) const
{
    GroundMotion motion = rootMotionAt(seconds);
    if (walksOnTheSpot_) {
        motion.offset += alongDirection(footTravel_.at(seconds));
    }
    return motion;
}

std::shared_ptr<const AnimationClip> RootMotionMaker::inPlaceClip() const
{
    if (!turns_ && !travels_ && !rises_) {
        return clip_;
    }
    const double duration = clip_->getDuration();
    const auto takenAt = [&](double seconds) {
        GroundMotion motion = rootMotionAt(seconds);
        if (!turns_ && duration > 0.) {
            motion.offset += drift_ * (seconds / duration);
        }
        const glm::dmat4 travel = glm::translate(glm::dmat4(1.), axes_.spatial(motion.offset) + axes_.up * motion.rise);
        return glm::rotate(travel, motion.turn, axes_.up);
    };
    const std::vector<double> times = knots(false);
    return makeInPlaceClip(stage_, root_, parts_, target_, {takenAt, times, turns_});
}

std::shared_ptr<const RootMotion> RootMotionMaker::make()
{
    findTurn();
    findTravel();
    using Values = CubicNumbers<4>;
    const auto at = [&](double seconds) {
        const GroundMotion motion = motionAt(seconds);
        return Values{motion.offset.x, motion.offset.y, motion.turn, motion.rise};
    };
    const auto continued = [](Values value, const Values& before) {
        value[2] += wholeTurn * std::round((before[2] - value[2]) / wholeTurn);
        return value;
    };
    const auto distance = [&](const Values& a, const Values& b) {
        const double way = std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[3] - b[3])});
        return std::max(way / height_, std::abs(a[2] - b[2])) / motionTolerance;
    };
    const auto fitted = fitCubicPieces<4>(knots(walksOnTheSpot_), at, continued, distance);

    requireFinite(fitted.pieces);
    std::shared_ptr<RootMotion> motion(new RootMotion());
    motion->clip_ = clip_;
    motion->inPlaceClip_ = inPlaceClip();
    motion->root_ = target_;
    motion->path_ = std::make_unique<const RootMotion::Path>(axes_, fitted.pieces);
    motion->source_ = walksOnTheSpot_                ? RootMotionSource::Feet
                      : travels_ || turns_ || rises_ ? RootMotionSource::Root
                                                     : RootMotionSource::None;
    motion->hasTurn_ = turns_;
    motion->up_ = axes_.up;
    motion->direction_ = direction_ != glm::dvec2(0.) ? axes_.spatial(direction_) : glm::dvec3(0., 0., 1.);
    motion->height_ = height_;
    motion->error_ = fitted.error * motionTolerance * height_;
    return motion;
}

// --- creation -------------------------------------------------------------------------------------------------------

std::shared_ptr<const RootMotion> RootMotion::create(std::shared_ptr<const AnimationClip> clip, Bone& root,
                                                     const RootMotionOptions& options)
{
    (void)requireClip(clip, "root motion");
    Skeleton& skeleton = root.getSkeleton();
    return RootMotionMaker(std::move(clip), TargetFinder(skeleton), root, skeleton.getHostNode(), options).make();
}

std::shared_ptr<const RootMotion> RootMotion::create(std::shared_ptr<const AnimationClip> clip, AnimationTargets& scene, Node& root,
                                                     const Node* character, const RootMotionOptions& options)
{
    (void)requireClip(clip, "root motion");
    return RootMotionMaker(std::move(clip), TargetFinder(scene), root, character, options).make();
}

}  // namespace armature
