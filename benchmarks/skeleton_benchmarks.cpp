#include <memory>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "rig.hpp"

namespace armature::bench {

namespace {

// Composes every local matrix and computes every absolute and final matrix: the work left by a clip that moves all bones.
void skeletonUpdate(benchmark::State& state, std::vector<std::size_t> (*parentsOf)(std::size_t))
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Skeleton skeleton;
    fillSkeleton(skeleton, parentsOf(bones));
    for (auto _ : state) {
        skeleton.markAsDirty();
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK_CAPTURE(skeletonUpdate, human, humanParents)->Name("skeleton_update")->Arg(16)->Arg(24)->Arg(64)->Arg(128)->Arg(256);
BENCHMARK_CAPTURE(skeletonUpdate, chain, chainParents)->Name("skeleton_update_chain")->Arg(16)->Arg(1000)->Arg(2000);

// Does the same after writing every bone with write(bone, transform).
template <class Write>
void writeBones(benchmark::State& state, const Write& write)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Skeleton skeleton;
    fillSkeleton(skeleton, bones);
    const auto pose = randomPose(bones, 3);
    for (auto _ : state) {
        for (std::size_t i = 0; i < bones; ++i) {
            write(*skeleton.bones()[i], pose[i]);
        }
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}

// Writes whole transforms.
void skeletonWrite(benchmark::State& state)
{
    writeBones(state, [](Bone& bone, const Transform& transform) { bone.setTransform(transform); });
}
BENCHMARK(skeletonWrite)->Name("skeleton_write")->Arg(16)->Arg(64)->Arg(256);

// Writes the transforms part by part.
void skeletonWriteParts(benchmark::State& state)
{
    writeBones(state, [](Bone& bone, const Transform& transform) {
        bone.setPosition(transform.translation);
        bone.setRotationQuaternion(transform.rotation);
        bone.setScaling(transform.scale);
    });
}
BENCHMARK(skeletonWriteParts)->Name("skeleton_write_parts")->Arg(64);

// Writes only rotations, as most animation does. Scene graphs in JavaScript are measured this way.
void skeletonWriteRotations(benchmark::State& state)
{
    writeBones(state, [](Bone& bone, const Transform& transform) { bone.setRotationQuaternion(transform.rotation); });
}
BENCHMARK(skeletonWriteRotations)->Name("skeleton_write_rotations")->Arg(64);

// Writes whole transforms in one call, for all bones or for a list of bones, here in reverse order.
void writeInBulk(benchmark::State& state, bool asList)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Skeleton skeleton;
    fillSkeleton(skeleton, bones);
    const auto pose = randomPose(bones, 3);
    const std::vector<Bone*> list(skeleton.bones().rbegin(), skeleton.bones().rend());
    for (auto _ : state) {
        if (asList) {
            skeleton.setLocalTransforms(list, pose);
        } else {
            skeleton.setLocalTransforms(pose);
        }
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK_CAPTURE(writeInBulk, all, false)->Name("skeleton_write_all")->Arg(16)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(writeInBulk, list, true)->Name("skeleton_write_list")->Arg(64);

// Without a library: a loop over structures of GLM's types.
void naiveUpdate(benchmark::State& state, std::vector<std::size_t> (*parentsOf)(std::size_t))
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    const auto parents = parentsOf(bones);
    const auto pose = randomPose(bones, 2);
    const std::vector<glm::mat4> inverseBinds(bones, glm::mat4(1.f));
    std::vector<glm::mat4> absolutes(bones);
    std::vector<glm::mat4> finals(bones);
    for (auto _ : state) {
        for (std::size_t i = 0; i < bones; ++i) {
            const glm::mat4 local = glm::translate(glm::mat4(1.f), pose[i].translation) * glm::mat4_cast(pose[i].rotation)
                                    * glm::scale(glm::mat4(1.f), pose[i].scale);
            absolutes[i] = parents[i] == noParent ? local : absolutes[parents[i]] * local;
            finals[i] = absolutes[i] * inverseBinds[i];
        }
        benchmark::DoNotOptimize(finals.data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK_CAPTURE(naiveUpdate, human, humanParents)->Name("naive_update")->Arg(16)->Arg(24)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(naiveUpdate, chain, chainParents)->Name("naive_update_chain")->Arg(16)->Arg(1000)->Arg(2000);

// As in glTF: nodes are written, and bones are linked to them.
void linkedUpdate(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("linked");
    fillSkeleton(skeleton, bones);
    const auto parents = humanParents(bones);
    const auto pose = randomPose(bones, 3);
    std::vector<TransformNode*> nodes;
    for (std::size_t i = 0; i < bones; ++i) {
        nodes.push_back(&scene.createTransformNode("node", parents[i] == noParent ? nullptr : nodes[parents[i]]));
        skeleton.bones()[i]->linkTransformNode(nodes.back());
    }
    for (auto _ : state) {
        for (std::size_t i = 0; i < bones; ++i) {
            nodes[i]->setTransform(pose[i]);
        }
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, bones);
}
BENCHMARK(linkedUpdate)->Name("linked_update")->Arg(16)->Arg(64)->Arg(256);

// Writes and reads one leaf; time per updated bone, which is one.
void lazyLeaf(benchmark::State& state)
{
    Skeleton skeleton;
    fillSkeleton(skeleton, static_cast<std::size_t>(state.range(0)));
    skeleton.update();
    Bone& leaf = *skeleton.bones().back();
    const glm::quat rotation = glm::angleAxis(0.3f, glm::vec3(0.f, 1.f, 0.f));
    for (auto _ : state) {
        leaf.setRotationQuaternion(rotation);
        benchmark::DoNotOptimize(leaf.getFinalMatrix());
    }
    countItems(state, 1);
}
BENCHMARK(lazyLeaf)->Name("lazy_leaf")->Arg(256);

// Writes the root and reads the leaf; time per bone of the chain.
void lazyChain(benchmark::State& state)
{
    Skeleton skeleton;
    fillSkeleton(skeleton, static_cast<std::size_t>(state.range(0)));
    skeleton.update();
    Bone& root = *skeleton.bones().front();
    const Bone& leaf = *skeleton.bones().back();
    std::size_t depth = 1;
    for (const Bone* bone = leaf.getParentBone(); bone != nullptr; bone = bone->getParentBone()) {
        ++depth;
    }
    for (auto _ : state) {
        root.setPosition({1.f, 2.f, 3.f});
        benchmark::DoNotOptimize(leaf.getFinalMatrix());
    }
    countItems(state, depth);
}
BENCHMARK(lazyChain)->Name("lazy_chain")->Arg(256);

void cleanRead(benchmark::State& state)
{
    Skeleton skeleton;
    fillSkeleton(skeleton, static_cast<std::size_t>(state.range(0)));
    skeleton.update();
    const Bone& bone = *skeleton.bones().back();
    for (auto _ : state) {
        benchmark::DoNotOptimize(bone.getFinalMatrix());
    }
    countItems(state, 1);
}
BENCHMARK(cleanRead)->Name("clean_read")->Arg(256);

// Clones a skeleton, for an instance with its own pose; time per bone. A counter gives the memory of an instance, as the C library counts
// it.
void cloneSkeleton(benchmark::State& state)
{
    const auto bones = static_cast<std::size_t>(state.range(0));
    Skeleton skeleton;
    fillSkeleton(skeleton, bones);
    skeleton.update();
    for (auto _ : state) {
        benchmark::DoNotOptimize(skeleton.clone());
    }
    countItems(state, bones);
#ifdef __GLIBC__
    constexpr std::size_t clones = 100;
    std::vector<std::unique_ptr<Skeleton>> kept(clones);
    const std::size_t before = mallinfo2().uordblks;
    for (auto& clone : kept) {
        clone = skeleton.clone();
        clone->bones()[0]->setPosition({1.f, 2.f, 3.f});
        clone->update();
    }
    state.counters["bytes_per_instance"] = static_cast<double>(mallinfo2().uordblks - before) / static_cast<double>(clones);
#endif
}
BENCHMARK(cloneSkeleton)->Name("skeleton_clone")->Arg(64);

}  // namespace

}  // namespace armature::bench
