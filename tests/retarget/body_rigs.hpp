#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

namespace armature::test {

/// How the arms hang at rest.
enum class RestShape { T, A, I };

/// What a made body looks like.
struct BodyOptions {
    std::string name = {};
    RestShape shape = RestShape::T;
    float height = 1.f;
    float legs = 1.f;  ///< Times those of the others.
    float arms = 1.f;
    float knees = 0.f;           ///< How much higher than those of the others, of a height of 1.
    bool hasTurnedAxes = false;  ///< Each bone has axes of its own.
    std::set<std::string> without = {};
    glm::quat facing{1.f, 0.f, 0.f, 0.f};  ///< From a body that stands upright and looks along +Z.
    bool hasRoot = false;                  ///< A bone between the feet above all others.
    bool hasBonesBetween = false;          ///< Bones without a role between others.
    bool isMirrored = false;               ///< Bones of the right side have a negative scale,
    glm::vec3 mirror{-1.f, 1.f, 1.f};      ///< this one.
    bool hasHipJoints = false;             ///< "leftHip" and "rightHip" in the hips' place, on which the thighs hang.
};

/// A skeleton and what it lives in.
struct BodyRig {
    std::string name;
    std::shared_ptr<Scene> scene = {};
    Skeleton* skeleton = nullptr;
    std::shared_ptr<const HumanoidMap> map = {};  ///< By its names if it was made, else found.
    bool isMade = false;
};

/// Adds a bone "body" and a tail of so many bones and that length behind it.
void addTail(Skeleton& skeleton, int count, float length);

/// Two skeletons of the same body and tail of three bones, of which one moves as the other does.
struct TwoTails {
    Skeleton source{"source"};
    Skeleton target{"target"};
    Retargeter retargeter = pair();

private:
    [[nodiscard]] Retargeter pair()
    {
        addTail(source, 3, 1.f);
        addTail(target, 3, 1.f);
        return Retargeter(source, target, RetargetMap::ofNames(source, target));
    }
};

/// A body whose bones are called as the roles of VRM.
[[nodiscard]] BodyRig makeBody(const BodyOptions& options, Random& random);

/// Eleven made bodies, the shipped character and, where they are, humanoids of the corpus.
[[nodiscard]] std::vector<BodyRig> bodyRigs(Random& random);

/// The project's own character, with its clips.
[[nodiscard]] BodyRig shippedCharacter();

}  // namespace armature::test
