#include "retargeting.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/ext/matrix_transform.hpp>

#include <armature/animation/animation_group.hpp>
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

constexpr std::size_t columns = 3;
constexpr std::size_t rows = 2;
constexpr int pairGap = 2;  // pixels between two pairs

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
    ContactSheet sheet({.columns = columns, .rows = rows}, size, {.gap = pairGap, .mayLackCaptions = true, .joinedPictures = 2});
    const PictureSize panel = sheet.getPanelSize();

    const support::HeadlessContext window;
    Stage stage;
    support::Framebuffer framebuffer(
        stage.context(),
        {.width = static_cast<std::size_t>(panel.width), .height = static_cast<std::size_t>(panel.height), .samples = samplesFor(panel)});
    Panel source(comparison.source, comparison.motion, stage, framebuffer);
    Panel target(comparison.target, comparison.result, stage, framebuffer);
    for (std::size_t i = 0; i < columns * rows; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(columns * rows - 1);
        std::vector<support::Picture> pair;
        pair.push_back(source.take(part));
        pair.push_back(target.take(part));
        sheet.add(std::move(pair), fmt::format("{:.2f} s", part * comparison.motion.getClip().getDuration()));
    }
    return sheet.draw();
}

}  // namespace armature::tools
