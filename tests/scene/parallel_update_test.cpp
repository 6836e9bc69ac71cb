#include <algorithm>
#include <numeric>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

#include "scene/parallel_for.hpp"

using namespace armature;
using test::Random;

namespace {

// Fifty skeletons, hosted by nodes and linked to others, with nodes on their bones.
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

void pose(Scene& scene, Random& random)
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

}  // namespace

BOOST_AUTO_TEST_SUITE(parallel_update, *boost::unit_test::label("threads"))

BOOST_AUTO_TEST_CASE(each_thing_is_worked_on_once_and_no_two_at_a_time_as_one_worker)
{
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
        for (const std::size_t grain : {1u, 64u}) {
            std::vector<int> visits(count);
            std::vector<std::size_t> byWorker(parallel_for::workerCount());  // not atomic: ThreadSanitizer sees two that are one worker
            parallelFor(count, grain, [&](std::size_t first, std::size_t last, std::size_t worker) {
                for (std::size_t i = first; i < last; ++i) {
                    ++visits[i];
                }
                byWorker.at(worker) += last - first;
            });
            BOOST_TEST(std::ranges::count(visits, 1) == static_cast<std::ptrdiff_t>(count));
            BOOST_TEST(std::accumulate(byWorker.begin(), byWorker.end(), std::size_t{0}) == count);
        }
    }
}

BOOST_AUTO_TEST_CASE(all_cores_give_the_same_bits_as_one)
{
    Scene alone;
    Scene together;
    Random first(811);
    Random second(811);
    fill(alone, first);
    fill(together, second);
    for (int frame = 0; frame < 10; ++frame) {
        pose(alone, first);
        pose(together, second);
        alone.update();
        together.update(Threads::All);
        const auto expected = everything(alone);
        BOOST_TEST((everything(together) == expected));
        BOOST_TEST(expected.size() > 3000u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
