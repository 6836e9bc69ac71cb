#include "cooked_stage.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/skeleton/pose.hpp>

#include <support/same_bits.hpp>

namespace armature::test {

namespace {

glm::mat4 randomMatrix(Random& random)
{
    return toMat4(randomTransform(random));
}

// Gives some bones each of the optional properties: their own inverse bind (one of them singular), a sheared or mirrored rest pose, a
// length.
void makeParticular(Skeleton& skeleton, Random& random)
{
    for (std::size_t i = 0; i < skeleton.bones().size(); ++i) {
        Bone& bone = *skeleton.bones()[i];
        if (i % 5 == 1) {
            bone.setAbsoluteInverseBindMatrix(randomMatrix(random));
        }
        if (i % 5 == 2) {
            bone.setRestMatrix(randomMatrix(random) * glm::scale(glm::mat4(1.f), {-1.f, 2.f, 0.5f}) * randomMatrix(random));
        }
        if (i % 5 == 3) {
            bone.setLength(random.real(0.f, 2.f));
        }
        if (i % 5 == 4) {
            bone.setTransform(randomTransform(random));
            bone.setCurrentPoseAsRest();
        }
    }
    skeleton.bones()[6]->setAbsoluteInverseBindMatrix(glm::scale(glm::mat4(1.f), {1.f, 0.f, 1.f}));
    std::vector<glm::mat4> set(skeleton.getFinalMatrices().size());
    std::ranges::generate(set, [&] { return randomMatrix(random); });
    skeleton.addInverseBindSet(set);
    skeleton.createBone("late", {.parent = skeleton.bones()[2], .index = set.size() + 3});  // not covered by the set
}

ClipDescription variedClip(Random& random)
{
    ClipDescription clip;
    clip.name = "varied";
    clip.timeTracks = {{0.f, 0.25f, 1.f}, {0.5f}, {0.f, 2.f}};
    const auto numbers = [&](std::size_t count) {
        std::vector<float> values(count);
        std::ranges::generate(values, [&] { return random.real(-1.f, 1.f); });
        return values;
    };
    const auto target = [](ChannelTarget::Kind kind, std::size_t index, std::string name, std::string path) {
        return ChannelTarget{.kind = kind, .index = index, .skeleton = index % 2, .name = std::move(name), .path = std::move(path)};
    };
    using Kind = ChannelTarget::Kind;
    clip.channels.push_back({target(Kind::Node, 0, "root", "root"), ChannelPath::Translation, Interpolation::Step, 0, 3, numbers(9)});
    clip.channels.push_back({target(Kind::Node, 7, "face", "root/face"), ChannelPath::Weights, Interpolation::Linear, 2, 5, numbers(10)});
    clip.channels.push_back({target(Kind::Bone, 1, "", ""), ChannelPath::Scale, Interpolation::CubicSpline, 0, 3, numbers(27)});
    clip.channels.push_back({target(Kind::Bone, 2, "a/b", "x/a/b"), ChannelPath::Rotation, Interpolation::CubicSpline, 2, 4, numbers(24)});
    clip.channels.push_back({target(Kind::Bone, 3, "Ärmel", ""), ChannelPath::Rotation, Interpolation::Linear, 1, 4, {0.f, 0.f, 0.f, 1.f}});
    return clip;
}

}  // namespace

CookedStage::CookedStage(std::size_t bones, std::uint64_t seed) : random(seed), first("hero"), second("mount")
{
    fillRig(first, bones, random);
    makeParticular(first, random);
    fillRig(second, 9, random);
    first.bones()[3]->setName("");
    first.bones()[4]->setName(first.bones()[5]->getName());
    const auto motion = randomClip(bones, random);
    const auto other = randomClip(9, random);
    description.skeletons = {&first, &second};
    clips = {motion, other, AnimationClip::create(variedClip(random)), AnimationClip::create({.name = "empty"})};
    const Bone* const some[] = {first.bones()[2], first.bones()[0]};
    bakedClips = {BakedClip::create(*motion, first, {.framesPerSecond = 30.}),
                  BakedClip::create(*motion, first, {.framesPerSecond = 20., .isQuantized = true}),
                  BakedClip::create(*motion, first, {.framesPerSecond = 30., .bones = some}),
                  BakedClip::create(*other, second, {.framesPerSecond = 30.}),
                  BakedClip::create(*clips[2], second, {.framesPerSecond = 24., .isQuantized = true, .mayMoveNothing = true})};
    for (const auto& clip : clips) {
        description.clips.push_back(clip.get());
    }
    for (const auto& clip : bakedClips) {
        description.bakedClips.push_back(clip.get());
    }
    description.crowds = {{"guard", 0, {1, 0}, {3, 0}}, {"herd", 1, {3, 4}}};
}

std::string differenceOf(const Skeleton& a, const Skeleton& b, Random& random)
{
    const auto left = a.clone();
    const auto right = b.clone();
    left->returnToRest();
    right->returnToRest();
    if (a.getName() != b.getName() || left->bones().size() != right->bones().size()) {
        return "names or numbers of bones";
    }
    if (left->inverseBindSetCount() != right->inverseBindSetCount()) {
        return "numbers of sets of inverse binds";
    }
    const auto parentOf = [](const Skeleton& skeleton, const Bone& bone) {
        return std::ranges::find(skeleton.bones(), bone.getParentBone()) - skeleton.bones().begin();
    };
    for (std::size_t i = 0; i < left->bones().size(); ++i) {
        Bone& x = *left->bones()[i];
        Bone& y = *right->bones()[i];
        const bool isAlike = x.getName() == y.getName() && parentOf(*left, x) == parentOf(*right, y) && x.getIndex() == y.getIndex()
                             && x.getLength() == y.getLength() && sameBits(x.getBindMatrix(), y.getBindMatrix())
                             && sameBits(x.getAbsoluteBindMatrix(), y.getAbsoluteBindMatrix())
                             && sameBits(x.getAbsoluteInverseBindMatrix(), y.getAbsoluteInverseBindMatrix())
                             && sameBits(x.getRestMatrix(), y.getRestMatrix()) && sameBits(x.getLocalMatrix(), y.getLocalMatrix());
        const Transform at = x.getTransform();
        const Transform bt = y.getTransform();
        if (!isAlike || !sameBits(at, bt)) {
            return fmt::format("bone {} \"{}\"", i, x.getName());
        }
    }
    for (int pose = 0; pose < 4; ++pose) {
        for (std::size_t set = 0; set < left->inverseBindSetCount(); ++set) {
            if (!sameBits(left->getFinalMatrices(set), right->getFinalMatrices(set))) {
                return fmt::format("palette {} of pose {}", set, pose);
            }
        }
        for (std::size_t i = 0; i < left->bones().size(); ++i) {
            const Transform parts = randomTransform(random);
            left->bones()[i]->setTransform(parts);
            right->bones()[i]->setTransform(parts);
        }
    }
    return {};
}

std::string differenceOf(const AnimationClip& a, const AnimationClip& b, Random& random)
{
    if (a.getName() != b.getName() || a.getDuration() != b.getDuration() || a.channels().size() != b.channels().size()
        || a.timeTrackCount() != b.timeTrackCount()) {
        return "name, duration, or numbers of channels or time tracks";
    }
    for (std::size_t track = 0; track < a.timeTrackCount(); ++track) {
        if (!sameBits(a.timeTrack(track), b.timeTrack(track))) {
            return fmt::format("time track {}", track);
        }
    }
    for (std::size_t i = 0; i < a.channels().size(); ++i) {
        const auto& x = a.channels()[i];
        const auto& y = b.channels()[i];
        ChannelTarget expected = x.target;
        expected.identity = {};
        if (!(expected == y.target) || x.path != y.path || x.interpolation != y.interpolation || x.timeTrack != y.timeTrack
            || x.components != y.components || !(x.values == y.values)) {
            return fmt::format("channel {}", i);
        }
        std::vector<float> left(x.components);
        std::vector<float> right(x.components);
        for (int time = 0; time < 8; ++time) {
            const double seconds = static_cast<double>(random.real(-0.1f, 1.1f)) * a.getDuration();
            a.sample(i, seconds, left);
            b.sample(i, seconds, right);
            if (!sameBits(left, right)) {
                return fmt::format("channel {} at {} s", i, seconds);
            }
        }
    }
    return {};
}

std::string differenceOf(const BakedClip& a, const BakedClip& b, Random& random)
{
    const auto errorsOf = [](const BakedClip& clip) {
        const BakeError& whole = clip.getError();
        const BakeError& smooth = clip.getSmoothError();
        return std::array{whole.position, whole.point, whole.rotation, smooth.position, smooth.point, smooth.rotation};
    };
    if (a.getName() != b.getName() || a.getDuration() != b.getDuration() || a.getFramesPerSecond() != b.getFramesPerSecond()
        || a.isQuantized() != b.isQuantized() || a.frameCount() != b.frameCount() || a.getFrameSize() != b.getFrameSize()
        || a.boneCount() != b.boneCount() || a.getMemorySize() != b.getMemorySize() || errorsOf(a) != errorsOf(b)) {
        return "one of the numbers of a baked clip";
    }
    if (!std::ranges::equal(a.boneNames(), b.boneNames()) || !std::ranges::equal(a.unboundChannels(), b.unboundChannels())) {
        return "names of bones or unbound channels";
    }
    if (!sameBits(a.frames(), b.frames()) || !sameBits(a.quantizedFrames(), b.quantizedFrames()) || !sameBits(a.bases(), b.bases())
        || !sameBits(a.steps(), b.steps()) || !sameBits(a.animatedComponents(), b.animatedComponents())) {
        return "numbers of frames";
    }
    std::vector<Transform> left(a.boneCount());
    std::vector<Transform> right(a.boneCount());
    for (int time = 0; time < 8; ++time) {
        const double seconds = static_cast<double>(random.real(-0.1f, 1.1f)) * a.getDuration();
        a.sample(seconds, left);
        b.sample(seconds, right);
        if (!sameBits(left, right)) {
            return fmt::format("the pose at {} s", seconds);
        }
    }
    return {};
}

std::string differenceOf(Crowd& a, Crowd& b, std::size_t clips)
{
    for (std::size_t member = 0; member < 20; ++member) {
        const CrowdPlayback playback{.clip = member % std::max<std::size_t>(clips, 1),
                                     .time = 0.013 * static_cast<double>(member),
                                     .speedRatio = member % 3 == 0 ? -0.7 : 1.1};
        for (Crowd* crowd : {&a, &b}) {
            const CrowdInstance instance = crowd->add();
            if (clips > 0 && member % 7 != 6) {  // some stay at rest
                crowd->play(instance, playback);
            }
        }
    }
    for (int frame = 0; frame < 3; ++frame) {
        a.update(0.11);
        b.update(0.11);
        if (!sameBits(a.getPalettes(), b.getPalettes())) {
            return fmt::format("palettes of frame {}", frame);
        }
    }
    return {};
}

void takeAll(const CookedFile& file)
{
    for (std::size_t i = 0; i < file.count(CookedKind::Skeleton); ++i) {
        static_cast<void>(file.createSkeleton(i));
    }
    for (std::size_t i = 0; i < file.count(CookedKind::Clip); ++i) {
        static_cast<void>(file.getClip(i));
    }
    for (std::size_t i = 0; i < file.count(CookedKind::BakedClip); ++i) {
        static_cast<void>(file.getBakedClip(i));
    }
    for (std::size_t i = 0; i < file.count(CookedKind::Crowd); ++i) {
        static_cast<void>(file.createCrowd(i));
    }
}

std::string refusalOf(std::span<const std::byte> file)
{
    try {
        takeAll(*CookedFile::open(file, "lie"));
    } catch (const ImportError& error) {
        return error.what();
    }
    return {};
}

}  // namespace armature::test
