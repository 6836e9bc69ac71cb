#pragma once

#include <memory>
#include <numbers>
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

inline constexpr double degree = std::numbers::pi / 180.;

/// The arms' direction in the rest pose.
enum class RestShape { T, A, I };

/// How to make a body.
struct BodyOptions {
    std::string name = {};
    RestShape shape = RestShape::T;
    float height = 1.f;
    float legs = 1.f;  ///< Factor on the legs' length.
    float arms = 1.f;
    float knees = 0.f;           ///< How much higher the knees are than on other bodies, for a height of 1.
    bool hasTurnedAxes = false;  ///< Each bone has its own random axes.
    std::set<std::string> without = {};
    glm::quat facing{1.f, 0.f, 0.f, 0.f};  ///< Relative to a body that stands upright and faces +Z.
    bool hasRoot = false;                  ///< Adds a bone between the feet, above all others.
    bool hasBonesBetween = false;          ///< Adds bones without a role between others.
    bool isMirrored = false;               ///< Bones of the right side have the negative scale `mirror`.
    glm::vec3 mirror{-1.f, 1.f, 1.f};      ///< Scale of those bones.
    bool hasHipJoints = false;             ///< Adds "leftHip" and "rightHip" at the hips' position, as parents of the thighs.
};

/// A skeleton and the scene that contains it.
struct BodyRig {
    std::string name;
    std::shared_ptr<Scene> scene = {};
    Skeleton* skeleton = nullptr;
    std::shared_ptr<const HumanoidMap> map = {};  ///< From the role names for a made body, otherwise found by HumanoidMap.
    bool isMade = false;
};

/// Adds a bone "body" and, behind it, a tail of `count` bones with a total length of `length`.
void addTail(Skeleton& skeleton, int count, float length);

/// Two skeletons with the same body and tail of three bones, and a retargeter that moves `target` like `source`.
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

/// Makes a body whose bones have the names of VRM's roles.
[[nodiscard]] BodyRig makeBody(const BodyOptions& options, Random& random);

/// Returns eleven made bodies, the shipped character and, if installed, the humanoids of the corpus.
[[nodiscard]] std::vector<BodyRig> bodyRigs(Random& random);

/// Returns the project's own character, with its clips.
[[nodiscard]] BodyRig shippedCharacter();

}  // namespace armature::test
