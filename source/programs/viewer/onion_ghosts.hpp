#pragma once

#include <optional>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "programs/armature/command_line.hpp"
#include "programs/armature/onion_skins.hpp"

namespace armature::tools {

/// Onion skins of the playing clip, made again only when another clip plays, or other skins are asked for.
class OnionGhosts final {
public:
    /// Returns null without a clip. Throws UsageError, once, if the clip can have no skins; returns null from then on.
    [[nodiscard]] const OnionSkins* of(Scene& scene, AnimationGroup* clip, const OnionChoice& choice, std::string_view file);

private:
    Handle<AnimationGroup> clip_;  // a new clip may have the address of a removed one
    OnionChoice choice_;
    std::optional<OnionSkins> skins_;
};

}  // namespace armature::tools
