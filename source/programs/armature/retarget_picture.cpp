#include "retargeting.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <glm/ext/matrix_transform.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "framing.hpp"
#include "stage.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t columns = 3;
constexpr std::size_t rows = 2;
constexpr std::size_t pairGap = 2;  // pixels between two pairs

/// One of the two models, and a camera that travels with it without turning.
class Panel {
public:
    Panel(Scene& scene, AnimationGroup& clip, Stage& stage, support::Framebuffer& framebuffer)
        : shot_{scene, stage, framebuffer}, clip_(clip), camera_(fit())
    {}

    [[nodiscard]] support::Picture take(double part)
    {
        pose(part);
        Camera camera = camera_;
        camera.view = glm::translate(camera.view, -place());
        return shot_.take(camera);
    }

private:
    void pose(double part)
    {
        clip_.goTo(part * clip_.getClip().getDuration());
        shot_.scene.update();
    }

    /// Returns the points of everything shown.
    [[nodiscard]] std::vector<glm::vec3> points() const
    {
        std::vector<glm::vec3> points;
        appendPosedPositions(shot_.scene, points);
        if (points.empty()) {
            for (const Skeleton* const skeleton : shot_.scene.skeletons()) {
                for (const Bone* const bone : skeleton->bones()) {
                    points.push_back(glm::vec3(bone->getWorldMatrix()[3]));
                }
            }
        }
        return points;
    }

    /// Returns the mean of points(), projected onto the plane y = 0.
    [[nodiscard]] glm::vec3 place() const
    {
        const std::vector<glm::vec3> all = points();
        glm::dvec3 sum(0.);
        for (const glm::vec3& point : all) {
            sum += glm::dvec3(point);
        }
        const glm::dvec3 mean = sum / std::max(1., static_cast<double>(all.size()));
        return {mean.x, 0., mean.z};
    }

    [[nodiscard]] Camera fit()
    {
        CameraFit fit = shot_.startFit();
        for (std::size_t i = 0; i < columns * rows; ++i) {
            pose(static_cast<double>(i) / static_cast<double>(columns * rows - 1));
            const glm::vec3 at = place();
            for (const glm::vec3& point : points()) {
                fit.add(point - at);
            }
        }
        return fit.getCamera();
    }

    Shot shot_;
    AnimationGroup& clip_;
    Camera camera_;
};

}  // namespace

support::Picture drawComparison(const PictureSize& size, const Comparison& comparison)
{
    const auto sideOf = [](int whole, std::size_t parts, std::size_t pieces) {
        const std::size_t gaps = pairGap * (parts - 1);
        const auto pixels = static_cast<std::size_t>(whole);
        return std::max<std::size_t>(1, (pixels - std::min(pixels, gaps)) / parts / pieces);
    };
    const std::size_t width = sideOf(size.width, columns, 2);
    const std::size_t height = sideOf(size.height, rows, 1);
    support::Picture whole;
    whole.width = columns * (2 * width + pairGap) - pairGap;
    whole.height = rows * (height + pairGap) - pairGap;
    whole.pixels.resize(4 * whole.width * whole.height, 255);

    const support::HeadlessContext window;
    Stage stage;
    const PictureSize panel{static_cast<int>(width), static_cast<int>(height)};
    support::Framebuffer framebuffer(stage.context(), {.width = width, .height = height, .samples = samplesFor(panel)});
    Panel source(comparison.source, comparison.motion, stage, framebuffer);
    Panel target(comparison.target, comparison.result, stage, framebuffer);
    for (std::size_t i = 0; i < columns * rows; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(columns * rows - 1);
        const std::size_t left = i % columns * (2 * width + pairGap);
        const std::size_t top = i / columns * (height + pairGap);
        copyInto(whole, source.take(part), left, top);
        copyInto(whole, target.take(part), left + width, top);
    }
    return whole;
}

}  // namespace armature::tools
