#pragma once

#include <optional>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// The ground below a model, found again only when the clip changes.
class StandingGround final {
public:
    /// Returns the ground below the model over the whole clip or, if `clip` is null, in its current pose. The scene's pose and the clip's
    /// time stay as they are.
    [[nodiscard]] const DrawOptions::Ground& below(Scene& scene, AnimationGroup* clip);

private:
    Handle<AnimationGroup> clip_;
    std::optional<DrawOptions::Ground> ground_;
};

}  // namespace armature::tools
