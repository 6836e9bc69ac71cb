#pragma once

#include <optional>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/render/skin_renderer.hpp>

namespace armature::tools {

/// The ground below a model, found again only when another clip plays.
class StandingGround final {
public:
    /// Below all of the clip; null: below the model as it stands. Leaves the pose of the scene and the time of the clip as they are.
    [[nodiscard]] const DrawOptions::Ground& below(Scene& scene, AnimationGroup* clip);

private:
    Handle<AnimationGroup> clip_;
    std::optional<DrawOptions::Ground> ground_;
};

}  // namespace armature::tools
