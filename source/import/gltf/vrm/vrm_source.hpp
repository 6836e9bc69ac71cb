#pragma once

#include <array>
#include <cstddef>
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

/// The numbers of nodes in a model's list: VrmModel::nodes, where a file has those of its own nodes.
class VrmNodes {
public:
    VrmNodes(Document& document, const importing::SceneDescription& scene) : document_(document), count_(scene.nodes.size()) {}

    /// The number of the node that `value` names; none, with a note, if the file has no such node.
    [[nodiscard]] std::optional<std::size_t> read(const Json& value);
    /// The same of a required member; none, with a note, if there is none.
    [[nodiscard]] std::optional<std::size_t> readMember(const Json& owner, std::string_view key);
    [[nodiscard]] std::size_t numberOf(std::size_t fileNode);
    [[nodiscard]] const std::vector<std::size_t>& fileNodes() const noexcept { return fileNodes_; }

private:
    Document& document_;
    std::size_t count_;  // of the file's own: VRM 0.x adds some
    std::vector<std::size_t> fileNodes_;
    std::unordered_map<std::size_t, std::size_t> numbers_;
};

/// What the readers of a VRM model's parts share.
struct VrmSource {
    VrmSource(Document& documentOfFile, importing::SceneDescription& sceneOfFile);

    Document& document;
    importing::SceneDescription& scene;
    VrmNodes nodes;
    VrmModel model = {};
    std::vector<std::size_t> targets = {};  ///< How many morph targets the mesh at each node of the file has.
};

/// Says that something is left out.
void leaveOut(Document& document, const Json& value, std::string_view problem);

/// A text, charged; empty if there is none.
[[nodiscard]] std::string readText(Document& document, const Json& owner, std::string_view key);
/// The index of the member's value among `words`; any other is noted and read as the first.
[[nodiscard]] std::size_t readChoice(Document& document, const Json& owner, std::string_view key, std::span<const std::string_view> words);

template <class Enumeration, std::size_t count>
[[nodiscard]] Enumeration readEnumerator(Document& document, const Json& owner, std::string_view key,
                                         const std::array<std::string_view, count>& words)
{
    return static_cast<Enumeration>(readChoice(document, owner, key, words));
}
/// A number, moved into [low, high] with a note.
[[nodiscard]] float readWithin(Document& document, const Json& owner, std::string_view key, float fallback, float low, float high);

/// Notes any other version of an extension than 1.0.
void noteVersion(Document& document, const Json& extension);

/// Adds a bone unless its role has one; notes why not.
void addBone(Document& document, std::vector<VrmBone>& bones, std::string_view role, const Json& value, std::optional<std::size_t> node);
/// The bones that VRM demands and that are not among these: "head, leftHand". Empty: none.
[[nodiscard]] std::string missingBones(std::span<const VrmBone> bones);
/// Notes which bones VRM demands and the file lacks.
void noteMissingBones(Document& document, const Json& place, const std::vector<VrmBone>& bones);

/// VRMC_vrm.
void readVrm1(VrmSource& source, const Json& extension);
void readExpressions(VrmSource& source, const Json& expressions);
/// VRMC_springBone.
void readSprings(VrmSource& source, const Json& extension);
/// Charges what springs of both versions meet, once they are read.
void chargeMeetings(VrmSource& source, const Json& place);
/// VRM 0.x: the extension VRM.
void readVrm0(VrmSource& source, const Json& extension);
void readExpressions0(VrmSource& source, const Json& master);
void readSprings0(VrmSource& source, const Json& secondary);

}  // namespace armature::gltf
