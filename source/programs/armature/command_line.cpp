#include "command_line.hpp"

#include <fmt/format.h>

#include <armature/version.hpp>

#include "base/words.hpp"
#include "commands.hpp"
#include "subcommands.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

void addInspect(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<InspectOptions>();
    CLI::App* command = addCommand(program, "inspect", "list what a file holds; cooked files too", options->file, options->reading);
    command->add_flag("--json", options->isJson, "print JSON");
    onGiven(*command, request, options, runInspect, &InspectOptions::file);
}

void addMap(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<InspectOptions>();
    CLI::App* command =
        addCommand(program, "map", "find which bones are the parts of a human body, and say why", options->file, options->reading);
    command->add_flag("--json", options->isJson, "print the map as JSON");
    command->footer(
        "FILE may also be a rig described as JSON: {\"bones\": [{\"name\", \"parent\"}], \"restDirections\"} (docs/retargeting.md).\n"
        "Exit status 0 even if the map is refused: its last line, or \"refused\", says so.");
    onGiven(*command, request, options, runMap, &InspectOptions::file);
}

void addPose(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<PoseOptions>();
    CLI::App* command = addCommand(program, "pose", "print the matrices of one pose", options->file, options->reading);
    addPoseChoice(*command, options->pose);
    command->add_flag("--json", options->isJson, "print all matrices as JSON");
    CLI::Option* obj = command->add_option("--obj", options->obj, "write the posed meshes in world space")->type_name("OUT.obj");
    command->add_flag("--file-space", options->isInFileSpace, "write them in the file's own unit and axes")->needs(obj);
    onGiven(*command, request, options, runPose, [](const PoseOptions& given) { return requireClip(given.pose), given.file; });
}

void addBake(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<BakeRequest>();
    CLI::App* command =
        addCommand(program, "bake", "bake a model's clips, and print their sizes and errors", options->file, options->reading);
    addBakeChoice(*command, options->choice);
    onGiven(*command, request, options, runBake, &BakeRequest::file);
}

void addCook(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<CookOptions>();
    CLI::App* command = program.add_subcommand("cook", "write a model's skeletons and clips as a file that programs map and use in place");
    command->add_option("FILE", options->inputs, "the model to read, and others whose clips are put on it")->required()->type_name("...");
    command->add_option("-o,--output", options->output, "the cooked file to write")->required()->type_name("OUT");
    command->add_flag("--bake", options->bakes, "also baked clips: each clip for each skeleton that it moves");
    command->add_flag("--crowd", options->makesCrowds, "also a crowd of each skeleton, with its baked clips");
    command->add_flag("--quantize", options->quantize, "baked clips of 16-bit numbers");
    addBakeChoice(*command, options->choice);
    addReading(*command, options->reading);
    onGiven(*command, request, options, runCook, [](CookOptions& given) {
        given.bakes = given.bakes || given.makesCrowds;
        return given.inputs.front();
    });
}

void addConvert(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<ConvertOptions>();
    ConversionOptions& conversion = options->conversion;
    CLI::App* command = program.add_subcommand("convert", "write models as glTF 2.0, and print how far off their posed vertices are");
    command->add_option("FILE", options->inputs, "models to read, or folders of them")->required()->type_name("...");
    command
        ->add_option("-o,--output", options->output, "the file to write: .gltf with a .bin beside it, else a GLB; or a folder for several")
        ->required()
        ->type_name("OUT");
    CLI::Option* jobs = command->add_option("--jobs", options->jobs, "how many files at a time; as many as processors if not given");
    jobs->check(wholeUpTo(largestJobCount))->type_name("N");
    command->add_flag("--merge", options->isMerging, "put the clips of all other files on the first one's character")->excludes(jobs);
    command->add_option("--scale", conversion.change.scale, "scale everything by this factor")->check(aboveZero())->type_name("FACTOR");
    const auto chooseUp = [&conversion](const std::string& axis) {
        conversion.change.up = axis == "X" ? UpAxis::X : axis == "Y" ? UpAxis::Y : UpAxis::Z;
    };
    command->add_option_function<std::string>("--up", chooseUp, "the model's axis that is up, to become +Y")
        ->transform(CLI::IsMember({"X", "Y", "Z"}, CLI::ignore_case).description(""))
        ->type_name("X|Y|Z");
    command->add_option("--fps", conversion.change.framesPerSecond, "resample clips at this many keys a second")
        ->check(aboveZero())
        ->type_name("N");
    command->add_flag("--quantize", conversion.quantize, "smaller numbers where the difference hardly shows");
    command->add_flag("--quantize-positions", conversion.quantizePositions,
                      "16-bit positions, scaled back by inverse binds and extra nodes");
    command->add_flag("--compress", conversion.compress, "compress without loss, by EXT_meshopt_compression");
    command->add_flag("--json", options->isJson, "print a report as JSON");
    addReading(*command, conversion.reading);
    onGiven(*command, request, options, runConvert, [](const ConvertOptions& given) { return given.inputs.front(); });
}

void addDiff(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<DiffOptions>();
    CLI::App* command = program.add_subcommand("diff", "compare two models: what they hold, and how far apart they are when posed");
    const auto take = [options = options.get()](const std::vector<std::string>& files) {
        options->first = files.front();
        options->second = files.back();
    };
    command->add_option_function<std::vector<std::string>>("FILE", take, "two models")->required()->expected(2)->type_name("");
    command->add_option("--tolerance", options->tolerance, "distances that count as the same, in millimetres; 0.01 if not given")
        ->check(aboveZero())
        ->type_name("MM");
    command->add_option("--worst", options->shown, "how many bones and vertices to list; 10 if not given")
        ->check(wholeUpTo(largestShown))
        ->type_name("N");
    command->add_flag("--json", options->isJson, "print JSON");
    CLI::Option* picture =
        command->add_option("--picture", options->picture, "draw both, and one coloured by the difference, where they are farthest apart");
    picture->type_name("OUT.png");
    addSize(*command, options->size, "of the picture in pixels; 1200x400 if not given", picture);
    addReading(*command, options->reading);
    onGiven(*command, request, options, runDiff, &DiffOptions::first);
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
    program.require_subcommand(0, 1);  // a missing command is refused below, because CLI11 would also call a misspelt one missing
    program.get_formatter()->column_width(34);
    Request request;
    for (const auto add : {addView, addRender, addInspect, addPose, addClips, addCut, addPlot, addGraph, addMap, addRetarget, addBake,
                           addCook, addConvert, addDiff}) {
        add(program, request);
    }
    try {
        program.parse(argumentCount, arguments);
    } catch (const CLI::CallForHelp&) {
        return printing(program.help());  // the subcommand's help, if one is given
    } catch (const CLI::CallForVersion& version) {
        return printing(fmt::format("{}\n", version.what()));
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{} (see armature --help)", error.what()));
    }
    if (!request.run) {
        throw UsageError(
            "a subcommand is needed: view, render, inspect, pose, clips, cut, plot, graph, map, retarget, bake, cook, convert or "
            "diff (see armature --help)");
    }
    return request;
}

}  // namespace armature::tools
