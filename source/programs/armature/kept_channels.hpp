#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

#include "scene/scene_access.hpp"

namespace armature::tools {

/// A clip that joins a group's own channels and those that the scene keeps only for saving, so that an edit applies to both.
class KeptChannels {
public:
    KeptChannels(const Scene& scene, const AnimationGroup& group);

    /// The clip with all channels; the original clip if the scene keeps none.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& all() const noexcept { return all_; }
    /// An edited clip, split again into its own channels and the kept ones.
    struct Edited {
        std::shared_ptr<const AnimationClip> clip;
        SceneAccess::Kept kept;
        std::vector<std::string> lost = {};  ///< KeptChannel::pointer of the kept channels with invalid keys, which could not be edited.
    };
    /// Splits a clip that was made from all().
    [[nodiscard]] Edited takeApart(const std::shared_ptr<const AnimationClip>& edited) const;

private:
    std::shared_ptr<const AnimationClip> own_;
    std::shared_ptr<const AnimationClip> all_;
    SceneAccess::Kept kept_;
    std::vector<std::string> lost_;
};

}  // namespace armature::tools
