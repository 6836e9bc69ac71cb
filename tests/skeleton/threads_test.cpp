#include <memory>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

#include "rigs.hpp"

using namespace armature;
using test::Random;

namespace {

std::unique_ptr<Skeleton> makeTree(int bones)
{
    auto skeleton = std::make_unique<Skeleton>("shared");
    for (int i = 0; i < bones; ++i) {
        Bone* parent = i == 0 ? nullptr : skeleton->bones()[static_cast<std::size_t>((i - 1) / 2)];
        skeleton->createBone("bone", {.parent = parent, .bind = test::moved(0.f, 1.f, 0.f)});
    }
    return skeleton;
}

// Poses, edits the rig that is shared at first, reads lazily and all at once, and is cloned in turn.
std::uint64_t work(Skeleton& skeleton, float angle)
{
    for (int frame = 0; frame < 200; ++frame) {
        const auto place = static_cast<std::size_t>(frame) % skeleton.bones().size();
        Bone& bone = *skeleton.bones()[place];
        bone.setRotationQuaternion(glm::angleAxis(angle * static_cast<float>(frame), glm::vec3(0.f, 0.f, 1.f)));
        static_cast<void>(skeleton.bones().back()->getFinalMatrix());
        if (frame % 40 == 10) {
            bone.setBindMatrix(test::moved(0.f, 1.f + angle, 0.f));
            bone.setRestMatrix(test::moved(angle, 0.f, 0.f));
            bone.setName("renamed");
        }
        if (frame % 40 == 20) {
            static_cast<void>(skeleton.clone()->getFinalMatrices());
            static_cast<void>(skeleton.findBone("renamed"));
        }
        static_cast<void>(skeleton.getFinalMatrices());
    }
    return hashOf(capturePose(skeleton));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_threads, *boost::unit_test::label("threads"))

BOOST_AUTO_TEST_CASE(clones_are_used_from_two_threads_at_once)
{
    const auto original = makeTree(60);
    const auto first = original->clone();
    const auto second = original->clone();
    std::uint64_t firstHash = 0;
    std::uint64_t secondHash = 0;
    std::thread other([&] { secondHash = work(*second, 0.02f); });
    firstHash = work(*first, 0.01f);
    other.join();

    // What they come to does not depend on who ran beside them.
    const auto alone = makeTree(60);
    BOOST_TEST(work(*alone, 0.01f) == firstHash);
    BOOST_TEST(firstHash != secondHash);
    BOOST_TEST((original->bones()[10]->getBindMatrix() == test::moved(0.f, 1.f, 0.f)));
}

BOOST_AUTO_TEST_CASE(after_an_update_any_number_of_threads_may_read)
{
    const auto skeleton = makeTree(200);
    Random random(505);
    for (Bone* bone : skeleton->bones()) {
        bone->setTransform({random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 2.f)});
    }
    skeleton->update();
    const Skeleton& constant = *skeleton;
    std::vector<std::vector<glm::mat4>> seen(4);
    std::vector<std::thread> readers;
    for (auto& matrices : seen) {
        readers.emplace_back([&] {
            matrices = test::snapshotOf(constant);
            matrices.push_back(toMat4(constant.getFinalMatrices().back()));
            static_cast<void>(constant.findBone("bone"));
        });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
    for (const auto& matrices : seen) {
        BOOST_TEST((matrices == seen.front()));
        BOOST_TEST(matrices.size() > 1000u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
