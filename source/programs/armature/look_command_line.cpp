#include "subcommands.hpp"

namespace armature::tools {

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
    addQuiet(*command, options->isQuiet);
    onGiven(*command, request, options, runPose, [](const PoseOptions& given) { return requireClip(given.pose), given.file; });
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
    addQuiet(*command, options->isQuiet);
    addReading(*command, options->reading);
    onGiven(*command, request, options, runDiff, &DiffOptions::first);
}

}  // namespace armature::tools
