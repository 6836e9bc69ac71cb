#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <armature/cooked/cooked_file.hpp>
#include <armature/fwd.hpp>

#include "base/json_writer.hpp"
#include "scene_words.hpp"

namespace armature::tools {

/// Version of the output of `inspect --json`. As docs/armature_program.md promises, it is raised when a member is removed or changes its
/// meaning.
constexpr std::size_t inspectVersion = 1;

/// Describes a scene for people: nodes as a tree, skeletons with the bind and rest poses of each bone, meshes, clips, materials, warnings.
[[nodiscard]] std::string inspectAsText(std::string_view file, const Scene& scene);

/// Describes a scene as JSON; docs/armature_program.md lists the members.
[[nodiscard]] std::string inspectAsJson(std::string_view file, const Scene& scene);

/// Appends what VRM, and mappings of joints, say about characters: permissions, humanoid, expressions, springs, constraints.
void appendVrm(std::string& text, const Scene& scene, const SceneIndices& indices);

/// Writes the members for the VRM data of characters and animations, and for mappings of joints.
void writeVrm(JsonWriter& json, const Scene& scene, const SceneIndices& indices);

/// Returns whether a file begins like a cooked one. Also false if the file cannot be read: loading it will say why.
[[nodiscard]] bool isCooked(const std::string& file);

/// Describes a cooked file for people. May throw ImportError, because it unpacks, and thereby checks, everything.
[[nodiscard]] std::string inspectCookedAsText(std::string_view file, const CookedFile& cooked);

/// Describes a cooked file as JSON; docs/armature_program.md lists the members.
[[nodiscard]] std::string inspectCookedAsJson(std::string_view file, const CookedFile& cooked);

/// Appends the trees below `roots` with one line per node: box-drawing characters, then the result of `label`. Any depth is safe: beyond a
/// depth of 24, the lines grow no longer and state the depth instead.
void appendTree(std::string& text, std::span<const Node* const> roots, const std::function<std::string(const Node&)>& label);

}  // namespace armature::tools
