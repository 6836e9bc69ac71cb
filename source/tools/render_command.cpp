#include "commands.hpp"

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "framing.hpp"
#include "outputs.hpp"
#include "stage.hpp"

namespace armature::tools {

namespace {

// The clip that is drawn frame by frame: the chosen one or the first.
AnimationGroup& chooseClip(Scene& scene, const RenderOptions& options)
{
    return *scene.animationGroups()[findClip(scene, options.file, options.pose.animation.value_or("0"))];
}

void renderPose(const Shot& shot, const std::string& output)
{
    CameraFit fit = shot.startFit();
    addShown(fit, shot.scene, shot.showBones);
    support::writePng(output, shot.take(fit.getCamera()));
}

void renderClip(const Shot& shot, AnimationGroup& clip, std::size_t frames, const std::string& output)
{
    const double duration = clip.getClip().getDuration();
    CameraFit fit = shot.startFit();
    addShown(fit, shot.scene, clip, frames, shot.showBones);
    const Camera camera = fit.getCamera();
    support::AnimatedPngWriter::Options options{
        .width = shot.framebuffer.getWidth(), .height = shot.framebuffer.getHeight(), .frames = frames};
    if (duration > 0.) {
        options.framesPerSecond = static_cast<double>(frames) / duration;
    }
    support::AnimatedPngWriter writer(output, options);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        clip.goTo(frameTime(duration, frame, frames));
        writer.add(shot.take(camera));
    }
    writer.finish();
}

}  // namespace

void runRender(const RenderOptions& options)
{
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    requireOutputs({options.output}, scene->sourceFiles());
    AnimationGroup* clip = options.frames ? &chooseClip(*scene, options) : nullptr;
    if (clip == nullptr) {
        applyPose(*scene, options.file, options.pose);
    }

    const support::HeadlessContext window;
    Stage stage;
    support::Framebuffer framebuffer(stage.context(), {.width = static_cast<std::size_t>(options.size.width),
                                                       .height = static_cast<std::size_t>(options.size.height),
                                                       .samples = samplesFor(options.size)});
    const Shot shot{*scene, stage, framebuffer, options.showBones};
    if (clip != nullptr) {
        renderClip(shot, *clip, *options.frames, options.output);
    } else {
        renderPose(shot, options.output);
    }
    stage.reportWarnings(options.file, *scene);
}

}  // namespace armature::tools
