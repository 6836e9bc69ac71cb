#include "root_travel.hpp"

#include <algorithm>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

RootTravel findRootTravel(Scene& scene, const std::shared_ptr<const AnimationClip>& clip)
{
    const auto skeletons = scene.skeletons();
    const auto largest = std::max_element(skeletons.begin(), skeletons.end(), [](const Skeleton* one, const Skeleton* other) {
        return one->bones().size() < other->bones().size();
    });
    if (largest == skeletons.end() || (*largest)->bones().empty()) {
        return {};
    }
    Bone* bone = (*largest)->getRoots().front();
    constexpr int deepest = 4;
    for (int depth = 0; bone != nullptr && depth < deepest; ++depth) {
        auto motion = RootMotion::create(clip, *bone, {.source = RootMotionSource::Root});
        if (motion->getInPlaceClip() != clip) {
            return {bone, motion};
        }
        Bone* below = nullptr;
        for (Node& child : bone->getChildren()) {
            below = below == nullptr ? child.asBone() : below;
        }
        bone = below;
    }
    return {};
}

}  // namespace armature::tools
