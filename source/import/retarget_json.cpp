#include <armature/import/retarget_json.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/import/humanoid_json.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "import/json_file.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

using importing::Json;
using importing::JsonText;

/// What the reader of a map is given.
struct Rigs {
    const Skeleton& source;
    const Skeleton& target;
    std::string_view name;
    const ImportLimits& limits;
};

/// What throws std::invalid_argument refuses the value.
template <class Work>
auto refusing(const Json& place, const Work& work)
{
    try {
        return work();
    } catch (const std::invalid_argument& refused) {
        place.refuse(refused.what());
    }
}

/// The humanoid map of a skeleton: the one that is given, or what its bones say.
HumanoidMap mapOf(const std::optional<Json>& given, const Skeleton& skeleton, const Rigs& rigs)
{
    if (!given || given->isNull()) {
        return HumanoidMap::create(skeleton);
    }
    const HumanoidRig rig = refusing(*given, [&] { return describeHumanoidRig(skeleton); });
    try {
        return loadHumanoidMapJson(given->asText(), rigs.name, rig, rigs.limits);
    } catch (const ImportError& error) {
        throw ImportError(rigs.name, given->pointer() + error.getPlace(), error.getProblem());
    }
}

RetargetMap pairsByName(const Json& names, const Rigs& rigs)
{
    std::vector<std::pair<std::string, std::string>> renamed;
    names.forEachMember([&](std::string_view source, const Json& target) { renamed.emplace_back(source, target.asString()); });
    return refusing(names, [&] { return RetargetMap::ofNames(rigs.source, rigs.target, renamed); });
}

RetargetMap pairsByRole(const Json& root, const Rigs& rigs)
{
    const auto own = root.find("roles") ? std::optional<Json>(root) : root.findObject("source");
    const HumanoidMap source = mapOf(own, rigs.source, rigs);
    const HumanoidMap target = mapOf(root.findObject("target"), rigs.target, rigs);
    RetargetMap map = refusing(root, [&] { return RetargetMap::ofHumanoids(source, target); });
    map.addTwists(rigs.target);
    return map;
}

std::array<std::string, 2> endsOf(const Json& chain, std::string_view key)
{
    const Json ends = chain.require(key);
    if (ends.size() != 2) {
        ends.refuse(fmt::format("has {}, but must have two: the chain's top and its end", counted(ends.size(), "name")));
    }
    std::array<std::string, 2> names;
    ends.forEach([&](std::size_t i, const Json& end) { names[i] = end.asString(); });
    return names;
}

RetargetMap readMap(JsonText& text, const Rigs& rigs)
{
    const Json root = text.root();
    const auto names = root.findObject("names");
    RetargetMap map = names ? pairsByName(*names, rigs) : pairsByRole(root, rigs);
    if (const auto chains = root.findArray("chains")) {
        chains->forEach([&](std::size_t, const Json& chain) {
            const auto [sourceTop, sourceEnd] = endsOf(chain, "source");
            const auto [targetTop, targetEnd] = endsOf(chain, "target");
            try {
                map.addChain(rigs.source, sourceTop, sourceEnd, rigs.target, targetTop, targetEnd);
            } catch (const std::invalid_argument& refused) {
                chain.refuse(refused.what());
            }
        });
    }
    return map;
}

}  // namespace

RetargetMap loadRetargetMapJson(std::string_view json, std::string_view name, const Skeleton& source, const Skeleton& target,
                                const ImportLimits& limits)
{
    const Rigs rigs{source, target, name, limits};
    return importing::readJson(json, name, limits, [&](JsonText& text) { return readMap(text, rigs); });
}

RetargetMap loadRetargetMapJson(const std::filesystem::path& file, const Skeleton& source, const Skeleton& target,
                                const ImportLimits& limits)
{
    const importing::FileBytes bytes = importing::bytesOfFile(file, limits);
    return loadRetargetMapJson(importing::textOf(bytes.bytes()), file.string(), source, target, limits);
}

}  // namespace armature
