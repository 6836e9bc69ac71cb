#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <armature/animation/root_motion.hpp>
#include <armature/handle.hpp>

#include "animation/playing/playback.hpp"

namespace armature {

/// What a layer's root motion does in one step of its mixer.
class LayerTravel {
public:
    /// Null: none.
    void set(std::shared_ptr<const RootMotion> motion) noexcept
    {
        motion_ = std::move(motion);
        delta_ = {};
    }
    [[nodiscard]] const std::shared_ptr<const RootMotion>& motion() const noexcept { return motion_; }

    /// Remembers the share before the step.
    void begin(double share) noexcept
    {
        shareBefore_ = share;
        delta_ = {};
    }
    /// `playhead`: after it.
    void move(const Passage& passage, const Playhead& playhead) noexcept;
    /// Adds the layer's contribution, with the share after the step.
    void addTo(RootMotionDelta& sum, double share) const noexcept { sum.add(delta_, (shareBefore_ + share) / 2.); }
    void listState(StateArchive& state);

    /// The root, and where it is in the mixer's pose; nothing if no layer moves it.
    Handle<const Node> root;
    std::optional<std::size_t> lane;

private:
    std::shared_ptr<const RootMotion> motion_;
    RootMotionDelta delta_;
    double shareBefore_ = 0.;
};

}  // namespace armature
