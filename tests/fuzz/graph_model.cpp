#include "graph_model.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>

namespace armature::test {

namespace {

Bone& addBone(Skeleton& rig, const char* name, Bone* parent, const glm::vec3& place)
{
    BoneOptions options;
    options.parent = parent;
    options.bind = glm::translate(glm::mat4(1.f), place);
    return rig.createBone(name, options);
}

glm::quat about(const glm::vec3& axis, float angle)
{
    return glm::angleAxis(angle, axis);
}

constexpr glm::vec3 x{1.f, 0.f, 0.f};
constexpr glm::vec3 y{0.f, 1.f, 0.f};
constexpr glm::vec3 z{0.f, 0.f, 1.f};

std::shared_ptr<const AnimationClip> stride(Skeleton& rig, const char* name, double seconds, float length)
{
    AnimationClipBuilder clip(name);
    clip.translation(*rig.findBone("hips")).addKey(0., glm::vec3(0.f, 1.f, 0.f)).addKey(seconds, glm::vec3(0.f, 1.f, length));
    const float swing = .4f * length;
    clip.rotation(*rig.findBone("leg.L"))
        .addKey(0., about(x, -swing))
        .addKey(seconds / 2., about(x, swing))
        .addKey(seconds, about(x, -swing));
    clip.rotation(*rig.findBone("leg.R"))
        .addKey(0., about(x, swing))
        .addKey(seconds / 2., about(x, -swing))
        .addKey(seconds, about(x, swing));
    return clip.build();
}

}  // namespace

GraphModel::GraphModel() : rig(scene.createSkeleton("walker"))
{
    TransformNode& root = scene.createTransformNode("root");
    rig.setHostNode(&root);
    Bone& hips = addBone(rig, "hips", nullptr, {0.f, 1.f, 0.f});
    Bone& spine = addBone(rig, "spine", &hips, {0.f, .3f, 0.f});
    Bone& head = addBone(rig, "head", &spine, {0.f, .4f, 0.f});
    Bone& arm = addBone(rig, "arm.L", &spine, {.2f, .3f, 0.f});
    addBone(rig, "arm.R", &spine, {-.2f, .3f, 0.f});
    Bone& left = addBone(rig, "leg.L", &hips, {.1f, -.1f, 0.f});
    Bone& right = addBone(rig, "leg.R", &hips, {-.1f, -.1f, 0.f});
    addBone(rig, "foot.L", &left, {0.f, -.9f, 0.f});
    addBone(rig, "foot.R", &right, {0.f, -.9f, 0.f});

    AnimationClipBuilder idle("idle");
    idle.rotation(spine).addKey(0., about(x, 0.f)).addKey(1., about(x, .05f)).addKey(2., about(x, 0.f));
    AnimationClipBuilder turn("turn");
    turn.rotation(hips).addKey(0., about(y, 0.f)).addKey(.5, about(y, .8f)).addKey(1., about(y, 1.6f));
    AnimationClipBuilder jump("jump");
    jump.translation(hips).addKey(0., glm::vec3(0.f, 1.f, 0.f)).addKey(.3, glm::vec3(0.f, 1.5f, .4f)).addKey(.6, glm::vec3(0.f, 1.f, .8f));
    AnimationClipBuilder wave("wave");
    wave.rotation(arm).addKey(0., about(z, 0.f)).addKey(.4, about(z, 1.5f)).addKey(.8, about(z, 0.f));
    AnimationClipBuilder nod("nod");
    nod.rotation(head).addKey(0., about(x, 0.f)).addKey(.5, about(x, .4f)).addKey(1., about(x, 0.f));
    nod.curve("loudness").addKey(0., 0.f).addKey(1., 10.f);
    AnimationClipBuilder ride("ride");
    ride.translation(root).addKey(0., glm::vec3(0.f)).addKey(1., glm::vec3(0.f, 0.f, 3.f));
    for (const auto& clip : {idle.build(), stride(rig, "walk", 1., 1.4f), stride(rig, "run", .6, 2.1f), turn.build(), jump.build(),
                             wave.build(), nod.build(), ride.build()}) {
        scene.createAnimationGroup(clip);
    }
}

std::string fullGraph()
{
    return R"({
  "format": "armature graph",
  "version": 1,
  "parameters": [
    {"name": "speed", "initial": 0.5, "minimum": 0, "maximum": 4},
    {"name": "heading", "minimum": -1, "maximum": 1},
    {"name": "wounded", "kind": "Switch"},
    {"name": "jump", "kind": "Trigger"}
  ],
  "clips": [
    {"name": "idle"},
    {"name": "walk", "motion": {"root": "hips", "source": "Root"}, "events": [{"name": "step", "seconds": 0.25}, {"name": "step", "seconds": 0.75}], "markers": [0.125, 0.625]},
    {"name": "run", "motion": {"root": "hips"}, "markers": [0.0625, 0.375]},
    {"name": "spin", "clip": "turn", "motion": {"root": "hips", "up": [0, 2, 0], "extractRotation": true, "minimumTurn": 0.1, "minimumTravel": 0.2, "directionSnapAngle": 0.01, "extractLateralMotion": true, "extractVertical": true, "facing": "head", "feet": ["foot.L", "foot.R"], "contactHeight": 0.05}},
    {"name": "jump", "bake": {"framesPerSecond": 60, "isQuantized": true, "radius": 0.2, "maxError": {"point": 0.5, "rotation": 0.25}}},
    {"name": "wave", "difference": {"reference": "idle", "seconds": 0.5}},
    {"name": "nod", "difference": {}},
    {"name": "raw nod", "clip": "nod", "isDifference": true},
    {"name": "ride", "motion": {"root": "root"}}
  ],
  "nodes": [
    {
      "name": "strides",
      "kind": "BlendSpace",
      "x": "speed",
      "sync": "Markers",
      "points": [
        {"node": "walk", "position": [1.4, 0]},
        {"node": "run", "position": [3.5, 0]}
      ]
    },
    {
      "name": "turns",
      "kind": "BlendSpace",
      "x": "heading",
      "y": "speed",
      "sync": "None",
      "points": [
        {"node": "spin", "position": [-1, 0]},
        {"node": "walk", "position": [1, 0]},
        {"node": "run", "position": [0, 1]}
      ]
    },
    {"name": "mirrored", "kind": "Mirror", "input": "turns", "amount": {"parameter": "wounded"}},
    {"name": "leap", "kind": "Clip", "clip": "jump", "speed": {"parameter": "speed", "factor": 2}, "loop": false, "start": 0.125},
    {
      "name": "locomotion",
      "kind": "StateMachine",
      "states": [
        {"name": "stand", "node": "idle"},
        {"name": "move", "node": "strides"},
        {"name": "circle", "node": "mirrored"},
        {"name": "leap", "node": "leap"}
      ],
      "transitions": [
        {"from": "stand", "to": "move", "conditions": [{"parameter": "speed", "comparison": "Greater", "value": 0.1}], "duration": 0.3, "blend": "Inertialise"},
        {"from": "move", "to": "stand", "conditions": [{"parameter": "speed", "comparison": "Less", "value": 0.1}], "curve": "Linear", "isInterruptible": false},
        {"from": "move", "to": "circle", "conditions": [{"parameter": "wounded"}], "isInStep": true},
        {"from": "circle", "to": "move", "conditions": [{"parameter": "wounded", "comparison": "IsNotSet"}]},
        {"to": "leap", "conditions": [{"parameter": "jump"}]},
        {"from": "leap", "to": "stand", "exitPhase": 1}
      ]
    },
    {
      "name": "mixed",
      "kind": "Blend",
      "inputs": [
        {"node": "locomotion"},
        {"node": "idle", "weight": {"parameter": "heading", "factor": 0.5}},
        {"node": "turned", "weight": 0.25}
      ]
    },
    {"name": "turned", "kind": "Modifier", "input": "spin", "weight": 0.5},
    {"name": "waving", "kind": "Additive", "base": "mixed", "difference": "wave", "weight": {"parameter": "wounded"}},
    {
      "name": "nodding",
      "kind": "Overlay",
      "base": "waving",
      "overlay": "idle",
      "weight": 0.75,
      "masks": [
        {"bone": "spine", "weight": 0.5},
        {"bone": "head", "withDescendants": false}
      ]
    }
  ],
  "root": "nodding"
}
)";
}

}  // namespace armature::test
