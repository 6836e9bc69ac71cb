#include "animation/playing/animation_mixer_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/property_owner.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "base/prefetch.hpp"
#include "base/words.hpp"
#include "node/state_archive.hpp"

namespace armature {

AnimationMixer::State::State(AnimationTargets& ownerScene)
    : scene(ownerScene), memory(ownerScene.getProperties().playerMemory()), targets(scene, memory)
{}

void AnimationMixer::State::rebuild()
{
    pose_.reset();
    targets.clear();
    MixerTargets::Places places;
    for (const AnimationLayer* layer : layers.view()) {
        targets.add(layer->state().targetChannels(), places);
    }
    targets.finish();
    for (AnimationLayer* layer : layers.view()) {
        layer->state().bind(targets, places);
    }
    writer = targets.makeWriter();
    properties = targets.makePropertyWriter();
    const auto rows = targets.restFloats().subspan(targets.transformBlocks() * blockFloats);
    rowNumbers.assign(rows.begin(), rows.end());
}

AnimationTargets& AnimationMixer::State::requireScene(const LayerOptions& options) const
{
    AnimationTargets* const found = scene.get();
    if (found == nullptr) {
        throw std::invalid_argument("animation mixer: its scene is gone");
    }
    const auto skeletons = found->skeletons();
    if (options.skeleton != nullptr && std::ranges::find(skeletons, options.skeleton) == skeletons.end()) {
        throw std::invalid_argument(
            fmt::format("animation mixer: the skeleton {} does not belong to the scene", inQuotes(options.skeleton->getName())));
    }
    return *found;
}

AnimationLayer& AnimationMixer::State::add(std::unique_ptr<AnimationLayer> layer, ChannelBindings channels, const LayerOptions& options)
{
    channels.sharePlan(memory->bindings);
    layer->state().channels = std::move(channels);
    if (!options.mayMoveNothing) {
        layer->state().requireTargets();
    }
    AnimationLayer& added = layers.add(std::move(layer));
    rebuild();
    return added;
}

void AnimationMixer::State::removeDoomed()
{
    const auto isDoomed = [](const AnimationLayer& layer) { return layer.state().isRemoved; };
    if (std::ranges::any_of(layers.view(), [&](const AnimationLayer* layer) { return isDoomed(*layer); })) {
        layers.removeIf(isDoomed);
        rebuild();
    }
}

// --- time -----------------------------------------------------------------------------------------------------------

void AnimationMixer::State::advanceFades(double seconds) noexcept
{
    for (AnimationLayer* layer : layers.view()) {
        layer->state().weight.advance(seconds);
        layer->state().share.advance(seconds);
    }
}

// Stops layers that have faded out. In this step, they were still active with a weight of 0, so that the pose of the other layers, or the
// rest pose, has been written.
void AnimationMixer::State::finishFades() noexcept
{
    for (AnimationLayer* layer : layers.view()) {
        if (layer->state().stopsAfterFade && !layer->state().share.isMoving()) {
            layer->stop();
        }
    }
}

// --- layers in step -------------------------------------------------------------------------------------------------

bool AnimationMixer::State::areInStep(const AnimationLayer& a, const AnimationLayer& b) noexcept
{
    const auto leaderOf = [](const AnimationLayer& layer) { return layer.state().leader != nullptr ? layer.state().leader : &layer; };
    return leaderOf(a) == leaderOf(b);
}

void AnimationMixer::State::follow(AnimationLayer& layer, AnimationLayer& leader) noexcept
{
    AnimationLayer& head = leader.state().leader != nullptr ? *leader.state().leader : leader;
    if (&head == &layer) {
        return;
    }
    for (AnimationLayer* each : layers.view()) {
        if (each == &layer || each->state().leader == &layer) {
            each->state().leader = &head;
        }
    }
    alignWith(head);
}

void AnimationMixer::State::letGo(AnimationLayer& layer) noexcept
{
    AnimationLayer* heir = nullptr;
    for (AnimationLayer* each : layers.view()) {
        if (each->state().leader == &layer) {
            each->state().leader = heir;
            if (heir == nullptr) {
                heir = each;
                heir->state().groupPhase = layer.state().groupPhase;
                heir->state().playhead.isReturning = layer.state().playhead.isReturning;
            }
        }
    }
    layer.state().leader = nullptr;
}

void AnimationMixer::State::alignWith(const AnimationLayer& layer) noexcept
{
    const double phase = layer.state().phase();
    for (AnimationLayer* each : layers.view()) {
        if (each != &layer && areInStep(*each, layer)) {
            each->state().goToPhase(phase);
            each->state().playhead.isReturning = layer.state().playhead.isReturning;
            each->state().events.jumped();
        }
    }
    AnimationLayer::State& head = layer.state().leader != nullptr ? layer.state().leader->state() : layer.state();
    head.groupPhase = phase;
    head.playhead.isReturning = layer.state().playhead.isReturning;
}

void AnimationMixer::State::fallIn(AnimationLayer& layer) noexcept
{
    const auto leads = [&](const AnimationLayer* each) { return each != &layer && each->state().isPlaying() && areInStep(*each, layer); };
    if (std::ranges::any_of(layers.view(), leads)) {
        const AnimationLayer& head = layer.state().leader != nullptr ? *layer.state().leader : layer;
        layer.state().goToPhase(head.state().groupPhase);
        layer.state().playhead.isReturning = head.state().playhead.isReturning;
    } else {
        alignWith(layer);
    }
}

double AnimationMixer::State::paceOf(const AnimationLayer& leader) const noexcept
{
    double weighted = 0.;
    double weights = 0.;
    double sum = 0.;
    double count = 0.;
    for (const AnimationLayer* each : layers.view()) {
        const AnimationLayer::State& state = each->state();
        if (state.isPlaying() && areInStep(*each, leader)) {
            const double weight = static_cast<double>(state.weightNow());
            weighted += weight * state.pace();
            weights += weight;
            sum += state.pace();
            ++count;
        }
    }
    return weights > 0. ? weighted / weights : count > 0. ? sum / count : 0.;
}

void AnimationMixer::State::requireStep(double seconds) const
{
    if (isFiring) {
        throw std::logic_error("animation mixer: an event's action cannot advance the mixer");
    }
    if (!std::isfinite(seconds)) {
        throw std::invalid_argument(fmt::format("animation mixer: {} s are not finite", seconds));
    }
    if (!std::isfinite(seconds * speedRatio)) {
        throw std::invalid_argument(fmt::format("animation mixer: {} s times speed ratio {} is not finite", seconds, speedRatio));
    }
    if (isPaused) {
        return;
    }
    seconds *= speedRatio;
    for (const AnimationLayer* layer : layers.view()) {
        const AnimationLayer::State& state = layer->state();
        state.requireStep(seconds);
        if (const double rounds = seconds * state.pace(); state.isPlaying() && !std::isfinite(rounds)) {
            state.refuse(fmt::format("{} s span {} rounds", seconds, rounds));
        }
    }
}

// Each of the next mixers is one pointer farther than the mixer after it, so that a pointer has arrived before it is followed.
void AnimationMixer::State::prefetchAfter(std::span<AnimationMixer* const> mixers, std::size_t place, bool moves) noexcept
{
    const auto at = [&](std::size_t distance) { return place + distance < mixers.size() ? mixers[place + distance] : nullptr; };
    const auto visit = [&](std::size_t distance, const auto& act) {
        if (const AnimationMixer* const mixer = at(distance)) {
            act(*mixer->state_);
        }
    };
    const auto visitLayers = [&](std::size_t distance, const auto& act) {
        visit(distance, [&](const State& state) { std::ranges::for_each(state.layers.view(), act); });
    };
    if (const AnimationMixer* const mixer = at(6)) {
        prefetch(mixer);
    }
    if (const AnimationMixer* const mixer = at(5)) {
        prefetch(mixer->state_.get());
    }
    visit(4, [&](const State& state) {
        prefetch(state.layers.view().data(), cacheLine);
        if (moves) {
            state.writer.prefetchHierarchy();
        }
    });
    visitLayers(3, [](const AnimationLayer* layer) { prefetch(layer); });
    visitLayers(2, [](const AnimationLayer* layer) { prefetch(&layer->state()); });
    if (moves) {
        visit(2, [](const State& state) { state.writer.prefetchParts(); });
        visitLayers(1, [](const AnimationLayer* layer) { prefetch(layer->state().pose.get()); });
    }
}

void AnimationMixer::State::move(double seconds) noexcept
{
    hasMoved = !isPaused;
    if (isPaused) {
        rootMotion = {};
        return;
    }
    seconds *= speedRatio;
    beginTravel();
    advanceFades(seconds);
    moveLayers(seconds);
    finishTravel();
    blend();
}

void AnimationMixer::State::write()
{
    if (hasMoved) {
        writeBlended();
        moveRootNode();
    }
}

void AnimationMixer::State::fire()
{
    if (std::exchange(hasMoved, false)) {
        fireEvents();
        finishFades();
    }
}

void AnimationMixer::State::forgetMove() noexcept
{
    hasMoved = false;
    pose_.reset();
    for (AnimationLayer* layer : layers.view()) {
        layer->state().events.forgetMove();
    }
}

void AnimationMixer::State::moveLayers(double seconds) noexcept
{
    for (AnimationLayer* layer : layers.view()) {
        AnimationLayer::State& state = layer->state();
        const bool leadsOthers = state.leader == nullptr && std::ranges::any_of(layers.view(), [&](const AnimationLayer* each) {
                                     return each->state().leader == layer;
                                 });
        if (leadsOthers) {
            moveInStep(*layer, seconds);
        } else if (state.leader == nullptr && state.isPlaying()) {
            state.move(state.playhead.move(seconds * state.playhead.speedRatio));
        }
    }
}

// Moves `leader` and the layers in step with it. They share one clock, which runs from 0 to 1 in each round and determines the time of each
// layer, so that the layers never drift apart.
void AnimationMixer::State::moveInStep(AnimationLayer& leader, double seconds) noexcept
{
    Playhead clock{.state = Playhead::State::Playing,
                   .time = leader.state().groupPhase,
                   .to = 1.,
                   .loop = leader.state().playhead.loop,
                   .loopMode = leader.state().playhead.loopMode,
                   .isReturning = leader.state().playhead.isReturning};
    const Passage passage = clock.move(seconds * paceOf(leader));
    leader.state().groupPhase = clock.time;
    leader.state().playhead.isReturning = clock.isReturning;
    for (AnimationLayer* each : layers.view()) {
        AnimationLayer::State& state = each->state();
        if (state.isPlaying() && areInStep(*each, leader)) {
            const double before = state.playhead.time;
            state.goToPhase(clock.time);
            state.playhead.state = clock.state;
            state.playhead.isReturning = clock.isReturning;
            state.playhead.round += clock.round;
            Passage own = passage;
            own.before = before;
            own.after = state.playhead.time;
            state.move(own);
        }
    }
}

// --- pose -----------------------------------------------------------------------------------------------------------

void AnimationMixer::State::blend() noexcept
{
    pose_.reset();
    if (std::ranges::none_of(layers.view(), [](const AnimationLayer* layer) { return layer->state().isActive; })) {
        return;
    }
    const auto work = memory->blends.borrow();
    const std::size_t blocks = targets.transformBlocks();
    if (work->layers.size() < layers.view().size()) {
        work->layers.resize(layers.view().size());
    }
    const auto viewOf = [&](std::size_t number) {
        const AnimationLayer::State& state = layers.view()[number]->state();
        return BlendLayer{std::span<const TransformLanes>(work->layers[number]).first(blocks), state.weightNow(),
                          state.pose->laneWeights()};
    };
    work->blends.clear();
    for (std::size_t i = 0; i < layers.view().size(); ++i) {
        AnimationLayer::State& state = layers.view()[i]->state();
        if (state.counts()) {
            state.sample(work->sampled, work->layers[i]);
            if (!state.isAdditive) {
                work->blends.push_back(viewOf(i));
            }
        }
    }
    PoseBlocks& pose = *pose_.emplace(memory->poses);
    growTo(pose, targets.rest().size());
    const std::span<TransformLanes> out = std::span(pose).first(blocks);
    blendLayers(work->blends, std::span(targets.rest()).first(blocks), out);
    for (std::size_t i = 0; i < layers.view().size(); ++i) {
        const AnimationLayer::State& state = layers.view()[i]->state();
        if (state.counts() && state.isAdditive) {
            armature::addLayer(viewOf(i), out);
        }
    }
    blendRows(*work, floatsOf(pose));
    const auto rows = floatsOf(pose).subspan(blocks * blockFloats, rowNumbers.size());
    std::ranges::copy(rows, rowNumbers.begin());
}

void AnimationMixer::State::writeBlended() noexcept
{
    if (pose_) {
        const std::span<const float> pose = floatsOf(std::as_const(**pose_)).first(targets.restFloats().size());
        writer.write(pose);
        properties.write(pose);
        pose_.reset();
    }
}

void AnimationMixer::State::blendRows(const BlendWork& work, std::span<float> outPose) const noexcept
{
    const auto rows = targets.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t at = rows[i].first; at < rows[i].first + rows[i].count; ++at) {
            float sum = 0.f;
            float weights = 0.f;
            float difference = 0.f;
            for (std::size_t number = 0; number < layers.view().size(); ++number) {
                const AnimationLayer::State& state = layers.view()[number]->state();
                const float weight = state.counts() ? state.weightNow() * state.pose->rowWeight(i, at - rows[i].first) : 0.f;
                const float value = weight > 0.f ? weight * floatsOf(work.layers[number])[at] : 0.f;
                (state.isAdditive ? difference : sum) += value;
                weights += state.isAdditive ? 0.f : weight;
            }
            const float rest = targets.restFloats()[at];
            outPose[at] = (sum + std::max(1.f - weights, 0.f) * rest) / std::max(weights, 1.f) + difference;
        }
    }
}

// --- events ---------------------------------------------------------------------------------------------------------

void AnimationMixer::State::fireEvents()
{
    isFiring = true;
    try {
        for (std::size_t i = 0; i < layers.view().size() && isOwned; ++i) {  // actions may add layers, and remove the mixer
            AnimationLayer::State& state = layers.view()[i]->state();
            state.events.fire(state.playhead, state.firesOn);
        }
    } catch (...) {
        isFiring = false;
        forgetMove();
        removeDoomed();
        throw;
    }
    isFiring = false;
    removeDoomed();
}

namespace {

/// Calls visit(node, skeleton, place) for each node of a scene, with 0 for `skeleton`, and for each bone of its skeletons, which are
/// counted from 1.
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

/// Returns the node for which forEachNode() passes `skeleton` and `place`; null if there is no such node.
Node* nodeAtPlace(AnimationTargets* scene, std::uint32_t skeleton, std::uint32_t place)
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

/// Saves or restores `values`, each with its node's numbers in forEachNode(). Saves them in the order of forEachNode(), because the order
/// of the map varies.
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
        const Node* const node = nodeAtPlace(scene, skeleton, place);
        if (state.isRestoring() && node != nullptr) {
            values.set(*node, value);
        }
    }
}

}  // namespace

void MixerTargets::listState(StateArchive& state, AnimationTargets* scene)
{
    state.same("numbers in the pose", restFloats().size());
    // The rest values are from the moment at which layers last changed, so they are part of the state.
    state.shared(restFloats(), [this](std::span<const std::byte> restored) {
        RestPose rest = *rest_;
        std::memcpy(floatsOf(rest.blocks).data(), restored.data(), restored.size());
        rest_ = memory_->rests.share(std::move(rest));
    });
    listNodeValues(state, scene, nodeRests_);
}

void AnimationLayer::State::list(StateArchive& state, std::span<AnimationLayer* const> layers, AnimationTargets* scene)
{
    listState(state);
    state.same("as being additive", isAdditive ? 1u : 0u);
    state.values(isActive, groupPhase, weight, share, stopsAfterFade, otherMask);
    travel.listState(state);
    const auto found = std::ranges::find(layers, leader);
    const auto place = state.exchange(static_cast<std::size_t>(found - layers.begin()));
    if (state.isRestoring()) {
        leader = place < layers.size() ? layers[place] : nullptr;
    }
    listNodeValues(state, scene, masks);
}

void AnimationMixer::listState(StateArchive& state)
{
    state.object("animation mixer");
    state.refuseWhile(state_->isFiring);
    AnimationTargets* const scene = state_->scene.get();
    const auto& layers = state_->layers.view();
    state.same("layers", layers.size());
    for (AnimationLayer* layer : layers) {
        layer->state().list(state, layers, scene);
    }
    state_->targets.listState(state, scene);
    state_->properties.listState(state);
    auto& [offset, turn, up] = state_->rootMotion;
    state.values(offset.x, offset.y, offset.z, turn, up.x, up.y, up.z, state_->isPaused, state_->speedRatio);
    if (state.isRestoring()) {
        state_->forgetMove();  // drops the events of a step that has not fired them yet
        const MixerTargets::Places places(state_->targets);
        for (AnimationLayer* layer : layers) {
            if (layer->state().isActive) {
                layer->state().wake();
            }
            layer->state().bind(state_->targets, places);
        }
    }
}

}  // namespace armature
