#pragma once

#include <filesystem>
#include <string_view>

#include <armature/import/import_options.hpp>

namespace armature::foreign {

/// The worker program: the one that `options` name, else armature-import-worker beside the running program or beside the library, in the
/// libexec folder of what either is installed in, or where the library was to be installed. Throws importing::Refusal, which says where it
/// was looked for and what for: "`what` armature-import-worker `does`, but ...".
[[nodiscard]] std::filesystem::path findWorker(std::string_view what, std::string_view does, const ImportOptions& options);

}  // namespace armature::foreign
