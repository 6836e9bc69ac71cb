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
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

/// Animation graphs as JSON files, which contain the arguments of AnimationGraph::create() and name the model's clips and bones.
namespace armature {

/// The reference pose of a clip that holds differences: see makeAdditiveClip().
struct ARMATURE_API GraphDifference {
    std::string reference = {};  ///< Name of a clip of the model; empty: the clip is its own reference.
    double seconds = 0.;         ///< Time in the reference clip.
};

/// The root motion of a clip, with bones and nodes by name: see RootMotion::create().
struct ARMATURE_API GraphMotion {
    std::string root = {};               ///< Name of a bone of the rig or, if the rig has no such bone, of a node above the rig.
    std::string character = {};          ///< If the root is a node: name of the node in whose space it travels; empty: the world.
    RootMotionOptions options = {};      ///< Without `facing` and `feet`, which are given by name below.
    std::string facing = {};             ///< Name of a bone or, if the root is a node, of a node. Empty: the root.
    std::vector<std::string> feet = {};  ///< Names of the feet: of bones or nodes, as for `facing`.
};

/// How to make a clip of a graph from a clip of the model.
struct ARMATURE_API GraphClipSource {
    std::string clip = {};                           ///< Name of the model's clip; of several, the first. Empty: GraphClip::name.
    std::optional<GraphDifference> difference = {};  ///< If set, the clip is converted to differences.
    std::optional<GraphMotion> motion = {};          ///< If set, the clip plays in place and its root motion moves the character.
    BakeOptions bake = {};                           ///< `bones` must be empty.
};

/// A graph that was read, ready to be played by a GraphPlayer.
struct ARMATURE_API GraphFile {
    std::shared_ptr<const AnimationGraph> graph = {};  ///< The prepared graph; never null when loaded.
    std::vector<GraphClipSource> sources = {};         ///< How each of the graph's clips was made, in the order of the graph's clips.
};

/// Reads a graph and prepares it for a rig, which is a skeleton of the model, with the clips of the model's animation groups:
///
///     const auto model = loadScene("character.glb");
///     const GraphFile file = loadGraphJson("character.json", *model, *model->skeletons().front());
///     GraphPlayer player(file.graph);
///
/// Clips from other files can be used too, once the model has animation groups for them (see loadClips()).
///
/// The format is {"format": "armature graph", "version": 1, "parameters": [...], "clips": [...], "nodes": [...], "root"}. Members have the
/// names of GraphDescription's members and may be left out if these have a default; enumerators are strings ("Phase"). An element of
/// `clips` has the members of GraphClipSource, and the members `name`, `events`, `markers`, `isDifference` of GraphClip; the members of
/// GraphMotion::options are directly in the motion's object. A node has its `name`, its `kind` ("Clip", "Blend", "BlendSpace", "Additive",
/// "Overlay", "Mirror", "Modifier", "StateMachine") and that kind's members. A GraphValue is a number or an object.
///
/// Throws ImportError that names the file, the place as a JSON pointer, the value and the limit, and for an unknown name the closest known
/// name. Also throws for everything that AnimationGraph::create(), makeGraphClip(), makeAdditiveClip() and RootMotion::create() refuse.
/// Applies the limits fileBytes, jsonDepth and unbackedBytes. O(bytes), plus the preparation of each clip.
[[nodiscard]] ARMATURE_API GraphFile loadGraphJson(const std::filesystem::path& file, Scene& model, Skeleton& rig,
                                                   const ImportLimits& limits = {});

/// Reads a graph from memory; `name` stands for the file in messages.
[[nodiscard]] ARMATURE_API GraphFile loadGraphJson(std::string_view json, std::string_view name, Scene& model, Skeleton& rig,
                                                   const ImportLimits& limits = {});

/// Writes a graph, whether it was read or described in code; members with their default value are left out. Reading the text gives the same
/// description, and writing that description gives the same text. Throws std::invalid_argument if there is not one source for each of the
/// description's clips, if a source refers to bones or nodes by pointer, if a number is not finite, or if a name is not UTF-8.
[[nodiscard]] ARMATURE_API std::string saveGraphJson(const GraphDescription& description, std::span<const GraphClipSource> sources);

}  // namespace armature
