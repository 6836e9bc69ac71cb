#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace armature::gltf {

/// A URI that brings its bytes along (RFC 2397): "data:<type>[;base64],<data>".
struct DataUri {
    std::string_view mediaType;  ///< "application/octet-stream"; may be empty.
    bool isBase64 = false;
    std::string_view data;
};

/// Splits a data URI; nullopt if `uri` is none.
[[nodiscard]] std::optional<DataUri> parseDataUri(std::string_view uri);

/// The bytes of a data URI, base64 or percent-encoded text. Nullopt if they cannot be decoded.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeDataUri(const DataUri& uri);

/// Decodes base64 (RFC 4648), with or without padding. Nullopt if a character is not of the alphabet or the length is impossible.
[[nodiscard]] std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

}  // namespace armature::gltf
