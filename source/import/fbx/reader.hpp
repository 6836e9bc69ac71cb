#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::fbx {

/// Reads a whole FBX file. Precondition: isFbx(). `folder` is the file's folder, in which pictures are looked up; none means that the file
/// was loaded from memory. Throws importing::Refusal if the file is damaged, of an unsupported version, or exceeds a limit.
[[nodiscard]] importing::SceneDescription readFbx(std::span<const std::byte> file, const std::optional<std::filesystem::path>& folder,
                                                  const ImportOptions& options);

}  // namespace armature::fbx
