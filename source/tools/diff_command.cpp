#include "diff_command.hpp"

#include <armature/import/load_scene.hpp>

#include "console.hpp"
#include "difference_picture.hpp"
#include "difference_report.hpp"
#include "files/output_file.hpp"

namespace armature::tools {

int runDiff(const DiffOptions& options)
{
    const std::unique_ptr<Scene> first = loadScene(options.first, options.reading);
    const std::unique_ptr<Scene> second = loadScene(options.second, options.reading);
    if (options.picture) {
        requireNotInput(*options.picture, first->sourceFiles());
        requireNotInput(*options.picture, second->sourceFiles());
    }
    DifferenceReport report{.first = options.first, .second = options.second, .tolerance = options.tolerance, .shown = options.shown};
    report.match = matchByName(*first, *second, report.structure);
    report.distance = measureDistance(*first, *second, report.match);
    if (options.picture) {
        writeDifferencePicture(*options.picture, options.size, *first, *second, report);
    }
    writeOutput(options.isJson ? differenceAsJson(report) : differenceAsText(report));
    return report.isSame() ? 0 : 1;
}

}  // namespace armature::tools
