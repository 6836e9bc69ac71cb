#include "convert_command.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include "console.hpp"
#include "files/output_file.hpp"
#include "scene_distance.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"

namespace armature::tools {

void runConvert(const ConvertOptions& options)
{
    const std::filesystem::path output(options.output);
    const std::unique_ptr<Scene> model = loadScene(options.file);
    requireNotInput(output, model->sourceFiles());
    if (output.extension() == ".gltf") {
        requireNotInput(std::filesystem::path(output).replace_extension(".bin"), model->sourceFiles());  // where saveGltf() puts the data
    }
    for (const std::string& warning : saveGltf(*model, output, {.quantize = options.quantize, .compress = options.compress})) {
        writeErrorLine("warning: " + warning);
    }
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(output, ignored)) {
        return;  // a pipe or a device cannot be read again
    }
    const std::unique_ptr<Scene> written = loadScene(output);
    const auto distance = measureDistance(*model, *written);
    if (!distance) {
        throw Error(fmt::format("{}: does not hold the meshes and clips that were written; please report this", printable(options.output)));
    }
    // glTF's unit is the metre.
    writeOutput(fmt::format("{}: {}, {}, {}, {}, {}\nposed vertices are at most {:.4g} mm off in {}\n", printable(options.output),
                            counted(written->nodes().size(), "node"), counted(written->skeletons().size(), "skin"),
                            counted(written->meshInstances().size(), "mesh", "meshes"), counted(distance->vertices, "vertex", "vertices"),
                            counted(written->animationGroups().size(), "clip"), 1000. * static_cast<double>(distance->largest),
                            counted(distance->moments, "pose")));
}

}  // namespace armature::tools
