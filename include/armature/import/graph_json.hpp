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

/// Animation graphs as JSON files: what AnimationGraph::create() takes, by the names of the model's clips and bones.
namespace armature {

/// The reference of a clip of differences: see makeAdditiveClip().
struct GraphDifference {
    std::string reference = {};  ///< A clip of the model; empty: the clip itself.
    double seconds = 0.;         ///< In the reference.
};

/// The root motion of a clip, by names: see RootMotion::create().
struct GraphMotion {
    std::string root = {};               ///< A bone of the rig, or else a node above it.
    std::string character = {};          ///< The node in which such a node travels; empty: the world. Not for a bone.
    RootMotionOptions options = {};      ///< Without `facing` and `feet`, which stand here by name.
    std::string facing = {};             ///< A bone; for a root that is a node, a node. Empty: the root.
    std::vector<std::string> feet = {};  ///< Likewise.
};

/// How a clip of a graph is made from one of a model.
struct GraphClipSource {
    std::string clip = {};                           ///< The first clip of that name; empty: that of GraphClip::name.
    std::optional<GraphDifference> difference = {};  ///< Given: it becomes a clip of differences.
    std::optional<GraphMotion> motion = {};          ///< Given: it is played in place and travels.
    BakeOptions bake = {};                           ///< `bones` must be empty.
};

/// A graph that was read, ready for GraphPlayer.
struct GraphFile {
    std::shared_ptr<const AnimationGraph> graph = {};  ///< Never null when loaded.
    std::vector<GraphClipSource> sources = {};         ///< How each of the graph's clips was made.
};

/// Reads a graph for a rig, a skeleton of the model, and the clips of the model's animation groups; and prepares it:
///
///     const auto model = loadScene("character.glb");
///     const GraphFile file = loadGraphJson("character.json", *model, *model->skeletons().front());
///     GraphPlayer player(file.graph);
///
/// Clips of other files are found, too, once there are groups of them (see loadClips()).
///
/// {"format": "armature graph", "version": 1, "parameters": [...], "clips": [...], "nodes": [...], "root"}: members have the names of those
/// of GraphDescription and may be left out where they have a default; enumerators are strings ("Phase"). An element of `clips` has the
/// members of GraphClipSource, those of GraphMotion::options beside the motion's root, and `name`, `events`, `markers`, `isDifference` of
/// GraphClip. A node has its `kind` ("Clip", "Blend", "BlendSpace", "Additive", "Overlay", "Mirror", "Modifier", "StateMachine") and that
/// kind's members beside its name. A GraphValue is a number, or an object.
///
/// Throws ImportError that names the file, the place as a JSON pointer, the value and the limit, and the closest name where one is unknown,
/// for whatever AnimationGraph::create(), makeGraphClip(), makeAdditiveClip() and RootMotion::create() refuse, too. Applies the limits
/// fileBytes, jsonDepth and unbackedBytes. O(bytes), plus the preparation of each clip.
[[nodiscard]] GraphFile loadGraphJson(const std::filesystem::path& file, Scene& model, Skeleton& rig, const ImportLimits& limits = {});

/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] GraphFile loadGraphJson(std::string_view json, std::string_view name, Scene& model, Skeleton& rig,
                                      const ImportLimits& limits = {});

/// Writes a graph, whether it was read or described in code; members that have their default are left out. Reading the text gives the same
/// description, and writing that the same text. Throws std::invalid_argument if there is not one source for each of the description's
/// clips, one names bones by pointer, or a number is not finite or a name not UTF-8.
[[nodiscard]] std::string saveGraphJson(const GraphDescription& description, std::span<const GraphClipSource> sources);

}  // namespace armature
