#include <fmt/format.h>

#include "clip_cut.hpp"
#include "subcommands.hpp"

namespace armature::tools {

namespace {

struct CutChoice : CutOptions {
    BakeChoice choice = {};
    bool isReducing = false;
};

void addClip(CLI::App& command, std::optional<std::string>& clip, const std::string& description)
{
    command.add_option("--clip,--animation", clip, description)->type_name("NAME|INDEX");
}

void addRanges(CLI::App& command, std::vector<CutRange>& ranges)
{
    const auto parseAll = [&ranges](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            ranges.push_back(parseRange(text));
        }
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--range", parseAll, "a part of the clip, in seconds, 0.5:2, or to its end, 0.5: (several parts make several clips)")
        ->check(checkedBy(parseRange))
        ->allow_extra_args(false)
        ->type_name("FROM:TO[=NAME]");
}

std::string completeCut(CutChoice& given)
{
    if (given.isReducing || given.choice.maxError || given.choice.maxDegrees) {
        given.plan.bound = bakeOptions(given.choice).maxError.value_or(BakeBound{});
    }
    return given.file;
}

std::string requirePlotSize(const PlotOptions& given)
{
    if (given.size.width < smallestPlot.width || given.size.height < smallestPlot.height) {
        throw UsageError(fmt::format("--size: {}x{} is too small for a plot, which needs {}x{}", given.size.width, given.size.height,
                                     smallestPlot.width, smallestPlot.height));
    }
    return given.file;
}

}  // namespace

void addClips(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<InspectOptions>();
    CLI::App* command = addCommand(program, "clips", "list a model's clips: keys, what they move, whether they loop and travel",
                                   options->file, options->reading);
    command->add_flag("--json", options->isJson, "print JSON");
    onGiven(*command, request, options, runClips, &InspectOptions::file);
}

void addCut(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<CutChoice>();
    CLI::App* command = addCommand(program, "cut", "write a model with clips cut, split, reversed, looped, renamed, or with fewer keys",
                                   options->file, options->reading);
    command->add_option("-o,--output", options->output, "the file to write: .gltf with a .bin beside it, else a GLB")
        ->required()
        ->type_name("OUT");
    addClip(*command, options->plan.clip, "the clip to change, by name or index; all clips if not given");
    addRanges(*command, options->plan.ranges);
    command->add_option("--name", options->plan.name, "what to call it; numbered if it becomes several clips")->type_name("NAME");
    command->add_flag("--reverse", options->plan.isReversed, "play it backwards");
    command->add_option("--loop", options->plan.closing, "make it loop: within these last seconds, bring the last pose to the first one")
        ->check(aboveZero())
        ->type_name("SECONDS");
    command->add_option("--fps", options->plan.framesPerSecond, "resample it at this many keys a second")
        ->check(aboveZero())
        ->type_name("N");
    command->add_flag("--reduce", options->isReducing, "leave out keys that their neighbours imply");
    command->add_option("--max-error", options->choice.maxError, "reduce, and let points be off by at most this, in the skeleton's units")
        ->check(aboveZero())
        ->type_name("LENGTH");
    command->add_option("--max-degrees", options->choice.maxDegrees, "reduce, and let bones be turned by at most this; 0.25 if not given")
        ->check(aboveZero())
        ->type_name("DEGREES");
    command->add_flag("--only", options->plan.leavesOthersOut, "leave out all other clips, which are kept otherwise");
    addQuiet(*command, options->isQuiet);
    command->footer("In this order: range, reverse, loop, fps, reduce. --loop does not bring back what travels.");
    onGiven(*command, request, options, runCut, completeCut);
}

void addPlot(CLI::App& program, Request& request)
{
    const auto options = std::make_shared<PlotOptions>();
    CLI::App* command = addCommand(program, "plot", "draw a bone's channels over time, and its path from above and from the side",
                                   options->file, options->reading);
    command->add_option("--bone", options->bone, "the bone, or node, by name")->required()->type_name("NAME");
    command->add_option("-o,--output", options->output, "the picture to write")->required()->type_name("OUT.png|OUT.svg");
    addClip(*command, options->clip, "the clip by name or index; the first if not given");
    addSize(*command, options->size, "in pixels; 1600x1000 if not given");
    addQuiet(*command, options->isQuiet);
    onGiven(*command, request, options, runPlot, requirePlotSize);
}

}  // namespace armature::tools
