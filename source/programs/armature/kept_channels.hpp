#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

#include "scene/scene_access.hpp"

namespace armature::tools {

/// A clip, and beside its own channels those that the scene only keeps for saving, so that whatever edits the one edits the others.
class KeptChannels {
public:
    KeptChannels(const Scene& scene, const AnimationGroup& group);

    /// All channels; the clip as it is if it has no others.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& all() const noexcept { return all_; }
    /// What became of the clip, taken apart again.
    struct Edited {
        std::shared_ptr<const AnimationClip> clip;
        SceneAccess::Kept kept;
        std::vector<std::string> lost = {};  ///< Pointers of those whose keys make no sense, so that they could not be edited.
    };
    /// `edited`: made from all().
    [[nodiscard]] Edited takeApart(const std::shared_ptr<const AnimationClip>& edited) const;

private:
    std::shared_ptr<const AnimationClip> own_;
    std::shared_ptr<const AnimationClip> all_;
    SceneAccess::Kept kept_;
    std::vector<std::string> lost_;
};

}  // namespace armature::tools
