#include "onion_ghosts.hpp"

#include <armature/animation/animation_group.hpp>

namespace armature::tools {

const OnionSkins* OnionGhosts::of(Scene& scene, AnimationGroup* clip, const OnionChoice& choice, std::string_view file)
{
    if (clip != clip_.get() || choice.count != choice_.count || choice.seconds != choice_.seconds) {
        clip_ = clip != nullptr ? Handle(*clip) : Handle<AnimationGroup>();
        choice_ = choice;
        skins_.reset();
        if (clip != nullptr) {
            skins_.emplace(scene, *clip, choice, file, "onion");
        }
    }
    return skins_ ? &*skins_ : nullptr;
}

}  // namespace armature::tools
