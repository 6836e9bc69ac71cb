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

/// The media type of a picture, such as "image/png", judged by its first bytes; empty if unknown.
[[nodiscard]] std::string_view imageTypeOf(std::span<const std::byte> bytes);

/// Adds the picture in a file beside the model to the scene's images and returns its index. If that file is there already, under whatever
/// name, returns its index. The path is as exporters write it: with slashes of either kind, and often on their own machine, in which case a
/// file of the same name in `folder` itself is taken. If there is no such file or reading is not allowed, adds a note at `place` and
/// returns nothing. `folder` is the model's; none means that the model was loaded from memory. Throws Refusal if the file causes too many
/// look-ups.
[[nodiscard]] std::optional<std::size_t> addPictureBeside(std::string_view path, const std::string& place,
                                                          const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                                                          SceneDescription& scene);

/// Turns an exporter's path into a URI: backslashes become slashes, and percent signs are escaped.
[[nodiscard]] std::string uriOfPath(std::string_view path);

}  // namespace armature::importing
