#include "subcommands.hpp"

namespace armature::tools {

void addView(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<ViewOptions>();
    CLI::App* command = program.add_subcommand("view", "show models in a window: play, look inside, pose");
    command
        ->add_option("FILE", options->files,
                     "models to read: glTF 2.0, FBX, BVH or a format that Assimp reads; more may be dropped on the window")
        ->required()
        ->type_name("...");
    command->add_flag("--watch", options->watches, "read files again when they change");
    command->add_flag("--no-panels", options->hidesPanels, "show the picture alone");
    command->add_flag("--light", options->isLight, "light panels");
    command->add_option("--panel-scale", options->scale, "size of the panels; by default what suits the display")
        ->check(aboveZero())
        ->type_name("FACTOR");
    addSize(*command, options->size, "of the window; 1280x720 if not given");
    command->add_option("--script", options->script, "commands and input to play, a line each (docs/viewer.md)")->type_name("FILE");
    command->add_option("--quit-after", options->quitAfterFrames, "close the window after N frames")
        ->check(wholeUpTo(largestFrameCount))
        ->type_name("N");
    addReading(*command, options->reading);
    command->footer("Mouse: drag to turn, right or middle drag to move, wheel to come nearer, click to select.\n"
                    "Keys: N or Tab next clip, P previous; Space pause; . and , a step on or back; B bones; F frame the model; H panels;\n"
                    "/ type a command; F1 all keys and commands; Esc quit.");
    onGiven(*command, request, options, runView, [](const ViewOptions& given) { return given.files.front(); });
}

}  // namespace armature::tools
