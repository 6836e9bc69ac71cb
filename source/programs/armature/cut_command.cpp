#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/trigonometric.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "clip_cut.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "scene_words.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

std::string quotedNames(const std::vector<std::string>& names)
{
    std::vector<std::string> words;
    words.reserve(names.size());
    for (const std::string& name : names) {
        words.push_back(inQuotes(name));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

void describePiece(std::string& text, const CutPiece& piece, const CutPlan& plan)
{
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "  {}: {:.6g} s, {}, {}; from {}, {:.6g} to {:.6g} s, which has {}\n", inQuotes(piece.clip->getName()),
                   piece.clip->getDuration(), counted(piece.clip->channels().size(), "channel"), counted(keyCount(*piece.clip), "key"),
                   inQuotes(piece.source), piece.from, piece.to, counted(piece.keysBefore, "key"));
    if (piece.travelling) {
        fmt::format_to(out, "    {} travels and was not brought back to where it began\n", inQuotes(*piece.travelling));
    }
    if (piece.isReduced) {
        const BakeBound& bound = *plan.bound;
        const std::string length = bound.point   ? fmt::format("{:.3g} units", *bound.point)
                                   : piece.error ? std::string("a thousandth of the rig's size")
                                                 : fmt::format("{:.3g} units", 0.001 * ReduceOptions().radius);
        const std::string bounds = fmt::format("{} and {:.3g} degrees", length, glm::degrees(bound.rotation));
        if (piece.error) {
            fmt::format_to(
                out,
                "    the keys left out move points by at most {:.3g} units, and turn bones by at most {:.3g} degrees; the bounds are {}\n",
                piece.error->point, glm::degrees(piece.error->rotation), bounds);
        } else {
            fmt::format_to(out, "    it moves no skeleton: without the keys left out each node is within {} in its parent's axes\n",
                           bounds);
        }
    }
}

}  // namespace

void runCut(const CutOptions& options)
{
    requireFolderOf(options.output);
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    const std::filesystem::path output(options.output);
    requireOutputs({output}, scene->sourceFiles());
    Effort effort(options.file, scene->sourceFiles(), options.reading.limits);
    effort.begin(scene->animationGroups().size());
    const CutResult result = cutClips(*scene, options.file, options.plan, effort);
    effort.end();
    std::vector<std::string> warnings = result.warnings;
    std::ranges::move(saveGltf(*scene, output), std::back_inserter(warnings));
    for (const std::string& warning : warnings) {
        writeErrorLine(fmt::format("warning: {}: {}", options.file, warning));
    }
    std::string text = fmt::format("{}: {}\n", printable(options.output), counted(scene->animationGroups().size(), "clip"));
    for (const CutPiece& piece : result.pieces) {
        describePiece(text, piece, options.plan);
    }
    if (!result.kept.empty()) {
        fmt::format_to(std::back_inserter(text), "  kept as they were: {}\n", quotedNames(result.kept));
    }
    if (!result.leftOut.empty()) {
        fmt::format_to(std::back_inserter(text), "  left out: {}\n", quotedNames(result.leftOut));
    }
    if (!options.isQuiet) {
        writeOutput(text + describeWritten(options.output));
    }
}

}  // namespace armature::tools
