#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

#include "clip_layers.hpp"
#include "graph_playback.hpp"

namespace armature::tools {

/// The pose of a scene when this is made, as far as its animations can change it: to return to before another clip plays, because clips
/// leave alone what they do not move. The scene must outlive it and keep its nodes.
class FilePose final {
public:
    explicit FilePose(Scene& scene);

    /// Also returns to where that was, when this was made, what another clip for the scene moves.
    void include(const AnimationClip& clip);
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

    Scene& scene_;
    std::vector<Saved<TransformNode>> nodes_;
    std::vector<Saved<Bone>> bones_;
    std::vector<SavedWeights> morphWeights_;
    std::unordered_map<const Node*, Transform> unmoved_;  // of what no clip moves so far
};

/// Plays one of a scene's clips at a time, with layers over it, or a graph instead, and starts each from the file's own pose. Speed, loop
/// and root motion are the same for all. The scene must outlive it.
class Playback final {
public:
    /// Starts the first clip, if there is one.
    explicit Playback(Scene& scene);

    void advance(double seconds);
    /// Seconds until the clip that plays starts again; none if it does not, or if a graph plays.
    [[nodiscard]] std::optional<double> secondsToRound() const noexcept;
    /// Goes to where it ends, and then to where it begins, so that both can be seen: advance() passes over them. Layers go on by so much
    /// in the first. Precondition: secondsToRound().
    void endRound(double seconds);
    void beginRound();
    /// Moves on by `clips` in the file's order, wrapping around.
    void change(int clips);
    /// Plays it instead of the graph, too. Precondition: clip < clips().size().
    void select(std::size_t clip);
    /// Plays; after the end of a clip that does not loop, from its beginning.
    void play();
    void pause();
    void togglePause();
    /// Pauses and moves the time by `seconds`, wrapping around the ends of the clip.
    void step(double seconds);
    /// Jumps there, clamped to the clip; goes on playing if it was. Throws std::invalid_argument for NaN.
    void goTo(double seconds);

    /// Seconds of the clip per second; negative: backwards. Throws std::invalid_argument if not finite.
    void setSpeed(double speed);
    [[nodiscard]] double getSpeed() const noexcept { return options_.speedRatio; }
    void setLooping(bool isLooping);
    [[nodiscard]] bool isLooping() const noexcept { return options_.loop; }
    /// Shows a clip without the root's travel and turn, if it has them: it walks on the spot.
    void setInPlace(bool isInPlace);
    [[nodiscard]] bool isInPlace() const noexcept { return isInPlace_; }

    /// Clips over the one that plays, whichever it is; the last one is on top. They go on while it plays, and with its time when that is
    /// chosen. Without any, only the clip itself is played. Setting them writes the pose. Throws std::invalid_argument for a weight outside
    /// [0, 1] or a clip that does not exist, and changes nothing.
    void setLayers(std::vector<ClipLayer> layers);
    [[nodiscard]] std::span<const ClipLayer> layers() const noexcept { return layers_; }
    /// Applies the layers to the pose, after something else has written the pose of the clip.
    void applyLayers();

    /// Plays a graph instead of the clip, from its beginning; or, if it goes on, from where the one before it was, by what that one was
    /// told. Throws Error if it is none for this scene, and changes nothing.
    void playGraph(GraphSource source, bool goesOn = false);
    /// Whether the graph plays, or the clip does. Without a graph it stays the clip.
    void setGraphPlayed(bool isPlayed);
    [[nodiscard]] bool isGraphPlayed() const noexcept { return isGraphPlayed_; }
    /// Writes the graph's pose, after its parameters have changed.
    void applyGraph();
    /// The graph that was played last, whether it still plays or not; null if there was none.
    [[nodiscard]] GraphPlayback* graph() noexcept { return graph_.get(); }
    [[nodiscard]] const GraphPlayback* graph() const noexcept { return graph_.get(); }

    /// Adds a clip for the scene behind the others, and gives its number. It does not play yet.
    std::size_t add(const std::shared_ptr<const AnimationClip>& clip);
    /// Puts another clip in the place of an added one. If that plays, the new one goes on at its time. Precondition: it was added.
    void replace(std::size_t number, const std::shared_ptr<const AnimationClip>& clip);
    /// Takes all added clips away, and layers of them. If one plays, the file's first one does instead.
    void removeAdded();
    [[nodiscard]] std::size_t addedCount() const noexcept { return clips_.size() - fileClips_; }
    /// Poses the scene as the file does. Nothing is told to play or to pause.
    void poseAsFile();

    /// The clips of the file, then those that were added.
    [[nodiscard]] std::span<AnimationGroup* const> clips() const noexcept { return clips_; }
    [[nodiscard]] std::size_t getClip() const noexcept { return clip_; }
    /// The clip that plays; null if the scene has no clips, or a graph plays.
    [[nodiscard]] AnimationGroup* current() const noexcept;
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] double getTime() const noexcept;
    /// Where time begins: 0 for a clip; for a graph, the earliest moment that is remembered.
    [[nodiscard]] double getBegin() const noexcept;
    [[nodiscard]] double getDuration() const noexcept;
    /// Finds the first clip of that name, or the one with that number, counted from 0.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view nameOrNumber) const;
    /// "Walk", or "animation 2" if it has no name.
    [[nodiscard]] std::string nameOf(std::size_t clip) const;
    /// "Walk (2 of 3), 0.71 of 1.20 s, paused" or "no animation".
    [[nodiscard]] std::string describe() const;

private:
    void leave();
    void start(std::size_t clip);
    /// Starts it at a time, and pauses it unless it plays.
    void startAt(std::size_t clip, double seconds, bool plays);
    void removeGroups(std::size_t number);
    void stop();
    [[nodiscard]] AnimationGroup& inPlaceOf(std::size_t clip);
    void buildLayers();

    Scene& scene_;
    FilePose filePose_;
    std::vector<AnimationGroup*> clips_;
    std::size_t fileClips_ = 0;             // the others were added
    std::vector<AnimationGroup*> inPlace_;  // made when first played; null until then
    std::size_t clip_ = 0;
    PlayOptions options_;
    bool isInPlace_ = false;
    std::vector<ClipLayer> layers_;
    std::unique_ptr<LayeredClip> layered_;  // null: no layers
    std::unique_ptr<GraphPlayback> graph_;
    bool isGraphPlayed_ = false;
};

}  // namespace armature::tools
