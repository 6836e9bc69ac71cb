#include "scene_words.hpp"

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

std::size_t keyCount(const AnimationClip& clip)
{
    std::size_t keys = 0;
    for (const AnimationChannel& channel : clip.channels()) {
        keys += clip.timeTrack(channel.timeTrack).size();
    }
    return keys;
}

SceneIndices::SceneIndices(const Scene& scene)
{
    for (std::size_t index = 0; index < scene.nodes().size(); ++index) {
        indices_.emplace(scene.nodes()[index], index);
    }
    for (std::size_t index = 0; index < scene.skeletons().size(); ++index) {
        const Skeleton& skeleton = *scene.skeletons()[index];
        indices_.emplace(&skeleton, index);
        for (std::size_t bone = 0; bone < skeleton.bones().size(); ++bone) {
            indices_.emplace(skeleton.bones()[bone], bone);
        }
    }
}

std::optional<std::size_t> SceneIndices::find(const void* object) const
{
    const auto found = indices_.find(object);
    return found == indices_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace armature::tools
