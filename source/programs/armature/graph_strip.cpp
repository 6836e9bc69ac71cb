#include "graph_strip.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_transform.hpp>

#include <armature/animation/graph_player.hpp>
#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "contact_sheet.hpp"
#include "framing.hpp"
#include "stage.hpp"

namespace armature::tools {

namespace {

constexpr int stripGap = 2;  // pixels between two pictures

/// Plays the strip's run from the beginning, and calls `visit(seconds, position)` at each picture's moment, with the character posed;
/// `position` is its travel since the beginning.
template <class Visit>
void playStrip(const GraphStrip& strip, const Visit& visit)
{
    const Transform start = strip.character.getTransform();
    const glm::vec3 origin = strip.character.getPosition(Space::World);
    GraphPlayer player(strip.graph);
    GraphRun run(player, strip.character, strip.script);
    for (std::size_t i = 0; i < strip.pictures; ++i) {
        const double part = strip.pictures > 1 ? static_cast<double>(i) / static_cast<double>(strip.pictures - 1) : 1.;
        const double seconds = strip.script.end * part;
        run.advanceTo(seconds);
        player.apply(strip.skeleton);
        strip.scene.update();
        visit(seconds, strip.character.getPosition(Space::World) - origin);
    }
    strip.character.setTransform(start);
}

/// The character's points in all pictures with its travel removed, and `path`, the box of the same points with the travel.
struct Extent {
    std::vector<glm::vec3> points;
    Aabb path;
    float floor = 0.f;
    float height = 1.f;
};

Extent measure(const GraphStrip& strip)
{
    Extent extent;
    Aabb first;
    playStrip(strip, [&](double /*seconds*/, const glm::vec3& position) {
        std::vector<glm::vec3> points;
        appendPosedPositions(strip.scene, points);
        if (points.empty()) {
            for (const Bone* const bone : strip.skeleton.bones()) {
                points.push_back(glm::vec3(bone->getWorldMatrix()[3]));
            }
        }
        const bool isFirst = extent.points.empty();
        for (const glm::vec3& point : points) {
            extent.points.push_back(point - position);
            extent.path.extend(point);
            if (isFirst) {
                first.extend(point);
            }
        }
    });
    if (!first.isEmpty()) {
        extent.floor = first.minimum.y;
        extent.height = std::max(first.maximum.y - first.minimum.y, 1e-6f);
    }
    return extent;
}

/// Adds a chequered floor. Its squares have sides of one metre, or of another power of ten to suit the character's height; they are larger
/// if the path is very long or far from the origin.
void addFloor(Scene& scene, const Extent& extent)
{
    constexpr float mostSquares = 200.f;
    const float margin = 4.f * extent.height;
    const glm::vec3 low = extent.path.minimum - margin;
    const glm::vec3 high = extent.path.maximum + margin;
    const float length = std::max(high.x - low.x, high.z - low.z);
    const float farthest = std::max({std::abs(low.x), std::abs(low.z), std::abs(high.x), std::abs(high.z)});
    // Far from the origin, adjacent floats are farther apart than the sides of small squares.
    float side = std::max(std::pow(10.f, std::round(std::log10(extent.height))), 1e-5f * farthest);
    side *= std::max(1.f, std::ceil(length / (mostSquares * side)));
    Primitive primitive;
    const auto squares = static_cast<int>(std::min(mostSquares + 1.f, std::ceil(length / side) + 1.f));
    for (int i = 0; i < squares * squares; ++i) {
        const int column = i % squares;
        const int row = i / squares;
        const float x = std::floor(low.x / side) + static_cast<float>(column);
        const float z = std::floor(low.z / side) + static_cast<float>(row);
        if (x * side < high.x && z * side < high.z) {
            const bool isDark = std::fmod(std::abs(x + z), 2.f) == 1.f;
            const glm::vec4 color(glm::vec3(isDark ? 0.10f : 0.16f), 1.f);
            const auto begin = static_cast<std::uint32_t>(primitive.positions.size());
            for (const glm::vec2& corner : {glm::vec2(0.f, 0.f), glm::vec2(0.f, 1.f), glm::vec2(1.f, 1.f), glm::vec2(1.f, 0.f)}) {
                primitive.positions.push_back({(x + corner.x) * side, extent.floor, (z + corner.y) * side});
                primitive.normals.push_back({0.f, 1.f, 0.f});
                primitive.colors.push_back(color);
            }
            for (const std::uint32_t vertex : {0u, 1u, 2u, 0u, 2u, 3u}) {
                primitive.indices.push_back(begin + vertex);
            }
        }
    }
    MeshDescription mesh;
    mesh.primitives.push_back(std::move(primitive));
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("floor"));
}

/// Returns the camera with its far plane moved away, so that it shows the floor: the fit's far plane is right behind the character.
Camera withFarPlane(Camera camera, float factor)
{
    const float nearPlane = camera.projection[3][2] / (camera.projection[2][2] - 1.f);
    const float farPlane = factor * camera.projection[3][2] / (camera.projection[2][2] + 1.f);
    camera.projection[2][2] = -(farPlane + nearPlane) / (farPlane - nearPlane);
    camera.projection[3][2] = -2.f * farPlane * nearPlane / (farPlane - nearPlane);
    return camera;
}

}  // namespace

void writeGraphStrip(const GraphStrip& strip, const PictureSize& size, const std::string& file, const std::string& output)
{
    ContactSheet sheet({.columns = strip.pictures, .rows = 1}, size, {.gap = stripGap, .mayLackCaptions = true});
    const PictureSize panel = sheet.getPanelSize();
    const support::HeadlessContext window;
    Stage stage;
    support::Framebuffer framebuffer(
        stage.context(),
        {.width = static_cast<std::size_t>(panel.width), .height = static_cast<std::size_t>(panel.height), .samples = samplesFor(panel)});
    const Extent extent = measure(strip);
    const Shot shot{strip.scene, stage, framebuffer};
    CameraFit fit = shot.startFit();
    for (const glm::vec3& point : extent.points) {
        fit.add(point);
    }
    addFloor(strip.scene, extent);
    const Camera camera = withFarPlane(fit.getCamera(), 8.f);
    playStrip(strip, [&](double seconds, const glm::vec3& position) {
        Camera travelled = camera;
        travelled.view = glm::translate(camera.view, -position);
        sheet.add(shot.take(travelled), fmt::format("{:.2f} s", seconds));
    });
    support::writePng(output, sheet.draw());
    stage.reportWarnings(file, strip.scene);
}

}  // namespace armature::tools
