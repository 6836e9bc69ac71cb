#include "clip_cut.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/error.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "clip_facts.hpp"
#include "command_line.hpp"
#include "kept_channels.hpp"
#include "playback.hpp"
#include "scene_words.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

using ClipPointer = std::shared_ptr<const AnimationClip>;

/// Returns the skeleton of which the group moves the most bones; null if it moves none.
const Skeleton* skeletonOf(const Scene& scene, const AnimationGroup& group)
{
    std::set<const Node*> targets;
    for (std::size_t channel = 0; channel < group.getClip().channels().size(); ++channel) {
        targets.insert(group.getTarget(channel));
    }
    targets.erase(nullptr);
    const Skeleton* best = nullptr;
    std::ptrdiff_t most = 0;
    for (const Skeleton* skeleton : scene.skeletons()) {
        const auto moved = std::ranges::count_if(
            skeleton->bones(), [&](const Bone* bone) { return targets.contains(bone) || targets.contains(bone->getTransformNode()); });
        if (moved > most) {
            best = skeleton;
            most = moved;
        }
    }
    return best;
}

/// A temporary group, removed with this object, to see how a clip moves the scene.
class Trial {
public:
    Trial(Scene& scene, const ClipPointer& clip) : scene_(scene), group_(scene.createAnimationGroup(clip, {.mayMoveNothing = true})) {}
    ~Trial() { scene_.removeAnimationGroup(group_); }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    [[nodiscard]] AnimationGroup& group() const { return group_; }

private:
    Scene& scene_;
    AnimationGroup& group_;
};

// Changes the last `seconds` of a piece so that it ends in its first pose. Keeps the travel of the clip, because the next round continues
// where the last one ended.
void close(Scene& scene, CutPiece& piece, double seconds)
{
    if (seconds > piece.clip->getDuration()) {
        throw UsageError(
            fmt::format("--loop {}: clip {} lasts {:.6g} s", seconds, inQuotes(piece.clip->getName()), piece.clip->getDuration()));
    }
    std::optional<ClipTravel> travel;
    {
        const Trial trial(scene, piece.clip);
        const FilePose pose(scene);
        travel = factsOf(scene, trial.group()).travel;
        pose.restore();
    }
    if (!travel) {
        piece.clip = closeLoop(*piece.clip, seconds);
        return;
    }
    piece.travelling = travel->joint;
    const bool turns = std::abs(travel->degrees) > turningDegrees;
    piece.clip = closeLoop(*piece.clip, seconds, [&](const AnimationChannel& channel) {
        const bool isTravel = channel.path == ChannelPath::Translation || (turns && channel.path == ChannelPath::Rotation);
        return !(isTravel && channel.target.name == travel->joint);
    });
}

/// Bytes that one number of a key takes while it is edited, written and read again: measured, rounded up.
constexpr std::uint64_t bytesOfValue = 12;

ClipPointer resampled(const AnimationClip& clip, double framesPerSecond, Effort& effort)
{
    const double frames = std::ceil(clip.getDuration() * framesPerSecond) + 1.;
    const auto counted = static_cast<std::uint64_t>(std::clamp(frames, 1., 1e18));  // clamped for the cast: 1e18 frames exceed any effort
    effort.require(productOf(counted, productOf(valuesOf(clip), bytesOfValue)),
                   fmt::format("resampling {} at {} keys a second", named("clip", clip.getName()), framesPerSecond));
    return resampleClip(clip, framesPerSecond);
}

void reduce(Scene& scene, CutPiece& piece, const BakeBound& bound)
{
    const Trial trial(scene, piece.clip);
    const Skeleton* skeleton = skeletonOf(scene, trial.group());
    const Skeleton none("no skeleton");
    ReducedClip reduced = reduceKeys(*piece.clip, skeleton != nullptr ? *skeleton : none, {.maxError = bound});
    piece.clip = std::move(reduced.clip);
    piece.isReduced = true;
    if (skeleton != nullptr) {
        piece.error = reduced.error;
    }
}

std::string nameOfPiece(const CutPlan& plan, const std::string& source, std::size_t index)
{
    if (index < plan.ranges.size() && !plan.ranges[index].name.empty()) {
        return plan.ranges[index].name;
    }
    const std::string name = plan.name.value_or(source);
    return plan.ranges.size() > 1 ? fmt::format("{} {}", name, index + 1) : name;
}

void edit(Scene& scene, CutPiece& piece, const CutPlan& plan, const CutRange& range, Effort& effort)
{
    const ClipPointer source = piece.clip;
    if (range.from || range.to) {
        if (piece.to > source->getDuration() && piece.to < source->getDuration() + 1e-5) {
            piece.to = source->getDuration();  // tolerance: the last key of a clip of 0.7 s is at the float nearest to 0.7
        }
        if (piece.from >= piece.to || piece.to > source->getDuration()) {
            throw UsageError(fmt::format("--range {:.6g}:{:.6g}: clip {} lasts {:.6g} s", piece.from, piece.to, inQuotes(piece.source),
                                         source->getDuration()));
        }
        piece.clip = trimClip(*source, piece.from, piece.to);
    }
    if (plan.isReversed) {
        piece.clip = reverseClip(*piece.clip);
    }
    if (plan.closing) {
        effort.require(3 * costOfPose(scene, *piece.clip), fmt::format("closing the loop of {}", named("clip", piece.source)));
        close(scene, piece, *plan.closing);
    }
    if (plan.framesPerSecond) {
        piece.clip = resampled(*piece.clip, *plan.framesPerSecond, effort);
    }
    if (plan.bound) {
        effort.require(costOfWork(keyedValuesOf(*piece.clip), 500), fmt::format("leaving out keys of {}", named("clip", piece.source)));
        reduce(scene, piece, *plan.bound);
    }
}

CutPiece cutPiece(Scene& scene, const AnimationGroup& group, const CutPlan& plan, std::size_t index, Effort& effort,
                  std::vector<std::string>& outWarnings)
{
    effort.require(productOf(keyedValuesOf(group.getClip()), bytesOfValue), fmt::format("cutting {}", named("clip", group.getName())));
    const CutRange range = index < plan.ranges.size() ? plan.ranges[index] : CutRange{};
    const KeptChannels channels(scene, group);
    CutPiece piece{.source = group.getName(),
                   .from = range.from.value_or(0.),
                   .to = range.to.value_or(channels.all()->getDuration()),
                   .keysBefore = keyCount(group.getClip()),
                   .clip = channels.all()};
    edit(scene, piece, plan, range, effort);
    KeptChannels::Edited edited = channels.takeApart(piece.clip);
    for (const std::string& pointer : edited.lost) {
        outWarnings.push_back(fmt::format("clip {}: moves {} with a number of values that does not fit its keys, or values that are not "
                                          "finite; that cannot be cut: left out",
                                          inQuotes(piece.source), inQuotes(pointer)));
    }
    piece.clip = std::move(edited.clip);
    piece.kept = std::move(edited.kept);
    piece.clip = renamed(piece.clip, nameOfPiece(plan, piece.source, index));
    return piece;
}

void replace(Scene& scene, AnimationGroup& group, std::span<const CutPiece> pieces)
{
    std::vector<AnimationGroup*> groups;
    for (const CutPiece& piece : pieces) {
        groups.push_back(&scene.createAnimationGroup(piece.clip, {.mayMoveNothing = true}));
        if (piece.kept.animation != nullptr) {
            SceneAccess::keep(scene, *groups.back(), piece.kept.animation, piece.kept.numbers);
        }
    }
    SceneAccess::replace(scene, group, groups);
}

std::optional<std::size_t> chosenClip(const Scene& scene, std::string_view file, const CutPlan& plan)
{
    const std::size_t clips = scene.animationGroups().size();
    if (plan.clip) {
        return findClip(scene, file, *plan.clip, "--clip");
    }
    if (clips == 0) {
        throw UsageError(fmt::format("{} has no clips", printable(file)));
    }
    if (clips > 1 && (!plan.ranges.empty() || plan.name)) {
        throw UsageError(fmt::format("{} needs --clip, because {} has several clips; {}", plan.ranges.empty() ? "--name" : "--range",
                                     printable(file), describeClips(scene)));
    }
    return std::nullopt;
}

}  // namespace

CutRange parseRange(std::string_view text)
{
    CutRange range;
    std::string_view seconds = text;
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        seconds = text.substr(0, equals);
        range.name = text.substr(equals + 1);
    }
    const std::size_t colon = seconds.find(':');
    if (colon == std::string_view::npos) {
        throw UsageError(fmt::format("\"{}\" is not a range of seconds, such as 0.5:2 or 0.5:2=NAME", printable(text)));
    }
    if (const std::string_view from = seconds.substr(0, colon); !from.empty()) {
        range.from = parseSeconds(from);
    }
    if (const std::string_view to = seconds.substr(colon + 1); !to.empty()) {
        range.to = parseSeconds(to);
    }
    if (range.from.value_or(0.) >= range.to.value_or(largestSeconds)) {
        throw UsageError(fmt::format("\"{}\" is a range that ends before it begins", printable(text)));
    }
    return range;
}

CutResult cutClips(Scene& scene, std::string_view file, const CutPlan& plan, Effort& effort)
{
    const std::optional<std::size_t> chosen = chosenClip(scene, file, plan);
    const std::vector<AnimationGroup*> originals(scene.animationGroups().begin(), scene.animationGroups().end());
    CutResult result;
    const auto isCut = [&](std::size_t index) { return !chosen || index == *chosen; };
    const std::size_t piecesOfEach = std::max<std::size_t>(plan.ranges.size(), 1);
    for (std::size_t index = 0; index < originals.size(); ++index) {
        if (!isCut(index)) {
            (plan.leavesOthersOut ? result.leftOut : result.kept).push_back(originals[index]->getName());
        }
        effort.advance();
        for (std::size_t piece = 0; isCut(index) && piece < piecesOfEach; ++piece) {
            result.pieces.push_back(cutPiece(scene, *originals[index], plan, piece, effort, result.warnings));
        }
    }
    auto piece = result.pieces.begin();
    for (std::size_t index = 0; index < originals.size(); ++index) {
        if (isCut(index)) {
            replace(scene, *originals[index], std::span(piece, piecesOfEach));
            piece += static_cast<std::ptrdiff_t>(piecesOfEach);
        } else if (plan.leavesOthersOut) {
            scene.removeAnimationGroup(*originals[index]);
        }
    }
    return result;
}

}  // namespace armature::tools
