#include "subcommands.hpp"

namespace armature::tools {

namespace {

/// Adds the options for what to draw: one pose, all of a clip, all sides of a pose, or a sheet of moments. Only one can be given.
void addKinds(CLI::App& command, RenderOptions& options)
{
    CLI::Option* frames = command.add_option("--frames", options.frames, "an animated picture: N frames over the whole clip");
    frames->check(wholeUpTo(largestFrameCount))->type_name("N")->excludes("--time");
    CLI::Option* turntable = command.add_option("--turntable", options.turntable, "an animated picture: N views around the pose");
    turntable->check(wholeUpTo(largestFrameCount))->type_name("N")->excludes(frames);
    addParsed(command, "--sheet", options.sheet, parseSheetGrid, "moments of the clip side by side, their times below: columns x rows")
        ->type_name("CxR")
        ->excludes(frames)
        ->excludes(turntable)
        ->excludes("--time");
}

void addLooks(CLI::App& command, RenderLooks& looks)
{
    command.add_flag("--bones", looks.showBones, "draw the bones over the model");
    command.add_option("--camera", looks.camera, "a camera of the file by name or index, or a place, and what to look at from there")
        ->type_name("NAME|INDEX|X,Y,Z[:X,Y,Z]")
        ->excludes("--turntable");
    CLI::Option* transparent = command.add_flag("--transparent", looks.isTransparent, "nothing behind the model: alpha 0");
    addParsed(command, "--background", looks.background, parseColor, "the colour behind the model")
        ->type_name("RRGGBB")
        ->excludes(transparent);
    command.add_flag("--ground", looks.showGround, "ground below the model, with its shadow");
    addChoice(
        command, "--skinning", {"linear", "dual-quaternion"},
        [&looks](const std::string& kind) { looks.blendsDualQuaternions = kind == "dual-quaternion"; },
        "how bones are blended; as the file asks if not given");
    command.add_option("--heat", looks.heatBone, "colour the model by the weights of this bone, blue to red")->type_name("BONE");
    command.add_option("--trail", looks.trailBone, "draw the path of this bone over the clip")->type_name("BONE");
    command.add_flag("--in-place", looks.isInPlace, "leave out the clip's travel over the ground, so that a film of it loops on the spot");
    addParsed(command, "--onion", looks.onion, parseOnion,
              "ghosts of the model at N moments before and after, spread over the clip or so many seconds apart")
        ->type_name("N[:SECONDS]");
}

}  // namespace

void addRender(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<RenderOptions>();
    CLI::App* command =
        addCommand(program, "render", "draw a model into a picture or film, without a window", options->file, options->reading);
    command->add_option("-o,--output", options->output, "what to write: .png (animated if asked), .webp, or .mp4 with the program ffmpeg")
        ->required()
        ->type_name("OUT");
    addPoseChoice(*command, options->pose);
    addSize(*command, options->size, "in pixels; 1280x720 if not given");
    command->add_option("--quality", options->quality, "of a .webp; lossless if not given")->check(wholeUpTo(100))->type_name("N");
    addKinds(*command, *options);
    addLooks(*command, options->looks);
    addQuiet(*command, options->isQuiet);
    command->footer("--frames and --sheet show the first clip if none is named.");
    onGiven(*command, request, options, runRender, [](const RenderOptions& given) { return requireClip(given.pose), given.file; });
}

}  // namespace armature::tools
