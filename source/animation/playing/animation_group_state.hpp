#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <armature/animation/animation_group.hpp>

#include "animation/playing/clip_player_state.hpp"
#include "animation/playing/player_memory.hpp"
#include "animation/playing/pose_writer.hpp"
#include "animation/playing/property_writer.hpp"

namespace armature {

/// The internals of a group, with a step split into parts. A scene runs each part for all of its players before the next part.
class AnimationGroup::State final : public ClipPlayer::State {
public:
    State(AnimationTargets& scene, std::shared_ptr<const AnimationClip> clip);

    /// Sets what the channels move. Throws std::invalid_argument if they move nothing, unless the options allow it.
    void bind(ChannelBindings bindings, const GroupOptions& options);

    /// Throws std::logic_error while events fire, and std::invalid_argument if the group plays and the step times its speed ratio is not
    /// finite.
    void requireStep(double seconds) const;
    /// Moves the playhead and samples the clip. Touches nothing but the group.
    void move(double seconds) noexcept;
    void write() noexcept;
    void fire();
    void forgetMove() noexcept;

    void apply() noexcept;
    [[nodiscard]] std::span<const float> curve(std::string_view name) const noexcept;
    void listState(StateArchive& archive);

    [[nodiscard]] AnimationTargets* scene() const noexcept override { return scene_.get(); }
    void wake() override;
    void hasJumped() override { apply(); }

private:
    /// The data that a group needs only after wake().
    struct Running {
        PoseWriter writer;
        PropertyWriter properties;
        ClipCursors cursors;
        std::vector<float> curves;  // the last values of the curves for the application, one after the other
    };

    /// Samples the clip into a borrowed pose, which writeSampled() writes and gives back.
    void sample() noexcept;
    void writeSampled() noexcept;
    /// Calls visit(channel, entry, index of its first value in Running::curves) for each curve for the application.
    template <class Visitor>
    void forEachCurve(const Visitor& visit) const;

    Handle<AnimationTargets> scene_;
    std::shared_ptr<PlayerMemory> memory_;
    std::optional<PoseLoan> pose_;      // the pose that sample() has computed and writeSampled() has not written yet
    std::unique_ptr<Running> running_;  // null until wake()
    bool hasMoved_ = false;             // whether the playhead moved in the current step
};

}  // namespace armature
