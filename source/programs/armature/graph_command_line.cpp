#include "given.hpp"

namespace armature::tools {

CLI::App* addGraph(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("graph", "play an animation graph by a script, and draw or print what happens");
    command->add_option("GRAPH", given.graph, "the graph, as JSON")->required()->type_name("");
    command->add_option("FILE", given.file, "the model that it moves: its first skeleton, its clips")->required()->type_name("");
    command->add_option("-o,--output", given.output, "a strip of pictures along the run")->type_name("OUT.png");
    CLI::Option* script = command->add_option("--script", given.script, "when to do what, such as \"0 speed=1; 2 fire jump; 4 end\"");
    script->type_name("SCRIPT");
    command->add_option("--script-file", given.scriptFile, "the same from a file")->type_name("FILE")->excludes(script);
    command->add_option("--pictures", given.frames, "how many, at equal intervals; 8 if not given")
        ->check(wholeUpTo(mostPictures))
        ->type_name("N");
    addSize(*command, given, "of the strip in pixels; 1600x400 if not given");
    command->add_option("--dot", given.dot, "the graph in DOT, as it is active at the end of the run")->type_name("OUT.dot");
    command->add_flag("--text", given.isText, "print what is active at each moment of the script");
    addReading(*command, given);
    return command;
}

GraphOptions graphOptions(const Given& given)
{
    if (!given.output && !given.dot && !given.isText) {
        throw UsageError("armature graph: nothing to make: needs -o OUT.png, --dot OUT.dot or --text");
    }
    if (!given.script && !given.scriptFile) {
        throw UsageError("armature graph: needs --script or --script-file");
    }
    GraphOptions options{.graph = given.graph,
                         .file = given.file,
                         .script = given.script.value_or(""),
                         .scriptFile = given.scriptFile,
                         .output = given.output,
                         .dot = given.dot,
                         .isText = given.isText,
                         .reading = given.reading};
    options.pictures = given.frames.value_or(options.pictures);
    options.size = given.size.value_or(options.size);
    return options;
}

}  // namespace armature::tools
