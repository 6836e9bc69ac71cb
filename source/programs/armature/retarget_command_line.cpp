#include "given.hpp"

namespace armature::tools {

CLI::App* addRetarget(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("retarget", "put the motions of some models on another one, and measure how well they fit");
    command->add_option("FILE", given.files, "models with motions, or folders of them, then the model that is to move")
        ->required()
        ->type_name("...");
    command
        ->add_option("-o,--output", given.output,
                     "the file to write: .gltf with a .bin beside it, else a GLB; or a folder, with a file for each")
        ->required()
        ->type_name("OUT");
    CLI::Option* map = command->add_option("--map", given.mapFile, "which bones go together, as JSON (docs/retargeting.md)");
    map->type_name("MAP.json");
    command->add_flag("--by-name", given.isByName, "bones of one name go together, whatever they are")->excludes(map);
    command->add_flag("--feet", given.holdsFeet, "hold planted feet where they are");
    command->add_option("--clip", given.clip, "only this clip of each source")->type_name("NAME|INDEX");
    command->add_option("--jobs", given.jobs, "how many files at a time; as many as processors if not given")
        ->check(wholeUpTo(largestJobCount))
        ->type_name("N");
    CLI::Option* picture =
        command->add_option("--compare", given.picture, "draw source and target side by side at six times of the first clip");
    picture->type_name("OUT.png");
    addSize(*command, given, "of the picture in pixels; 1800x1000 if not given", picture);
    command->add_flag("--json", given.isJson, "print the measurements as JSON");
    addReading(*command, given);
    command->footer("Example: armature retarget walk.bvh run.bvh hero.glb -o moving.glb --feet --compare moving.png");
    return command;
}

RetargetOptions retargetOptions(const Given& given)
{
    if (given.files.size() < 2) {
        throw UsageError("armature retarget: needs at least two models: SOURCE... TARGET");
    }
    RetargetOptions options{.sources = {given.files.begin(), given.files.end() - 1},
                            .output = *given.output,
                            .retargeting = {.target = given.files.back(),
                                            .clip = given.clip,
                                            .mapFile = given.mapFile,
                                            .isByName = given.isByName,
                                            .holdsFeet = given.holdsFeet,
                                            .picture = given.picture,
                                            .reading = given.reading},
                            .isJson = given.isJson,
                            .jobs = given.jobs};
    options.retargeting.pictureSize = given.size.value_or(options.retargeting.pictureSize);
    return options;
}

}  // namespace armature::tools
