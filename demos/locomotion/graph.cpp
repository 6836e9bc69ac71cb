#include "graph.hpp"

#include <stdexcept>
#include <string>

namespace locomotion {
namespace {

using armature::Comparison;
using armature::GraphTransition;
using armature::ParameterKind;
using armature::TransitionBlend;

std::shared_ptr<const armature::AnimationClip> need(std::span<const std::shared_ptr<const armature::AnimationClip>> clips,
                                                    const std::string& name)
{
    for (const auto& clip : clips) {
        if (clip->getName() == name) {
            return clip;
        }
    }
    throw std::invalid_argument("the model has no clip " + name);
}

GraphTransition when(std::string from, std::string to, std::vector<armature::GraphCondition> conditions)
{
    return {.from = std::move(from), .to = std::move(to), .conditions = std::move(conditions), .blend = TransitionBlend::Inertialise};
}

GraphTransition at(GraphTransition transition, double phase)
{
    transition.exitPhase = phase;
    return transition;
}

GraphTransition atEnd(std::string from, std::string to)
{
    return at(when(std::move(from), std::move(to), {}), 1.);
}

armature::StateMachineNode states()
{
    const armature::GraphCondition goes{"speed", Comparison::Greater, 0.2f};
    const armature::GraphCondition stands{"speed", Comparison::Less, 0.2f};
    return {.states = {{"idle", "idle"},
                       {"start", "starting"},
                       {"move", "moving"},
                       {"stop", "stopping"},
                       {"stopOnRight", "stoppingOnRight"},
                       {"jump", "jumping"},
                       {"turnLeft", "turningLeft"},
                       {"turnRight", "turningRight"}},
            // A stop begins when the left heel lands or, mirrored, when the right one does.
            .transitions = {when("idle", "jump", {{"jump"}}), when("idle", "turnLeft", {{"left"}}), when("idle", "turnRight", {{"right"}}),
                            when("idle", "start", {goes}), atEnd("start", "move"), at(when("move", "stop", {stands}), 1.),
                            at(when("move", "stopOnRight", {stands}), 0.5), atEnd("stop", "idle"), atEnd("stopOnRight", "idle"),
                            atEnd("jump", "idle"), atEnd("turnLeft", "idle"), atEnd("turnRight", "idle")}};
}

}  // namespace

// The walk stays on the spot, so its root motion comes from its planted feet. All other clips move the root.
std::shared_ptr<const armature::AnimationGraph> makeGraph(armature::Scene& scene, armature::Skeleton& skeleton, armature::Node& root,
                                                          std::span<const std::shared_ptr<const armature::AnimationClip>> clips)
{
    armature::GraphDescription graph;
    graph.parameters = {{"speed", ParameterKind::Number, 0.f, 0.f, 2.5f},
                        {"turn", ParameterKind::Number, 0.f, -1.f, 1.f},
                        {"jump", ParameterKind::Trigger},
                        {"left", ParameterKind::Trigger},
                        {"right", ParameterKind::Trigger}};
    const std::vector<const armature::Node*> soles{skeleton.findBone("toesLeft"), skeleton.findBone("toesRight"),
                                                   skeleton.findBone("footLeft"), skeleton.findBone("footRight")};
    for (const char* name : {"idle", "walk", "walkLeft", "walkRight", "run", "start", "stop", "jump", "turnLeft", "turnRight"}) {
        const auto clip = need(clips, name);
        armature::RootMotionOptions options;
        if (std::string(name) == "walk") {
            options = {.source = armature::RootMotionSource::Feet, .feet = soles};
        } else {
            options = {.source = armature::RootMotionSource::Root, .extractLateralMotion = true};
        }
        const auto motion = std::string(name) == "idle" ? nullptr : armature::RootMotion::create(clip, scene, root, nullptr, options);
        graph.clips.push_back(armature::makeGraphClip(name, clip, skeleton, {.motion = motion}));
    }
    const auto once = [](const char* clip) { return armature::ClipNode{.clip = clip, .loop = false}; };
    graph.nodes = {
        {"moving",
         armature::BlendSpaceNode{
             .x = "speed",
             .y = "turn",
             .points = {{"walk", {0.98f, 0.f}}, {"walkLeft", {0.98f, 1.f}}, {"walkRight", {0.98f, -1.f}}, {"run", {2.5f, 0.f}}}}},
        {"starting", once("start")},
        {"stopping", once("stop")},
        {"stoppingMirrored", once("stop")},
        {"stoppingOnRight", armature::MirrorNode{"stoppingMirrored"}},
        {"jumping", once("jump")},
        {"turningLeft", once("turnLeft")},
        {"turningRight", once("turnRight")},
        {"body", states()}};
    graph.root = "body";
    return armature::AnimationGraph::create(std::move(graph), skeleton);
}

}  // namespace locomotion
