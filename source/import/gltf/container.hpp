#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "import/notes.hpp"

namespace armature::gltf {

/// The parts of a glTF asset: the JSON text and, for a GLB that has one, the binary chunk. Both refer to the file's bytes.
struct Container {
    std::span<const std::byte> json;
    std::optional<std::span<const std::byte>> binary;
    bool isGlb = false;
};

/// Whether `file` starts with the magic number of GLB.
[[nodiscard]] bool isGlb(std::span<const std::byte> file) noexcept;

/// Recognises .glb and .gltf by content and splits the file into its parts (glTF 2.0, section 4.4). Throws importing::Refusal on failure.
[[nodiscard]] Container openContainer(std::span<const std::byte> file, importing::Notes& notes);

/// A URI that contains its data (RFC 2397): "data:<type>[;base64],<data>".
struct DataUri {
    std::string_view mediaType;  ///< For example "application/octet-stream"; may be empty.
    bool isBase64 = false;
    std::string_view data;
};

/// Splits a data URI into its parts. Returns nullopt if `uri` is not a data URI.
[[nodiscard]] std::optional<DataUri> parseDataUri(std::string_view uri);

/// Returns the bytes of a data URI, decoded from base64 or percent-encoded text. Returns nullopt if decoding fails.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeDataUri(const DataUri& uri);

/// Decodes base64 (RFC 4648), with or without padding. Returns nullopt if a character is not in the alphabet or the length is impossible.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

/// Returns a copy of `json` in which each `f` or `F` directly after a number (1.5f, in hand-written files) is replaced by a blank. Returns
/// an empty string if there is nothing to replace. Positions and the contents of strings stay the same.
[[nodiscard]] std::string withoutNumberSuffixes(std::string_view json);

}  // namespace armature::gltf
