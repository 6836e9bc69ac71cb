#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <armature/animation/root_motion.hpp>
#include <armature/handle.hpp>

#include "animation/playing/playhead.hpp"

namespace armature {

/// The travel of a layer's root motion in one step of its mixer.
class LayerTravel {
public:
    /// Sets the root motion; null: none.
    void set(std::shared_ptr<const RootMotion> motion) noexcept
    {
        motion_ = std::move(motion);
        delta_ = {};
    }
    [[nodiscard]] const std::shared_ptr<const RootMotion>& motion() const noexcept { return motion_; }

    /// Begins a step; `share` is the weight of the layer's travel before the step.
    void begin(double share) noexcept
    {
        shareBefore_ = share;
        delta_ = {};
    }
    /// Computes the travel of a move. `playhead` is the playhead after the move.
    void move(const Passage& passage, const Playhead& playhead) noexcept;
    /// Adds the layer's travel to `sum`, with the mean of its weights before and after the step; `share` is the weight after it.
    void addTo(RootMotionDelta& sum, double share) const noexcept { sum.add(delta_, (shareBefore_ + share) / 2.); }
    void listState(StateArchive& state);

    /// The root, and its lane in the mixer's pose; no lane if no layer moves the root.
    Handle<const Node> root;
    std::optional<std::size_t> lane;

private:
    std::shared_ptr<const RootMotion> motion_;
    RootMotionDelta delta_;
    double shareBefore_ = 0.;
};

}  // namespace armature
