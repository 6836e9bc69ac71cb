#pragma once

#include <optional>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "programs/armature/command_line.hpp"
#include "programs/armature/onion_skins.hpp"

namespace armature::tools {

/// Onion skins of the clip that plays, made again only when another one does, or others are asked for.
class OnionGhosts final {
public:
    /// Null without a clip. Throws UsageError, once, if that clip can have none; null then.
    [[nodiscard]] const OnionSkins* of(Scene& scene, AnimationGroup* clip, const OnionChoice& choice, std::string_view file);

private:
    Handle<AnimationGroup> clip_;  // another may have the address of one that is gone
    OnionChoice choice_;
    std::optional<OnionSkins> skins_;
};

}  // namespace armature::tools
