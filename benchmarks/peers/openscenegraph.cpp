#include <vector>

#include <benchmark/benchmark.h>
#include <osg/Group>
#include <osg/NodeVisitor>
#include <osg/PositionAttitudeTransform>

#include "../moved_nodes.hpp"
#include "../rig.hpp"

namespace armature::bench {

namespace {

class NumberedTransform : public osg::PositionAttitudeTransform {
public:
    std::size_t number = 0;
};

// OpenSceneGraph keeps no world matrices: a visitor accumulates them on the way down, as its own culling does.
class WorldMatrices : public osg::NodeVisitor {
public:
    explicit WorldMatrices(std::size_t nodes) : osg::NodeVisitor(TRAVERSE_ALL_CHILDREN), worlds(nodes) { stack_.reserve(64); }

    void apply(osg::PositionAttitudeTransform& node) override
    {
        osg::Matrixd world = stack_.empty() ? osg::Matrixd() : stack_.back();
        node.computeLocalToWorldMatrix(world, this);
        worlds[static_cast<NumberedTransform&>(node).number] = world;
        stack_.push_back(world);
        traverse(node);
        stack_.pop_back();
    }

    std::vector<osg::Matrixd> worlds;

private:
    std::vector<osg::Matrixd> stack_;
};

void updateAfterMoving(benchmark::State& state, std::size_t oneIn)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    const auto pose = randomPose(count, 5);
    std::vector<osg::ref_ptr<NumberedTransform>> nodes;
    for (std::size_t i = 0; i < count; ++i) {
        osg::ref_ptr<NumberedTransform> node = new NumberedTransform;
        node->number = i;
        node->setPosition({pose[i].translation.x, pose[i].translation.y, pose[i].translation.z});
        node->setAttitude({pose[i].rotation.x, pose[i].rotation.y, pose[i].rotation.z, pose[i].rotation.w});
        node->setScale({pose[i].scale.x, pose[i].scale.y, pose[i].scale.z});
        if (i > 0) {
            nodes[(i - 1) / 8]->addChild(node);
        }
        nodes.push_back(node);
    }
    const auto moved = movedNodes(count, oneIn);
    WorldMatrices worlds(count);
    double x = 0.;
    for (auto _ : state) {
        x += 0.001;
        for (const std::size_t node : moved) {
            nodes[node]->setPosition({x, 1., 2.});
        }
        nodes[0]->accept(worlds);
        benchmark::DoNotOptimize(worlds.worlds.data());
        benchmark::ClobberMemory();
    }
    countItems(state, moved.size());
}
BENCHMARK_CAPTURE(updateAfterMoving, all, 1)->Name("openscenegraph_scene_all")->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(updateAfterMoving, sparse, 1000)->Name("openscenegraph_scene_sparse")->Arg(100'000);

}  // namespace

}  // namespace armature::bench
