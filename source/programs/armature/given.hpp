#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "clip_cut.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "terminal.hpp"

namespace armature::tools {

/// The parsed arguments. All subcommands share them, because a command line has only one subcommand.
struct Given {
    std::string file;
    std::vector<std::string> files;
    std::optional<std::string> animation;
    std::optional<double> seconds;
    std::optional<std::string> output;
    std::optional<std::string> obj;
    std::optional<PictureSize> size;
    std::optional<std::size_t> frames;
    BakeChoice bake;
    SceneChange change;
    std::optional<std::size_t> jobs;
    std::optional<double> tolerance;
    std::optional<std::size_t> worst;
    std::optional<std::string> picture;
    ImportOptions reading;
    bool isJson = false;
    bool isInFileSpace = false;
    bool isMerging = false;
    bool quantize = false;
    bool quantizePositions = false;
    bool isBaking = false;
    bool isCrowd = false;
    bool compress = false;
    std::optional<std::string> clip;
    std::string bone;
    CutPlan cut;
    bool isReducing = false;
    std::string graph;
    std::optional<std::string> script;
    std::optional<std::string> scriptFile;
    std::optional<std::string> dot;
    bool isText = false;
    std::optional<std::string> mapFile;
    bool isByName = false;
    bool holdsFeet = false;
    std::optional<double> panelScale;
    bool watches = false;
    bool hidesPanels = false;
    bool isLight = false;
    RenderLooks looks;
    std::optional<SheetGrid> sheet;
    std::optional<std::size_t> turntable;
};

/// Returns a CLI11 check of an argument's text, which runs before the text is converted. `parse` must throw UsageError if the text is not a
/// valid value. (CLI11's own Range accepts "nan" and "0x10", and does not name the limit for a text that is not a number at all.)
template <class Parse>
CLI::Validator checkedBy(const Parse& parse)
{
    return CLI::Validator(
        [parse](const std::string& text) {
            try {
                static_cast<void>(parse(text));
                return std::string();
            } catch (const UsageError& error) {
                return std::string(error.what());
            }
        },
        "");
}

[[nodiscard]] CLI::Validator wholeUpTo(std::size_t largest);
[[nodiscard]] CLI::Validator aboveZero();

/// Adds --size. `needed`: an option without which --size makes no sense.
void addSize(CLI::App& command, Given& given, const std::string& description, CLI::Option* needed = nullptr);

/// Adds --animation and --time. poseChoice() returns their values, and throws UsageError for a time without a clip.
void addPoseChoice(CLI::App& command, Given& given);
[[nodiscard]] PoseChoice poseChoice(const Given& given);

/// Adds --fbx-reader and --allow.
void addReading(CLI::App& command, Given& given);

/// Adds a command about one model.
[[nodiscard]] CLI::App* addCommand(CLI::App& program, Given& given, const std::string& name, const std::string& description);

/// Adds the command that shows models in a window.
[[nodiscard]] CLI::App* addView(CLI::App& program, Given& given);
[[nodiscard]] ViewOptions viewOptions(const Given& given);

// The commands about clips, and their options.
[[nodiscard]] CLI::App* addClips(CLI::App& program, Given& given);
[[nodiscard]] CLI::App* addCut(CLI::App& program, Given& given);
[[nodiscard]] CLI::App* addPlot(CLI::App& program, Given& given);
[[nodiscard]] CutOptions cutOptions(const Given& given);
[[nodiscard]] PlotOptions plotOptions(const Given& given);

// The command about pictures.
[[nodiscard]] CLI::App* addRender(CLI::App& program, Given& given);
[[nodiscard]] RenderOptions renderOptions(const Given& given);

// The command about retargeting.
[[nodiscard]] CLI::App* addRetarget(CLI::App& program, Given& given);
[[nodiscard]] RetargetOptions retargetOptions(const Given& given);

// The command about animation graphs.
[[nodiscard]] CLI::App* addGraph(CLI::App& program, Given& given);
[[nodiscard]] GraphOptions graphOptions(const Given& given);

}  // namespace armature::tools
