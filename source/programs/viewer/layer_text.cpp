#include "layer_text.hpp"

#include <fmt/format.h>

#include <armature/node/node.hpp>

#include "base/words.hpp"

namespace armature::tools {

std::string describeMask(const ClipLayer& layer)
{
    std::string text;
    for (const ClipLayer::Part& part : layer.mask) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.isMoved ? "below" : "without", printable(shown(part.top->getName())));
    }
    return text.empty() ? "all" : text;
}

std::string describeLayers(const Playback& playback)
{
    std::string text;
    for (const ClipLayer& layer : playback.layers()) {
        text += fmt::format("{}{} {:.2f} {}{} {}", text.empty() ? "" : "; ", playback.nameOf(layer.clip), layer.weight,
                            layer.isAdditive ? "additive" : "override", layer.isInStep ? " in step" : "", describeMask(layer));
    }
    return text.empty() ? "none" : text;
}

const char* describeNoClip(const Playback& playback) noexcept
{
    return playback.isGraphPlayed() ? "A graph plays, not a clip." : "This file has no clips.";
}

}  // namespace armature::tools
