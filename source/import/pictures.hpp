#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::importing {

/// The bytes of a picture that lies in a file beside the model, named by a path as exporters write it: with slashes of either kind, often
/// of their own machine, in which case a file of the same name in `folder` itself is taken. Empty, with a note at `place`, if there is none
/// or none may be read. `folder`: the model's; none: it was loaded from memory. Throws Refusal if asking so often is too much.
[[nodiscard]] std::vector<std::byte> readPictureBeside(std::string_view path, const std::string& place,
                                                       const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                                                       SceneDescription& scene);

/// A path of exporters as a URI: slashes instead of backslashes, and nothing in it taken for an escape.
[[nodiscard]] std::string uriOfPath(std::string_view path);

}  // namespace armature::importing
