#include <bit>
#include <cmath>

#include <animation/baked_stage.hpp>
#include <animation/clip_builder.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include "node/kernels/pose_kernels.hpp"

using namespace armature;
using namespace armature::test;

namespace {

// Decodes a frame as the documentation of BakedClip describes, without the library's kernels: ten numbers for each bone.
std::vector<std::array<float, 10>> decoded(const BakedClip& clip, std::size_t frame)
{
    std::vector<std::array<float, 10>> bones(clip.boneCount());
    std::size_t number = frame * clip.getFrameSize();
    for (std::size_t block = 0; block < clip.blockCount(); ++block) {
        for (std::size_t component = 0; component < BakedClip::componentCount; ++component) {
            const bool moves = (unsigned{clip.animatedComponents()[block]} >> component & 1u) != 0;
            for (std::size_t lane = 0; lane < BakedClip::blockBones; ++lane) {
                const std::size_t bone = block * BakedClip::blockBones + lane;
                const std::size_t track = (block * BakedClip::componentCount + component) * BakedClip::blockBones + lane;
                float value = clip.bases()[track];
                if (moves && clip.isQuantized()) {
                    value += clip.steps()[track] * static_cast<float>(clip.quantizedFrames()[number++]);
                } else if (moves) {
                    value = clip.frames()[number++];
                }
                if (bone < bones.size()) {
                    bones[bone][component] = value;
                }
            }
        }
    }
    return bones;
}

glm::dquat rotationOf(const std::array<float, 10>& bone)
{
    return glm::dquat(glm::quat(bone[6], bone[3], bone[4], bone[5]));
}

double angleBetween(const glm::quat& a, const glm::quat& b)
{
    return 2. * std::acos(std::min(1., std::abs(glm::dot(glm::normalize(glm::dquat(a)), glm::normalize(glm::dquat(b))))));
}

bool isOnBoundary(const void* memory)
{
    return std::bit_cast<std::uintptr_t>(memory) % 64 == 0;
}

std::shared_ptr<const AnimationClip> turning(BakedStage& stage)
{
    ClipDescription clip;
    clip.name = "turning";
    for (std::size_t bone = 0; bone < stage.skeleton.bones().size(); ++bone) {
        stage.addChannel(clip, bone, ChannelPath::Rotation, Interpolation::Linear, evenTimes(11, 30.));
    }
    stage.addChannel(clip, 0, ChannelPath::Translation, Interpolation::Linear, evenTimes(11, 30.));
    return AnimationClip::create(std::move(clip));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(baked_layout)

BOOST_AUTO_TEST_CASE(frames_read_as_documented_are_what_is_sampled)
{
    for (const bool isQuantized : {false, true}) {
        BakedStage stage(37, 631);
        const auto clip = BakedClip::create(*turning(stage), stage.skeleton, {.isQuantized = isQuantized, .maxError = anyError});
        BOOST_TEST(clip->blockCount() == 3u);
        BOOST_TEST(clip->frames().size() == (isQuantized ? 0u : clip->frameCount() * clip->getFrameSize()));
        BOOST_TEST(clip->quantizedFrames().size() == (isQuantized ? clip->frameCount() * clip->getFrameSize() : 0u));
        BOOST_TEST(isOnBoundary(isQuantized ? static_cast<const void*>(clip->quantizedFrames().data()) : clip->frames().data()));
        BOOST_TEST(isOnBoundary(clip->bases().data()));
        for (std::size_t frame = 0; frame < clip->frameCount(); ++frame) {
            const auto bones = decoded(*clip, frame);
            const auto pose = sampled(*clip, static_cast<double>(frame) / clip->getFramesPerSecond());
            for (std::size_t i = 0; i < bones.size(); ++i) {
                BOOST_TEST(near(pose[i].translation, glm::vec3(bones[i][0], bones[i][1], bones[i][2]), 1e-5));
                BOOST_TEST(near(glm::dquat(pose[i].rotation), glm::normalize(rotationOf(bones[i])), 1e-5));
                BOOST_TEST(near(pose[i].scale, glm::vec3(bones[i][7], bones[i][8], bones[i][9]), 1e-5));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(rows_that_do_not_move_are_left_out)
{
    BakedStage stage(37, 632);
    const auto exact = turning(stage);
    const auto clip = BakedClip::create(*exact, stage.skeleton, {.maxError = anyError});
    const auto sets = clip->animatedComponents();
    BOOST_TEST(sets[0] == 0x7fu);  // the first bone's translation, all rotations
    BOOST_TEST(sets[1] == 0x78u);
    BOOST_TEST(sets[2] == 0x78u);
    BOOST_TEST(clip->getFrameSize() == (7u + 4u + 4u) * BakedClip::blockBones);
    // 11 frames and the base values of three blocks in floats; the sets of animated components in 16 bits.
    BOOST_TEST(clip->getMemorySize() == 11u * 15u * 16u * 4u + 3u * 160u * 4u + 3u * 2u);
    const auto quantised = BakedClip::create(*exact, stage.skeleton, {.isQuantized = true, .maxError = anyError});
    BOOST_TEST(quantised->getMemorySize() == 11u * 15u * 16u * 2u + 2u * 3u * 160u * 4u + 3u * 2u);
    const auto pose = sampled(*clip, 0.123);
    const auto rest = stage.skeleton.bones();
    for (std::size_t i = 1; i < pose.size(); ++i) {
        BOOST_TEST(near(pose[i].translation, glm::vec3(rest[i]->getRestMatrix()[3]), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_clip_without_motion_has_no_frames_to_read)
{
    BakedStage stage(5, 633);
    const auto still = BakedClip::create(*AnimationClip::create({}), stage.skeleton);
    BOOST_TEST(still->frameCount() == 1u);
    BOOST_TEST(still->getFrameSize() == 0u);
    BOOST_TEST(still->getDuration() == 0.);
    BOOST_TEST(still->getError().point < 1e-6);
    const auto constant = BakedClip::create(
        *ClipBuilder().bone(0, 2).channel(ChannelPath::Translation, Interpolation::Linear, {1.f}, {4, 5, 6}).create(), stage.skeleton);
    BOOST_TEST(constant->getFrameSize() == 0u);
    for (const double seconds : {-1., 0., 0.4, 1., 2.}) {
        BOOST_TEST((sampled(*constant, seconds)[2].translation == glm::vec3(4.f, 5.f, 6.f)));
        BOOST_TEST((sampled(*still, seconds) == sampled(*still, 0.)));
    }
    Skeleton none;
    const auto empty = BakedClip::create(*AnimationClip::create({}), none);
    BOOST_TEST(empty->blockCount() == 0u);
    BOOST_TEST(sampled(*empty, 0.).empty());
}

BOOST_AUTO_TEST_CASE(lanes_behind_the_last_bone_are_the_identity)
{
    BakedStage stage(18, 634);
    for (const bool isQuantized : {false, true}) {
        const auto clip = BakedClip::create(*turning(stage), stage.skeleton, {.isQuantized = isQuantized, .maxError = anyError});
        std::array<TransformLanes, 2> blocks{};
        clip->sample(0.1234, blocks);
        for (std::size_t lane = 2; lane < laneCount; ++lane) {
            for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
                BOOST_TEST(blocks[1].component[component][lane] == (component >= 6 ? 1.f : 0.f));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(sampling_allocates_nothing)
{
    BakedStage stage(70, 635);
    for (const bool isQuantized : {false, true}) {
        const auto clip = BakedClip::create(*turning(stage), stage.skeleton, {.isQuantized = isQuantized, .maxError = anyError});
        std::vector<Transform> pose(clip->boneCount());
        std::array<TransformLanes, 5> blocks;
        const AllocationCount allocations;
        for (int i = 0; i < 100; ++i) {
            clip->sample(0.004 * i, pose);
            clip->sample(0.004 * i, blocks);
        }
        BOOST_TEST(allocations.sinceConstruction() == 0u);
    }
}

// Keys have random signs. Some bones turn by several rounds in all, and some by nearly half a turn from key to key.
BOOST_AUTO_TEST_CASE(compression_never_flips_a_rotation)
{
    Random random(636);
    // The maximum angle in degrees between a straight line between quaternions and the arc: the maximum over t of
    // |2 * atan(t sin h / (1 - t + t cos h)) - 2 h t|, where h is half the turn from key to key.
    const std::pair<double, double> turns[] = {{1., 1.2e-6}, {25., 0.0191}, {100., 1.27}, {179., 8.}};
    for (const auto& [degrees, off] : turns) {
        const double deviation = glm::radians(off);
        const double resolution = 2e-4;  // of 16 bits, and of an angle computed from a cosine
        for (const bool isQuantized : {false, true}) {
            Scene scene;
            Skeleton& skeleton = scene.createSkeleton("rig");
            ClipBuilder builder;
            const auto times = evenTimes(91, 30.);
            for (std::size_t bone = 0; bone < 20; ++bone) {
                skeleton.createBone("bone");
                const glm::vec3 axis = bone < 3 ? glm::vec3(bone == 0, bone == 1, bone == 2) : random.direction();
                std::vector<float> values;
                for (std::size_t key = 0; key < times.size(); ++key) {
                    const auto turn = static_cast<float>(glm::radians(degrees * static_cast<double>(key)));
                    const glm::quat q = glm::angleAxis(turn, axis) * (random.chance(0.5) ? -1.f : 1.f);
                    values.insert(values.end(), {q.x, q.y, q.z, q.w});
                }
                builder.bone(0, bone).channel(ChannelPath::Rotation, Interpolation::Linear, times, values);
            }
            const auto exact = builder.create();
            const auto clip = BakedClip::create(*exact, skeleton, {.isQuantized = isQuantized, .maxError = anyError});
            BOOST_TEST(clip->getError().rotation <= 1.2 * deviation + resolution);
            double worst = 0.;
            for (double seconds = 0.; seconds < 3.; seconds += 0.0017) {
                const auto pose = sampled(*clip, seconds);
                for (std::size_t bone = 0; bone < 20; ++bone) {
                    const auto q = test::sampled(*exact, bone, seconds);
                    worst =
                        std::max(worst, angleBetween(pose[bone].rotation, glm::quat(static_cast<float>(q[3]), static_cast<float>(q[0]),
                                                                                    static_cast<float>(q[1]), static_cast<float>(q[2]))));
                }
            }
            BOOST_TEST(worst <= 1.01 * deviation + resolution);
            for (std::size_t frame = 0; frame + 1 < clip->frameCount(); ++frame) {
                const auto before = decoded(*clip, frame);
                const auto after = decoded(*clip, frame + 1);
                for (std::size_t bone = 0; bone < 20; ++bone) {
                    BOOST_REQUIRE(glm::dot(rotationOf(before[bone]), rotationOf(after[bone])) >= -1e-4);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
