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

/// Numbers nodes by their place in a model's list, VrmModel::nodes. While a file is read, the list has the file's own node numbers.
class VrmNodes {
public:
    VrmNodes(Document& document, const importing::SceneDescription& scene) : document_(document), count_(scene.nodes.size()) {}

    /// The number of the node that `value` names; none, with a note, if the file has no such node.
    [[nodiscard]] std::optional<std::size_t> read(const Json& value);
    /// The same for a required member; none, with a note, if it is missing.
    [[nodiscard]] std::optional<std::size_t> readMember(const Json& owner, std::string_view key);
    [[nodiscard]] std::size_t numberOf(std::size_t fileNode);
    [[nodiscard]] const std::vector<std::size_t>& fileNodes() const noexcept { return fileNodes_; }

private:
    Document& document_;
    std::size_t count_;  // nodes of the file itself: VRM 0.x adds some
    std::vector<std::size_t> fileNodes_;
    std::unordered_map<std::size_t, std::size_t> numbers_;
};

/// State that the readers of a VRM model's parts share.
struct VrmSource {
    VrmSource(Document& documentOfFile, importing::SceneDescription& sceneOfFile);

    Document& document;
    importing::SceneDescription& scene;
    VrmNodes nodes;
    VrmModel model = {};
    std::vector<std::size_t> targets = {};  ///< The number of morph targets of the mesh at each node of the file.
};

/// Notes that something is left out.
void leaveOut(Document& document, const Json& value, std::string_view problem);

/// Reads a text and charges for it; empty if there is none.
[[nodiscard]] std::string readText(Document& document, const Json& owner, std::string_view key);
/// The index of the member's value among `words`; any other value is noted and read as the first.
[[nodiscard]] std::size_t readChoice(Document& document, const Json& owner, std::string_view key, std::span<const std::string_view> words);

template <class Enumeration, std::size_t count>
[[nodiscard]] Enumeration readEnumerator(Document& document, const Json& owner, std::string_view key,
                                         const std::array<std::string_view, count>& words)
{
    return static_cast<Enumeration>(readChoice(document, owner, key, words));
}
/// Reads a number and moves it into [low, high], with a note.
[[nodiscard]] float readWithin(Document& document, const Json& owner, std::string_view key, float fallback, float low, float high);

/// Notes a version of an extension other than 1.0.
void noteVersion(Document& document, const Json& extension);

/// Adds a bone unless its role has one already; notes why not.
void addBone(Document& document, std::vector<VrmBone>& bones, std::string_view role, const Json& value, std::optional<std::size_t> node);
/// The bones that VRM demands and that are missing from `bones`: "head, leftHand". Empty if none is missing.
[[nodiscard]] std::string missingBones(std::span<const VrmBone> bones);
/// Notes the bones that VRM demands and the file lacks.
void noteMissingBones(Document& document, const Json& place, const std::vector<VrmBone>& bones);

/// Reads VRMC_vrm.
void readVrm1(VrmSource& source, const Json& extension);
void readExpressions(VrmSource& source, const Json& expressions);
/// Reads VRMC_springBone.
void readSprings(VrmSource& source, const Json& extension);
/// Charges for the colliders that the joints of springs meet, once springs of either version are read.
void chargeMeetings(VrmSource& source, const Json& place);
/// Reads VRM 0.x: the extension VRM.
void readVrm0(VrmSource& source, const Json& extension);
void readExpressions0(VrmSource& source, const Json& master);
void readSprings0(VrmSource& source, const Json& secondary);

}  // namespace armature::gltf
