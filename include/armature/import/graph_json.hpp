#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

/// Animation graphs as JSON files: the arguments of AnimationGraph::create(), with the model's clips and bones by name.
namespace armature {

/// The reference of a clip of differences: see makeAdditiveClip().
struct GraphDifference {
    std::string reference = {};  ///< Name of a clip of the model; empty: the clip itself.
    double seconds = 0.;         ///< Time in the reference clip.
};

/// The root motion of a clip, with bones and nodes by name: see RootMotion::create().
struct GraphMotion {
    std::string root = {};               ///< Name of a bone of the rig or, if the rig has no such bone, of a node above the rig.
    std::string character = {};          ///< Only for a root that is a node: name of the node in whose space it travels; empty: the world.
    RootMotionOptions options = {};      ///< Without `facing` and `feet`, which are given by name below.
    std::string facing = {};             ///< Name of a bone or, for a root that is a node, of a node. Empty: the root.
    std::vector<std::string> feet = {};  ///< Names of the feet, likewise.
};

/// How a clip of a graph is made from a clip of the model.
struct GraphClipSource {
    std::string clip = {};                           ///< Name of the clip, the first with that name; empty: GraphClip::name.
    std::optional<GraphDifference> difference = {};  ///< If given, the clip becomes a clip of differences.
    std::optional<GraphMotion> motion = {};          ///< If given, the clip is played in place and its root motion moves the character.
    BakeOptions bake = {};                           ///< `bones` must be empty.
};

/// A graph that was read, ready for GraphPlayer.
struct GraphFile {
    std::shared_ptr<const AnimationGraph> graph = {};  ///< The prepared graph; never null when loaded.
    std::vector<GraphClipSource> sources = {};         ///< How each of the graph's clips was made.
};

/// Reads a graph and prepares it for a rig, which is a skeleton of the model, and for the clips of the model's animation groups:
///
///     const auto model = loadScene("character.glb");
///     const GraphFile file = loadGraphJson("character.json", *model, *model->skeletons().front());
///     GraphPlayer player(file.graph);
///
/// Clips of other files are found too, once the model has animation groups for them (see loadClips()).
///
/// The format is {"format": "armature graph", "version": 1, "parameters": [...], "clips": [...], "nodes": [...], "root"}. Members have the
/// names of GraphDescription's members and may be left out where they have a default; enumerators are strings ("Phase"). An element of
/// `clips` has the members of GraphClipSource (with those of GraphMotion::options beside the motion's root) and the members `name`,
/// `events`, `markers`, `isDifference` of GraphClip. A node has its `name`, its `kind` ("Clip", "Blend", "BlendSpace", "Additive",
/// "Overlay", "Mirror", "Modifier", "StateMachine") and that kind's members. A GraphValue is a number, or an object.
///
/// Throws ImportError that names the file, the place as a JSON pointer, the value and the limit, and for an unknown name the closest one.
/// Also throws for everything that AnimationGraph::create(), makeGraphClip(), makeAdditiveClip() and RootMotion::create() refuse. Applies
/// the limits fileBytes, jsonDepth and unbackedBytes. O(bytes), plus the preparation of each clip.
[[nodiscard]] GraphFile loadGraphJson(const std::filesystem::path& file, Scene& model, Skeleton& rig, const ImportLimits& limits = {});

/// Reads a graph from memory; `name` stands for the file in messages.
[[nodiscard]] GraphFile loadGraphJson(std::string_view json, std::string_view name, Scene& model, Skeleton& rig,
                                      const ImportLimits& limits = {});

/// Writes a graph, whether it was read or described in code; members with their default value are left out. Reading the text gives the same
/// description, and writing that description gives the same text. Throws std::invalid_argument if there is not one source for each of the
/// description's clips, a source names bones by pointer, or a number is not finite or a name not UTF-8.
[[nodiscard]] std::string saveGraphJson(const GraphDescription& description, std::span<const GraphClipSource> sources);

}  // namespace armature
