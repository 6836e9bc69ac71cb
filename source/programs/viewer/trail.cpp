#include "trail.hpp"

#include <armature/animation/animation_group.hpp>
#include <armature/math/debug_shapes.hpp>

#include "programs/armature/bone_plot.hpp"
#include "programs/armature/playback.hpp"

namespace armature::tools {

std::span<const DebugLine> Trail::linesOf(Scene& scene, AnimationGroup* clip, const Node* joint)
{
    if (clip == clip_.get() && joint == joint_) {
        return lines_;
    }
    clip_ = clip != nullptr ? Handle(*clip) : Handle<AnimationGroup>();
    joint_ = joint;
    lines_.clear();
    if (clip != nullptr && joint != nullptr) {
        const FilePose pose(scene);
        const double time = clip->getCurrentTime();
        const std::vector<glm::dvec3> path = pathOf(*clip, *joint);
        clip->goTo(time);
        pose.restore();
        appendTrailLines(lines_, std::vector<glm::vec3>(path.begin(), path.end()));
    }
    return lines_;
}

}  // namespace armature::tools
