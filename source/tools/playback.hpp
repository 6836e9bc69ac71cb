#pragma once

#include <cstddef>
#include <string>

#include <armature/fwd.hpp>

#include "file_pose.hpp"

namespace armature::tools {

/// Plays one of a scene's clips at a time, over and over, and starts each from the file's own pose. The scene must outlive it.
class Playback final {
public:
    /// Starts the first clip, if there is one.
    explicit Playback(Scene& scene);

    void advance(double seconds);
    /// Goes `clips` further in the file's order, round the ends.
    void change(int clips);
    void togglePause();
    /// Pauses and moves the time by `seconds`, round the ends of the clip.
    void step(double seconds);

    /// Null if the scene has no clips.
    [[nodiscard]] AnimationGroup* current() const noexcept;
    /// "Walk (2 of 3), 0.71 of 1.20 s, paused" or "no animation".
    [[nodiscard]] std::string describe() const;

private:
    void start(std::size_t clip);

    Scene& scene_;
    FilePose filePose_;
    std::size_t clip_ = 0;
};

}  // namespace armature::tools
