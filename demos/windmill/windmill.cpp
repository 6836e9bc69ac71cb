#include "windmill.hpp"

#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "shapes.hpp"
#include "wind.hpp"

namespace windmill {
namespace {

constexpr glm::vec3 capPlace{0.f, 5.85f, 0.f};   // on the tower
constexpr glm::vec3 hubPlace{0.f, 0.55f, 2.2f};  // on the cap

struct Colors {
    std::size_t plaster, roof, wood, cloth, door, grass;
};

Colors addColors(armature::Scene& scene)
{
    const auto add = [&](const char* name, const glm::vec3& color) {
        armature::Material material;
        material.name = name;
        material.baseColor = glm::vec4(color, 1.f);
        material.metallic = 0.f;
        return scene.addMaterial(std::move(material));
    };
    return {add("plaster", {0.62f, 0.56f, 0.46f}), add("roof", {0.28f, 0.07f, 0.04f}), add("wood", {0.16f, 0.09f, 0.05f}),
            add("cloth", {0.66f, 0.6f, 0.48f}),    add("door", {0.05f, 0.17f, 0.28f}), add("grass", {0.13f, 0.26f, 0.06f})};
}

void putMesh(armature::Scene& scene, armature::TransformNode& node, std::vector<armature::Primitive> primitives)
{
    armature::MeshDescription mesh;
    mesh.name = node.getName();
    mesh.primitives = std::move(primitives);
    scene.addMeshInstance(std::move(mesh), node);
}

std::vector<armature::Primitive> towerShapes(const Colors& colors)
{
    const std::vector<glm::vec2> wall{{2.25f, 0.f}, {2.25f, 0.5f}, {2.1f, 0.5f}, {1.35f, 5.6f}, {1.5f, 5.6f}, {1.5f, 5.85f}, {0.f, 5.85f}};
    armature::Primitive door = box({0.f, 1.f, 2.05f}, {0.45f, 1.f, 0.2f}, colors.door);
    append(door, box({0.f, 3.6f, 1.62f}, {0.28f, 0.36f, 0.12f}, colors.door));
    return {turned(wall, colors.plaster), door, turned({{6.f, -0.2f}, {6.f, 0.f}, {0.f, 0.f}}, colors.grass)};
}

std::vector<armature::Primitive> capShapes(const Colors& colors)
{
    const std::vector<glm::vec2> roof{{1.62f, 0.f}, {1.62f, 0.15f}, {1.35f, 0.75f}, {0.9f, 1.3f}, {0.4f, 1.6f}, {0.f, 1.7f}};
    // The tail pole at the back, with which the miller turns the cap.
    armature::Primitive beams = box({0.f, 0.55f, 1.f}, {0.14f, 0.14f, 1.f}, colors.wood);
    append(beams, box({0.f, 0.2f, -1.9f}, {0.07f, 0.07f, 0.9f}, colors.wood));
    return {turned(roof, colors.roof), beams};
}

// One arm along +Y, with a frame that holds the cloth.
std::vector<armature::Primitive> armShapes(const Colors& colors)
{
    armature::Primitive wood = box({0.f, 2.05f, 0.f}, {0.09f, 2.05f, 0.09f}, colors.wood);
    armature::Primitive cloth;
    cloth.material = colors.cloth;
    // The frame is turned slightly out of the plane; otherwise the wind would not move it.
    const glm::quat pitched = glm::angleAxis(glm::radians(-14.f), glm::vec3(0.f, 1.f, 0.f));
    append(wood, box({0.86f, 2.55f, 0.f}, {0.035f, 1.55f, 0.035f}, colors.wood), pitched);
    for (int bar = 0; bar < 6; ++bar) {
        append(wood, box({0.43f, 1.f + 0.62f * static_cast<float>(bar), 0.f}, {0.43f, 0.03f, 0.03f}, colors.wood), pitched);
    }
    append(cloth, box({0.43f, 2.55f, -0.03f}, {0.4f, 1.55f, 0.012f}, colors.cloth), pitched);
    return {wood, cloth};
}

armature::Primitive hubShape(const Colors& colors)
{
    return box({0.f, 0.f, 0.f}, {0.28f, 0.28f, 0.24f}, colors.wood);
}

glm::quat turnOfArm(int arm)
{
    return glm::angleAxis(glm::radians(90.f * static_cast<float>(arm)), glm::vec3(0.f, 0.f, 1.f));
}

// Four arms about the origin, in the plane z = 0.
std::vector<armature::Primitive> sailShapes(const Colors& colors)
{
    armature::Primitive wood = hubShape(colors);
    armature::Primitive cloth;
    cloth.material = colors.cloth;
    const std::vector<armature::Primitive> arm = armShapes(colors);
    for (int number = 0; number < 4; ++number) {
        append(wood, arm[0], turnOfArm(number));
        append(cloth, arm[1], turnOfArm(number));
    }
    return {wood, cloth};
}

void appendKey(std::vector<float>& values, const glm::quat& rotation)
{
    values.insert(values.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
}

armature::ChannelDescription rotationOf(std::size_t node, const char* name)
{
    armature::ChannelDescription channel;
    channel.target.index = node;
    channel.target.name = name;
    channel.path = armature::ChannelPath::Rotation;
    channel.components = 4;
    return channel;
}

std::shared_ptr<const armature::AnimationClip> makeClip(std::size_t capNode, std::size_t sailsNode)
{
    armature::ClipDescription clip;
    clip.name = "turn";

    // Between two keys a rotation takes the shorter way, so a full turn needs at least three steps.
    armature::ChannelDescription sails = rotationOf(sailsNode, "sails");
    clip.timeTracks.emplace_back();
    for (int step = 0; step <= 4; ++step) {
        clip.timeTracks.back().push_back(turnSeconds * static_cast<float>(step) / 4.f);
        appendKey(sails.values, glm::angleAxis(glm::radians(-90.f * static_cast<float>(step)), glm::vec3(0.f, 0.f, 1.f)));
    }

    // The cap swings left and right along a smooth curve and is at rest at every key. Each key is in-tangent, value, out-tangent.
    armature::ChannelDescription cap = rotationOf(capNode, "cap");
    cap.interpolation = armature::Interpolation::CubicSpline;
    cap.timeTrack = 1;
    clip.timeTracks.push_back({0.f, turnSeconds / 2.f, turnSeconds});
    for (const float degrees : {-16.f, 16.f, -16.f}) {
        const glm::quat still(0.f, 0.f, 0.f, 0.f);
        appendKey(cap.values, still);
        appendKey(cap.values, glm::angleAxis(glm::radians(degrees), glm::vec3(0.f, 1.f, 0.f)));
        appendKey(cap.values, still);
    }
    clip.channels = {std::move(sails), std::move(cap)};
    return armature::AnimationClip::create(std::move(clip));
}

}  // namespace

armature::AnimationGroup& addWindmill(armature::Scene& scene, const glm::vec3& place)
{
    const Colors colors = addColors(scene);
    const std::size_t first = scene.nodes().size();
    armature::TransformNode& tower = scene.createTransformNode("tower", nullptr, {.translation = place});
    armature::TransformNode& cap = scene.createTransformNode("cap", &tower, {.translation = capPlace});
    armature::TransformNode& sails = scene.createTransformNode("sails", &cap, {.translation = hubPlace});
    putMesh(scene, tower, towerShapes(colors));
    putMesh(scene, cap, capShapes(colors));
    putMesh(scene, sails, sailShapes(colors));
    return scene.createAnimationGroup(makeClip(first + 1, first + 2));
}

armature::ModifierStack& addWindmillInWind(armature::Scene& scene, const glm::vec3& place)
{
    const Colors colors = addColors(scene);
    armature::TransformNode& tower = scene.createTransformNode("tower in the wind", nullptr, {.translation = place});
    putMesh(scene, tower, towerShapes(colors));

    // Nodes parented to a bone follow it.
    armature::Skeleton& skeleton = scene.createSkeleton("windmill");
    skeleton.setHostNode(&tower);
    const auto addBone = [&](const char* name, armature::Bone* parent, const armature::Transform& at,
                             std::vector<armature::Primitive> shapes) {
        armature::Bone& bone = skeleton.createBone(name, {.parent = parent, .bind = armature::toMat4(at)});
        putMesh(scene, scene.createTransformNode(name, &bone), std::move(shapes));
        return &bone;
    };
    armature::Bone* const cap = addBone("cap in the wind", nullptr, {.translation = capPlace}, capShapes(colors));
    armature::Bone* const hub = addBone("hub", cap, {.translation = hubPlace}, {hubShape(colors)});
    for (int arm = 0; arm < 4; ++arm) {
        addBone("arm", hub, {.rotation = turnOfArm(arm)}, armShapes(colors));
    }

    // Joints are numbered in the order of creation. Each function rotates its joints away from their rest pose.
    armature::ModifierStack& stack = scene.createModifierStack(skeleton);
    const auto time = std::make_shared<double>(0.);
    stack.add("wind", [time](armature::JointView, double seconds) { *time += seconds; });
    stack.add("find the wind", [time](armature::JointView joints, double) {
        joints.setRotationQuaternion(0, glm::angleAxis(wind::heading(*time), glm::vec3(0.f, 1.f, 0.f)));
    });
    stack.add("turn", [time](armature::JointView joints, double) {
        joints.setRotationQuaternion(1, glm::angleAxis(-wind::turned(*time), glm::vec3(0.f, 0.f, 1.f)));
    });
    stack.add("bend", [time](armature::JointView joints, double) {
        for (int arm = 0; arm < 4; ++arm) {
            // Bends backwards, away from the wind, about the arm's own X axis.
            const glm::quat back = glm::angleAxis(-wind::bend(*time), glm::vec3(1.f, 0.f, 0.f));
            joints.setRotationQuaternion(2 + static_cast<std::size_t>(arm), turnOfArm(arm) * back);
        }
    });
    return stack;
}

}  // namespace windmill
