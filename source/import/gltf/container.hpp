#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "import/notes.hpp"

namespace armature::gltf {

/// The two parts of a glTF asset: the JSON text, and the binary chunk that a GLB may contain. Both are views of the file's bytes.
struct Container {
    std::span<const std::byte> json;
    std::optional<std::span<const std::byte>> binary;
    bool isGlb = false;
};

/// Whether `file` begins like a .glb.
[[nodiscard]] bool isGlb(std::span<const std::byte> file) noexcept;

/// Recognises .glb and .gltf by content and splits them (glTF 2.0, section 4.4). Throws importing::Refusal if that fails.
[[nodiscard]] Container openContainer(std::span<const std::byte> file, importing::Notes& notes);

/// A URI that contains its data (RFC 2397): "data:<type>[;base64],<data>".
struct DataUri {
    std::string_view mediaType;  ///< "application/octet-stream"; may be empty.
    bool isBase64 = false;
    std::string_view data;
};

/// Splits a data URI; nullopt if `uri` is not one.
[[nodiscard]] std::optional<DataUri> parseDataUri(std::string_view uri);

/// The bytes of a data URI, base64 or percent-encoded text. Nullopt if they cannot be decoded.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeDataUri(const DataUri& uri);

/// Decodes base64 (RFC 4648), with or without padding. Nullopt if a character is not of the alphabet or the length is impossible.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

/// A copy of `json` with a blank in place of every `f` or `F` directly after a number (1.5f, in hand-written files); empty if there is
/// none. Positions do not change, and strings are left alone.
[[nodiscard]] std::string withoutNumberSuffixes(std::string_view json);

}  // namespace armature::gltf
