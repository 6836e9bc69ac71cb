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

/// A scene's pose when this is made, as far as its animations can change it. It is restored before another clip plays, because clips leave
/// alone what they do not move. The scene must outlive this and keep its nodes.
class FilePose final {
public:
    explicit FilePose(Scene& scene);

    /// Also restores the targets of another clip for the scene, to where they were when this was made.
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
    std::unordered_map<const Node*, Transform> unmoved_;  // of nodes that no clip moves so far
};

/// Plays one of a scene's clips at a time, with layers over it, or a graph instead. Each starts from the file's own pose. Speed, looping
/// and root motion are the same for all. The scene must outlive it.
class Playback final {
public:
    /// Starts the first clip, if there is one.
    explicit Playback(Scene& scene);

    void advance(double seconds);
    /// Returns the seconds until the playing clip starts again; none if it does not, or if a graph plays.
    [[nodiscard]] std::optional<double> secondsToRound() const noexcept;
    /// Go to the end of a round, and then to the beginning of the next, so that both can be seen: advance() passes over them. The first
    /// advances layers by `seconds`. Precondition: secondsToRound().
    void endRound(double seconds);
    void beginRound();
    /// Moves on by `clips` in the file's order, wrapping around.
    void change(int clips);
    /// Plays a clip, also instead of the graph. Precondition: clip < clips().size().
    void select(std::size_t clip);
    /// Plays; a clip that has ended and does not loop starts from its beginning.
    void play();
    void pause();
    void togglePause();
    /// Pauses and moves the time by `seconds`, wrapping around the ends of the clip.
    void step(double seconds);
    /// Jumps to a time, clamped to the clip; keeps playing if it was. Throws std::invalid_argument for NaN.
    void goTo(double seconds);

    /// Seconds of the clip per second; negative plays backwards. Throws std::invalid_argument if not finite.
    void setSpeed(double speed);
    [[nodiscard]] double getSpeed() const noexcept { return options_.speedRatio; }
    void setLooping(bool isLooping);
    [[nodiscard]] bool isLooping() const noexcept { return options_.loop; }
    /// Plays clips without the root's travel and turn, if they have any: the character walks on the spot.
    void setInPlace(bool isInPlace);
    [[nodiscard]] bool isInPlace() const noexcept { return isInPlace_; }

    /// Sets the clips over whichever clip plays; the last one is on top. They advance while it plays, and goTo() also sets their time.
    /// Without any, only the clip itself plays. Setting them writes the pose. Throws std::invalid_argument for a weight outside [0, 1] or a
    /// clip that does not exist, and changes nothing.
    void setLayers(std::vector<ClipLayer> layers);
    [[nodiscard]] std::span<const ClipLayer> layers() const noexcept { return layers_; }
    /// Applies the layers after other code has written the clip's pose.
    void applyLayers();

    /// Plays a graph instead of the clip: from its beginning or, if `goesOn`, with the inputs and at the time of the graph before it.
    /// Throws Error if it is not a graph for this scene, and changes nothing.
    void playGraph(GraphSource source, bool goesOn = false);
    /// Plays the graph or the clip. Without a graph, the clip keeps playing.
    void setGraphPlayed(bool isPlayed);
    [[nodiscard]] bool isGraphPlayed() const noexcept { return isGraphPlayed_; }
    /// Writes the graph's pose; to be called after its parameters have changed.
    void applyGraph();
    /// The graph that was played last, whether or not it still plays; null if there was none.
    [[nodiscard]] GraphPlayback* graph() noexcept { return graph_.get(); }
    [[nodiscard]] const GraphPlayback* graph() const noexcept { return graph_.get(); }

    /// Adds a clip for the scene behind the others, and returns its number. Does not play it.
    std::size_t add(const std::shared_ptr<const AnimationClip>& clip);
    /// Replaces an added clip. If it plays, the new clip continues at its time. Precondition: the clip was added.
    void replace(std::size_t number, const std::shared_ptr<const AnimationClip>& clip);
    /// Removes all added clips, and their layers. If one plays, the file's first clip does instead.
    void removeAdded();
    [[nodiscard]] std::size_t addedCount() const noexcept { return clips_.size() - fileClips_; }
    /// Poses the scene as the file does, without playing or pausing anything.
    void poseAsFile();

    /// The file's clips, then those that were added.
    [[nodiscard]] std::span<AnimationGroup* const> clips() const noexcept { return clips_; }
    [[nodiscard]] std::size_t getClip() const noexcept { return clip_; }
    /// The clip that plays; null if the scene has no clips, or a graph plays.
    [[nodiscard]] AnimationGroup* current() const noexcept;
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] double getTime() const noexcept;
    /// The beginning of time: 0 for a clip; for a graph, the earliest moment that it remembers.
    [[nodiscard]] double getBegin() const noexcept;
    [[nodiscard]] double getDuration() const noexcept;
    /// Finds the first clip of that name, or the one with that number, counted from 0.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view nameOrNumber) const;
    /// Returns "Walk", or "animation 2" if the clip has no name.
    [[nodiscard]] std::string nameOf(std::size_t clip) const;
    /// Returns "Walk (2 of 3), 0.71 of 1.20 s, paused" or "no animation".
    [[nodiscard]] std::string describe() const;

private:
    void leave();
    void start(std::size_t clip);
    /// Starts a clip at a time, and pauses it unless `plays`.
    void startAt(std::size_t clip, double seconds, bool plays);
    void removeGroups(std::size_t number);
    void stop();
    [[nodiscard]] AnimationGroup& inPlaceOf(std::size_t clip);
    void buildLayers();

    Scene& scene_;
    FilePose filePose_;
    std::vector<AnimationGroup*> clips_;
    std::size_t fileClips_ = 0;             // number of the file's clips; later ones were added
    std::vector<AnimationGroup*> inPlace_;  // made when first played; null until then
    std::size_t clip_ = 0;
    PlayOptions options_;
    bool isInPlace_ = false;
    std::vector<ClipLayer> layers_;
    std::unique_ptr<LayeredClip> layered_;  // null without layers
    std::unique_ptr<GraphPlayback> graph_;
    bool isGraphPlayed_ = false;
};

}  // namespace armature::tools
