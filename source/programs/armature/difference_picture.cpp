#include "difference.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/mesh/weight_colors.hpp>
#include <armature/scene/scene.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "contact_sheet.hpp"
#include "framing.hpp"
#include "legend.hpp"
#include "posed_scene.hpp"
#include "stage.hpp"

namespace armature::tools {

namespace {

/// Makes a copy of the second scene's present pose, coloured by the distance from the first.
std::unique_ptr<Scene> makeHeatMap(const DifferenceReport& report)
{
    auto map = std::make_unique<Scene>();
    TransformNode& node = map->createTransformNode("differences");
    const float largest = std::max(report.distance.largest.distance, 1e-20f);
    for (const auto& [one, other] : report.match.instances) {
        MeshDescription mesh;
        for (std::size_t number = 0; number < other->getMesh()->primitives().size(); ++number) {
            const Primitive& original = other->getMesh()->primitives()[number];
            const PosedVertices first = poseVertices(*one, one->getMesh()->primitives()[number]);
            PosedVertices second = poseVertices(*other, original);
            Primitive primitive{.topology = original.topology, .indices = original.indices};
            for (std::size_t vertex = 0; vertex < second.positions.size(); ++vertex) {
                primitive.colors.push_back(heatColor(glm::distance(first.positions[vertex], second.positions[vertex]) / largest));
            }
            primitive.positions = std::move(second.positions);
            mesh.primitives.push_back(std::move(primitive));
        }
        map->addMeshInstance(std::move(mesh), node);
    }
    return map;
}

std::string fileName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

}  // namespace

void writeDifferencePicture(const std::string& output, const PictureSize& size, Scene& first, Scene& second, const DifferenceReport& report)
{
    poseAt(report.distance.moments[report.largest().moment], report.match);
    const std::unique_ptr<Scene> map = makeHeatMap(report);
    ContactSheet sheet({.columns = 3, .rows = 1}, size, {.gap = 0, .mayLackCaptions = true});
    const PictureSize panel = sheet.getPanelSize();

    const support::HeadlessContext window;
    Stage stage;
    support::Framebuffer framebuffer(
        stage.context(),
        {.width = static_cast<std::size_t>(panel.width), .height = static_cast<std::size_t>(panel.height), .samples = samplesFor(panel)});
    const std::array<Scene*, 3> scenes{&first, &second, map.get()};
    CameraFit fit = Shot{first, stage, framebuffer}.startFit();
    for (const Scene* scene : scenes) {
        addShown(fit, *scene, false);
    }
    const double most = report.largestMillimetres();
    const std::array<std::string, 3> captions{
        fileName(report.first), fileName(report.second),
        fmt::format("at most {:.4g} mm off, in {}", most, describeMoment(report, report.largest().moment))};
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        support::Picture picture = Shot{*scenes[i], stage, framebuffer}.take(fit.getCamera());
        if (scenes[i] == map.get()) {
            const double vertices = 1000. * static_cast<double>(report.distance.largest.distance);
            addLegend(picture,
                      {"distance of vertices", "0 mm", fmt::format("{:.3g} mm", 0.5 * vertices), fmt::format("{:.3g} mm", vertices)});
        }
        sheet.add(std::move(picture), captions[i]);
    }
    support::writePng(output, sheet.draw());
}

}  // namespace armature::tools
