#include "blend_pad.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "document.hpp"

namespace armature::tools {

namespace {

void playSource(OpenModel& model, GraphSource source)
{
    Playback& playback = model.playback;
    const bool goesOn = playback.graph() != nullptr && isMadeBlend(*playback.graph());
    const bool isPlaying = playback.isPlaying();
    playback.playGraph(std::move(source), goesOn);
    playback.graph()->isPlaying = isPlaying;
    model.isPosed = false;
}

// Returns a Keep that saves the pad as the text of its graph. The text names clips, because their indices may have changed, or clips may be
// gone, by the time that the pad is restored.
EditHistory::Keep keepPad(OpenModel& model)
{
    return [&model]() -> EditHistory::BringBack {
        return [&model, source = model.playback.graph()->getSource()] { playSource(model, source); };
    };
}

}  // namespace

BlendPad padOf(const OpenModel& model)
{
    const GraphPlayback* const graph = model.playback.graph();
    if (graph == nullptr || !isMadeBlend(*graph)) {
        return {};
    }
    const auto& space = std::get<BlendSpaceNode>(graph->getDescription().nodes.front().kind);
    return {placesOf(*graph, model.playback.clips()), space.y.empty()};
}

void playPad(OpenModel& model, const BlendPad& pad)
{
    playSource(model, makeBlendGraph(*model.scene, model.playback.clips(), pad.places, pad.isLine));
}

void editPad(OpenModel& model, std::string what, const BlendPad& pad)
{
    if (padOf(model).places.empty()) {
        playPad(model, pad);
        return;
    }
    model.history.begin(std::move(what), keepPad(model));
    try {
        playPad(model, pad);
    } catch (...) {
        model.history.cancel();
        throw;
    }
    model.history.commit();
}

void PadDrag::to(const glm::vec2& place)
{
    BlendPad pad = padOf(*model_);
    pad.places[point_].place = pad.isLine ? glm::vec2(place.x, 0.f) : place;
    if (!hasMoved_) {
        const std::string& clip = model_->playback.clips()[pad.places[point_].clip]->getName();
        model_->history.begin(fmt::format("move {} on the pad", printable(shown(clip))), keepPad(*model_));
    }
    try {
        playPad(*model_, pad);
        hasMoved_ = true;
    } catch (const Error&) {  // another clip is there: the dragged one stays where it was
        if (!hasMoved_) {
            model_->history.cancel();
        }
    }
}

bool PadDrag::fits(const OpenModel& model) const
{
    return &model == model_ && point_ < padOf(model).places.size();
}

}  // namespace armature::tools
