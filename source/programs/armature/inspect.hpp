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

/// The layout of what `inspect --json` prints, as docs/armature_program.md promises: raised when a member goes or gets another meaning.
constexpr std::size_t inspectVersion = 1;

/// The contents of a scene, for people: nodes as a tree, skeletons with the bind and rest of each bone, meshes, clips, materials, warnings.
[[nodiscard]] std::string inspectAsText(std::string_view file, const Scene& scene);

/// The same for programs; docs/armature_program.md describes the members.
[[nodiscard]] std::string inspectAsJson(std::string_view file, const Scene& scene);

/// Writes the members for what VRM files say of characters and animations.
void writeVrm(JsonWriter& json, const Scene& scene, const SceneIndices& indices);

/// Whether a file begins like a cooked one. False also if it cannot be read: loading it will say why.
[[nodiscard]] bool isCooked(const std::string& file);

/// The contents of a cooked file, for people. Takes everything out, and so checks it: may throw ImportError.
[[nodiscard]] std::string inspectCookedAsText(std::string_view file, const CookedFile& cooked);

/// The same for programs; docs/armature_program.md describes the members.
[[nodiscard]] std::string inspectCookedAsJson(std::string_view file, const CookedFile& cooked);

/// Draws the trees below `roots` with one line per node: box-drawing characters, then the result of `label`. Any depth is safe: beyond a
/// depth of 24 the lines stop growing and state the depth instead.
void appendTree(std::string& text, std::span<const Node* const> roots, const std::function<std::string(const Node&)>& label);

}  // namespace armature::tools
