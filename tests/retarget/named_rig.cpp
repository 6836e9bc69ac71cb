#include "named_rig.hpp"

#include <algorithm>
#include <filesystem>

#include <armature/text.hpp>

#include <support/oracle_json.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

namespace {

NamedRig readRig(const std::filesystem::path& file)
{
    simdjson::dom::parser parser;
    const Json json{simdjson::dom::element(parser.load(file.string()))};
    NamedRig rig{.scheme = file.stem().string()};
    rig.isRefused = json.flag("refuse");
    for (const Json& bone : json["bones"].items()) {
        const std::int64_t parent = bone["parent"].integer();
        if (!bone["role"].isNull()) {
            rig.roles.emplace(humanoidRoleNamed(bone["role"].text()).value(), rig.rig.bones.size());
        }
        rig.rig.bones.push_back(
            {.name = bone["name"].text(), .parent = parent < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(parent))});
    }
    if (const auto directions = json.find("restDirections")) {
        const auto items = directions->items();
        for (std::size_t i = 0; i < items.size(); ++i) {
            rig.rig.bones[i].direction = items[i].isNull() ? std::nullopt : std::optional(glm::vec3(items[i].vector()));
        }
    }
    for (std::size_t i = 0; json.has("alternatives") && i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        const auto names = json["alternatives"].find(toString(role));
        for (const Json& name : names ? names->items() : std::vector<Json>{}) {
            const auto found = std::ranges::find(rig.rig.bones, name.text(), &HumanoidRigBone::name);
            rig.alternatives[role].push_back(static_cast<std::size_t>(found - rig.rig.bones.begin()));
        }
    }
    return rig;
}

}  // namespace

std::vector<NamedRig> corpusSchemes()
{
    std::vector<NamedRig> rigs;
    const auto shared = sharedDirectory();
    const auto folder = shared ? *shared / "corpus" / "humanoids" : std::filesystem::path();
    if (!shared || !std::filesystem::is_directory(folder)) {
        return rigs;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            rigs.push_back(readRig(entry.path()));
        }
    }
    std::ranges::sort(rigs, {}, &NamedRig::scheme);
    return rigs;
}

Score scoreOf(const NamedRig& rig, const HumanoidMap& map)
{
    Score score;
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        const HumanoidMatch* const match = map.find(role);
        const auto own = rig.roles.find(role);
        const auto others = rig.alternatives.find(role);
        const bool isRight = match != nullptr
                             && ((own != rig.roles.end() && own->second == match->bone)
                                 || (others != rig.alternatives.end() && std::ranges::count(others->second, match->bone) > 0));
        if (role <= HumanoidRole::RightToes && own != rig.roles.end()) {
            ++score.core;
            score.right += isRight ? 1u : 0u;
        }
        if (match != nullptr && !isRight) {
            score.wrong.push_back(rig.scheme + ": " + std::string(toString(role)) + " is " + match->name);
        }
    }
    return score;
}

void Tally::add(const NamedRig& rig, const HumanoidMap& map)
{
    const Score score = scoreOf(rig, map);
    ++rigs;
    core += score.core;
    right += score.right;
    if (map.isRefused()) {
        ++refused;
        return;
    }
    rightAccepted += score.right;
    wrongAccepted.insert(wrongAccepted.end(), score.wrong.begin(), score.wrong.end());
}

std::string Tally::text() const
{
    const auto percent = [this](std::size_t count) {
        return std::to_string(100. * static_cast<double>(count) / static_cast<double>(core)).substr(0, 6);
    };
    return std::to_string(rigs) + " rigs, " + percent(right) + " % of core bones right, " + percent(rightAccepted)
           + " % right and accepted, " + std::to_string(refused) + " refused, " + std::to_string(wrongAccepted.size())
           + " bones wrong and accepted";
}

}  // namespace armature::test
