#include "commands.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
#include "legend.hpp"
#include "onion_skins.hpp"
#include "outputs.hpp"
#include "picture_cost.hpp"
#include "render_camera.hpp"
#include "root_travel.hpp"
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

    /// Poses the model for a single picture.
    void pose() const
    {
        if (clip != nullptr) {
            clip->goTo(options.pose.seconds);
        }
    }

    [[nodiscard]] bool isMoving() const noexcept { return options.frames || options.sheet; }

    /// Takes a picture of the current pose, with the legend of its colours.
    [[nodiscard]] support::Picture take(const Shot& shot, const Camera& view) const
    {
        support::Picture picture = shot.take(view);
        if (options.looks.heatBone) {
            addLegend(picture, {fmt::format("weight of {}", inQuotes(*options.looks.heatBone)), "0 %", "50 %", "100 %"});
        }
        return picture;
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

/// Returns a clip of the scene that is `clip` without its travel, and notes on standard error if it has none.
AnimationGroup& inPlace(Scene& scene, AnimationGroup& clip, std::string_view file)
{
    const auto standing = clipInPlace(scene, clip);
    if (standing == clip.shareClip()) {
        writeErrorLine(fmt::format("note: {}: the clip {} does not travel: --in-place changes nothing", file, inQuotes(clip.getName())));
        return clip;
    }
    return scene.createAnimationGroup(standing);
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
    const support::Picture picture = rendering.take(shot, rendering.camera.getCamera(fit, shot.getAspect()));
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
        return rendering.take(shot, rendering.camera.getCamera(fit, shot.getAspect()));
    });
}

void renderTurntable(const Rendering& rendering, const Shot& shot)
{
    const std::size_t views = *rendering.options.turntable;
    const Turntable turntable(shot);
    Film::Options format = formatOf(shot, views);
    format.framesPerSecond = turntableRate;
    shoot(rendering.options, format, [&](std::size_t view) {
        return rendering.take(shot, turntable.getCamera(static_cast<double>(view) / static_cast<double>(views)));
    });
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
        sheet.add(rendering.take(shot, rendering.camera.getCamera(fit, shot.getAspect())), fmt::format("{:.2f} s", timeOf(panel)));
        progress.advance({});
    }
    progress.finish();
    if (!InterruptWatch::isInterrupted()) {
        writePicture(rendering.options.output, sheet.draw(shot.looks.isTransparent), rendering.options.quality);
    }
}

/// Adds what the looks need of the scene and its clip. Leaves a model that is drawn in one pose in that pose.
void prepare(Rendering& rendering)
{
    const RenderLooks& looks = rendering.options.looks;
    rendering.trail = findTrail(rendering.scene, rendering.clip, rendering.options);
    if (looks.onion) {
        rendering.onion.emplace(rendering.scene, requirePlayedClip(rendering.clip, "--onion"), *looks.onion, rendering.options.file);
    }
    const bool isMoving = rendering.isMoving();
    if (!isMoving) {
        rendering.pose();
    }
    if (looks.showGround) {
        rendering.ground = findGround(rendering.scene, isMoving || rendering.onion ? rendering.clip : nullptr);
        if (looks.isTransparent || looks.background) {
            rendering.ground->color.reset();
        }
        if (!isMoving) {
            rendering.pose();
        }
    }
}

/// Says what a picture holds: "1280x720", "320x320, 30 frames, 1 s" or "1280x720, 12 pictures".
std::string contentOf(const Rendering& rendering)
{
    const RenderOptions& options = rendering.options;
    std::string text = toString(options.size);
    if (options.sheet) {
        text += fmt::format(", {}", counted(options.sheet->columns * options.sheet->rows, "picture"));
    } else if (options.frames || options.turntable) {
        const std::size_t frames = options.frames ? *options.frames : *options.turntable;
        const double seconds = options.frames ? rendering.clip->getClip().getDuration() : static_cast<double>(frames) / turntableRate;
        text += fmt::format(", {}, {:.4g} s", counted(frames, "frame"), seconds);
    }
    return text;
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
    AnimationGroup* clip = clipToDraw(*scene, options);
    if (options.looks.isInPlace) {
        clip = &inPlace(*scene, requirePlayedClip(clip, "--in-place"), options.file);
    }
    Rendering rendering{options, *scene, clip, RenderCamera(*scene, options.file, options.looks.camera)};
    std::optional<WeightHeat> heat;
    if (options.looks.heatBone) {
        heat.emplace(*scene, findHeatBone(*scene, options));
    }
    prepare(rendering);

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
    if (InterruptWatch::isInterrupted()) {
        return interruptedStatus;
    }
    if (!options.isQuiet) {
        writeOutput(describeWritten(options.output, contentOf(rendering)));
    }
    return 0;
}

}  // namespace armature::tools
