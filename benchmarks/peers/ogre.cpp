#include <memory>
#include <vector>

#include <OgreLogManager.h>
#include <OgreRoot.h>
#include <OgreSceneManager.h>
#include <OgreSceneNode.h>
#include <benchmark/benchmark.h>

#include "../moved_nodes.hpp"
#include "../rig.hpp"

namespace armature::bench {

namespace {

// OGRE without a window, without plugins, without files.
struct Engine {
    Ogre::LogManager logs;
    std::unique_ptr<Ogre::Root> root;
    Ogre::SceneManager* scene = nullptr;

    Engine()
    {
        logs.createLog("", true, false, true);
        root = std::make_unique<Ogre::Root>("", "", "");
        scene = root->createSceneManager();
    }
};

void updateAfterMoving(benchmark::State& state, std::size_t oneIn)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    const auto pose = randomPose(count, 5);
    Engine engine;
    std::vector<Ogre::SceneNode*> nodes;
    for (std::size_t i = 0; i < count; ++i) {
        Ogre::SceneNode* const parent = i == 0 ? engine.scene->getRootSceneNode() : nodes[(i - 1) / 8];
        const Transform& t = pose[i];
        nodes.push_back(parent->createChildSceneNode(Ogre::Vector3(t.translation.x, t.translation.y, t.translation.z),
                                                     Ogre::Quaternion(t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z)));
        nodes.back()->setScale(t.scale.x, t.scale.y, t.scale.z);
    }
    const auto moved = movedNodes(count, oneIn);
    Ogre::Node* const top = engine.scene->getRootSceneNode();
    for (Ogre::SceneNode* node : nodes) {
        benchmark::DoNotOptimize(node->_getFullTransform());
    }
    float x = 0.f;
    for (auto _ : state) {
        x += 0.001f;
        for (const std::size_t node : moved) {
            nodes[node]->setPosition(x, 1.f, 2.f);
        }
        top->_update(true, false);
        // World matrices are computed when they are asked for.
        for (const std::size_t node : moved) {
            benchmark::DoNotOptimize(nodes[node]->_getFullTransform());
        }
        benchmark::ClobberMemory();
    }
    countItems(state, moved.size());
}
BENCHMARK_CAPTURE(updateAfterMoving, all, 1)->Name("ogre_scene_all")->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(updateAfterMoving, sparse, 1000)->Name("ogre_scene_sparse")->Arg(100'000);

}  // namespace

}  // namespace armature::bench
