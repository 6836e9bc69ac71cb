#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/scene_description.hpp"

namespace armature::foreign {

/// Imperfections that a worker found in a file. The worker reports only their kind and a name, which warnings quote, and the library words
/// them, so that no sentence written by a worker becomes a warning.
enum class FindingKind {
    AmbiguousName,    ///< Several nodes share a name that a bone or channel refers to.
    BoneWithoutNode,  ///< A skin has a bone whose name no node has.
    ChannelWithoutNode,
    ChannelTwice,     ///< A clip has two channels for the same node and path.
    TimesBeforeZero,  ///< The clip of that name begins before 0.
    KeysNotFinite,
    MorphsDiffer,     ///< A morph target of the mesh of that name has a different number of vertices.
    IndexOutOfRange,  ///< A face or a weight of the mesh of that name refers to a vertex that does not exist.
    ClipWithoutKeys,  ///< A clip whose channels were all left out, or whose keys only repeat the nodes' own transforms.
};

struct Finding {
    FindingKind kind = FindingKind::AmbiguousName;
    std::string name = {};  ///< Name of the node, bone, clip or mesh.
};

/// The content of a file as worker::readModel() returns it, encoded as bytes.
struct WorkerScene {
    /// The scene without its meshes, which are in `meshes`. An image without bytes stands for the file of that name beside the model.
    importing::SceneDescription scene = {};
    std::vector<MeshDescription> meshes = {};
    std::vector<Finding> findings = {};
};

/// Encodes a scene as bytes, with the members that exchange_scene.hpp lists; the other members of a description are lost.
[[nodiscard]] std::vector<std::byte> encode(const WorkerScene& scene);

/// Decodes the output of encode(), or forged bytes. Checks that all values are there, enumerators are in range and no bytes are left over,
/// but not that indices and numbers make sense. Charges the memory of lists and texts to `budget`. Throws importing::Refusal if a check
/// fails or the budget is exceeded.
[[nodiscard]] WorkerScene decode(std::span<const std::byte> bytes, importing::MemoryBudget& budget);

}  // namespace armature::foreign
