#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "import/gltf/document.hpp"
#include "text/json_writer.hpp"

/// What extensions say that nothing here reads: kept as JSON text, an object with a member for each, and written again.
namespace armature::gltf {

/// The new number of a texture; nullopt: there is no such texture any more.
using TextureNumbers = std::function<std::optional<std::size_t>(std::size_t)>;

/// The extensions of `owner` but those that are `read` here; empty if there are none. One that refers to binary data of the file, which are
/// laid out anew when it is written, is left out with a note. `numberOf`: of the textures that they name, if there may be any.
[[nodiscard]] std::string readKeptExtensions(Document& document, const Json& owner, std::span<const std::string_view> read,
                                             const TextureNumbers& numberOf = {});

/// JSON text of `value` with other numbers of textures: those of members `...Texture` that have an `index`, which are left out where there is no
/// texture.
[[nodiscard]] std::string withTextures(const Json& value, const TextureNumbers& numberOf);

/// Kept extensions in which KHR_skeleton_bone has that length; none: it has no length, and is left out if it had nothing else.
[[nodiscard]] std::string withBoneLength(const std::string& extensions, std::optional<float> length);

/// What was written, without the line's end.
[[nodiscard]] std::string textOf(JsonWriter& json);

/// Calls `visit` with the name of each extension that something within `value` has.
void forEachInnerExtension(const Json& value, const std::function<void(std::string_view)>& visit);

}  // namespace armature::gltf
