#include "given.hpp"

namespace armature::tools {

CLI::App* addView(CLI::App& program, Given& given)
{
    CLI::App* command = program.add_subcommand("view", "show models in a window: play, look inside, pose");
    command->add_option("FILE", given.files, "models to read: glTF 2.0, FBX or BVH; more may be dropped on the window")
        ->required()
        ->type_name("...");
    command->add_flag("--watch", given.watches, "read files again when they change");
    command->add_flag("--no-panels", given.hidesPanels, "show the picture alone");
    command->add_flag("--light", given.isLight, "light panels");
    command->add_option("--panel-scale", given.panelScale, "size of the panels; by default what suits the display")
        ->check(aboveZero())
        ->type_name("FACTOR");
    addSize(*command, given, "of the window; 1280x720 if not given");
    command->add_option("--script", given.scriptFile, "commands and input to play, a line each (docs/viewer.md)")->type_name("FILE");
    command->add_option("--quit-after", given.frames, "close the window after N frames")
        ->check(wholeUpTo(largestFrameCount))
        ->type_name("N");
    addReading(*command, given);
    command->footer("Mouse: drag to turn, right or middle drag to move, wheel to come nearer, click to select.\n"
                    "Keys: N or Tab next clip, P previous; Space pause; . and , a step on or back; B bones; F frame the model; H panels;\n"
                    "/ type a command; F1 all keys and commands; Esc quit.");
    return command;
}

ViewOptions viewOptions(const Given& given)
{
    ViewOptions options{.files = given.files,
                        .quitAfterFrames = given.frames,
                        .script = given.scriptFile,
                        .size = given.size,
                        .watches = given.watches,
                        .hidesPanels = given.hidesPanels,
                        .isLight = given.isLight,
                        .reading = given.reading};
    if (given.panelScale) {
        options.scale = static_cast<float>(*given.panelScale);
    }
    return options;
}

}  // namespace armature::tools
