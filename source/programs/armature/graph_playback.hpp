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

/// What a graph is made from.
struct GraphSource {
    std::string name;                 ///< The name that users see.
    std::filesystem::path file = {};  ///< The file that it was read from; empty if it was made here.
    std::string text;                 ///< See loadGraphJson().
};

/// Reads a graph's file. Throws Error.
[[nodiscard]] GraphSource readGraphSource(const std::filesystem::path& file);
/// Whether a file says in its beginning that it is a graph; not if it cannot be read.
[[nodiscard]] bool looksLikeGraph(const std::filesystem::path& file);

/// An event of a clip that a graph has passed.
struct PassedEvent {
    double seconds = 0.;  ///< Since the graph began.
    std::string_view name = {};
    std::string_view clip = {};
    float weight = 0.f;
};

/// Plays a graph on the first skeleton of a scene, and remembers what was set when: so it can go back, and forward again as it went. What
/// is set in the past begins another future. The scene must outlive it and keep its nodes.
class GraphPlayback final {
public:
    /// Starts at the beginning, playing; writes nothing yet. Throws Error if the scene has no skeleton or the text is no graph for it.
    GraphPlayback(Scene& scene, GraphSource source);

    [[nodiscard]] const GraphSource& getSource() const noexcept { return source_; }
    [[nodiscard]] const GraphDescription& getDescription() const noexcept { return file_.graph->getDescription(); }
    [[nodiscard]] const GraphFile& getFile() const noexcept { return file_; }
    [[nodiscard]] const GraphPlayer& getPlayer() const noexcept { return player_; }

    bool isPlaying = true;

    /// Backwards if negative. Does not write the pose.
    void advance(double seconds);
    /// Goes there, clamped to what is remembered and to ten minutes beyond it. Throws std::invalid_argument for NaN.
    void goTo(double seconds);
    /// Back to the beginning, with the parameters as they are, and forgets what was.
    void restart();
    /// Throw std::invalid_argument for a parameter that does not exist or is of another kind, or a value that is not finite.
    void set(std::string_view parameter, float value);
    void fire(std::string_view trigger);
    /// Sets and fires what the other was told at the same times, by the names of parameters, and goes to its time.
    void follow(const GraphPlayback& other);

    /// Writes the pose; if not in place, the character is where it has travelled.
    void apply(bool isInPlace);
    /// Brings skeleton and character back to where they were when this was made.
    void leave();

    [[nodiscard]] double getTime() const noexcept { return time_; }  ///< Seconds since it began.
    [[nodiscard]] double getBegin() const noexcept { return moments_.front().seconds; }
    [[nodiscard]] double getEnd() const noexcept { return end_; }
    /// What was passed from getBegin() to getEnd(), in order.
    [[nodiscard]] std::span<const PassedEvent> events() const noexcept { return events_; }

private:
    struct Input {
        double seconds = 0.;
        std::size_t parameter = 0;
        float value = 0.f;
        bool isFired = false;

        friend bool operator==(const Input&, const Input&) = default;
    };
    /// A moment to go back to.
    struct Moment {
        double seconds = 0.;
        std::size_t inputs = 0;  ///< How many were given.
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
    std::vector<Carried> posed_;    // bones, or the nodes that drive them, as they were
    std::vector<Carried> carried_;  // the node of the skeleton, else all roots, as they were
    bool isHosted_ = false;
    double time_ = 0.;
    double end_ = 0.;
    RootMotionDelta travel_;
    std::vector<Input> inputs_;
    std::size_t given_ = 0;  // number of inputs that have been given
    std::vector<Moment> moments_;
    std::vector<PassedEvent> events_;
};

}  // namespace armature::tools
