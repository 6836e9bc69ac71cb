#include "inspect_command.hpp"

#include <armature/import/load_scene.hpp>

#include "console.hpp"
#include "inspect_cooked.hpp"
#include "inspect_report.hpp"

namespace armature::tools {

void runInspect(const InspectOptions& options)
{
    if (isCooked(options.file)) {
        const auto cooked = CookedFile::open(options.file);
        writeOutput(options.isJson ? inspectCookedAsJson(options.file, *cooked) : inspectCookedAsText(options.file, *cooked));
        return;
    }
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    writeOutput(options.isJson ? inspectAsJson(options.file, *scene) : inspectAsText(options.file, *scene));
}

}  // namespace armature::tools
