#include "standing_ground.hpp"

#include <armature/animation/animation_group.hpp>

#include "programs/armature/ground_below.hpp"
#include "programs/armature/playback.hpp"

namespace armature::tools {

const DrawOptions::Ground& StandingGround::below(Scene& scene, AnimationGroup* clip)
{
    if (!ground_ || clip_.get() != clip) {
        clip_ = clip != nullptr ? Handle(*clip) : Handle<AnimationGroup>();
        const FilePose pose(scene);
        const double time = clip != nullptr ? clip->getCurrentTime() : 0.;
        ground_ = findGround(scene, clip);
        if (clip != nullptr) {
            clip->goTo(time);
            pose.restore();
        }
    }
    return *ground_;
}

}  // namespace armature::tools
