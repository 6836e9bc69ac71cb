#include "given.hpp"

namespace armature::tools {

namespace {

/// Adds the options for what to draw: one pose, all of a clip, all sides of a pose, or a sheet of moments. Only one can be given.
void addKinds(CLI::App& command, Given& given)
{
    CLI::Option* frames = command.add_option("--frames", given.frames, "an animated picture: N frames over the whole clip");
    frames->check(wholeUpTo(largestFrameCount))->type_name("N")->excludes("--time");
    CLI::Option* turntable = command.add_option("--turntable", given.turntable, "an animated picture: N views around the pose");
    turntable->check(wholeUpTo(largestFrameCount))->type_name("N")->excludes(frames);
    command
        .add_option_function<std::string>(
            "--sheet", [&given](const std::string& text) { given.sheet = parseSheetGrid(text); },
            "moments of the clip side by side, their times below: columns x rows")
        ->check(checkedBy([](const std::string& text) { return parseSheetGrid(text); }))
        ->type_name("CxR")
        ->excludes(frames)
        ->excludes(turntable)
        ->excludes("--time");
}

void addLooks(CLI::App& command, Given& given)
{
    RenderLooks& looks = given.looks;
    command.add_flag("--bones", looks.showBones, "draw the bones over the model");
    command.add_option("--camera", looks.camera, "a camera of the file by name or index, or a place, and what to look at from there")
        ->type_name("NAME|INDEX|X,Y,Z[:X,Y,Z]")
        ->excludes("--turntable");
    CLI::Option* transparent = command.add_flag("--transparent", looks.isTransparent, "nothing behind the model: alpha 0");
    command
        .add_option_function<std::string>(
            "--background", [&looks](const std::string& text) { looks.background = parseColor(text); }, "the colour behind the model")
        ->check(checkedBy([](const std::string& text) { return parseColor(text); }))
        ->type_name("RRGGBB")
        ->excludes(transparent);
    command.add_flag("--ground", looks.showGround, "ground below the model, with its shadow");
    command
        .add_option_function<std::string>(
            "--skinning", [&looks](const std::string& kind) { looks.blendsDualQuaternions = kind == "dual-quaternion"; },
            "how bones are blended; as the file asks if not given")
        ->check(CLI::IsMember({"linear", "dual-quaternion"}).description(""))
        ->type_name("linear|dual-quaternion");
    command.add_option("--heat", looks.heatBone, "colour the model by the weights of this bone, blue to red")->type_name("BONE");
    command.add_option("--trail", looks.trailBone, "draw the path of this bone over the clip")->type_name("BONE");
    command
        .add_option_function<std::string>(
            "--onion", [&looks](const std::string& text) { looks.onion = parseOnion(text); },
            "ghosts of the model at N moments before and after, spread over the clip or so many seconds apart")
        ->check(checkedBy([](const std::string& text) { return parseOnion(text); }))
        ->type_name("N[:SECONDS]");
}

}  // namespace

CLI::App* addRender(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "render", "draw a model into a picture or film, without a window");
    command->add_option("-o,--output", given.output, "what to write: .png (animated if asked), .webp, or .mp4 with the program ffmpeg")
        ->required()
        ->type_name("OUT");
    addPoseChoice(*command, given);
    addSize(*command, given, "in pixels; 1280x720 if not given");
    addKinds(*command, given);
    addLooks(*command, given);
    command->footer("--frames and --sheet show the first clip if none is named.");
    return command;
}

RenderOptions renderOptions(const Given& given)
{
    return {.file = given.file,
            .output = *given.output,
            .pose = poseChoice(given),
            .size = given.size.value_or(PictureSize{}),
            .looks = given.looks,
            .frames = given.frames,
            .turntable = given.turntable,
            .sheet = given.sheet,
            .reading = given.reading};
}

}  // namespace armature::tools
