#include "subcommands.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/nearest_name.hpp"
#include "base/words.hpp"

namespace armature::tools {

namespace {

constexpr std::string_view nameOfChoice = "one-of";  // CLI11 knows oneOf() by this name, followed by the words

}  // namespace

CLI::Validator wholeUpTo(std::size_t largest)
{
    return checkedBy([largest](const std::string& text) { return requireCount(text, largest); });
}

CLI::Validator aboveZero()
{
    return checkedBy([](const std::string& text) { return parsePositive(text); });
}

CLI::Validator oneOf(std::vector<std::string> words)
{
    std::string name(nameOfChoice);
    for (const std::string& word : words) {
        name += ' ' + word;
    }
    const auto choose = [words = std::move(words)](std::string& text) {
        const auto isIt = [&](const std::string& word) { return CLI::detail::to_lower(word) == CLI::detail::to_lower(text); };
        if (const auto word = std::ranges::find_if(words, isIt); word != words.end()) {
            text = *word;
            return std::string();
        }
        const std::vector<std::string_view> names(words.begin(), words.end());
        return fmt::format("{} is not one of its values{}", inQuotes(text), insteadOf(text, names));
    };
    return CLI::Validator(choose, "", name);
}

std::vector<std::string> listedWords(CLI::Option& argument)
{
    std::string name;
    try {
        name = argument.get_validator()->get_name();  // the first: CLI11 puts transformations before checks
    } catch (const CLI::OptionNotFound&) {
        return {};  // it takes any text
    }
    std::vector<std::string> words = CLI::detail::split(name, ' ');
    if (words.front() != nameOfChoice) {
        return {};
    }
    words.erase(words.begin());
    return words;
}

void addPoseChoice(CLI::App& command, PoseChoice& pose)
{
    command.add_option("--animation", pose.animation, "clip by name or index; without it the file's own pose")->type_name("NAME|INDEX");
    addParsed(command, "--time", pose.seconds, parseSeconds, "seconds since the beginning of the clip")->type_name("SECONDS");
}

void requireClip(const PoseChoice& pose)
{
    if (!pose.animation && pose.seconds != 0.) {
        throw UsageError(fmt::format("--time: {} needs --animation, the file's own pose has no time", pose.seconds));
    }
}

void addReading(CLI::App& command, ImportOptions& reading)
{
    const auto choose = [&reading](const std::string& reader) { reading.fbxReader = reader == "own" ? FbxReader::Own : FbxReader::Assimp; };
    addChoice(command, "--fbx-reader", {"own", "assimp"}, choose, "what reads FBX: this program itself, which is the default, or Assimp");
    const auto parseAllowance = [](const std::string& text) {
        const double free = static_cast<double>(ImportLimits().unbackedBytes) * parsePositive(text);
        return static_cast<std::uint64_t>(std::min(free, 1e18));
    };
    addParsed(command, "--allow", reading.limits.unbackedBytes, parseAllowance,
              "do so many times more than the size of a small file justifies, in memory and work; 1 if not given")
        ->type_name("TIMES");
}

void addQuiet(CLI::App& command, bool& isQuiet)
{
    command.add_flag("-q,--quiet", isQuiet, "do not say what was written");
}

void addBakeChoice(CLI::App& command, BakeChoice& choice)
{
    command.add_option("--rate", choice.rate, "frames a second; by default what suits the clip's keys")
        ->check(wholeUpTo(largestBakeRate))
        ->type_name("N");
    command.add_option("--max-error", choice.maxError, "how far a point may be off, in the skeleton's units")
        ->check(aboveZero())
        ->type_name("LENGTH");
    command.add_option("--max-degrees", choice.maxDegrees, "how far a bone's rotation may be off")
        ->check(aboveZero())
        ->type_name("DEGREES");
}

CLI::App* addCommand(CLI::App& program, const std::string& name, const std::string& description, std::string& file, ImportOptions& reading)
{
    CLI::App* command = program.add_subcommand(name, description);
    command->add_option("FILE", file, "model to read: glTF 2.0, FBX, BVH or a format that Assimp reads (docs/formats.md)")
        ->required()
        ->type_name("");
    addReading(*command, reading);
    return command;
}

}  // namespace armature::tools
