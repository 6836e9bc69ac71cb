#include "command_line.hpp"

#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <armature/version.hpp>

#include "arguments.hpp"
#include "bake_command.hpp"
#include "console.hpp"
#include "convert_command.hpp"
#include "cook_command.hpp"
#include "diff_command.hpp"
#include "failure.hpp"
#include "inspect_command.hpp"
#include "pose_command.hpp"
#include "render_command.hpp"
#include "text/utf8.hpp"
#include "view_command.hpp"

namespace armature::tools {

namespace {

// The values as they were typed: the parsers of arguments.hpp are stricter than CLI11's and name the limits. All subcommands share it,
// for only one of them is given.
struct Typed {
    std::string file;
    std::vector<std::string> files;
    std::optional<std::string> animation;
    std::optional<std::string> seconds;
    std::optional<std::string> output;
    std::optional<std::string> obj;
    std::optional<std::string> size;
    std::optional<std::string> frames;
    std::optional<std::string> quitAfter;
    std::optional<std::string> rate;
    std::optional<std::string> maxError;
    std::optional<std::string> maxDegrees;
    bool isJson = false;
    bool isInFileSpace = false;
    bool showBones = false;
    std::optional<std::string> jobs;
    std::optional<std::string> tolerance;
    std::optional<std::string> worst;
    std::optional<std::string> picture;
    std::optional<std::string> scale;
    std::optional<std::string> up;
    std::optional<std::string> fps;
    std::optional<std::string> fbxReader;
    bool isMerging = false;
    bool quantize = false;
    bool quantizePositions = false;
    bool isBaking = false;
    bool isCrowd = false;
    bool compress = false;
};

void addReading(CLI::App& command, Typed& typed)
{
    command.add_option("--fbx-reader", typed.fbxReader, "what reads FBX: this program itself, which is the default, or Assimp")
        ->type_name("own|assimp");
}

CLI::App* addCommand(CLI::App& program, Typed& typed, const std::string& name, const std::string& description)
{
    CLI::App* command = program.add_subcommand(name, description);
    command->add_option("FILE", typed.file, "model to read: glTF 2.0, FBX or BVH")->required()->type_name("");
    addReading(*command, typed);
    return command;
}

void addPoseChoice(CLI::App& command, Typed& typed)
{
    command.add_option("--animation", typed.animation, "clip by name or index; without it the file's own pose")->type_name("NAME|INDEX");
    command.add_option("--time", typed.seconds, "seconds since the beginning of the clip")->type_name("SECONDS");
}

CLI::App* addView(CLI::App& program, Typed& typed)
{
    CLI::App* command = addCommand(program, typed, "view", "show a model in a window and play its animations");
    command->add_option("--quit-after", typed.quitAfter, "close the window after N frames")->type_name("N");
    command->footer("Mouse: drag to turn, right or middle drag to move, wheel to come nearer.\n"
                    "Keys: N or Tab next clip, P previous; Space pause; . and , a step on or back; B bones; F frame the model; Esc quit.");
    return command;
}

CLI::App* addRender(CLI::App& program, Typed& typed)
{
    CLI::App* command = addCommand(program, typed, "render", "draw a model into a PNG, without a window");
    command->add_option("-o,--output", typed.output, "the picture to write")->required()->type_name("OUT.png");
    addPoseChoice(*command, typed);
    command->add_option("--size", typed.size, "in pixels; 1280x720 if not given")->type_name("WxH");
    command->add_flag("--bones", typed.showBones, "draw the bones over the model");
    command->add_option("--frames", typed.frames, "an animated picture: N frames over the whole clip (if none is named, the first)")
        ->type_name("N")
        ->excludes("--time");
    return command;
}

CLI::App* addInspect(CLI::App& program, Typed& typed)
{
    CLI::App* command = addCommand(program, typed, "inspect", "print what a file holds, a cooked one too");
    command->add_flag("--json", typed.isJson, "print JSON");
    return command;
}

CLI::App* addPose(CLI::App& program, Typed& typed)
{
    CLI::App* command = addCommand(program, typed, "pose", "print the matrices of one pose");
    addPoseChoice(*command, typed);
    command->add_flag("--json", typed.isJson, "print all matrices as JSON");
    CLI::Option* obj = command->add_option("--obj", typed.obj, "write the posed meshes in world space")->type_name("OUT.obj");
    command->add_flag("--file-space", typed.isInFileSpace, "these in the file's own unit and axes")->needs(obj);
    return command;
}

void addBakeChoice(CLI::App& command, Typed& typed)
{
    command.add_option("--rate", typed.rate, "frames a second; without it what suits the clip's keys")->type_name("N");
    command.add_option("--max-error", typed.maxError, "how far a point may be off, in the skeleton's units")->type_name("LENGTH");
    command.add_option("--max-degrees", typed.maxDegrees, "how far a bone may be turned off")->type_name("DEGREES");
}

CLI::App* addBake(CLI::App& program, Typed& typed)
{
    CLI::App* command = addCommand(program, typed, "bake", "print what a model's clips take as baked ones, and how far they are off");
    addBakeChoice(*command, typed);
    return command;
}

CLI::App* addCook(CLI::App& program, Typed& typed)
{
    CLI::App* command = program.add_subcommand("cook", "write a model's skeletons and clips as a file that programs map and use in place");
    command->add_option("FILE", typed.files, "the model to read, and others whose clips are put on it")->required()->type_name("...");
    command->add_option("-o,--output", typed.output, "the cooked file to write")->required()->type_name("OUT");
    command->add_flag("--bake", typed.isBaking, "baked clips too, of each clip for each skeleton that it moves");
    command->add_flag("--crowd", typed.isCrowd, "a crowd of each skeleton too, which knows its baked clips");
    command->add_flag("--quantize", typed.quantize, "baked clips of 16-bit numbers");
    addBakeChoice(*command, typed);
    addReading(*command, typed);
    return command;
}

CLI::App* addConvert(CLI::App& program, Typed& typed)
{
    CLI::App* command = program.add_subcommand("convert", "write models as glTF 2.0, and print how far off their posed vertices are");
    command->add_option("FILE", typed.files, "models to read, or folders of them")->required()->type_name("...");
    command->add_option("-o,--output", typed.output, "the file to write: .gltf with a .bin beside it, else a GLB; or a folder for several")
        ->required()
        ->type_name("OUT");
    CLI::Option* jobs = command->add_option("--jobs", typed.jobs, "how many files at a time; as many as processors if not given");
    jobs->type_name("N");
    command->add_flag("--merge", typed.isMerging, "put the clips of all other files on the first one's character")->excludes(jobs);
    command->add_option("--scale", typed.scale, "make everything that many times as large")->type_name("FACTOR");
    command->add_option("--up", typed.up, "the model's axis that is up, to become +Y")->type_name("X|Y|Z");
    command->add_option("--fps", typed.fps, "sample clips anew, so many keys a second")->type_name("N");
    command->add_flag("--quantize", typed.quantize, "smaller numbers where they show little");
    command->add_flag("--quantize-positions", typed.quantizePositions, "16-bit positions, which inverse binds and further nodes undo");
    command->add_flag("--compress", typed.compress, "compress without loss, by EXT_meshopt_compression");
    command->add_flag("--json", typed.isJson, "print a report as JSON");
    addReading(*command, typed);
    return command;
}

CLI::App* addDiff(CLI::App& program, Typed& typed)
{
    CLI::App* command = program.add_subcommand("diff", "compare two models: what they hold, and how far apart they are when posed");
    command->add_option("FILE", typed.files, "two models")->required()->expected(2)->type_name("");
    command->add_option("--tolerance", typed.tolerance, "how far off is the same, in millimetres; 0.01 if not given")->type_name("MM");
    command->add_option("--worst", typed.worst, "how many bones and vertices to list; 10 if not given")->type_name("N");
    command->add_flag("--json", typed.isJson, "print JSON");
    CLI::Option* picture =
        command->add_option("--picture", typed.picture, "draw both, and one coloured by the difference, where they are farthest apart");
    picture->type_name("OUT.png");
    command->add_option("--size", typed.size, "of the picture in pixels; 1200x400 if not given")->type_name("WxH")->needs(picture);
    addReading(*command, typed);
    return command;
}

ImportOptions reading(const Typed& typed)
{
    ImportOptions options;
    if (typed.fbxReader == "assimp") {
        options.fbxReader = FbxReader::Assimp;
    } else if (typed.fbxReader && typed.fbxReader != "own") {
        throw UsageError(fmt::format("--fbx-reader: \"{}\" is not own or assimp", printable(*typed.fbxReader)));
    }
    return options;
}

PoseChoice poseChoice(const Typed& typed)
{
    PoseChoice choice{.animation = typed.animation, .seconds = typed.seconds ? parseSeconds("--time", *typed.seconds) : 0.};
    if (!choice.animation && choice.seconds != 0.) {
        throw UsageError(fmt::format("--time: {} needs --animation, the file's own pose has no time", choice.seconds));
    }
    return choice;
}

std::optional<std::size_t> optionalCount(std::string_view option, const std::optional<std::string>& text, std::size_t largest)
{
    return text ? std::optional(parseCount(option, *text, 1, largest)) : std::nullopt;
}

std::optional<double> optionalPositive(std::string_view option, const std::optional<std::string>& text)
{
    return text ? std::optional(parsePositive(option, *text)) : std::nullopt;
}

BakeChoice bakeChoice(const Typed& typed)
{
    return {.rate = optionalCount("--rate", typed.rate, largestBakeRate),
            .maxError = optionalPositive("--max-error", typed.maxError),
            .maxDegrees = optionalPositive("--max-degrees", typed.maxDegrees)};
}

CookOptions cookOptions(const Typed& typed)
{
    return {.inputs = typed.files,
            .output = *typed.output,
            .bakes = typed.isBaking || typed.isCrowd,
            .choice = bakeChoice(typed),
            .quantize = typed.quantize,
            .makesCrowds = typed.isCrowd,
            .reading = reading(typed)};
}

RenderOptions renderOptions(const Typed& typed)
{
    return {.file = typed.file,
            .output = *typed.output,
            .pose = poseChoice(typed),
            .size = typed.size ? parsePictureSize("--size", *typed.size) : PictureSize{},
            .showBones = typed.showBones,
            .frames = optionalCount("--frames", typed.frames, largestFrameCount),
            .reading = reading(typed)};
}

UpAxis upAxis(const std::string& text)
{
    if (text == "X" || text == "x") {
        return UpAxis::X;
    }
    if (text == "Y" || text == "y") {
        return UpAxis::Y;
    }
    if (text == "Z" || text == "z") {
        return UpAxis::Z;
    }
    throw UsageError(fmt::format("--up: \"{}\" is not X, Y or Z", printable(text)));
}

ConvertOptions convertOptions(const Typed& typed)
{
    const SceneChange change{.scale = optionalPositive("--scale", typed.scale),
                             .up = typed.up ? std::optional(upAxis(*typed.up)) : std::nullopt,
                             .framesPerSecond = optionalPositive("--fps", typed.fps)};
    return {.inputs = typed.files,
            .output = *typed.output,
            .conversion = {.change = change,
                           .quantize = typed.quantize,
                           .quantizePositions = typed.quantizePositions,
                           .compress = typed.compress,
                           .reading = reading(typed)},
            .isMerging = typed.isMerging,
            .isJson = typed.isJson,
            .jobs = optionalCount("--jobs", typed.jobs, largestJobCount)};
}

DiffOptions diffOptions(const Typed& typed)
{
    DiffOptions options{
        .first = typed.files[0], .second = typed.files[1], .isJson = typed.isJson, .picture = typed.picture, .reading = reading(typed)};
    options.tolerance = optionalPositive("--tolerance", typed.tolerance).value_or(options.tolerance);
    options.shown = optionalCount("--worst", typed.worst, largestShown).value_or(options.shown);
    options.size = typed.size ? parsePictureSize("--size", *typed.size) : options.size;
    return options;
}

Request printing(std::string text)
{
    return {.run = [text = std::move(text)] { return writeOutput(text), 0; }, .file = {}};
}

}  // namespace

Request parseCommandLine(int argumentCount, const char* const* arguments)
{
    CLI::App program("Looks at, draws and poses rigged models.", "armature");
    program.set_version_flag("--version", "armature " ARMATURE_VERSION_STRING);
    program.require_subcommand(0, 1);  // none is refused below: CLI11 would say that one is missing where one is misspelt
    program.get_formatter()->column_width(34);
    Typed typed;
    const CLI::App* view = addView(program, typed);
    const CLI::App* render = addRender(program, typed);
    const CLI::App* inspect = addInspect(program, typed);
    const CLI::App* pose = addPose(program, typed);
    const CLI::App* bake = addBake(program, typed);
    const CLI::App* cook = addCook(program, typed);
    const CLI::App* convert = addConvert(program, typed);
    const CLI::App* diff = addDiff(program, typed);
    try {
        program.parse(argumentCount, arguments);
    } catch (const CLI::CallForHelp&) {
        return printing(program.help());  // of the subcommand, if one is given
    } catch (const CLI::CallForVersion& version) {
        return printing(fmt::format("{}\n", version.what()));
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{} (see armature --help)", error.what()));
    }

    if (view->parsed()) {
        const auto frames = optionalCount("--quit-after", typed.quitAfter, largestFrameCount);
        return {.run = [options = ViewOptions{typed.file, frames, reading(typed)}] { return runView(options), 0; }, .file = typed.file};
    }
    if (render->parsed()) {
        return {.run = [options = renderOptions(typed)] { return runRender(options), 0; }, .file = typed.file};
    }
    if (inspect->parsed()) {
        return {.run = [options = InspectOptions{typed.file, typed.isJson, reading(typed)}] { return runInspect(options), 0; },
                .file = typed.file};
    }
    if (bake->parsed()) {
        return {.run = [request = BakeRequest{typed.file, bakeChoice(typed), reading(typed)}] { return runBake(request), 0; },
                .file = typed.file};
    }
    if (cook->parsed()) {
        return {.run = [options = cookOptions(typed)] { return runCook(options), 0; }, .file = typed.files.front()};
    }
    if (convert->parsed()) {
        return {.run = [options = convertOptions(typed)] { return runConvert(options); }, .file = typed.files.front()};
    }
    if (diff->parsed()) {
        return {.run = [options = diffOptions(typed)] { return runDiff(options); }, .file = typed.files.front()};
    }
    if (pose->parsed()) {
        const PoseOptions options{.file = typed.file,
                                  .pose = poseChoice(typed),
                                  .isJson = typed.isJson,
                                  .obj = typed.obj,
                                  .isInFileSpace = typed.isInFileSpace,
                                  .reading = reading(typed)};
        return {.run = [options] { return runPose(options), 0; }, .file = typed.file};
    }
    throw UsageError("which subcommand? view, render, inspect, pose, bake, cook, convert or diff (see armature --help)");
}

}  // namespace armature::tools
