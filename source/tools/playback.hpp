#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// The pose of a scene when this is made, as far as its animations can change it: to return to before another clip plays, because clips
/// leave alone what they do not move. The scene must outlive it and keep its nodes.
class FilePose final {
public:
    explicit FilePose(Scene& scene);

    void restore() const;

private:
    template <typename Target>
    struct Saved {
        Target* target;
        Transform transform;
    };
    struct SavedWeights {
        MeshInstance* instance;
        std::vector<float> weights;
    };

    std::vector<Saved<TransformNode>> nodes_;
    std::vector<Saved<Bone>> bones_;
    std::vector<SavedWeights> morphWeights_;
};

/// Plays one of a scene's clips at a time, in a loop, and starts each from the file's own pose. The scene must outlive it.
class Playback final {
public:
    /// Starts the first clip, if there is one.
    explicit Playback(Scene& scene);

    void advance(double seconds);
    /// Moves on by `clips` in the file's order, wrapping around.
    void change(int clips);
    void togglePause();
    /// Pauses and moves the time by `seconds`, wrapping around the ends of the clip.
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
