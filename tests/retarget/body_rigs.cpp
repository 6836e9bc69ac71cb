#include <retarget/body_rigs.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/math/affine.hpp>
#include <armature/retarget/humanoid_map.hpp>

#include <support/shared_data.hpp>

#include "../../demos/character/clips.hpp"
#include "../../demos/character/scene.hpp"

namespace armature::test {

namespace {

struct BodyBone {
    const char* name;
    const char* parent;
    glm::vec3 place;  // position of the joint, in a T pose of height 1 that faces +Z
};

constexpr std::array<BodyBone, 24> body{{
    {"hips", "", {0.f, 0.53f, 0.f}},
    {"spine", "hips", {0.f, 0.6f, 0.01f}},
    {"chest", "spine", {0.f, 0.7f, 0.f}},
    {"upperChest", "chest", {0.f, 0.77f, -0.01f}},
    {"neck", "upperChest", {0.f, 0.84f, 0.f}},
    {"head", "neck", {0.f, 0.89f, 0.01f}},
    {"leftShoulder", "upperChest", {0.03f, 0.81f, 0.f}},
    {"leftUpperArm", "leftShoulder", {0.1f, 0.81f, -0.01f}},
    {"leftLowerArm", "leftUpperArm", {0.26f, 0.81f, -0.01f}},
    {"leftHand", "leftLowerArm", {0.42f, 0.81f, 0.f}},
    {"leftMiddleProximal", "leftHand", {0.47f, 0.81f, 0.f}},
    {"rightShoulder", "upperChest", {-0.03f, 0.81f, 0.f}},
    {"rightUpperArm", "rightShoulder", {-0.1f, 0.81f, -0.01f}},
    {"rightLowerArm", "rightUpperArm", {-0.26f, 0.81f, -0.01f}},
    {"rightHand", "rightLowerArm", {-0.42f, 0.81f, 0.f}},
    {"rightMiddleProximal", "rightHand", {-0.47f, 0.81f, 0.f}},
    {"leftUpperLeg", "hips", {0.05f, 0.5f, 0.f}},
    {"leftLowerLeg", "leftUpperLeg", {0.05f, 0.28f, 0.01f}},
    {"leftFoot", "leftLowerLeg", {0.05f, 0.05f, -0.01f}},
    {"leftToes", "leftFoot", {0.05f, 0.01f, 0.07f}},
    {"rightUpperLeg", "hips", {-0.05f, 0.5f, 0.f}},
    {"rightLowerLeg", "rightUpperLeg", {-0.05f, 0.28f, 0.01f}},
    {"rightFoot", "rightLowerLeg", {-0.05f, 0.05f, -0.01f}},
    {"rightToes", "rightFoot", {-0.05f, 0.01f, 0.07f}},
}};

glm::vec3 shapedPlace(const BodyBone& bone, const BodyOptions& options)
{
    const std::string_view name = bone.name;
    glm::vec3 place = bone.place;
    const float side = place.x > 0.f ? 1.f : -1.f;
    if (name.find("Arm") != name.npos || name.find("Hand") != name.npos || name.find("Middle") != name.npos) {
        const glm::vec3 shoulder(side * 0.1f, 0.81f, -0.01f);
        const float angle = options.shape == RestShape::T ? 0.f : options.shape == RestShape::A ? 0.8f : 1.5f;
        place = shoulder + glm::angleAxis(-side * angle, glm::vec3(0.f, 0.f, 1.f)) * (options.arms * (place - shoulder));
    }
    const float leg = 0.5f * options.legs;
    if (name.find("Leg") != name.npos || name.find("Foot") != name.npos || name.find("Toes") != name.npos) {
        place.y += name.find("LowerLeg") != name.npos ? options.knees : 0.f;
        place.y *= options.legs;
    } else {
        place.y += leg - 0.5f;
    }
    return options.facing * (options.height * place);
}

}  // namespace

void addTail(Skeleton& skeleton, int count, float length)
{
    Bone* above = &skeleton.createBone("body");
    for (int i = 0; i < count; ++i) {
        const float way = i == 0 ? 0.f : length / static_cast<float>(count);
        above = &skeleton.createBone("tail" + std::to_string(i),
                                     {.parent = above, .bind = glm::translate(glm::mat4(1.f), glm::vec3(0.f, 0.f, -way))});
    }
}

BodyRig makeBody(const BodyOptions& options, Random& random)
{
    BodyRig rig{options.name, std::make_shared<Scene>()};
    rig.skeleton = &rig.scene->createSkeleton(options.name);
    struct Made {
        Bone* bone;
        glm::mat4 world;
    };
    std::map<std::string, Made, std::less<>> made;
    const auto axes = [&] { return options.hasTurnedAxes ? glm::mat4_cast(random.rotation()) : glm::mat4(1.f); };
    const auto add = [&](const std::string& name, const Made* parent, const glm::vec3& place, const glm::vec3& scale) {
        const glm::mat4 world = glm::translate(glm::mat4(1.f), place) * axes() * glm::scale(glm::mat4(1.f), scale);
        const glm::mat4 local = parent != nullptr ? glm::inverse(parent->world) * world : world;
        Bone& bone = rig.skeleton->createBone(name, {.parent = parent != nullptr ? parent->bone : nullptr, .bind = local});
        return made.insert_or_assign(name, Made{&bone, world}).first->second;
    };
    Made root{};
    if (options.hasRoot) {
        root = add("root", nullptr, glm::vec3(0.f), glm::vec3(1.f));
    }
    for (const BodyBone& bone : body) {
        if (options.without.contains(bone.name)) {
            continue;
        }
        std::string parent = bone.parent;
        while (!parent.empty() && !made.contains(parent)) {
            parent = std::find_if(body.begin(), body.end(), [&](const BodyBone& each) { return each.name == parent; })->parent;
        }
        const Made* above = !parent.empty() ? &made.at(parent) : options.hasRoot ? &root : nullptr;
        const glm::vec3 place = shapedPlace(bone, options);
        const bool isRight = std::string_view(bone.name).starts_with("right");
        const glm::vec3 scale = options.isMirrored && isRight ? options.mirror : glm::vec3(1.f);
        if (options.hasHipJoints && std::string_view(bone.name).ends_with("UpperLeg")) {
            const Made hip = add(isRight ? "rightHip" : "leftHip", above, glm::vec3(above->world[3]), scale);
            add(bone.name, &hip, place, scale);
        } else if (options.hasBonesBetween && above != nullptr && random.chance(0.3)) {
            const glm::vec3 from(above->world[3]);
            const Made between = add("spacer" + std::to_string(made.size()), above, glm::mix(from, place, 0.4f), scale);
            add(bone.name, &between, place, scale);
        } else {
            add(bone.name, above, place, scale);
        }
    }
    HumanoidMap map = HumanoidMap::createEmpty(describeHumanoidRig(*rig.skeleton));
    for (const BodyBone& bone : body) {
        if (made.contains(bone.name)) {
            map.set(*humanoidRoleNamed(bone.name), bone.name);
        }
    }
    rig.isMade = true;
    rig.map = std::make_shared<const HumanoidMap>(std::move(map));
    return rig;
}

BodyRig shippedCharacter()
{
    const character::Rig rig = character::makeRig();
    std::shared_ptr<Scene> scene = character::makeScene(rig, {}, character::makeClips(rig));
    Skeleton* const skeleton = scene->skeletons().front();
    return {"shipped character", std::move(scene), skeleton, std::make_shared<const HumanoidMap>(HumanoidMap::create(*skeleton))};
}

std::vector<BodyRig> bodyRigs(Random& random)
{
    const glm::quat back = glm::angleAxis(3.1415927f, glm::vec3(0.f, 1.f, 0.f));
    const glm::quat aside = glm::angleAxis(1.5707964f, glm::vec3(0.f, 1.f, 0.f));
    const glm::quat zUp = glm::angleAxis(1.5707964f, glm::vec3(1.f, 0.f, 0.f));
    std::vector<BodyRig> rigs;
    for (const BodyOptions& options : std::vector<BodyOptions>{
             {.name = "T"},
             {.name = "A", .shape = RestShape::A, .height = 1.7f, .hasTurnedAxes = true},
             {.name = "I", .shape = RestShape::I, .height = 180.f},
             {.name = "short legs", .shape = RestShape::A, .legs = 0.6f, .arms = 1.3f, .hasTurnedAxes = true},
             {.name = "few bones", .without = {"chest", "upperChest", "neck", "leftShoulder", "rightShoulder", "leftToes", "rightToes"}},
             {.name = "backwards", .shape = RestShape::I, .hasTurnedAxes = true, .facing = back},
             {.name = "z up", .height = 3.f, .facing = zUp, .hasRoot = true},
             {.name = "bones between", .shape = RestShape::A, .hasTurnedAxes = true, .hasRoot = true, .hasBonesBetween = true},
             {.name = "long arms, z up", .shape = RestShape::A, .arms = 1.4f, .hasTurnedAxes = true, .facing = zUp},
             {.name = "no shoulders, looks aside", .legs = 1.2f, .without = {"leftShoulder", "rightShoulder", "chest"}, .facing = aside},
             {.name = "mirrored", .height = 2.f, .hasTurnedAxes = true, .isMirrored = true},
         }) {
        rigs.push_back(makeBody(options, random));
    }
    rigs.push_back(shippedCharacter());
    const auto shared = sharedDirectory();
    for (const char* const file : {"assimp/01_01.bvh", "raylib/greenman.glb"}) {
        const auto path = shared ? *shared / "corpus" / "valid" / file : std::filesystem::path();
        if (shared && std::filesystem::exists(path)) {
            std::shared_ptr<Scene> scene = loadScene(path);
            Skeleton* const skeleton = scene->skeletons().front();
            const auto map = std::make_shared<const HumanoidMap>(HumanoidMap::create(*skeleton));
            if (!map->isRefused()) {
                rigs.push_back({file, std::move(scene), skeleton, map});
            }
        }
    }
    return rigs;
}

}  // namespace armature::test
