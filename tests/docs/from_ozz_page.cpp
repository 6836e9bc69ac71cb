#include "page.hpp"

// clang-format off
#include <vector>

#include <armature/armature.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

// The examples of docs/from_ozz.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_from_ozz_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("rig");
    armature::Bone& hips = skeleton.createBone("hips");
    skeleton.createBone("arm", {.parent = &hips});

    const auto walkClip = clipOf("walk", hips);
    const auto runClip = clipOf("run", *skeleton.findBone("arm"));

    const auto walk = armature::BakedClip::create(*walkClip, skeleton);
    const auto run = armature::BakedClip::create(*runClip, skeleton);
    std::vector<armature::Transform> locals(walk->boneCount());
    std::vector<armature::Transform> others(run->boneCount());

    walk->sample(0.25, locals);  // SamplingJob
    run->sample(0.25, others);
    for (std::size_t i = 0; i < locals.size(); ++i) {  // BlendingJob
        locals[i].translation = glm::mix(locals[i].translation, others[i].translation, 0.5f);
        locals[i].rotation = glm::slerp(locals[i].rotation, others[i].rotation, 0.5f);
    }
    skeleton.setLocalTransforms(locals);                                         // in the order of skeleton.bones()
    const std::span<const glm::mat3x4> palette = skeleton.getFinalMatrices();  // LocalToModelJob, and the inverse binds
    check(palette.size() == skeleton.bones().size());

    armature::Crowd crowd(skeleton);
    const std::size_t walking = crowd.addClip(walk);
    for (int member = 0; member < 32; ++member) {
        crowd.add({.clip = walking, .time = 0.02 * member});
    }
    crowd.update(1. / 60.);  // or straight into mapped memory: crowd.update(seconds, memory)
    check(crowd.getPalettes().size() == 32 * crowd.getPaletteSize());
}
