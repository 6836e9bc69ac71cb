#include <skeleton/rigs.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr int boneCount = 40;

std::vector<Transform> randomTransforms(std::size_t count, Random& random)
{
    std::vector<Transform> transforms;
    for (std::size_t i = 0; i < count; ++i) {
        transforms.push_back(randomPose(random));
    }
    return transforms;
}

/// Two equal skeletons: one is written in bulk, the other bone by bone. If special, some bones are linked in each mode, one to a node with
/// a pivot, and one has a sheared matrix.
struct Twins {
    Twins(Random& random, bool special)
    {
        addRandomBones(bulk, boneCount, random);
        const auto clone = bulk.clone();
        for (const Bone* bone : clone->bones()) {
            const Bone* parent = bone->getParentBone();
            single.createBone(bone->getName(),
                              {.parent = parent != nullptr ? single.findBone(parent->getName()) : nullptr, .bind = bone->getBindMatrix()});
        }
        if (special) {
            makeSpecial();
        }
    }

    void makeSpecial()
    {
        for (Skeleton* skeleton : {&bulk, &single}) {
            TransformNode& pivoted = scene.createTransformNode("pivoted");
            pivoted.setPivotPoint({0.5f, 0.25f, -1.f});
            skeleton->bones()[3]->linkTransformNode(&scene.createTransformNode("driver"));
            skeleton->bones()[7]->linkTransformNode(&scene.createTransformNode("forwarded"), LinkMode::ForwardWrites);
            skeleton->bones()[8]->linkTransformNode(&pivoted, LinkMode::ForwardWrites);
            skeleton->bones()[5]->setLocalMatrix(glm::mat4(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1));
        }
    }

    [[nodiscard]] bool areAlike() const
    {
        bool alike = sameBits(snapshotOf(bulk), snapshotOf(single));
        for (std::size_t i = 0; alike && i < bulk.bones().size(); ++i) {
            alike = bulk.bones()[i]->getTransform() == single.bones()[i]->getTransform();
        }
        return alike && sameBits(bulk.getFinalMatrices(), single.getFinalMatrices());
    }

    Scene scene;
    Skeleton bulk{"bulk"};
    Skeleton single{"single"};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bulk_writes)

// The reference is the single setter, which has its own tests.
BOOST_AUTO_TEST_CASE(transforms_of_all_bones_have_the_bits_of_single_writes)
{
    Random random(1201);
    for (const bool special : {false, true}) {
        Twins twins(random, special);
        for (int round = 0; round < 3; ++round) {
            auto transforms = randomTransforms(boneCount, random);
            transforms[2].rotation = 3.f * transforms[2].rotation;  // both normalise it
            if (round == 1) {
                transforms[4].scale = glm::vec3(3e38f);  // the sum is not finite, though each number is
            }
            twins.bulk.setLocalTransforms(transforms);
            for (std::size_t i = 0; i < transforms.size(); ++i) {
                twins.single.bones()[i]->setTransform(transforms[i]);
            }
            BOOST_TEST(twins.areAlike());
        }
    }
}

BOOST_AUTO_TEST_CASE(transforms_of_listed_bones_have_the_bits_of_single_writes)
{
    Random random(1202);
    for (const bool special : {false, true}) {
        Twins twins(random, special);
        for (int round = 0; round < 5; ++round) {
            std::vector<Bone*> listed;
            std::vector<std::size_t> places;
            for (int i = 0; i < 12; ++i) {  // in any order, some of them twice
                places.push_back(static_cast<std::size_t>(random.integer(0, boneCount - 1)));
                listed.push_back(twins.bulk.bones()[places.back()]);
            }
            const auto transforms = randomTransforms(listed.size(), random);
            twins.bulk.setLocalTransforms(listed, transforms);
            for (std::size_t i = 0; i < places.size(); ++i) {
                twins.single.bones()[places[i]]->setTransform(transforms[i]);
            }
            BOOST_TEST(twins.areAlike());
        }
    }
}

// By hand: each bone is one unit further from its parent than before.
BOOST_AUTO_TEST_CASE(everything_below_follows_at_once)
{
    ThreeBones rig;
    Scene scene;
    const TransformNode& socket = scene.createTransformNode("socket", &rig.tip, {{0, 0, 1}});
    rig.skeleton.update();
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 3, 1), 0.));
    const std::vector<Transform> transforms{{{0, 2, 0}}, {{0, 2, 0}}, {{0, 2, 0}}, {{2, 0, 0}}};
    rig.skeleton.setLocalTransforms(transforms);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 6, 1), 0.));
    BOOST_TEST(near(rig.arm.getFinalMatrix(), moved(1, 1, 0), 0.));
    const std::vector<Bone*> root{&rig.root};
    const std::vector<Transform> down{Transform{}};
    rig.skeleton.setLocalTransforms(root, down);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 4, 1), 0.));
}

// A link without forwarding keeps the node's pose; a forwarding link passes the write to the node.
BOOST_AUTO_TEST_CASE(links_decide_where_a_transform_goes)
{
    ThreeBones rig;
    Scene scene;
    TransformNode& driver = scene.createTransformNode("driver", nullptr, {{1, 2, 3}});
    TransformNode& forwarded = scene.createTransformNode("forwarded");
    rig.middle.linkTransformNode(&driver);
    rig.tip.linkTransformNode(&forwarded, LinkMode::ForwardWrites);
    const std::vector<Transform> transforms(4, Transform{{7, 8, 9}});
    rig.skeleton.setLocalTransforms(transforms);
    BOOST_TEST(near(driver.getPosition(), glm::vec3(1, 2, 3), 0.));
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(1, 2, 3), 0.));
    BOOST_TEST(near(forwarded.getPosition(), glm::vec3(7, 8, 9), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(15, 18, 21), 0.));
}

BOOST_AUTO_TEST_CASE(a_wrong_number_of_transforms_is_refused)
{
    ThreeBones rig;
    const auto before = snapshotOf(rig.skeleton);
    const std::vector<Transform> three(3, Transform{{9, 9, 9}});
    const std::vector<Bone*> two{&rig.root, &rig.tip};
    BOOST_CHECK_EXCEPTION(rig.skeleton.setLocalTransforms(three), std::invalid_argument, says("rig: 3 transforms for 4 bones"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.setLocalTransforms(two, three), std::invalid_argument, says("rig: 3 transforms for 2 bones"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
}

BOOST_AUTO_TEST_CASE(bones_of_other_skeletons_and_null_are_refused_and_nothing_changes)
{
    ThreeBones rig;
    ThreeBones other;
    const auto before = snapshotOf(rig.skeleton);
    const auto otherBefore = snapshotOf(other.skeleton);
    const std::vector<Transform> transforms(3, Transform{{9, 9, 9}});
    const std::vector<Bone*> foreign{&rig.root, &other.middle, &rig.tip};
    const std::vector<Bone*> null{&rig.root, &rig.tip, nullptr};
    BOOST_CHECK_EXCEPTION(rig.skeleton.setLocalTransforms(foreign, transforms), std::invalid_argument,
                          says("number 1 in the list of bones"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.setLocalTransforms(null, transforms), std::invalid_argument,
                          says("number 2 in the list of bones, null, is no bone"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST((snapshotOf(other.skeleton) == otherBefore));
}

// Each number of the last transform is bad in turn, so all other transforms could already have been written.
BOOST_AUTO_TEST_CASE(one_bad_number_refuses_all_and_nothing_changes)
{
    Random random(1203);
    for (const bool special : {false, true}) {
        Twins twins(random, special);
        const auto before = snapshotOf(twins.bulk);
        for (const float bad : {notANumber, infinity}) {
            for (std::size_t number = 0; number < 10; ++number) {
                auto transforms = randomTransforms(boneCount, random);
                Transform& last = transforms.back();
                float* const numbers[] = {&last.translation.x, &last.translation.y, &last.translation.z, &last.rotation.x, &last.rotation.y,
                                          &last.rotation.z,    &last.rotation.w,    &last.scale.x,       &last.scale.y,    &last.scale.z};
                *numbers[number] = bad;
                BOOST_CHECK_EXCEPTION(twins.bulk.setLocalTransforms(transforms), std::invalid_argument, says("bone39"));
                BOOST_CHECK_EXCEPTION(twins.bulk.setLocalTransforms(twins.bulk.bones(), transforms), std::invalid_argument, says("bone39"));
            }
        }
        auto transforms = randomTransforms(boneCount, random);
        transforms.back().rotation = glm::quat(0.f, 0.f, 0.f, 0.f);
        BOOST_CHECK_EXCEPTION(twins.bulk.setLocalTransforms(transforms), std::invalid_argument, says("bone39"));
        BOOST_TEST((snapshotOf(twins.bulk) == before));
    }
}

BOOST_AUTO_TEST_CASE(it_computes_nothing_and_allocates_nothing)
{
    Random random(1204);
    Twins twins(random, true);
    const auto transforms = randomTransforms(boneCount, random);
    twins.bulk.update();
    const auto evaluated = twins.bulk.evaluatedBoneCount();
    const AllocationCount allocations;
    twins.bulk.setLocalTransforms(transforms);
    twins.bulk.setLocalTransforms(twins.bulk.bones(), transforms);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
    BOOST_TEST(twins.bulk.evaluatedBoneCount() == evaluated);
}

BOOST_AUTO_TEST_CASE(a_skeleton_without_bones_takes_no_transforms)
{
    Skeleton empty;
    empty.setLocalTransforms(std::span<const Transform>());
    empty.setLocalTransforms({}, {});
    BOOST_TEST(empty.getFinalMatrices().empty());
}

BOOST_AUTO_TEST_SUITE_END()
