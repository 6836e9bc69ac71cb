#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// The media type of a picture, such as "image/png", by its first bytes; empty if unknown.
[[nodiscard]] std::string_view imageTypeOf(std::span<const std::byte> bytes);

/// Adds the picture in a file beside the model to the scene's images, and gives its number; that of the same file if it is there already,
/// however it is named. The path is as exporters write it: with slashes of either kind, often on their own machine, in which case a file of
/// the same name in `folder` itself is taken. Nothing, with a note at `place`, if there is none or reading is not allowed. `folder`: the
/// model's; none: it was loaded from memory. Throws Refusal if the file causes too many look-ups.
[[nodiscard]] std::optional<std::size_t> addPictureBeside(std::string_view path, const std::string& place,
                                                          const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                                                          SceneDescription& scene);

/// An exporter's path as a URI: with slashes instead of backslashes, and nothing read as an escape.
[[nodiscard]] std::string uriOfPath(std::string_view path);

}  // namespace armature::importing
