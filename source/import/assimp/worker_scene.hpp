#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/scene_description.hpp"

namespace armature::foreign {

/// Imperfections of a file that a worker found. The worker reports their kind and the library words them, so that no text from a worker
/// becomes a warning.
enum class FindingKind {
    AmbiguousName,    ///< Several nodes share a name by which bones or channels refer to one.
    BoneWithoutNode,  ///< A skin has a bone whose name no node has.
    ChannelWithoutNode,
    ChannelTwice,     ///< A clip moves a node by two channels for the same path.
    TimesBeforeZero,  ///< A clip of that name begins before 0.
    KeysNotFinite,
    MorphsDiffer,     ///< A morph target of a mesh of that name differs from the mesh in its number of vertices.
    IndexOutOfRange,  ///< A face or a weight of a mesh of that name refers to a vertex that does not exist.
    ClipWithoutKeys,  ///< A clip without keys, apart from those that only repeat where the nodes are anyway.
};

struct Finding {
    FindingKind kind = FindingKind::AmbiguousName;
    std::string name = {};  ///< Name of the node, bone, clip or mesh.
};

/// The content of a file as a worker returns it.
struct WorkerScene {
    /// The scene without its meshes, which follow below. An image without bytes is the file of that name beside the model.
    importing::SceneDescription scene = {};
    std::vector<MeshDescription> meshes = {};
    std::vector<Finding> findings = {};
};

/// Encodes a scene as bytes.
[[nodiscard]] std::vector<std::byte> encode(const WorkerScene& scene);

/// Decodes bytes that encode() may have written, whatever they contain: checks only their form, not their meaning. Charges all memory to
/// `budget`. Throws importing::Refusal.
[[nodiscard]] WorkerScene decode(std::span<const std::byte> bytes, importing::MemoryBudget& budget);

}  // namespace armature::foreign
