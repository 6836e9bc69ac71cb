#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::test {

/// A walker of nine bones on a node "root", and its clips: "idle", "walk" and "run", which travel, "turn", "jump", "wave" of an arm, "nod",
/// which has a curve, and "ride", in which the node travels. For graphs in files.
struct GraphModel {
    GraphModel();

    [[nodiscard]] const std::shared_ptr<const AnimationClip>& clip(std::string_view name)
    {
        return scene.findAnimationGroup(name)->shareClip();
    }

    Scene scene;
    Skeleton& rig;
};

/// A graph for it that has every kind of node, and every member somewhere.
[[nodiscard]] std::string fullGraph();

}  // namespace armature::test
