#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/graph_player.hpp>
#include <armature/fwd.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/math/transform.hpp>
#include <armature/saved_state.hpp>

namespace armature::tools {

/// A graph as JSON, and where it is from.
struct GraphSource {
    std::string name;                 ///< The name that users see.
    std::filesystem::path file = {};  ///< The file that it was read from; empty if the program made it.
    std::string text;                 ///< The graph, as loadGraphJson() reads it.
};

/// Reads a graph's file. Throws Error if it cannot be read or is larger than 16 MiB.
[[nodiscard]] GraphSource readGraphSource(const std::filesystem::path& file);
/// Returns whether a file's beginning marks it as a graph; false if the file cannot be read.
[[nodiscard]] bool looksLikeGraph(const std::filesystem::path& file);

/// An event of a clip that a graph has passed while playing.
struct PassedEvent {
    double seconds = 0.;  ///< Time since the graph began.
    std::string_view name = {};
    std::string_view clip = {};
    float weight = 0.f;
};

/// Plays a graph on the first skeleton of a scene, and remembers its inputs and their times, so that it can go back in time, and forward
/// again in the same way. An input given at an earlier time discards all inputs and events after that time. The scene must outlive this
/// object and keep its nodes.
class GraphPlayback final {
public:
    /// A new playback is at the beginning and plays; it has not written a pose yet. Throws Error if the scene has no skeleton, or if the
    /// text is not a graph for the scene.
    GraphPlayback(Scene& scene, GraphSource source);

    [[nodiscard]] const GraphSource& getSource() const noexcept { return source_; }
    [[nodiscard]] const GraphDescription& getDescription() const noexcept { return file_.graph->getDescription(); }
    [[nodiscard]] const GraphFile& getFile() const noexcept { return file_; }
    [[nodiscard]] const GraphPlayer& getPlayer() const noexcept { return player_; }

    bool isPlaying = true;

    /// Advances by `seconds`, backwards if negative. Does not write the pose.
    void advance(double seconds);
    /// Goes to a time, clamped to the range from getBegin() to ten minutes after getEnd(). Throws std::invalid_argument for NaN.
    void goTo(double seconds);
    /// Starts again from the beginning with the current values of the parameters, and forgets everything else.
    void restart();
    /// Sets a parameter, or fires a trigger. Both functions throw std::invalid_argument for a parameter that does not exist or is of
    /// another kind, or a value that is not finite.
    void set(std::string_view parameter, float value);
    void fire(std::string_view trigger);
    /// Replaces the remembered inputs with those of `other`, at the same times, matching parameters by name and kind. Then goes to the time
    /// of `other`.
    void follow(const GraphPlayback& other);

    /// Writes the pose. Unless `isInPlace`, also moves the character to where it has travelled.
    void apply(bool isInPlace);
    /// Restores the transforms that the skeleton and the character had when this object was made.
    void leave();

    /// How far the character has travelled from where it was when this object was made, in the space in which it travels.
    [[nodiscard]] glm::vec3 getTravelled() const noexcept;
    [[nodiscard]] double getTime() const noexcept { return time_; }  ///< Seconds since the graph began.
    [[nodiscard]] double getBegin() const noexcept { return moments_.front().seconds; }
    [[nodiscard]] double getEnd() const noexcept { return end_; }
    /// The events that the graph passed from getBegin() to getEnd(), in the order of time.
    [[nodiscard]] std::span<const PassedEvent> events() const noexcept { return events_; }

private:
    struct Input {
        double seconds = 0.;
        std::size_t parameter = 0;
        float value = 0.f;
        bool isFired = false;

        friend bool operator==(const Input&, const Input&) = default;
    };
    /// A saved moment to go back to.
    struct Moment {
        double seconds = 0.;
        std::size_t inputs = 0;  ///< Number of inputs given up to this moment.
        RootMotionDelta travel = {};
        SavedState state = {};
    };
    struct Carried {
        Node* node;
        Transform transform;
    };

    void reset();
    void remember();
    void take(const Input& input);
    void give(const Input& input);
    void forgetAfter(std::size_t inputs, double seconds);
    void run(double until);
    void rewind(double seconds, std::size_t inputs);
    void carry();

    GraphSource source_;
    Skeleton& skeleton_;
    GraphFile file_;
    GraphPlayer player_;
    std::vector<Carried> posed_;    // bones, or the nodes that drive them, with their original transforms
    std::vector<Carried> carried_;  // the skeleton's host node, or else all roots, with their original transforms
    bool isHosted_ = false;
    double time_ = 0.;
    double end_ = 0.;
    RootMotionDelta travel_;
    std::vector<Input> inputs_;
    std::size_t given_ = 0;  // number of inputs that the player has received
    std::vector<Moment> moments_;
    std::vector<PassedEvent> events_;
};

}  // namespace armature::tools
