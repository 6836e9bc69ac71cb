#pragma once

#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/debug_lines.hpp>

namespace armature::tools {

/// The path of a bone or node of a scene over a clip, found again only when one of them is another.
class Trail final {
public:
    /// The trail in the world; empty without a clip or a joint. Leaves the pose of the scene and the time of the clip as they are.
    [[nodiscard]] std::span<const DebugLine> linesOf(Scene& scene, AnimationGroup* clip, const Node* joint);

private:
    Handle<AnimationGroup> clip_;  // another may have the address of one that is gone
    const Node* joint_ = nullptr;  // only compared
    std::vector<DebugLine> lines_;
};

}  // namespace armature::tools
