#include "difference.hpp"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>

#include <armature/mesh/weight_colors.hpp>
#include <armature/scene/scene.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "framing.hpp"
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

}  // namespace

void writeDifferencePicture(const std::string& output, const PictureSize& size, Scene& first, Scene& second, const DifferenceReport& report)
{
    poseAt(report.distance.moments[report.largest().moment], report.match);
    const std::unique_ptr<Scene> map = makeHeatMap(report);
    const PictureSize panel{std::max(1, size.width / 3), size.height};
    support::Picture whole;
    whole.width = 3 * static_cast<std::size_t>(panel.width);
    whole.height = static_cast<std::size_t>(panel.height);
    whole.pixels.resize(4 * whole.width * whole.height);

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
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const Shot shot{*scenes[i], stage, framebuffer};
        copyInto(whole, shot.take(fit.getCamera()), i * static_cast<std::size_t>(panel.width));
    }
    support::writePng(output, whole);
}

}  // namespace armature::tools
