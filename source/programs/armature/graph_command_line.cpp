#include "subcommands.hpp"

namespace armature::tools {

void addGraph(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<GraphOptions>();
    CLI::App* command = program.add_subcommand("graph", "play an animation graph by a script, and draw or print what happens");
    command->add_option("GRAPH", options->graph, "the graph, as JSON")->required()->type_name("");
    command->add_option("FILE", options->file, "the model that it moves: its first skeleton, its clips")->required()->type_name("");
    command->add_option("-o,--output", options->output, "a strip of pictures along the run")->type_name("OUT.png");
    CLI::Option* script = command->add_option("--script", options->script, "when to do what, such as \"0 speed=1; 2 fire jump; 4 end\"");
    script->type_name("SCRIPT");
    command->add_option("--script-file", options->scriptFile, "the same from a file")->type_name("FILE")->excludes(script);
    command->add_option("--pictures", options->pictures, "how many, at equal intervals; 8 if not given")
        ->check(wholeUpTo(mostPictures))
        ->type_name("N");
    addSize(*command, options->size, "of the strip in pixels; 1600x400 if not given");
    command->add_option("--dot", options->dot, "the graph in DOT, as it is active at the end of the run")->type_name("OUT.dot");
    command->add_flag("--text", options->isText, "print what is active at each moment of the script");
    addQuiet(*command, options->isQuiet);
    addReading(*command, options->reading);
    onGiven(*command, request, options, runGraph, [script](const GraphOptions& given) {
        if (!given.output && !given.dot && !given.isText) {
            throw UsageError("armature graph: nothing to make: needs -o OUT.png, --dot OUT.dot or --text");
        }
        if (script->empty() && !given.scriptFile) {
            throw UsageError("armature graph: needs --script or --script-file");
        }
        return given.file;
    });
}

}  // namespace armature::tools
