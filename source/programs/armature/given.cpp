#include "given.hpp"

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

void addSize(CLI::App& command, Given& given, const std::string& description, CLI::Option* needed)
{
    CLI::Option* size = command.add_option_function<std::string>(
        "--size", [&given](const std::string& text) { given.size = parsePictureSize(text); }, description);
    size->check(checkedBy([](const std::string& text) { return parsePictureSize(text); }))->type_name("WxH");
    if (needed != nullptr) {
        size->needs(needed);
    }
}

void addPoseChoice(CLI::App& command, Given& given)
{
    command.add_option("--animation", given.animation, "clip by name or index; without it the file's own pose")->type_name("NAME|INDEX");
    command.add_option("--time", given.seconds, "seconds since the beginning of the clip")
        ->check(checkedBy([](const std::string& text) { return parseSeconds(text); }))
        ->type_name("SECONDS");
}

PoseChoice poseChoice(const Given& given)
{
    PoseChoice choice{.animation = given.animation, .seconds = given.seconds.value_or(0.)};
    if (!choice.animation && choice.seconds != 0.) {
        throw UsageError(fmt::format("--time: {} needs --animation, the file's own pose has no time", choice.seconds));
    }
    return choice;
}

void addReading(CLI::App& command, Given& given)
{
    const auto choose = [&given](const std::string& reader) {
        given.reading.fbxReader = reader == "own" ? FbxReader::Own : FbxReader::Assimp;
    };
    command
        .add_option_function<std::string>("--fbx-reader", choose, "what reads FBX: this program itself, which is the default, or Assimp")
        ->check(CLI::IsMember({"own", "assimp"}).description(""))
        ->type_name("own|assimp");
    const auto allow = [&given](const std::string& text) {
        const double free = static_cast<double>(ImportLimits().unbackedBytes) * parsePositive(text);
        given.reading.limits.unbackedBytes = static_cast<std::uint64_t>(std::min(free, 1e18));
    };
    command
        .add_option_function<std::string>(
            "--allow", allow, "do so many times more than the size of a small file justifies, in memory and work; 1 if not given")
        ->check(aboveZero())
        ->type_name("TIMES");
}

CLI::App* addCommand(CLI::App& program, Given& given, const std::string& name, const std::string& description)
{
    CLI::App* command = program.add_subcommand(name, description);
    command->add_option("FILE", given.file, "model to read: glTF 2.0, FBX or BVH")->required()->type_name("");
    addReading(*command, given);
    return command;
}

}  // namespace armature::tools
