#pragma once

#include <span>
#include <string>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>
#include <support/same_bits.hpp>

/// Small rigs and matrices shared by the tests of bones and skeletons.
namespace armature::test {

[[nodiscard]] inline glm::mat4 moved(float x, float y, float z = 0.f)
{
    return glm::translate(glm::mat4(1.f), {x, y, z});
}

[[nodiscard]] inline glm::mat4 turnedZ(float degrees)
{
    return glm::rotate(glm::mat4(1.f), glm::radians(degrees), {0, 0, 1});
}

/// root -> middle -> tip, each one unit above its parent, and an arm beside the tip.
struct ThreeBones {
    Skeleton skeleton{"rig"};
    Bone& root = skeleton.createBone("root", {.bind = moved(0, 1, 0)});
    Bone& middle = skeleton.createBone("middle", {.parent = &root, .bind = moved(0, 1, 0)});
    Bone& tip = skeleton.createBone("tip", {.parent = &middle, .bind = moved(0, 1, 0)});
    Bone& arm = skeleton.createBone("arm", {.parent = &root, .bind = moved(1, 0, 0)});
};

/// All matrices that can be read from a skeleton, to check that nothing changed.
[[nodiscard]] inline std::vector<glm::mat4> snapshotOf(const Skeleton& skeleton)
{
    std::vector<glm::mat4> matrices;
    for (const Bone* bone : skeleton.bones()) {
        for (const glm::mat4& matrix :
             {bone->getLocalMatrix(), bone->getAbsoluteMatrix(), bone->getFinalMatrix(), bone->getBindMatrix(),
              bone->getAbsoluteBindMatrix(), bone->getAbsoluteInverseBindMatrix(), bone->getRestMatrix(), bone->getWorldMatrix()}) {
            matrices.push_back(matrix);
        }
    }
    return matrices;
}

/// Adds bones under random parents with random binds; everything is up to date afterwards.
inline void addRandomBones(Skeleton& skeleton, int count, Random& random)
{
    for (int i = 0; i < count; ++i) {
        Bone* parent = i == 0 || random.chance(0.05) ? nullptr : skeleton.bones()[static_cast<std::size_t>(random.integer(0, i - 1))];
        const Transform bind{random.vector(-1.f, 1.f), random.rotation(), glm::exp(random.vector(-0.1f, 0.1f))};
        skeleton.createBone("bone" + std::to_string(i), {.parent = parent, .bind = toMat4(bind)});
    }
    skeleton.update();
}

[[nodiscard]] inline Transform randomPose(Random& random)
{
    return {random.vector(-1.f, 1.f), random.rotation(), glm::exp(random.vector(-0.1f, 0.1f))};
}

}  // namespace armature::test
