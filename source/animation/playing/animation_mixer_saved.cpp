#include <algorithm>
#include <optional>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/animation_mixer_state.hpp"
#include "node/state_archive.hpp"

/// What a mixer and its layers save: see SavedState.
namespace armature {

namespace {

void listOptional(StateArchive& state, std::optional<double>& listed)
{
    const bool is = state.exchange(listed.has_value());
    double seconds = listed.value_or(0.);
    if (is) {
        state.values(seconds);
    }
    if (state.isRestoring()) {
        listed = is ? std::optional(seconds) : std::nullopt;
    }
}

void listOptions(StateArchive& state, PlayOptions& listed)
{
    auto& [loop, speedRatio, from, to, loopMode] = listed;
    state.values(loop, speedRatio, loopMode);
    listOptional(state, from);
    listOptional(state, to);
}

/// Calls visit(node, skeleton, place) for all nodes of a scene, as skeleton 0, and for the bones of its skeletons, counted from 1.
template <class Visitor>
void forEachNode(AnimationTargets& scene, const Visitor& visit)
{
    const auto visitAll = [&](const auto& nodes, std::uint32_t skeleton) {
        for (std::uint32_t place = 0; place < nodes.size(); ++place) {
            visit(static_cast<Node&>(*nodes[place]), skeleton, place);
        }
    };
    visitAll(scene.nodes(), 0);
    for (std::uint32_t skeleton = 0; skeleton < scene.skeletons().size(); ++skeleton) {
        visitAll(scene.skeletons()[skeleton]->bones(), skeleton + 1);
    }
}

/// Returns null if there is no such node.
Node* nodeAt(AnimationTargets* scene, std::uint32_t skeleton, std::uint32_t place)
{
    if (scene == nullptr || skeleton > scene->skeletons().size()) {
        return nullptr;
    }
    if (skeleton == 0) {
        return place < scene->nodes().size() ? scene->nodes()[place] : nullptr;
    }
    const auto bones = scene->skeletons()[skeleton - 1]->bones();
    return place < bones.size() ? bones[place] : nullptr;
}

/// Lists the values of some of a scene's nodes in the order of the nodes, whatever the order of the map.
template <class Value>
void listNodeValues(StateArchive& state, AnimationTargets* scene, NodeValues<Value>& values)
{
    std::size_t count = 0;
    if (state.isSaving() && scene != nullptr && !values.empty()) {
        forEachNode(*scene, [&](const Node& node, std::uint32_t, std::uint32_t) { count += values.find(node) != nullptr ? 1u : 0u; });
    }
    count = state.exchange(count);
    if (state.isSaving() && count != 0) {
        forEachNode(*scene, [&](const Node& node, std::uint32_t skeleton, std::uint32_t place) {
            if (const Value* const found = values.find(node)) {
                Value value = *found;
                state.values(skeleton, place, value);
            }
        });
        return;
    }
    if (state.isRestoring()) {
        values.clear();
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto skeleton = state.exchange(std::uint32_t{0});
        const auto place = state.exchange(std::uint32_t{0});
        Value value{};
        state.values(value);
        const Node* const node = nodeAt(scene, skeleton, place);
        if (state.isRestoring() && node != nullptr) {
            values.set(*node, value);
        }
    }
}

}  // namespace

void MixerTargets::listState(StateArchive& state, AnimationTargets* scene)
{
    state.same("numbers in the pose", restFloats().size());
    state.values(floatsOf(rest_));  // as of the last change of layers
    listNodeValues(state, scene, nodeRests_);
}

void AnimationLayer::State::list(StateArchive& state, std::span<AnimationLayer* const> layers, AnimationTargets* scene)
{
    state.object("animation layer", clip->getName());
    state.same("as its clip", clip->getName());
    state.same("channels", clip->channels().size());
    state.same("as being additive", isAdditive ? 1u : 0u);
    state.values(isActive, playhead, groupPhase, weight, share, stopsAfterFade, otherMask);
    listOptions(state, lastOptions);
    offsets.listState(state);
    travel.listState(state);
    const auto found = std::ranges::find(layers, leader);
    const auto place = state.exchange(static_cast<std::size_t>(found - layers.begin()));
    if (state.isRestoring()) {
        leader = place < layers.size() ? layers[place] : nullptr;
    }
    listNodeValues(state, scene, masks);
    events.listState(state);
}

void AnimationMixer::listState(StateArchive& state)
{
    state.object("animation mixer");
    state.refuseWhile(state_->isFiring);
    AnimationTargets* const scene = state_->scene.get();
    const auto& layers = state_->layers.view();
    state.same("layers", layers.size());
    for (AnimationLayer* layer : layers) {
        layer->state_->list(state, layers, scene);
    }
    state_->targets.listState(state, scene);
    state_->properties.listState(state);
    auto& [offset, turn, up] = state_->rootMotion;
    state.values(offset.x, offset.y, offset.z, turn, up.x, up.y, up.z, state_->isPaused, state_->speedRatio);
    if (state.isRestoring()) {
        for (AnimationLayer* layer : layers) {
            if (layer->state_->isActive) {
                layer->state_->wake();
            }
            layer->state_->bind(state_->targets);
        }
    }
}

}  // namespace armature
