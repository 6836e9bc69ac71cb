#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/random.hpp>

#include "base/parallel_for.hpp"

using namespace armature;
using test::Random;

namespace {

// Adds fifty skeletons with nodes as hosts. Some bones are linked to nodes, and some nodes are attached to bones.
void fill(Scene& scene, Random& random)
{
    for (int s = 0; s < 50; ++s) {
        TransformNode& host = scene.createTransformNode("host");
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        skeleton.setHostNode(&host);
        Bone* parent = nullptr;
        for (int b = 0; b < 40; ++b) {
            parent = &skeleton.createBone("bone", {.parent = random.chance(0.1) ? nullptr : parent});
            if (random.chance(0.5)) {
                parent->linkTransformNode(&scene.createTransformNode("driver"));
            }
            if (random.chance(0.2)) {
                scene.createTransformNode("attached", parent);
            }
        }
    }
}

void poseAtRandom(Scene& scene, Random& random)
{
    for (TransformNode* node : scene.nodes()) {
        node->setTransform({random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 2.f)});
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* bone : skeleton->bones()) {
            bone->setRotationQuaternion(random.rotation());
        }
    }
}

std::vector<glm::mat4> everything(const Scene& scene)
{
    std::vector<glm::mat4> matrices;
    for (const TransformNode* node : scene.nodes()) {
        matrices.push_back(node->getWorldMatrix());
    }
    for (const Skeleton* skeleton : scene.skeletons()) {
        for (const Bone* bone : skeleton->bones()) {
            matrices.push_back(bone->getFinalMatrix());
        }
    }
    return matrices;
}

/// Runs each call in a thread of its own, whose start and end ThreadSanitizer sees.
void runInThreads(std::size_t count, const ParallelTask& task)
{
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < count; ++number) {
        threads.emplace_back([&task, number] { task(number); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

/// Schedulers of all kinds, with their descriptions.
std::vector<std::pair<std::string, ParallelFor>> schedulers()
{
    return {
        {"threads", {.workerCount = 4, .run = runInThreads}},
        {"one after the other, from the last",
         {.workerCount = 4,
          .run =
              [](std::size_t count, const ParallelTask& task) {
                  for (std::size_t number = count; number-- > 0;) {
                      task(number);
                  }
              }}},
        {"one call", {.workerCount = 4, .run = [](std::size_t, const ParallelTask& task) { task(0); }}},
        {"numbers that were not asked for", {.workerCount = 4, .run = [](std::size_t count, const ParallelTask& task) { task(count); }}},
        {"no call", {.workerCount = 1000, .run = [](std::size_t, const ParallelTask&) {}}},
        {"one worker", {.workerCount = 1, .run = runInThreads}}};
}

/// Checks that each of `count` items is worked on once, and that no two run at the same time as the same worker.
void checkRanges(Workers workers, std::size_t count, std::size_t grain)
{
    std::vector<int> visits(count);
    std::vector<std::size_t> byWorker(workers.count());  // not atomic, so ThreadSanitizer sees two threads that act as one worker
    workers.run(count, grain, [&](std::size_t first, std::size_t last, std::size_t worker) {
        for (std::size_t i = first; i < last; ++i) {
            ++visits[i];
        }
        byWorker.at(worker) += last - first;
    });
    BOOST_TEST(std::ranges::count(visits, 1) == static_cast<std::ptrdiff_t>(count));
    BOOST_TEST(std::accumulate(byWorker.begin(), byWorker.end(), std::size_t{0}) == count);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parallel_update, *boost::unit_test::label("threads"))

BOOST_AUTO_TEST_CASE(each_thing_is_worked_on_once_and_no_two_at_a_time_as_one_worker)
{
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
        for (const std::size_t grain : {1u, 64u}) {
            checkRanges(Workers(Threads::Caller), count, grain);
            checkRanges(Workers(Threads::All), count, grain);
            for (const auto& [what, tasks] : schedulers()) {
                BOOST_TEST_CONTEXT(what)
                {
                    checkRanges(Workers(tasks), count, grain);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(all_cores_and_any_scheduler_give_the_same_bits_as_one_thread)
{
    Scene alone;
    Scene together;
    Random first(811);
    Random second(811);
    fill(alone, first);
    fill(together, second);
    const auto tasks = schedulers();
    for (std::size_t frame = 0; frame < 10; ++frame) {
        poseAtRandom(alone, first);
        poseAtRandom(together, second);
        alone.update();
        if (frame < tasks.size()) {
            together.update(tasks[frame].second);
        } else {
            together.update(Threads::All);
        }
        const std::uint64_t evaluated = together.skeletons()[7]->evaluatedBoneCount();
        const auto expected = everything(alone);
        BOOST_TEST((everything(together) == expected));
        BOOST_TEST(together.skeletons()[7]->evaluatedBoneCount() == evaluated);  // nothing was left to do
        BOOST_TEST(expected.size() > 3000u);
    }
}

BOOST_AUTO_TEST_CASE(what_a_scheduler_throws_comes_through_and_the_evaluation_is_complete)
{
    Scene scene;
    Random random(812);
    fill(scene, random);
    for (const bool worksFirst : {false, true}) {
        poseAtRandom(scene, random);
        const ParallelFor tasks{.workerCount = 4, .run = [worksFirst](std::size_t count, const ParallelTask& task) {
                                    if (worksFirst) {
                                        runInThreads(count, task);
                                    }
                                    throw std::runtime_error("no threads");
                                }};
        BOOST_CHECK_THROW(scene.update(tasks), std::runtime_error);
        for (Skeleton* skeleton : scene.skeletons()) {
            const std::uint64_t evaluated = skeleton->evaluatedBoneCount();
            static_cast<void>(skeleton->getFinalMatrices());
            BOOST_TEST(skeleton->evaluatedBoneCount() == evaluated);
        }
    }
}

// As in an engine: each scene is one of the scheduler's tasks, and submits tasks of its own to the same scheduler.
BOOST_AUTO_TEST_CASE(an_evaluation_may_be_a_task_of_the_scheduler_that_it_uses)
{
    const ParallelFor tasks{.workerCount = 3, .run = runInThreads};
    std::vector<std::unique_ptr<Scene>> scenes;
    std::vector<std::unique_ptr<Scene>> alone;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        for (auto* list : {&scenes, &alone}) {
            Random random(820 + seed);
            list->push_back(std::make_unique<Scene>());
            fill(*list->back(), random);
            poseAtRandom(*list->back(), random);
        }
        alone.back()->update();
    }
    std::vector<std::thread> engine;
    for (const auto& scene : scenes) {
        engine.emplace_back([&tasks, &scene] { scene->update(tasks); });
    }
    for (std::thread& thread : engine) {
        thread.join();
    }
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        BOOST_TEST((everything(*scenes[i]) == everything(*alone[i])));
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_run_is_refused)
{
    const Scene scene;
    BOOST_CHECK_THROW(scene.update(ParallelFor{}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.update(ParallelFor{.workerCount = 4}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.update(ParallelFor{.workerCount = 0, .run = runInThreads}), std::invalid_argument);
    BOOST_TEST(toString(ParallelFor{.workerCount = 4, .run = runInThreads}) == "4 workers");
    BOOST_TEST(toString(ParallelFor{}) == "not set");
}

BOOST_AUTO_TEST_SUITE_END()
