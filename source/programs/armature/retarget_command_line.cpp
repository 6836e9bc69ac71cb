#include "subcommands.hpp"

namespace armature::tools {

namespace {

// Takes the last model as the target. Returns the first source.
std::string takeTarget(RetargetOptions& options)
{
    if (options.sources.size() < 2) {
        throw UsageError("armature retarget: needs at least two models: SOURCE... TARGET");
    }
    options.retargeting.target = options.sources.back();
    options.sources.pop_back();
    return options.sources.front();
}

}  // namespace

void addRetarget(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<RetargetOptions>();
    RetargetingOptions& retargeting = options->retargeting;
    CLI::App* command = program.add_subcommand("retarget", "put the motions of some models on another one, and measure how well they fit");
    command->add_option("FILE", options->sources, "models with motions, or folders of them, then the model that is to move")
        ->required()
        ->type_name("...");
    command
        ->add_option("-o,--output", options->output,
                     "the file to write: .gltf with a .bin beside it, else a GLB; or a folder, with a file for each")
        ->required()
        ->type_name("OUT");
    CLI::Option* map = command->add_option("--map", retargeting.mapFile, "which bones go together, as JSON (docs/retargeting.md)");
    map->type_name("MAP.json");
    command->add_flag("--by-name", retargeting.isByName, "bones of one name go together, whatever they are")->excludes(map);
    command->add_flag("--feet", retargeting.holdsFeet, "hold planted feet where they are");
    command->add_option("--clip", retargeting.clip, "only this clip of each source")->type_name("NAME|INDEX");
    command->add_option("--jobs", options->jobs, "how many files at a time; as many as processors if not given")
        ->check(wholeUpTo(largestJobCount))
        ->type_name("N");
    CLI::Option* picture =
        command->add_option("--compare", retargeting.picture, "draw source and target side by side at six times of the first clip");
    picture->type_name("OUT.png");
    addSize(*command, retargeting.pictureSize, "of the picture in pixels; 1800x1000 if not given", picture);
    command->add_flag("--json", options->isJson, "print the measurements as JSON");
    addQuiet(*command, options->isQuiet);
    addReading(*command, retargeting.reading);
    onGiven(*command, request, options, runRetarget, takeTarget);
}

}  // namespace armature::tools
