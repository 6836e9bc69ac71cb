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

/// Returns the media type of a picture, such as "image/png", judged by its first bytes; empty if unknown.
[[nodiscard]] std::string_view imageTypeOf(std::span<const std::byte> bytes);

/// Adds the picture at `path`, a file beside the model, to the scene's images and returns its index. If that file was added before, under
/// any name, returns the existing index. Exporters write `path` with slashes of either kind, and often as a path on their own machine; if
/// it leads to no file in `folder`, the file of the same name directly in `folder` is used. If there is no such file or reading is not
/// allowed, adds a note at `place` and returns nothing. `folder` is the model's folder; none means that the model was loaded from memory.
/// Throws Refusal if the look-up or the picture exceeds the memory budget.
[[nodiscard]] std::optional<std::size_t> addPictureBeside(std::string_view path, const std::string& place,
                                                          const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                                                          SceneDescription& scene);

/// Turns an exporter's path into a URI: backslashes become slashes, and percent signs are escaped.
[[nodiscard]] std::string uriOfPath(std::string_view path);

}  // namespace armature::importing
