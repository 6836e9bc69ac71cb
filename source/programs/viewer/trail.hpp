#pragma once

#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/debug_lines.hpp>

namespace armature::tools {

/// The path of a bone or node over a clip. It is computed again only when the clip or the bone changes.
class Trail final {
public:
    /// Returns the trail in world space; empty without a clip or a joint. The scene's pose and the clip's time stay as they are.
    [[nodiscard]] std::span<const DebugLine> linesOf(Scene& scene, AnimationGroup* clip, const Node* joint);

private:
    Handle<AnimationGroup> clip_;  // a new clip may have the address of a removed one
    const Node* joint_ = nullptr;  // never dereferenced
    std::vector<DebugLine> lines_;
};

}  // namespace armature::tools
