#include <fmt/format.h>

#include "given.hpp"

namespace armature::tools {

namespace {

void addClip(CLI::App& command, Given& given, const std::string& description)
{
    command.add_option("--clip,--animation", given.clip, description)->type_name("NAME|INDEX");
}

}  // namespace

CLI::App* addClips(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "clips", "list a model's clips: keys, what they move, whether they loop and travel");
    command->add_flag("--json", given.isJson, "print JSON");
    return command;
}

CLI::App* addCut(CLI::App& program, Given& given)
{
    CLI::App* command =
        addCommand(program, given, "cut", "write a model with clips cut, split, reversed, looped, renamed, or with fewer keys");
    command->add_option("-o,--output", given.output, "the file to write: .gltf with a .bin beside it, else a GLB")
        ->required()
        ->type_name("OUT");
    addClip(*command, given, "the clip to change, by name or index; all clips if not given");
    command
        ->add_option_function<std::vector<std::string>>(
            "--range",
            [&given](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    given.cut.ranges.push_back(parseRange(text));
                }
            },
            "a part of the clip, in seconds, 0.5:2, or to its end, 0.5: (several parts make several clips)")
        ->check(checkedBy([](const std::string& text) { return parseRange(text); }))
        ->allow_extra_args(false)
        ->type_name("FROM:TO[=NAME]");
    command->add_option("--name", given.cut.name, "what to call it; numbered if it becomes several clips")->type_name("NAME");
    command->add_flag("--reverse", given.cut.isReversed, "play it backwards");
    command->add_option("--loop", given.cut.closing, "make it loop: within these last seconds, bring the last pose to the first one")
        ->check(aboveZero())
        ->type_name("SECONDS");
    command->add_option("--fps", given.cut.framesPerSecond, "resample it at this many keys a second")->check(aboveZero())->type_name("N");
    command->add_flag("--reduce", given.isReducing, "leave out keys that their neighbours imply");
    command->add_option("--max-error", given.bake.maxError, "reduce, and let points be off by at most this, in the skeleton's units")
        ->check(aboveZero())
        ->type_name("LENGTH");
    command->add_option("--max-degrees", given.bake.maxDegrees, "reduce, and let bones be turned by at most this; 0.25 if not given")
        ->check(aboveZero())
        ->type_name("DEGREES");
    command->add_flag("--only", given.cut.leavesOthersOut, "leave out all other clips, which are kept otherwise");
    command->footer("In this order: range, reverse, loop, fps, reduce. --loop does not bring back what travels.\n"
                    "Example: armature cut a.glb --clip walk --range 0:0.5=left --range 0.5:1=right -o steps.glb");
    return command;
}

CLI::App* addPlot(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "plot", "draw a bone's channels over time, and its path from above and from the side");
    command->footer("Example: armature plot a.glb --bone footLeft --clip walk -o foot.svg");
    command->add_option("--bone", given.bone, "the bone, or node, by name")->required()->type_name("NAME");
    command->add_option("-o,--output", given.output, "the picture to write")->required()->type_name("OUT.png|OUT.svg");
    addClip(*command, given, "the clip by name or index; the first if not given");
    addSize(*command, given, "in pixels; 1600x1000 if not given");
    return command;
}

CutOptions cutOptions(const Given& given)
{
    CutOptions options{.file = given.file, .output = *given.output, .plan = given.cut, .reading = given.reading};
    options.plan.clip = given.clip;
    if (given.isReducing || given.bake.maxError || given.bake.maxDegrees) {
        options.plan.bound =
            bakeOptions({.maxError = given.bake.maxError, .maxDegrees = given.bake.maxDegrees}).maxError.value_or(BakeBound{});
    }
    return options;
}

PlotOptions plotOptions(const Given& given)
{
    PlotOptions options{.file = given.file, .bone = given.bone, .clip = given.clip, .output = *given.output, .reading = given.reading};
    options.size = given.size.value_or(options.size);
    if (options.size.width < smallestPlot.width || options.size.height < smallestPlot.height) {
        throw UsageError(fmt::format("--size: {}x{} is too small for a plot, which needs {}x{}", options.size.width, options.size.height,
                                     smallestPlot.width, smallestPlot.height));
    }
    return options;
}

}  // namespace armature::tools
