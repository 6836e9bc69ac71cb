#include <algorithm>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include <armature/import/humanoid_json.hpp>
#include <armature/scene/scene.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "commands.hpp"
#include "effort.hpp"
#include "humanoid_choice.hpp"
#include "terminal.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

namespace {

HumanoidMap mapOfModel(const std::string& file, const ImportOptions& reading)
{
    const std::unique_ptr<Scene> scene = loadBody(file, reading);
    Effort effort(file, scene->sourceFiles(), reading.limits);
    return effort.within("finding a human body", [&](Budget& budget) { return chooseHumanoid(*scene, file, budget); }).map;
}

bool isRigFile(const std::filesystem::path& file)
{
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension == ".json";
}

std::string mapAsText(const std::string& file, const HumanoidMap& map)
{
    std::string text = fmt::format("{}: {} of {}\n", printable(file), counted(map.roleCount(), "role"), counted(map.boneCount(), "bone"));
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (const HumanoidMatch* const match = map.find(role)) {
            text +=
                fmt::format("  {:<24} {:.2f}  {}: {}\n", toString(role), match->confidence, inQuotes(printable(match->name)), match->why);
        } else if (isRequired(role)) {
            text += fmt::format("  {:<24} none\n", toString(role));
        }
    }
    return map.isRefused() ? text + fmt::format("{} {}\n", toned(Stream::Output, Tone::Bad, "refused:"), printable(map.getRefusal()))
                           : text;
}

}  // namespace

void runMap(const InspectOptions& options)
{
    const HumanoidMap map = isRigFile(options.file)
                                ? HumanoidMap::create(loadHumanoidRigJson(std::filesystem::path(options.file), options.reading.limits))
                                : mapOfModel(options.file, options.reading);
    writeOutput(options.isJson ? saveHumanoidMapJson(map) : mapAsText(options.file, map));
}

}  // namespace armature::tools
