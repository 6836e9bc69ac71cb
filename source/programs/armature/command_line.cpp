#include "command_line.hpp"

#include <fmt/format.h>

#include <armature/version.hpp>

#include "help_text.hpp"
#include "subcommands.hpp"
#include "wrong_usage.hpp"

namespace armature::tools {

namespace {

/// CLI11's help, with examples at its end.
class HelpWithExamples final : public CLI::Formatter {
public:
    HelpWithExamples() { column_width(34); }

    [[nodiscard]] std::string make_footer(const CLI::App* command) const override
    {
        return helpFooter(command->get_name(), command->get_footer());
    }
};

}  // namespace

Request printing(std::string text)
{
    return {.run = [text = std::move(text)] { return writeOutput(text), 0; }, .file = {}};
}

Request parseCommandLine(int argumentCount, const char* const* arguments)
{
    CLI::App program("Looks at, draws and poses rigged models.", "armature");
    program.set_version_flag("--version", "armature " ARMATURE_VERSION_STRING);
    program.require_subcommand(0, 1);  // a missing command is refused below, because CLI11 would also call a misspelt one missing
    program.formatter(std::make_shared<HelpWithExamples>());
    Request request;
    bool isColorless = false;  // CLI11 wants a place for the flag; obeyNoColor() has read it already
    for (const auto add : {addView, addRender, addInspect, addPose, addClips, addCut, addPlot, addGraph, addMap, addRetarget, addBake,
                           addCook, addConvert, addDiff, addDescriptions}) {
        add(program, request);
    }
    for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
        command->add_flag("--no-color", isColorless, "no colours on a terminal; the environment variable NO_COLOR asks for the same");
    }
    program.add_flag("--no-color", isColorless, "no colours on a terminal");
    try {
        program.parse(argumentCount, arguments);
    } catch (const CLI::CallForHelp&) {
        return printing(withTonedHeadings(program.help()));  // the subcommand's help, if one is given
    } catch (const CLI::CallForVersion& version) {
        return printing(fmt::format("{}\n", version.what()));
    } catch (const CLI::ParseError& error) {
        throw UsageError(explainWrongUsage(program, error));
    }
    if (!request.run) {
        throw UsageError(explainMissingCommand(program));
    }
    return request;
}

}  // namespace armature::tools
