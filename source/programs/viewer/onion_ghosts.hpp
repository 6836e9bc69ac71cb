#pragma once

#include <optional>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "programs/armature/command_line.hpp"
#include "programs/armature/onion_skins.hpp"

namespace armature::tools {

/// Onion skins of the playing clip. They are made again only when another clip plays, or the choice of skins changes.
class OnionGhosts final {
public:
    /// Returns the skins; null without a clip. If the clip can have no skins, throws UsageError the first time, and returns null from then
    /// on.
    [[nodiscard]] const OnionSkins* of(Scene& scene, AnimationGroup* clip, const OnionChoice& choice, std::string_view file);

private:
    Handle<AnimationGroup> clip_;  // a new clip may have the address of a removed one
    OnionChoice choice_;
    std::optional<OnionSkins> skins_;
};

}  // namespace armature::tools
