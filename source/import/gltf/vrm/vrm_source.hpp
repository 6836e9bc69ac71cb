#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/vrm/vrm_model.hpp>

#include "import/gltf/document.hpp"
#include "import/scene_description.hpp"

namespace armature::gltf {

/// Assigns numbers to the nodes that a VRM model refers to: their indices in VrmModel::nodes. While a file is read, fileNodes() holds, at
/// these indices, the nodes' numbers in the file.
class VrmNodes {
public:
    VrmNodes(Document& document, const importing::SceneDescription& scene) : document_(document), count_(scene.nodes.size()) {}

    /// Returns the number assigned to the node that `value` refers to. If the file has no such node, adds a note and returns none.
    [[nodiscard]] std::optional<std::size_t> read(const Json& value);
    /// Like read(), for a required member of `owner`. If the member is missing, adds a note and returns none.
    [[nodiscard]] std::optional<std::size_t> readMember(const Json& owner, std::string_view key);
    /// Returns the number assigned to a node of the file. Assigns the next number if the node has none yet.
    [[nodiscard]] std::size_t numberOf(std::size_t fileNode);
    [[nodiscard]] const std::vector<std::size_t>& fileNodes() const noexcept { return fileNodes_; }

private:
    Document& document_;
    std::size_t count_;  // number of nodes in the file, without those added for VRM 0.x
    std::vector<std::size_t> fileNodes_;
    std::unordered_map<std::size_t, std::size_t> numbers_;
};

/// The state shared by the readers of a VRM model's parts.
struct VrmSource {
    VrmSource(Document& documentOfFile, importing::SceneDescription& sceneOfFile);

    Document& document;
    importing::SceneDescription& scene;
    VrmNodes nodes;
    VrmModel model = {};
    std::vector<std::size_t> targets = {};  ///< For each node of the file, the number of morph targets of its mesh.
};

/// Adds a note that the data at `value` are left out because of `problem`.
void leaveOut(Document& document, const Json& value, std::string_view problem);

/// Reads a string member and charges its size to the memory budget. Returns an empty string if the member is missing.
[[nodiscard]] std::string readText(Document& document, const Json& owner, std::string_view key);
/// Returns the index in `words` of the member's value. Reads a missing value as the first word, and an unknown one too, with a note.
[[nodiscard]] std::size_t readChoice(Document& document, const Json& owner, std::string_view key, std::span<const std::string_view> words);

template <class Enumeration, std::size_t count>
[[nodiscard]] Enumeration readEnumerator(Document& document, const Json& owner, std::string_view key,
                                         const std::array<std::string_view, count>& words)
{
    return static_cast<Enumeration>(readChoice(document, owner, key, words));
}
/// Reads a number, `fallback` if it is missing, and clamps it to [low, high], with a note if that changes it.
[[nodiscard]] float readWithin(Document& document, const Json& owner, std::string_view key, float fallback, float low,
                               float high = std::numeric_limits<float>::max());

/// Adds a note if the version of an extension is not 1.0.
void noteVersion(Document& document, const Json& extension);

/// Adds a bone if its role is known and has no bone yet; otherwise adds a note. Adds nothing if `node` is none.
void addBone(Document& document, std::vector<VrmBone>& bones, std::string_view role, const Json& value, std::optional<std::size_t> node);
/// Returns the names of the bones that VRM requires but `bones` lacks, such as "head, leftHand"; empty if none is missing.
[[nodiscard]] std::string missingBones(std::span<const VrmBone> bones);
/// Adds a note that lists the required bones that the file lacks, if any.
void noteMissingBones(Document& document, const Json& place, const std::vector<VrmBone>& bones);

/// Reads the extension VRMC_vrm.
void readVrm1(VrmSource& source, const Json& extension);
void readExpressions(VrmSource& source, const Json& expressions);
/// Reads the extension VRMC_springBone.
void readSprings(VrmSource& source, const Json& extension);
/// Charges for the collisions between springs' joints and colliders. Call after the springs of either version are read.
void chargeMeetings(VrmSource& source, const Json& place);
/// Reads VRM 0.x, the extension VRM.
void readVrm0(VrmSource& source, const Json& extension);
void readExpressions0(VrmSource& source, const Json& master);
void readSprings0(VrmSource& source, const Json& secondary);

}  // namespace armature::gltf
