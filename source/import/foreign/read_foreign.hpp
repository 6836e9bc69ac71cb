#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include <armature/import/import_options.hpp>

#include "import/foreign/format.hpp"
#include "import/foreign/worker_scene.hpp"

namespace armature::foreign {

/// Reads a file of a foreign format in a worker process. `name` is the file's, `folder` where other files of the model lie; none: loaded
/// from memory. Throws importing::Refusal whatever happens to the worker.
[[nodiscard]] importing::SceneDescription readForeign(const Format& format, std::span<const std::byte> file, std::string_view name,
                                                      const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

/// What a worker handed over as what all readers produce: meshes made, pictures read, findings put in words. `scene.budget` and what else
/// is in `scene` already stay. Throws importing::Refusal.
void adopt(WorkerScene worker, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
           importing::SceneDescription& scene);

}  // namespace armature::foreign
