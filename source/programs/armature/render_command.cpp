#include "commands.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/debug_shapes.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "base/words.hpp"
#include "bone_plot.hpp"
#include "contact_sheet.hpp"
#include "films.hpp"
#include "framing.hpp"
#include "ground_below.hpp"
#include "onion_skins.hpp"
#include "outputs.hpp"
#include "picture_cost.hpp"
#include "render_camera.hpp"
#include "stage.hpp"
#include "terminal.hpp"
#include "weight_heat.hpp"

namespace armature::tools {

namespace {

/// The options, and the scene's objects that they refer to.
struct Rendering {
    const RenderOptions& options;
    Scene& scene;
    AnimationGroup* clip = nullptr;  ///< The clip to draw: see clipToDraw().
    RenderCamera camera;
    std::vector<DebugLine> trail = {};
    std::optional<DrawOptions::Ground> ground = {};
    std::optional<OnionSkins> onion = {};

    [[nodiscard]] StageLooks looks() const
    {
        const RenderLooks& asked = options.looks;
        const auto skinning = [](bool isDual) { return isDual ? DrawOptions::Skinning::DualQuaternions : DrawOptions::Skinning::Linear; };
        return {.showBones = asked.showBones,
                .isTransparent = asked.isTransparent,
                .background = asked.background,
                .lines = trail,
                .skinning = asked.blendsDualQuaternions ? skinning(*asked.blendsDualQuaternions) : DrawOptions::Skinning::AsAsked,
                .ground = ground,
                .onion = onion ? &*onion : nullptr};
    }

    /// Starts a fit around the trail, to which everything else that is shown must be added.
    [[nodiscard]] CameraFit startFit(const Shot& shot) const
    {
        CameraFit fit = shot.startFit();
        for (const DebugLine& line : trail) {
            fit.add(line.from);
            fit.add(line.to);
        }
        return fit;
    }

    /// Adds the ghosts around all moments of the clip, if ghosts are shown.
    void addSkins(CameraFit& fit) const
    {
        if (onion) {
            onion->addAllTo(fit);
        }
    }
};

/// Returns the clip to draw. For a picture of several moments, that is the chosen clip or the first one; for a single pose, the chosen
/// clip, or null if none was chosen.
AnimationGroup* clipToDraw(Scene& scene, const RenderOptions& options)
{
    const bool showsClip = options.frames || options.sheet;
    if (!showsClip && !options.pose.animation) {
        return nullptr;
    }
    // Does not use findClip("0"), because a clip that is not the first may be named "0".
    const bool isFirst = !options.pose.animation && !scene.animationGroups().empty();
    return scene.animationGroups()[isFirst ? 0 : findClip(scene, options.file, options.pose.animation.value_or("0"))];
}

AnimationGroup& requirePlayedClip(AnimationGroup* clip, std::string_view option)
{
    if (clip == nullptr) {
        throw UsageError(fmt::format("{}: needs --animation, --frames or --sheet, the file's own pose does not move", option));
    }
    return *clip;
}

std::vector<DebugLine> findTrail(Scene& scene, AnimationGroup* clip, const RenderOptions& options)
{
    std::vector<DebugLine> lines;
    if (options.looks.trailBone) {
        const Node& joint = findJoint(scene, options.file, *options.looks.trailBone, "--trail");
        const std::vector<glm::dvec3> path = pathOf(requirePlayedClip(clip, "--trail"), joint);
        appendTrailLines(lines, std::vector<glm::vec3>(path.begin(), path.end()));
    }
    return lines;
}

const Bone& findHeatBone(Scene& scene, const RenderOptions& options)
{
    const std::string& name = *options.looks.heatBone;
    const Bone* const bone = findJoint(scene, options.file, name, "--heat").asBone();
    if (bone == nullptr) {
        throw UsageError(fmt::format("--heat: \"{}\" of {} is a node, not a bone", printable(name), printable(options.file)));
    }
    return *bone;
}

/// Makes a film of `format.frames` pictures, each returned by `take(frame)`. If interrupted, no film appears.
template <class Take>
void shoot(const RenderOptions& options, const Film::Options& format, const Take& take)
{
    const std::unique_ptr<Film> film = openFilm(options.output, format, options.quality);
    Progress progress(format.frames);
    for (std::size_t frame = 0; frame < format.frames && !InterruptWatch::isInterrupted(); ++frame) {
        film->add(take(frame));
        progress.advance({});
    }
    progress.finish();
    if (!InterruptWatch::isInterrupted()) {
        film->finish();
    }
}

Film::Options formatOf(const Shot& shot, std::size_t frames)
{
    return {.width = shot.framebuffer.getWidth(), .height = shot.framebuffer.getHeight(), .frames = frames};
}

void renderPose(const Rendering& rendering, const Shot& shot)
{
    CameraFit fit = rendering.startFit(shot);
    shot.addTo(fit);
    const support::Picture picture = shot.take(rendering.camera.getCamera(fit, shot.getAspect()));
    if (!InterruptWatch::isInterrupted()) {
        writePicture(rendering.options.output, picture, rendering.options.quality);
    }
}

void renderClip(const Rendering& rendering, const Shot& shot)
{
    const std::size_t frames = *rendering.options.frames;
    const double duration = rendering.clip->getClip().getDuration();
    CameraFit fit = rendering.startFit(shot);
    addShown(fit, shot.scene, *rendering.clip, frames, shot.looks.showBones);
    rendering.addSkins(fit);
    Film::Options format = formatOf(shot, frames);
    if (duration > 0.) {
        format.framesPerSecond = static_cast<double>(frames) / duration;
    }
    shoot(rendering.options, format, [&](std::size_t frame) {
        rendering.clip->goTo(frameTime(duration, frame, frames));
        return shot.take(rendering.camera.getCamera(fit, shot.getAspect()));
    });
}

void renderTurntable(const Rendering& rendering, const Shot& shot)
{
    const std::size_t views = *rendering.options.turntable;
    const Turntable turntable(shot);
    Film::Options format = formatOf(shot, views);
    format.framesPerSecond = turntableRate;
    shoot(rendering.options, format,
          [&](std::size_t view) { return shot.take(turntable.getCamera(static_cast<double>(view) / static_cast<double>(views))); });
}

void renderSheet(const Rendering& rendering, const Shot& shot, ContactSheet& sheet)
{
    const std::size_t count = sheet.getPanelCount();
    const auto timeOf = [&](std::size_t panel) {
        const double part = count > 1 ? static_cast<double>(panel) / static_cast<double>(count - 1) : 0.;
        return part * rendering.clip->getClip().getDuration();
    };
    CameraFit fit = rendering.startFit(shot);
    for (std::size_t panel = 0; panel < count; ++panel) {
        rendering.clip->goTo(timeOf(panel));
        addShown(fit, shot.scene, shot.looks.showBones);
    }
    rendering.addSkins(fit);
    Progress progress(count);
    for (std::size_t panel = 0; panel < count && !InterruptWatch::isInterrupted(); ++panel) {
        rendering.clip->goTo(timeOf(panel));
        sheet.add(shot.take(rendering.camera.getCamera(fit, shot.getAspect())), fmt::format("{:.2f} s", timeOf(panel)));
        progress.advance({});
    }
    progress.finish();
    if (!InterruptWatch::isInterrupted()) {
        writePicture(rendering.options.output, sheet.draw(shot.looks.isTransparent), rendering.options.quality);
    }
}

}  // namespace

int runRender(const RenderOptions& options)
{
    requirePictureFile(options.output, {.isAnimated = options.frames || options.turntable,
                                        .hasAlpha = options.looks.isTransparent,
                                        .hasQuality = options.quality.has_value()});
    requireFolderOf(options.output);
    std::optional<ContactSheet> sheet;
    if (options.sheet) {
        sheet.emplace(*options.sheet, options.size);
    }
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    requireOutputs({options.output}, scene->sourceFiles());
    Effort effort(options.file, scene->sourceFiles(), options.reading.limits);
    requirePicture(effort, *scene, options.size);
    AnimationGroup* const clip = clipToDraw(*scene, options);
    Rendering rendering{options, *scene, clip, RenderCamera(*scene, options.file, options.looks.camera)};
    std::optional<WeightHeat> heat;
    if (options.looks.heatBone) {
        heat.emplace(*scene, findHeatBone(*scene, options));
    }
    rendering.trail = findTrail(*scene, clip, options);
    if (options.looks.onion) {
        rendering.onion.emplace(*scene, requirePlayedClip(clip, "--onion"), *options.looks.onion, options.file);
    }
    const bool isMoving = options.frames || options.sheet;
    if (!isMoving) {
        applyPose(*scene, options.file, options.pose);
    }
    if (options.looks.showGround) {
        rendering.ground = findGround(*scene, isMoving || rendering.onion ? clip : nullptr);
        if (options.looks.isTransparent || options.looks.background) {
            rendering.ground->color.reset();
        }
        if (!isMoving) {
            applyPose(*scene, options.file, options.pose);
        }
    }

    const InterruptWatch watch;
    const support::HeadlessContext window;
    Stage stage;
    const PictureSize size = sheet ? sheet->getPanelSize() : options.size;
    support::Framebuffer framebuffer(
        stage.context(),
        {.width = static_cast<std::size_t>(size.width), .height = static_cast<std::size_t>(size.height), .samples = samplesFor(size)});
    const Shot shot{*scene, stage, framebuffer, rendering.looks()};
    if (sheet) {
        renderSheet(rendering, shot, *sheet);
    } else if (options.frames) {
        renderClip(rendering, shot);
    } else if (options.turntable) {
        renderTurntable(rendering, shot);
    } else {
        renderPose(rendering, shot);
    }
    stage.reportWarnings(options.file, *scene);
    return InterruptWatch::isInterrupted() ? interruptedStatus : 0;
}

}  // namespace armature::tools
