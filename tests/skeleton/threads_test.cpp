#include <array>
#include <thread>

#include <armature/node/descendants.hpp>

#include <skeleton/rigs.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Under ThreadSanitizer these tests show that there are no data races; without it, that the values are right.
BOOST_AUTO_TEST_SUITE(threads, *boost::unit_test::label("threads"))

namespace {

constexpr std::size_t threadCount = 4;

template <class Work>
void inThreads(const Work& work)
{
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < threadCount; ++i) {
        threads.emplace_back([&work, i] { work(i); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

/// One owner's work on its skeleton, with changes to data that clones share. Boost's assertions are not thread-safe, so none are used.
std::vector<glm::mat4> useHard(Skeleton& skeleton, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    const auto draw = [&](std::size_t count) { return static_cast<std::size_t>(engine() % count); };
    const auto number = [&] { return static_cast<float>(engine() % 1000) * 0.002f - 1.f; };
    for (int i = 0; i < 300; ++i) {
        Bone& bone = *skeleton.bones()[draw(skeleton.bones().size())];
        switch (draw(12)) {
        case 0: bone.setPosition({number(), number(), number()}); break;
        case 1: bone.setRotation({number(), number(), number()}); break;
        case 2: bone.setBindMatrix(moved(number(), number(), number())); break;
        case 3: bone.setRestMatrix(moved(number(), number(), number())); break;
        case 4: bone.setName("renamed"); break;
        case 5: static_cast<void>(skeleton.findBone("renamed")); break;
        case 6: skeleton.createBone("new", {.parent = &bone}); break;
        case 7:
            if (skeleton.bones().size() > 10) {
                skeleton.removeBone(bone, Removal::KeepChildren);
                continue;
            }
            break;
        case 8: bone.setParent(nullptr, Keep::World); break;
        case 9: skeleton.setCurrentPoseAsRest(); break;
        case 10: static_cast<void>(skeleton.clone()->getFinalMatrices()); break;
        default: skeleton.update(); break;
        }
        static_cast<void>(bone.getName());
    }
    return snapshotOf(skeleton);
}

}  // namespace

BOOST_AUTO_TEST_CASE(clones_may_be_used_by_different_threads_at_once)
{
    Random random(1001);
    for (int round = 0; round < 5; ++round) {
        Skeleton original;
        addRandomBones(original, 60, random);
        std::array<std::unique_ptr<Skeleton>, threadCount> clones;
        std::array<std::vector<glm::mat4>, threadCount> results;
        for (auto& clone : clones) {
            clone = original.clone();
        }
        inThreads([&](std::size_t i) {
            results[i] = useHard(*clones[i], i);
            clones[i].reset();
        });
        const auto before = snapshotOf(original);
        for (std::size_t i = 0; i < threadCount; ++i) {  // expected: the same as alone
            const auto alone = original.clone();
            BOOST_TEST((useHard(*alone, i) == results[i]));
        }
        BOOST_TEST((snapshotOf(original) == before));
    }
}

BOOST_AUTO_TEST_CASE(the_original_may_be_used_beside_its_clones)
{
    Random random(1002);
    for (int round = 0; round < 5; ++round) {
        Skeleton original;
        addRandomBones(original, 60, random);
        const auto first = original.clone();
        const auto second = first->clone();
        Skeleton* const owners[] = {&original, first.get(), second.get()};
        inThreads([&](std::size_t i) {
            if (i < 3) {
                static_cast<void>(useHard(*owners[i], i));
            }
        });
        BOOST_TEST(original.bones().size() >= 10u);
    }
}

// After update(), any number of threads may read anything.
BOOST_AUTO_TEST_CASE(everything_may_be_read_by_all_after_update)
{
    Random random(1003);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    addRandomBones(skeleton, 100, random);
    skeleton.createBone("helper", {.parent = skeleton.bones()[4], .isHelper = true});
    TransformNode& host = scene.createTransformNode("host");
    skeleton.setHostNode(&host);
    for (std::size_t i = 0; i < 50; ++i) {
        TransformNode& node = scene.createTransformNode("node", skeleton.bones()[i]);
        node.setLocalMatrix(toMat4(randomPose(random)));
        skeleton.bones()[99 - i]->linkTransformNode(&node);
        skeleton.bones()[i]->setTransform(randomPose(random));
        skeleton.bones()[i]->setAbsoluteInverseBindMatrix(toMat4(randomPose(random)));
    }
    skeleton.bones()[0]->setName("renamed");
    scene.nodes()[3]->setName("renamed");
    scene.update();

    const auto readAll = [](const Scene& read) {
        std::vector<glm::mat4> matrices;
        const Skeleton& rig = *read.skeletons()[0];
        for (const TransformNode* node : read.nodes()) {
            matrices.push_back(node->getWorldMatrix());
            matrices.push_back(node->getLocalMatrix());
            matrices.push_back(toMat4(node->getTransform()));
            matrices.push_back(moved(node->getRotation().x, node->getPosition(Space::World).y, static_cast<float>(node->getPath().size())));
            matrices.push_back(moved(node->isEnabled() ? 1.f : 0.f, node->getScaling(Space::World).x, node->getDirection({0, 1, 0}).y));
        }
        for (const Bone* bone : rig.bones()) {
            matrices.push_back(toMat4(bone->getTransform()));
            matrices.push_back(moved(bone->getLength().value_or(-1.f), static_cast<float>(descendantsOf(*bone).size()), 0.f));
            matrices.push_back(bone->getMatrix(Space::World));
        }
        const auto all = snapshotOf(rig);
        matrices.insert(matrices.end(), all.begin(), all.end());
        for (const glm::mat3x4& final : rig.getFinalMatrices()) {
            matrices.push_back(toMat4(final));
        }
        matrices.push_back(rig.findBone("renamed")->getAbsoluteMatrix());
        matrices.push_back(read.findTransformNode("renamed")->getWorldMatrix());
        matrices.push_back(rig.clone()->bones()[7]->getFinalMatrix());  // a copy is a read too
        rig.update();
        read.update();
        return matrices;
    };
    std::array<std::vector<glm::mat4>, threadCount> results;
    inThreads([&](std::size_t i) { results[i] = readAll(scene); });
    for (const auto& result : results) {
        BOOST_TEST((result == results[0]));
    }
    BOOST_TEST(results[0].size() > 1000u);
}

// Scenes share nothing: each thread makes, uses and drops its own.
BOOST_AUTO_TEST_CASE(scenes_of_different_threads_do_not_meet)
{
    std::array<std::vector<glm::mat4>, threadCount> results;
    inThreads([&](std::size_t i) {
        for (int round = 0; round < 10; ++round) {
            Scene scene;
            Skeleton& skeleton = scene.createSkeleton("rig");
            skeleton.createBone("root");
            for (std::size_t bone = 0; bone < 40; ++bone) {
                skeleton.createBone("bone", {.parent = skeleton.bones()[bone / 2], .bind = moved(0, 1, 0)});
            }
            skeleton.bones()[3]->linkTransformNode(&scene.createTransformNode("node", skeleton.bones()[5]));
            results[i] = useHard(skeleton, 7);
        }
    });
    for (const auto& result : results) {
        BOOST_TEST((result == results[0]));
    }
}

BOOST_AUTO_TEST_SUITE_END()
