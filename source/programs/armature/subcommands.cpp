#include "subcommands.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace armature::tools {

CLI::Validator wholeUpTo(std::size_t largest)
{
    return checkedBy([largest](const std::string& text) { return requireCount(text, largest); });
}

CLI::Validator aboveZero()
{
    return checkedBy([](const std::string& text) { return parsePositive(text); });
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
    command
        .add_option_function<std::string>("--fbx-reader", choose, "what reads FBX: this program itself, which is the default, or Assimp")
        ->check(CLI::IsMember({"own", "assimp"}).description(""))
        ->type_name("own|assimp");
    const auto parseAllowance = [](const std::string& text) {
        const double free = static_cast<double>(ImportLimits().unbackedBytes) * parsePositive(text);
        return static_cast<std::uint64_t>(std::min(free, 1e18));
    };
    addParsed(command, "--allow", reading.limits.unbackedBytes, parseAllowance,
              "do so many times more than the size of a small file justifies, in memory and work; 1 if not given")
        ->type_name("TIMES");
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
