#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// How AnimationGroup::play() starts.
struct PlayOptions {
    bool loop = true;
    double speedRatio = 1.;              ///< Negative plays backwards, from the end of the range.
    std::optional<double> from = {};     ///< Start of the range in seconds; default 0.
    std::optional<double> to = {};       ///< End of the range; default the clip's duration.
};

/// One playback of a clip on one scene: time, speed, range and the targets it writes to. Owned by its Scene.
///
/// Scene::animate() moves it on and applies it. Targets that the scene lacks are left out (see unboundChannelCount()).
class AnimationGroup final {
public:
    AnimationGroup(Scene& scene, std::shared_ptr<const AnimationClip> clip);
    ~AnimationGroup();
    AnimationGroup(const AnimationGroup&) = delete;
    AnimationGroup& operator=(const AnimationGroup&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return clip_->getName(); }
    [[nodiscard]] const AnimationClip& getClip() const noexcept { return *clip_; }
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;

    /// Starts from the beginning of the range, or goes on after pause() with the options as given. The pose is written by the next
    /// advance() or apply(). A range outside the clip or an empty one, or a speed that is not finite, throws std::invalid_argument.
    void play(const PlayOptions& options = {});
    /// Holds the time; advance() does nothing until play().
    void pause() noexcept;
    /// Ends playing and goes back to the beginning of the range. The pose stays as it is.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range, and writes the pose of that time; goes on playing if it was.
    void goTo(double seconds);

    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] bool isPaused() const noexcept;
    /// Seconds since the beginning of the clip.
    [[nodiscard]] double getCurrentTime() const noexcept;
    [[nodiscard]] double getSpeedRatio() const noexcept;
    void setSpeedRatio(double speedRatio);
    [[nodiscard]] bool isLooping() const noexcept;
    void setLooping(bool loop) noexcept;

    /// Moves on by `seconds` times the speed ratio and writes the pose, if playing. Without loop it ends exactly on the end of the range,
    /// writes that pose and stops playing; with loop the last key is shown, too: the range wraps when its end is passed, not reached.
    void advance(double seconds);
    /// Writes the pose of the current time.
    void apply();

private:
    friend class Scene;
    struct Binding;

    std::shared_ptr<const AnimationClip> clip_;
    std::unique_ptr<Binding> binding_;
};

}  // namespace armature
