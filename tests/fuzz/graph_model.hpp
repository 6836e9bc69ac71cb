#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::test {

/// A walker of nine bones with the host node "root", and its clips: "idle", "walk" and "run" (both travel), "turn", "jump", "wave" (one
/// arm), "nod" (has a curve) and "ride" (moves the node). For tests of graphs in files.
struct GraphModel {
    GraphModel();

    [[nodiscard]] const std::shared_ptr<const AnimationClip>& clip(std::string_view name)
    {
        return scene.findAnimationGroup(name)->shareClip();
    }

    Scene scene;
    Skeleton& rig;
};

/// A graph for GraphModel with every kind of node and, somewhere, every member.
[[nodiscard]] std::string fullGraph();

}  // namespace armature::test
