#include "subcommands.hpp"

namespace armature::tools {

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
    addQuiet(*command, options->isQuiet);
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
    addChoice(*command, "--up", {"X", "Y", "Z"}, chooseUp, "the model's axis that is up, to become +Y");
    command->add_option("--fps", conversion.change.framesPerSecond, "resample clips at this many keys a second")
        ->check(aboveZero())
        ->type_name("N");
    command->add_flag("--quantize", conversion.quantize, "smaller numbers where the difference hardly shows");
    command->add_flag("--quantize-positions", conversion.quantizePositions,
                      "16-bit positions, scaled back by inverse binds and extra nodes");
    command->add_flag("--compress", conversion.compress, "compress without loss, by EXT_meshopt_compression");
    command->add_flag("--json", options->isJson, "print a report as JSON");
    addQuiet(*command, options->isQuiet);
    addReading(*command, conversion.reading);
    onGiven(*command, request, options, runConvert, [](const ConvertOptions& given) { return given.inputs.front(); });
}

}  // namespace armature::tools
