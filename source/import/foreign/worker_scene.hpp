#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/scene_description.hpp"

namespace armature::foreign {

/// What was imperfect in a file that a worker read. The worker says which, and the library says it in words, so that no text of a worker
/// becomes a warning.
enum class FindingKind {
    AmbiguousName,    ///< Several nodes have a name by which bones or channels refer to one.
    BoneWithoutNode,  ///< A skin has a bone of a name that no node has.
    ChannelWithoutNode,
    ChannelTwice,     ///< A clip moves a node by two channels of one path.
    TimesBeforeZero,  ///< A clip of that name begins before 0.
    KeysNotFinite,
    MorphsDiffer,     ///< A morph target of a mesh of that name has not as many vertices as it.
    IndexOutOfRange,  ///< A face or a weight of a mesh of that name names a vertex that is not there.
};

struct Finding {
    FindingKind kind = FindingKind::AmbiguousName;
    std::string name = {};  ///< Of the node, bone, clip or mesh.
};

/// The content of a file as a worker hands it over.
struct WorkerScene {
    /// Without meshes, which are those below. An image without bytes is the file of that name beside the model.
    importing::SceneDescription scene = {};
    std::vector<MeshDescription> meshes = {};
    std::vector<Finding> findings = {};
};

/// As bytes.
[[nodiscard]] std::vector<std::byte> encode(const WorkerScene& scene);

/// Reads bytes that encode() may have made, with whatever lies in them: only their form is checked, not what they say. All that is taken is
/// charged to `budget`. Throws importing::Refusal.
[[nodiscard]] WorkerScene decode(std::span<const std::byte> bytes, importing::MemoryBudget& budget);

}  // namespace armature::foreign
