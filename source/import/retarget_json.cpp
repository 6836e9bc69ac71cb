#include <armature/import/retarget_json.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "import/bone_names.hpp"
#include "import/json_file.hpp"
#include "retarget/chains.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

using importing::BoneNames;
using importing::Json;
using importing::JsonText;

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

/// Reads a map for two skeletons.
class MapReader {
public:
    MapReader(const Skeleton& source, const Skeleton& target)
        : source_(source), target_(target), sourceNames_("source", source), targetNames_("target", target)
    {}

    [[nodiscard]] RetargetMap read(const Json& root) const
    {
        importing::requireMembers(root, {"names", "roles", "refused", "source", "target", "chains"});
        const auto names = root.findObject("names");
        RetargetMap map = names ? pairsByName(root, *names) : pairsByRole(root);
        if (const auto chains = root.findArray("chains")) {
            addChains(map, *chains);
        }
        return map;
    }

private:
    [[nodiscard]] RetargetMap pairsByName(const Json& root, const Json& names) const
    {
        for (const std::string_view other : {"roles", "refused", "source", "target"}) {
            if (root.find(other)) {
                root.refuse(other, "contradicts names: bones go together either by name or by role; leave one of them out");
            }
        }
        std::vector<std::pair<std::string, std::string>> renamed;
        std::unordered_map<std::size_t, std::string> takenBy;
        std::unordered_set<std::size_t> taken;
        names.forEachMember([&](std::string_view source, const Json& target) {
            const std::size_t from = sourceNames_.named(source, target);
            const std::size_t to = targetNames_.named(target.asString(), target);
            if (!taken.insert(from).second) {
                target.refuse(fmt::format("is for {}, which is named before", importing::quoted(source)));
            }
            if (const auto [other, isFree] = takenBy.emplace(to, source); !isFree) {
                target.refuse(fmt::format("is {}, which goes together with {}", importing::quoted(target.asString()),
                                          importing::quoted(other->second)));
            }
            renamed.emplace_back(source_.bones()[from]->getName(), target_.bones()[to]->getName());
        });
        return refusing(names, [&] { return RetargetMap::ofNames(source_, target_, renamed); });
    }

    [[nodiscard]] RetargetMap pairsByRole(const Json& root) const
    {
        const bool isOfSource = root.find("roles").has_value();
        const auto source = root.findObject("source");
        if (isOfSource && source) {
            source->refuse("contradicts roles: both are the source's; leave one of them out");
        }
        if (!isOfSource && root.find("refused")) {
            root.refuse("refused", "has no roles beside it");
        }
        return refusing(root, [&] {
            const HumanoidMap own = isOfSource ? importing::readHumanoidMap(root, describeHumanoidRig(source_)) : mapOf(source, source_);
            RetargetMap map = RetargetMap::ofHumanoids(own, mapOf(root.findObject("target"), target_));
            map.addTwists(target_);
            return map;
        });
    }

    /// The humanoid map of a skeleton: the one that is given, or what its bones say.
    static HumanoidMap mapOf(const std::optional<Json>& given, const Skeleton& skeleton)
    {
        if (!given) {
            return HumanoidMap::create(skeleton);
        }
        importing::requireMembers(*given, {"roles", "refused"});
        return importing::readHumanoidMap(*given, describeHumanoidRig(skeleton));
    }

    void addChains(RetargetMap& map, const Json& chains) const
    {
        const RestRig source = refusing(chains, [&] { return RestRig("source", source_, {}); });
        const RestRig target = refusing(chains, [&] { return RestRig("target", target_, {}); });
        std::vector<bool> isTaken(target.size(), false);
        std::vector<RetargetChain> all;
        chains.forEach([&](std::size_t, const Json& chain) {
            importing::requireMembers(chain, {"source", "target"});
            all.push_back({pathOf(chain, "source", source, sourceNames_), pathOf(chain, "target", target, targetNames_)});
            for (const std::size_t bone : all.back().target) {
                if (isTaken[bone]) {
                    chain.refuse("target", fmt::format("has {}, which another chain moves", importing::quoted(targetNames_.name(bone))));
                }
                isTaken[bone] = true;
            }
        });
        retargeting::addChains(map, std::move(all), isTaken);
    }

    static std::vector<std::size_t> pathOf(const Json& chain, std::string_view key, const RestRig& rig, const BoneNames& names)
    {
        const Json ends = chain.require(key);
        if (ends.size() != 2) {
            ends.refuse(fmt::format("has {}, but must have two: the chain's top and its end", counted(ends.size(), "name")));
        }
        std::array<std::size_t, 2> bones{};
        ends.forEach([&](std::size_t i, const Json& end) { bones[i] = names.at(end); });
        return refusing(ends, [&] { return retargeting::pathTo(rig, bones[0], bones[1]); });
    }

    const Skeleton& source_;
    const Skeleton& target_;
    BoneNames sourceNames_;
    BoneNames targetNames_;
};

}  // namespace

RetargetMap loadRetargetMapJson(std::string_view json, std::string_view name, const Skeleton& source, const Skeleton& target,
                                const ImportLimits& limits)
{
    return importing::readJson(json, name, limits, [&](JsonText& text) { return MapReader(source, target).read(text.root()); });
}

RetargetMap loadRetargetMapJson(const std::filesystem::path& file, const Skeleton& source, const Skeleton& target,
                                const ImportLimits& limits)
{
    const importing::FileBytes bytes = importing::bytesOfFile(file, limits);
    return loadRetargetMapJson(importing::textOf(bytes.bytes()), file.string(), source, target, limits);
}

}  // namespace armature
