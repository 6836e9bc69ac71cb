#include "view_command.hpp"

#include <filesystem>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <tools/support/window.hpp>

#include "viewer.hpp"

namespace armature::tools {

void runView(const ViewOptions& options)
{
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    if (!support::hasDisplay()) {
        throw RenderError("no display to open a window on (armature render draws into a file)");
    }
    Viewer viewer(*scene, std::filesystem::path(options.file).filename().string());
    for (std::size_t frame = 0; viewer.isOpen() && (!options.quitAfterFrames || frame < *options.quitAfterFrames); ++frame) {
        viewer.showFrame();
        if (frame == 0) {
            viewer.stage().reportWarnings(options.file, *scene);
        }
    }
}

}  // namespace armature::tools
