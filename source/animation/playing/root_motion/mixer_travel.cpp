#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/playing/animation_mixer_state.hpp"
#include "node/state_archive.hpp"

/// How a mixer blends the travel of its layers.
namespace armature {

// --- layer ----------------------------------------------------------------------------------------------------------

// With PingPong, only the times before and after the move count, not the path between them. In other modes, time continues over rounds.
void LayerTravel::move(const Passage& passage, const Playhead& playhead) noexcept
{
    if (motion_ == nullptr) {
        return;
    }
    const PlayOptions range{.from = playhead.from, .to = playhead.to};
    const double rounds = passage.turns ? 0. : passage.isBackwards ? -passage.rounds : passage.rounds;
    delta_ = motion_->between(passage.before, passage.after + rounds * (playhead.to - playhead.from), range);
}

void LayerTravel::listState(StateArchive& state)
{
    state.same("as having root motion", motion_ != nullptr ? 1u : 0u);
}

void AnimationLayer::setRootMotion(std::shared_ptr<const RootMotion> motion)
{
    if (motion != nullptr) {
        const double duration = motion->getClip()->getDuration();
        if (motion->getClip() == state().clip && motion->getInPlaceClip() != state().clip) {
            state().refuse("it plays the clip that the root motion was taken from, not the in-place clip, so it would travel twice");
        }
        if (std::abs(duration - state().clip->getDuration()) > 1e-6 * duration) {
            state().refuse(fmt::format("its clip lasts {} s, that of the root motion {} s", state().clip->getDuration(), duration));
        }
    }
    state().travel.set(std::move(motion));
    state().placeRoot(state().mixer->state_->targets);
}

const std::shared_ptr<const RootMotion>& AnimationLayer::getRootMotion() const noexcept
{
    return state().travel.motion();
}

void AnimationLayer::State::placeRoot(const MixerTargets& targets)
{
    travel.root = {};
    travel.lane.reset();
    if (travel.motion() == nullptr) {
        return;
    }
    const ChannelTarget& target = travel.motion()->getRoot();
    const Node* root = nullptr;
    for (std::size_t i = 0; i < channels.size() && root == nullptr; ++i) {
        root = meanTheSame(clip->channels()[i].target, target) ? channels.nodeOf(i) : nullptr;
    }
    if (AnimationTargets* const scene = mixer->state_->scene.get(); root == nullptr && scene != nullptr) {
        root = TargetFinder(*scene).find(target, ChannelPath::Translation, 3).node.get();
    }
    if (root != nullptr) {
        travel.root = Handle<const Node>(*root);
        travel.lane = targets.findLane(*root);
    }
}

double AnimationLayer::State::rootWeight() const noexcept
{
    if (!counts()) {
        return 0.;
    }
    const double own = travel.lane ? motionWeight(*travel.lane) : 0.;
    const bool isMoved = own > 0. || (travel.lane && pose->animates(*travel.lane));
    const Node* const root = travel.root.get();
    const float mask = root != nullptr ? masks.at(*root, otherMask) : otherMask;
    return isMoved ? own : static_cast<double>(weightNow()) * static_cast<double>(mask);
}

// --- mixer ----------------------------------------------------------------------------------------------------------

double AnimationMixer::State::travelShareOf(const AnimationLayer& layer) const noexcept
{
    const AnimationLayer::State& state = layer.state();
    const double own = state.rootWeight();
    if (state.isAdditive || !(own > 0.)) {
        return own;
    }
    double total = own;
    for (const AnimationLayer* each : layers.view()) {
        const AnimationLayer::State& other = each->state();
        if (each != &layer && !other.isAdditive) {
            const bool isSameRoot = other.travel.motion() != nullptr && other.travel.root == state.travel.root;
            total += isSameRoot ? other.rootWeight() : state.travel.lane ? other.motionWeight(*state.travel.lane) : 0.;
        }
    }
    return own / std::max(1., total);
}

void AnimationMixer::State::beginTravel() noexcept
{
    for (AnimationLayer* layer : layers.view()) {
        if (layer->state().travel.motion() != nullptr) {
            layer->state().travel.begin(travelShareOf(*layer));
        }
    }
}

void AnimationMixer::State::finishTravel() noexcept
{
    rootMotion = {};
    for (const AnimationLayer* layer : layers.view()) {
        if (layer->state().travel.motion() != nullptr) {
            layer->state().travel.addTo(rootMotion, travelShareOf(*layer));
        }
    }
}

void AnimationMixer::State::moveRootNode()
{
    TransformNode* const node = rootMotionNode.get();
    if (node != nullptr && (rootMotion.turn != 0. || rootMotion.offset != glm::dvec3(0.))) {
        node->setTransform(rootMotion.moved(node->getTransform()));
    }
}

bool AnimationMixer::State::movesNode(const Node& node) const noexcept
{
    return targets.findLane(node).has_value();
}

}  // namespace armature
