#pragma once

#include <filesystem>

#include <armature/import/import_options.hpp>

#include "import/foreign/format.hpp"

namespace armature::foreign {

/// The program that reads `format`: the one that `options` name, else armature-import-worker beside the running program or beside
/// the library, in the libexec folder of what either is installed in, or where the library was to be installed. Throws importing::Refusal,
/// which says where it was looked for.
[[nodiscard]] std::filesystem::path findWorker(const Format& format, const ImportOptions& options);

}  // namespace armature::foreign
