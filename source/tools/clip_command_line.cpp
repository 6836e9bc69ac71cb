#include <fmt/format.h>

#include "given.hpp"

namespace armature::tools {

namespace {

void addClip(CLI::App& command, Given& given, const std::string& description)
{
    command.add_option("--clip", given.clip, description)->type_name("NAME|INDEX");
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
    CLI::App* command = addCommand(program, given, "cut", "write a model with clips cut, split, reversed, closed, or with fewer keys");
    command->add_option("-o,--output", given.output, "the file to write: .gltf with a .bin beside it, else a GLB")
        ->required()
        ->type_name("OUT");
    addClip(*command, given, "the clip to cut, by name or index; all clips if not given");
    command
        ->add_option_function<std::vector<std::string>>(
            "--range",
            [&given](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    given.cut.ranges.push_back(parseRange(text));
                }
            },
            "only these seconds; several ranges make several clips. 0.5: goes to the end")
        ->check(checkedBy([](const std::string& text) { return parseRange(text); }))
        ->allow_extra_args(false)
        ->type_name("FROM:TO[=NAME]");
    command->add_option("--name", given.cut.name, "the new clip's name; numbered if there are several")->type_name("NAME");
    command->add_flag("--reverse", given.cut.isReversed, "play it backwards");
    command->add_option("--loop", given.cut.closing, "make the last pose the first one, within so many seconds at the end")
        ->check(aboveZero())
        ->type_name("SECONDS");
    command->add_option("--fps", given.cut.framesPerSecond, "even keys, so many a second")->check(aboveZero())->type_name("N");
    command->add_flag("--reduce", given.isReducing, "leave out keys that the others imply");
    command->add_option("--max-error", given.bake.maxError, "reduce: how far a point may be off, in the skeleton's units")
        ->check(aboveZero())
        ->type_name("LENGTH");
    command->add_option("--max-degrees", given.bake.maxDegrees, "reduce: how far a bone's rotation may be off; 0.25 if not given")
        ->check(aboveZero())
        ->type_name("DEGREES");
    command->add_flag("--only", given.cut.leavesOthersOut, "leave out the clips that are not cut");
    command->footer("In this order: range, reverse, loop, fps, reduce. What travels is not brought back by --loop.\n"
                    "armature cut walk.glb --range 0:0.5=left --range 0.5:1=right -o steps.glb splits a file's only clip in two.");
    return command;
}

CLI::App* addPlot(CLI::App& program, Given& given)
{
    CLI::App* command = addCommand(program, given, "plot", "draw a bone's channels over time, and its path from above and from the side");
    command->footer("armature plot walk.glb --bone footLeft -o foot.svg");
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
