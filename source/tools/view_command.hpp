#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <armature/import/import_options.hpp>

namespace armature::tools {

struct ViewOptions {
    std::string file;
    std::optional<std::size_t> quitAfterFrames;  ///< For tests: closes the window on its own.
    ImportOptions reading = {};
};

/// `armature view`: shows a file's model in a window until that is closed.
void runView(const ViewOptions& options);

}  // namespace armature::tools
