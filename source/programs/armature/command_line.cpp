#include "command_line.hpp"

#include <fmt/format.h>

#include <armature/version.hpp>

#include "base/words.hpp"
#include "commands.hpp"
#include "given.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

CLI::App* addInspect(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "inspect", "list what a file holds; cooked files too");
    command->add_flag("--json", given.isJson, "print JSON");
    return command;
}

CLI::App* addMap(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "map", "find which bones are the parts of a human body, and say why");
    command->add_flag("--json", given.isJson, "print the map as JSON");
    command->footer(
        "FILE may also be a rig described as JSON: {\"bones\": [{\"name\", \"parent\"}], \"restDirections\"} (docs/retargeting.md).\n"
        "Exit status 0 even if the map is refused: its last line, or \"refused\", says so.");
    return command;
}

CLI::App* addPose(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "pose", "print the matrices of one pose");
    addPoseChoice(*command, given);
    command->add_flag("--json", given.isJson, "print all matrices as JSON");
    CLI::Option* obj = command->add_option("--obj", given.obj, "write the posed meshes in world space")->type_name("OUT.obj");
    command->add_flag("--file-space", given.isInFileSpace, "write them in the file's own unit and axes")->needs(obj);
    return command;
}

void addBakeChoice(CLI::App& command, Given& given)
{
    command.add_option("--rate", given.bake.rate, "frames a second; by default what suits the clip's keys")
        ->check(wholeUpTo(largestBakeRate))
        ->type_name("N");
    command.add_option("--max-error", given.bake.maxError, "how far a point may be off, in the skeleton's units")
        ->check(aboveZero())
        ->type_name("LENGTH");
    command.add_option("--max-degrees", given.bake.maxDegrees, "how far a bone's rotation may be off")
        ->check(aboveZero())
        ->type_name("DEGREES");
}

CLI::App* addBake(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "bake", "bake a model's clips, and print their sizes and errors");
    addBakeChoice(*command, given);
    return command;
}

CLI::App* addCook(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("cook", "write a model's skeletons and clips as a file that programs map and use in place");
    command->add_option("FILE", given.files, "the model to read, and others whose clips are put on it")->required()->type_name("...");
    command->add_option("-o,--output", given.output, "the cooked file to write")->required()->type_name("OUT");
    command->add_flag("--bake", given.isBaking, "also baked clips: each clip for each skeleton that it moves");
    command->add_flag("--crowd", given.isCrowd, "also a crowd of each skeleton, with its baked clips");
    command->add_flag("--quantize", given.quantize, "baked clips of 16-bit numbers");
    addBakeChoice(*command, given);
    addReading(*command, given);
    return command;
}

CLI::App* addConvert(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("convert", "write models as glTF 2.0, and print how far off their posed vertices are");
    command->add_option("FILE", given.files, "models to read, or folders of them")->required()->type_name("...");
    command->add_option("-o,--output", given.output, "the file to write: .gltf with a .bin beside it, else a GLB; or a folder for several")
        ->required()
        ->type_name("OUT");
    CLI::Option* jobs = command->add_option("--jobs", given.jobs, "how many files at a time; as many as processors if not given");
    jobs->check(wholeUpTo(largestJobCount))->type_name("N");
    command->add_flag("--merge", given.isMerging, "put the clips of all other files on the first one's character")->excludes(jobs);
    command->add_option("--scale", given.change.scale, "scale everything by this factor")->check(aboveZero())->type_name("FACTOR");
    const auto chooseUp = [&given](const std::string& axis) {
        given.change.up = axis == "X" ? UpAxis::X : axis == "Y" ? UpAxis::Y : UpAxis::Z;
    };
    command->add_option_function<std::string>("--up", chooseUp, "the model's axis that is up, to become +Y")
        ->transform(CLI::IsMember({"X", "Y", "Z"}, CLI::ignore_case).description(""))
        ->type_name("X|Y|Z");
    command->add_option("--fps", given.change.framesPerSecond, "resample clips at this many keys a second")
        ->check(aboveZero())
        ->type_name("N");
    command->add_flag("--quantize", given.quantize, "smaller numbers where the difference hardly shows");
    command->add_flag("--quantize-positions", given.quantizePositions, "16-bit positions, scaled back by inverse binds and extra nodes");
    command->add_flag("--compress", given.compress, "compress without loss, by EXT_meshopt_compression");
    command->add_flag("--json", given.isJson, "print a report as JSON");
    addReading(*command, given);
    return command;
}

CLI::App* addDiff(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("diff", "compare two models: what they hold, and how far apart they are when posed");
    command->add_option("FILE", given.files, "two models")->required()->expected(2)->type_name("");
    command->add_option("--tolerance", given.tolerance, "distances that count as the same, in millimetres; 0.01 if not given")
        ->check(aboveZero())
        ->type_name("MM");
    command->add_option("--worst", given.worst, "how many bones and vertices to list; 10 if not given")
        ->check(wholeUpTo(largestShown))
        ->type_name("N");
    command->add_flag("--json", given.isJson, "print JSON");
    CLI::Option* picture =
        command->add_option("--picture", given.picture, "draw both, and one coloured by the difference, where they are farthest apart");
    picture->type_name("OUT.png");
    addSize(*command, given, "of the picture in pixels; 1200x400 if not given", picture);
    addReading(*command, given);
    return command;
}

CookOptions cookOptions(const Given& given)
{
    return {.inputs = given.files,
            .output = *given.output,
            .bakes = given.isBaking || given.isCrowd,
            .choice = given.bake,
            .quantize = given.quantize,
            .makesCrowds = given.isCrowd,
            .reading = given.reading};
}

ConvertOptions convertOptions(const Given& given)
{
    return {.inputs = given.files,
            .output = *given.output,
            .conversion = {.change = given.change,
                           .quantize = given.quantize,
                           .quantizePositions = given.quantizePositions,
                           .compress = given.compress,
                           .reading = given.reading},
            .isMerging = given.isMerging,
            .isJson = given.isJson,
            .jobs = given.jobs};
}

DiffOptions diffOptions(const Given& given)
{
    DiffOptions options{
        .first = given.files[0], .second = given.files[1], .isJson = given.isJson, .picture = given.picture, .reading = given.reading};
    options.tolerance = given.tolerance.value_or(options.tolerance);
    options.shown = given.worst.value_or(options.shown);
    options.size = given.size.value_or(options.size);
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
    program.require_subcommand(0, 1);  // a missing one is refused below: CLI11 would also call a misspelt one missing
    program.get_formatter()->column_width(34);
    Given given;
    const CLI::App* view = addView(program, given);
    const CLI::App* render = addRender(program, given);
    const CLI::App* inspect = addInspect(program, given);
    const CLI::App* pose = addPose(program, given);
    const CLI::App* clips = addClips(program, given);
    const CLI::App* cut = addCut(program, given);
    const CLI::App* plot = addPlot(program, given);
    const CLI::App* graph = addGraph(program, given);
    const CLI::App* map = addMap(program, given);
    const CLI::App* retarget = addRetarget(program, given);
    const CLI::App* bake = addBake(program, given);
    const CLI::App* cook = addCook(program, given);
    const CLI::App* convert = addConvert(program, given);
    const CLI::App* diff = addDiff(program, given);
    try {
        program.parse(argumentCount, arguments);
    } catch (const CLI::CallForHelp&) {
        return printing(program.help());  // the subcommand's help, if one is given
    } catch (const CLI::CallForVersion& version) {
        return printing(fmt::format("{}\n", version.what()));
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{} (see armature --help)", error.what()));
    }

    if (view->parsed()) {
        return {.run = [options = viewOptions(given)] { return runView(options), 0; }, .file = given.files.front()};
    }
    if (render->parsed()) {
        return {.run = [options = renderOptions(given)] { return runRender(options); }, .file = given.file};
    }
    if (inspect->parsed()) {
        return {.run = [options = InspectOptions{given.file, given.isJson, given.reading}] { return runInspect(options), 0; },
                .file = given.file};
    }
    if (bake->parsed()) {
        return {.run = [request = BakeRequest{given.file, given.bake, given.reading}] { return runBake(request), 0; }, .file = given.file};
    }
    if (cook->parsed()) {
        return {.run = [options = cookOptions(given)] { return runCook(options), 0; }, .file = given.files.front()};
    }
    if (convert->parsed()) {
        return {.run = [options = convertOptions(given)] { return runConvert(options); }, .file = given.files.front()};
    }
    if (diff->parsed()) {
        return {.run = [options = diffOptions(given)] { return runDiff(options); }, .file = given.files.front()};
    }
    if (clips->parsed()) {
        return {.run = [options = InspectOptions{given.file, given.isJson, given.reading}] { return runClips(options), 0; },
                .file = given.file};
    }
    if (map->parsed()) {
        return {.run = [options = InspectOptions{given.file, given.isJson, given.reading}] { return runMap(options), 0; },
                .file = given.file};
    }
    if (retarget->parsed()) {
        return {.run = [options = retargetOptions(given)] { return runRetarget(options); }, .file = given.files.front()};
    }
    if (cut->parsed()) {
        return {.run = [options = cutOptions(given)] { return runCut(options), 0; }, .file = given.file};
    }
    if (plot->parsed()) {
        return {.run = [options = plotOptions(given)] { return runPlot(options), 0; }, .file = given.file};
    }
    if (graph->parsed()) {
        return {.run = [options = graphOptions(given)] { return runGraph(options), 0; }, .file = given.file};
    }
    if (pose->parsed()) {
        const PoseOptions options{.file = given.file,
                                  .pose = poseChoice(given),
                                  .isJson = given.isJson,
                                  .obj = given.obj,
                                  .isInFileSpace = given.isInFileSpace,
                                  .reading = given.reading};
        return {.run = [options] { return runPose(options), 0; }, .file = given.file};
    }
    throw UsageError("a subcommand is needed: view, render, inspect, pose, clips, cut, plot, graph, map, retarget, bake, cook, convert or "
                     "diff (see armature --help)");
}

}  // namespace armature::tools
