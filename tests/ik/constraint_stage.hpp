#pragma once

#include <optional>
#include <vector>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <ik/above.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

namespace armature::test {

/// A host, a root, a bone to constrain, its child, and a node elsewhere. Host, root, bone and node have random poses. The bone may be
/// linked to a driving node.
struct ConstraintStage {
    ConstraintStage(Random& random, Above above, bool isLinked)
    {
        host.setTransform(anyPose(random, above));
        skeleton.setHostNode(&host);
        root.setTransform(anyPose(random, above));
        if (isLinked) {
            bone.linkTransformNode(&driver);
        }
        pose(random);
        source.setTransform(anyPose(random, Above::Scaled));
    }

    /// Gives the bone a random pose, through its driving node if it is linked.
    void pose(Random& random)
    {
        const Transform transform{random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 2.f)};
        bone.getTransformNode() != nullptr ? driver.setTransform(transform) : bone.setTransform(transform);
    }

    static Transform anyPose(Random& random, Above above)
    {
        Transform pose{random.vector(-2.f, 2.f), random.rotation(), glm::vec3(1.f)};
        pose.scale *= above == Above::Plain ? 1.f : random.real(0.2f, 5.f);
        if (above == Above::Mirrored) {
            pose.scale.x = -pose.scale.x;
        } else if (above == Above::Uneven) {
            pose.scale = random.vector(0.3f, 3.f);
        }
        return pose;
    }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    TransformNode& driver = scene.createTransformNode("driver");
    TransformNode& source = scene.createTransformNode("source");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& root = skeleton.createBone("root");
    Bone& bone = skeleton.createBone("bone", {.parent = &root});
    Bone& child = skeleton.createBone("child", {.parent = &bone, .bind = toMat4(Transform{{0.f, 1.5f, 0.f}})});
};

/// Calls check(stage) several times for every kind of parent, with and without a linked bone.
template <class Check>
void onStages(Random& random, Check&& check, bool withUneven = true)
{
    for (const Above above : {Above::Plain, Above::Scaled, Above::Mirrored, Above::Uneven}) {
        for (const bool isLinked : {false, true}) {
            for (int round = 0; round < rounds(10) && (withUneven || above != Above::Uneven); ++round) {
                ConstraintStage stage(random, above, isLinked);
                check(stage);
            }
        }
    }
}

}  // namespace armature::test
