#pragma once

#include <memory>
#include <span>
#include <string_view>

#include <armature/animation/animation_targets.hpp>
#include <armature/animation/clip_player.hpp>
#include <armature/animation/group_options.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// One playback of a clip in one scene, which writes to the clip's targets. Scene::createAnimationGroup() makes groups that the scene owns.
///
/// Scene::animate() advances such groups and writes their poses. Targets that the scene lacks are skipped (see getWarnings()); parts of a
/// target that the clip does not animate keep their values. A group may outlive targets, and even the scene; it then writes to the targets
/// that remain. A group belongs to its scene's thread; the clip is only read, so groups of different scenes may play one clip on different
/// threads.
class ARMATURE_API AnimationGroup final : public ClipPlayer {
public:
    /// Makes a group that the application advances. Looks the targets up in `scene` (a Scene is an AnimationTargets) as ChannelTarget
    /// describes, so that a clip from another file moves the targets that it names. Nodes, bones and skeletons that are added later are not
    /// found. Throws std::invalid_argument if the clip is null, or if none of its channels has a target in the scene (see
    /// GroupOptions::mayMoveNothing); the message then lists the names in the scene that are closest to the names of the clip's targets.
    AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options = {});

    /// The values of the clip's curve of that name (ChannelTarget::Kind::Curve) as of the last pose written; 0 before the first pose. Empty
    /// if the clip has no such curve. The view is valid as long as the group. O(channels).
    [[nodiscard]] std::span<const float> getCurve(std::string_view name) const noexcept;

    /// If the group is playing, moves the playhead by `seconds` times the speed ratio and writes the pose, then fires the events that were
    /// passed. Non-looping playback writes the pose exactly at the end of the range and stops there. Looping playback shows the last key
    /// too, because it wraps only when the playhead passes the end of the range, not when it is exactly there. Exceptions from the events'
    /// actions propagate. Allocates nothing. O(channels). Throws std::invalid_argument if `seconds` times the speed ratio is not finite,
    /// and std::logic_error if called by an action of one of its own events.
    void advance(double seconds);
    /// Writes the pose at the current time. Allocates only if the group has neither played nor shown a pose before.
    void apply() noexcept;

private:
    friend class AnimationGroupAccess;
    friend class SavedState;
    friend class Scene;
    class ARMATURE_LOCAL State;

    explicit AnimationGroup(std::shared_ptr<State> state) noexcept;

    [[nodiscard]] State& state() const noexcept;
    void listState(StateArchive& archive);
};

}  // namespace armature
