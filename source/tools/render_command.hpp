#pragma once

#include <optional>
#include <string>

#include <armature/import/import_options.hpp>

#include "arguments.hpp"

namespace armature::tools {

struct RenderOptions {
    std::string file;
    std::string output;
    PoseChoice pose;
    PictureSize size;
    bool showBones = false;
    std::optional<std::size_t> frames;  ///< Given: an animated picture of the whole clip.
    ImportOptions reading = {};
};

/// `armature render`: draws a file's model into a PNG, without window or display.
void runRender(const RenderOptions& options);

}  // namespace armature::tools
