#include <armature/node/descendants.hpp>

#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A root with a chain of `depth` bones below it; leaves on the root bring the total to `count`.
struct BroomRig {
    BroomRig(int count, int depth)
    {
        tip = &root;
        for (int i = 0; i < depth; ++i) {
            tip = &skeleton.createBone("chain", {.parent = tip, .bind = moved(0, 1, 0)});
        }
        while (skeleton.bones().size() < static_cast<std::size_t>(count)) {
            leaf = &skeleton.createBone("leaf", {.parent = &root, .bind = moved(1, 0, 0)});
        }
        skeleton.update();
    }

    [[nodiscard]] std::uint64_t evaluated() const { return skeleton.evaluatedBoneCount(); }

    Skeleton skeleton;
    Bone& root = skeleton.createBone("root");
    Bone* tip = nullptr;
    Bone* leaf = nullptr;
};

std::size_t depthOf(const Bone& bone)
{
    std::size_t depth = 0;
    for (const Bone* up = bone.getParentBone(); up != nullptr; up = up->getParentBone()) {
        ++depth;
    }
    return depth;
}

void readEverything(const Skeleton& skeleton)
{
    static_cast<void>(snapshotOf(skeleton));
    static_cast<void>(skeleton.getFinalMatrices());
    skeleton.update();
    skeleton.prepare();
    skeleton.computeAbsoluteMatrices();
}

}  // namespace

// What getters, writes and update() compute. The counts are worked out by hand.
BOOST_AUTO_TEST_SUITE(laziness)

// A getter is current, whatever was called before and in whatever order.
BOOST_AUTO_TEST_CASE(a_getter_needs_no_call_before_it)
{
    ThreeBones rig;
    rig.root.setPosition({5, 0, 0});
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(5, 2, 0), 0.));
    rig.middle.setPosition({0, 3, 0});
    BOOST_TEST(near(rig.tip.getFinalMatrix(), moved(5, 1, 0), 0.));  // bound at (0 3 0), now at (5 4 0)
    BOOST_TEST(near(rig.middle.getAbsoluteMatrix(), moved(5, 3, 0), 0.));
    rig.tip.setPosition({0, 0, 0});
    rig.root.setPosition({0, 0, 0});
    BOOST_TEST(near(toMat4(rig.skeleton.getFinalMatrices()[2]), moved(0, 0, 0), 0.));
}

// A getter is never stale and never undoes an override.
BOOST_AUTO_TEST_CASE(reads_in_any_order_are_current_and_leave_overrides_alone)
{
    Random random(301);
    ThreeBones rig;
    for (int i = 0; i < 200; ++i) {
        Bone& written = *rig.skeleton.bones()[static_cast<std::size_t>(random.integer(0, 3))];
        const glm::vec3 position = random.vector(-5.f, 5.f);
        const glm::mat4 override = moved(position.x, position.y, position.z);
        written.setLocalMatrix(override);
        readEverything(rig.skeleton);
        const Bone& read = *rig.skeleton.bones()[static_cast<std::size_t>(random.integer(0, 3))];
        glm::dvec3 expected(0.);  // all bones are only translated, so positions add up
        for (const Bone* up = &read; up != nullptr; up = up->getParentBone()) {
            expected += glm::dvec3(up->getPosition());
        }
        BOOST_TEST(near(glm::vec3(read.getAbsoluteMatrix()[3]), expected, 1e-6));
        BOOST_TEST(sameBits(written.getLocalMatrix(), override));
    }
}

// Only stale values are computed.
BOOST_AUTO_TEST_CASE(nothing_stale_nothing_computed)
{
    const BroomRig rig(1000, 10);
    const auto before = rig.evaluated();
    readEverything(rig.skeleton);
    BOOST_TEST(rig.evaluated() == before);
}

BOOST_AUTO_TEST_CASE(one_changed_leaf_of_a_thousand_bones_costs_one_product)
{
    const BroomRig rig(1000, 10);
    const auto before = rig.evaluated();
    rig.leaf->setPosition({1, 2, 3});
    static_cast<void>(rig.leaf->getFinalMatrix());
    BOOST_TEST(rig.evaluated() == before + 1);
    readEverything(rig.skeleton);
    BOOST_TEST(rig.evaluated() == before + 1);
}

BOOST_AUTO_TEST_CASE(a_changed_root_and_one_read_leaf_cost_the_chain_between)
{
    const BroomRig rig(1000, 10);
    const auto before = rig.evaluated();
    rig.root.setPosition({1, 2, 3});
    static_cast<void>(rig.tip->getFinalMatrix());
    BOOST_TEST(rig.evaluated() == before + 11);
    static_cast<void>(rig.leaf->getAbsoluteMatrix());
    BOOST_TEST(rig.evaluated() == before + 12);
    rig.skeleton.update();
    BOOST_TEST(rig.evaluated() == before + 1000);
}

BOOST_AUTO_TEST_CASE(a_bind_or_a_rest_costs_no_pose)
{
    BroomRig rig(100, 10);
    const auto before = rig.evaluated();
    rig.root.setBindMatrix(moved(3, 0, 0));
    rig.root.setRestMatrix(moved(3, 0, 0));
    readEverything(rig.skeleton);
    BOOST_TEST(rig.evaluated() == before);
}

// On random rigs: after one write and one read, exactly the bones between the two are computed; after update(), all below the written one.
BOOST_AUTO_TEST_CASE(what_is_computed_is_exactly_what_is_stale_and_asked_for)
{
    Random random(302);
    for (int round = 0; round < 200; ++round) {
        Skeleton skeleton;
        addRandomBones(skeleton, random.integer(1, 300), random);
        for (int i = 0; i < 20; ++i) {
            const auto pick = [&] { return random.pick(skeleton.bones()); };
            Bone& written = *pick();
            const Bone& read = *pick();
            const auto before = skeleton.evaluatedBoneCount();
            written.setTransform(randomPose(random));
            BOOST_REQUIRE_EQUAL(skeleton.evaluatedBoneCount(), before);
            static_cast<void>(read.getAbsoluteMatrix());
            const bool isAffected = &read == &written || read.isDescendantOf(written);
            const std::size_t between = isAffected ? depthOf(read) - depthOf(written) + 1 : 0;
            BOOST_REQUIRE_EQUAL(skeleton.evaluatedBoneCount(), before + between);
            skeleton.update();
            BOOST_REQUIRE_EQUAL(skeleton.evaluatedBoneCount(), before + descendantsOf(written).size() + 1);
        }
    }
}

// A write marks bones, stops at bones already marked, and computes nothing.
BOOST_AUTO_TEST_CASE(any_number_of_writes_computes_nothing)
{
    BroomRig rig(1000, 10);
    const auto before = rig.evaluated();
    for (int i = 0; i < 100; ++i) {
        for (Bone* bone : rig.skeleton.bones()) {
            bone->setPosition({0, static_cast<float>(i), 0});
            bone->setRotation({0.1f, 0.2f, 0.3f});
            bone->setScaling({1, 1, 1});
        }
    }
    BOOST_TEST(rig.evaluated() == before);
    rig.skeleton.update();
    BOOST_TEST(rig.evaluated() == before + 1000);
}

// A write to a marked bone must not walk the tree: a hundred thousand writes at the top of ten thousand bones would be 10^9 steps.
BOOST_AUTO_TEST_CASE(a_second_write_does_not_walk_the_subtree_again)
{
    BroomRig rig(10000, 5000);
    rig.root.setPosition({1, 0, 0});
    for (int i = 0; i < 100000; ++i) {
        rig.root.setPosition({static_cast<float>(i), 0, 0});
    }
    BOOST_TEST(rig.tip->getAbsoluteMatrix()[3].x == 99999.f);
}

// Child bones, attached nodes and linked bones are all marked. (Sockets and hosts have suites of their own.)
BOOST_AUTO_TEST_CASE(everything_downstream_is_marked_at_once)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& driver = scene.createTransformNode("driver");
    TransformNode& socket = scene.createTransformNode("socket", &rig.tip);
    const TransformNode& sword = scene.createTransformNode("sword", &socket, {{0, 0, 1}});
    rig.root.linkTransformNode(&driver);
    scene.update();
    rig.skeleton.update();
    driver.setPosition({7, 0, 0});
    BOOST_TEST(near(sword.getPosition(Space::World), glm::vec3(7, 2, 1), 0.));
}

BOOST_AUTO_TEST_CASE(the_count_only_grows)
{
    Random random(303);
    Skeleton skeleton;
    addRandomBones(skeleton, 50, random);
    auto last = skeleton.evaluatedBoneCount();
    BOOST_TEST(last >= 50);
    for (int i = 0; i < 100; ++i) {
        skeleton.bones()[static_cast<std::size_t>(random.integer(0, 49))]->setPosition(random.vector(-1.f, 1.f));
        skeleton.update();
        BOOST_TEST(skeleton.evaluatedBoneCount() > last);
        last = skeleton.evaluatedBoneCount();
    }
}

// Lazy and batch evaluation give the same bits, read in any order. Bones are posed by parts, as by a clip, so kernels take whole blocks.
BOOST_AUTO_TEST_CASE(lazy_and_batch_give_the_same_bits)
{
    Random random(304);
    for (int round = 0; round < 100; ++round) {
        Skeleton batch;
        addRandomBones(batch, random.integer(1, 400), random);
        const auto lazy = batch.clone();
        std::vector<std::size_t> order(batch.bones().size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
            const Transform pose = randomPose(random);
            batch.bones()[i]->setTransform(pose);
            lazy->bones()[i]->setTransform(pose);
        }
        std::shuffle(order.begin(), order.end(), random.engine());
        const auto palette = batch.getFinalMatrices();
        for (const std::size_t i : order) {
            const glm::mat4 final = lazy->bones()[i]->getFinalMatrix();
            BOOST_REQUIRE(sameBits(final, toMat4(palette[i])));
            BOOST_REQUIRE(sameBits(lazy->bones()[i]->getAbsoluteMatrix(), batch.bones()[i]->getAbsoluteMatrix()));
        }
        BOOST_REQUIRE(sameBits(palette, lazy->getFinalMatrices()));
    }
}

// The reference is products in double. The bound is that of random_program_test.cpp with magnitudes of at most 1.2 to the power of the
// depth. Here 1e-6 of the largest element per level is far above it and far below any mistake.
BOOST_AUTO_TEST_CASE(evaluation_equals_brute_force_in_double)
{
    Random random(305);
    for (int round = 0; round < 50; ++round) {
        Skeleton skeleton;
        addRandomBones(skeleton, random.integer(1, 300), random);
        for (Bone* bone : skeleton.bones()) {
            bone->setTransform(randomPose(random));
        }
        skeleton.update();
        for (const Bone* bone : skeleton.bones()) {
            glm::dmat4 absolute(1.);
            glm::dmat4 bind(1.);
            for (const Bone* up = bone; up != nullptr; up = up->getParentBone()) {
                absolute = glm::dmat4(up->getLocalMatrix()) * absolute;
                bind = glm::dmat4(up->getBindMatrix()) * bind;
            }
            const double limit = 1e-6 * static_cast<double>(depthOf(*bone) + 1);
            BOOST_TEST(near(bone->getAbsoluteMatrix(), absolute, limit));
            BOOST_TEST(near(bone->getFinalMatrix(), absolute * glm::inverse(bind), 4. * limit));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
