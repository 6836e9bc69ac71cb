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

/// Saves, at construction, the part of a scene's pose that the scene's animations can change. The pose is restored before another clip
/// plays, because clips leave alone what they do not move. The scene must outlive this object and keep its nodes.
class FilePose final {
public:
    explicit FilePose(Scene& scene);

    /// Makes restore() also restore the targets of another clip for the scene, to the pose saved at construction.
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
    std::unordered_map<const Node*, Transform> unmoved_;  // original transforms of nodes that no included clip moves
};

/// Plays one of a scene's clips at a time, with layers over it, or a graph instead. Each clip or graph starts from the file's own pose.
/// Clips and graphs share the settings for speed, looping and root motion. The scene must outlive this object.
class Playback final {
public:
    /// Starts the first clip, if there is one.
    explicit Playback(Scene& scene);

    void advance(double seconds);
    /// Returns the seconds until the playing clip starts again; none if no clip plays, or if the clip does not loop, has no duration or
    /// plays at speed 0.
    [[nodiscard]] std::optional<double> secondsToRound() const noexcept;
    /// endRound() goes to the end of the current round and advances layers by `seconds`; beginRound() goes to the beginning of the next
    /// round. They write the poses at both ends of the clip, which advance() skips. Precondition: secondsToRound() has a value.
    void endRound(double seconds);
    void beginRound();
    /// Changes to the clip that is `clips` farther in the file's order, wrapping around.
    void change(int clips);
    /// Plays a clip, even if a graph has played. Precondition: clip < clips().size().
    void select(std::size_t clip);
    /// Plays; a clip that has ended and does not loop starts from its beginning.
    void play();
    void pause();
    void togglePause();
    /// Pauses and moves the time by `seconds`. A clip wraps around its ends; a graph stops at the limits of GraphPlayback::goTo().
    void step(double seconds);
    /// Jumps to a time, clamped to the clip; playing or paused as before. Throws std::invalid_argument for NaN.
    void goTo(double seconds);

    /// Sets the speed, in seconds of the clip per second; negative plays backwards. While a clip plays, throws std::invalid_argument if not
    /// finite.
    void setSpeed(double speed);
    [[nodiscard]] double getSpeed() const noexcept { return options_.speedRatio; }
    void setLooping(bool isLooping);
    [[nodiscard]] bool isLooping() const noexcept { return options_.loop; }
    /// Sets whether clips play without the travel and turn of the root, if they have any: the character walks on the spot.
    void setInPlace(bool isInPlace);
    [[nodiscard]] bool isInPlace() const noexcept { return isInPlace_; }

    /// Sets the layers: clips blended over the current clip, the last one on top. Layers advance while the current clip plays; goTo() sets
    /// their time, too. Without layers, only the current clip plays. Writes the pose at once. If a weight is outside [0, 1] or a clip does
    /// not exist, throws std::invalid_argument and changes nothing.
    void setLayers(std::vector<ClipLayer> layers);
    [[nodiscard]] std::span<const ClipLayer> layers() const noexcept { return layers_; }
    /// Applies the layers after other code has written the clip's pose.
    void applyLayers();

    /// Plays `source` instead of the clip: from its beginning or, if `goesOn`, with the inputs and at the time of the previously played
    /// graph. Throws Error, and changes nothing, if `source` is not a graph for this scene.
    void playGraph(GraphSource source, bool goesOn = false);
    /// Sets whether the graph or the clip plays. If there is no graph, the clip keeps playing.
    void setGraphPlayed(bool isPlayed);
    [[nodiscard]] bool isGraphPlayed() const noexcept { return isGraphPlayed_; }
    /// Writes the graph's pose. Must be called after the graph's parameters have changed.
    void applyGraph();
    /// The graph that was played last, whether or not it still plays; null if there was none.
    [[nodiscard]] GraphPlayback* graph() noexcept { return graph_.get(); }
    [[nodiscard]] const GraphPlayback* graph() const noexcept { return graph_.get(); }

    /// Adds a clip for the scene after all others, and returns its index in clips(). Does not play it.
    std::size_t add(const std::shared_ptr<const AnimationClip>& clip);
    /// Replaces an added clip. If it plays, the new clip continues at its time. Precondition: the clip was added.
    void replace(std::size_t number, const std::shared_ptr<const AnimationClip>& clip);
    /// Removes all added clips, and the layers that play them. If an added clip is playing, the file's first clip plays instead.
    void removeAdded();
    [[nodiscard]] std::size_t addedCount() const noexcept { return clips_.size() - fileClips_; }
    /// Restores the file's own pose, without playing or pausing anything.
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
    /// Finds the first clip named `nameOrNumber` or, if there is none, the clip of that number, counted from 0.
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
    std::vector<AnimationGroup*> inPlace_;  // by clip: the group that plays it in place; null until needed
    std::size_t clip_ = 0;
    PlayOptions options_;
    bool isInPlace_ = false;
    std::vector<ClipLayer> layers_;
    std::unique_ptr<LayeredClip> layered_;  // null without layers
    std::unique_ptr<GraphPlayback> graph_;
    bool isGraphPlayed_ = false;
};

}  // namespace armature::tools
