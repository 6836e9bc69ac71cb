#include <armature/import/retarget_json.hpp>

#include <algorithm>
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
#include <armature/text.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "import/bone_names.hpp"
#include "import/json_file.hpp"
#include "retarget/chains.hpp"

namespace armature {

namespace {

using importing::BoneNames;
using importing::Json;
using importing::JsonText;

/// Returns the result of `work`. If `work` throws std::invalid_argument, refuses the value at `place`.
template <class Work>
auto refusing(const Json& place, const Work& work)
{
    try {
        return work();
    } catch (const std::invalid_argument& refused) {
        place.refuse(refused.what());
    }
}

constexpr std::array<std::string_view, 3> translations{"keep", "travel", "stretch"};  // in the order of RetargetTranslation

/// Reads a retarget map between two skeletons.
class MapReader {
public:
    MapReader(const Skeleton& source, const Skeleton& target)
        : source_(source), target_(target), sourceNames_("source", source), targetNames_("target", target)
    {}

    [[nodiscard]] RetargetMap read(const Json& root) const
    {
        importing::requireMembers(root, {"names", "roles", "refused", "source", "target", "pairs", "twists", "chains"});
        RetargetMap map = readPairs(root);
        if (const auto twists = root.findArray("twists")) {
            map.twists.clear();
            twists->forEach([&](std::size_t, const Json& twist) { map.twists.push_back(readTwist(twist)); });
        }
        if (const auto chains = root.findArray("chains")) {
            addChains(map, *chains);
        }
        if (const auto pairs = root.find("pairs")) {
            refusing(*pairs, [&] { requireMap(map, RestRig("source", source_, {}), RestRig("target", target_, {})); });
        }
        return map;
    }

private:
    [[nodiscard]] RetargetMap readPairs(const Json& root) const
    {
        if (const auto pairs = root.findArray("pairs")) {
            return pairsAsGiven(root, *pairs);
        }
        const auto names = root.findObject("names");
        return names ? pairsByName(root, *names) : pairsByRole(root);
    }

    [[nodiscard]] RetargetMap pairsAsGiven(const Json& root, const Json& pairs) const
    {
        for (const std::string_view other : {"names", "roles", "refused", "source", "target"}) {
            if (root.find(other)) {
                root.refuse(other, "contradicts pairs, which say all; leave one of them out");
            }
        }
        RetargetMap map;
        pairs.forEach([&](std::size_t, const Json& pair) { map.pairs.push_back(readPair(pair)); });
        refusing(pairs, [&] { map.addTwists(target_); });
        return map;
    }

    [[nodiscard]] RetargetPair readPair(const Json& json) const
    {
        importing::requireMembers(json, {"source", "target", "translation", "role"});
        RetargetPair pair{.source = sourceNames_.at(json.require("source")), .target = targetNames_.at(json.require("target"))};
        if (const auto word = json.find("translation")) {
            const auto* const found = std::ranges::find(translations, word->asString());
            if (found == translations.end()) {
                word->refuse(fmt::format("is {}, but must be keep, travel or stretch", importing::quoted(word->asString())));
            }
            pair.translation = static_cast<RetargetTranslation>(found - translations.begin());
        }
        if (const auto role = json.find("role")) {
            pair.role = humanoidRoleNamed(role->asString());
            if (!pair.role) {
                role->refuse(fmt::format("is {}, which is no humanoid role", importing::quoted(role->asString())));
            }
        }
        return pair;
    }

    [[nodiscard]] RetargetTwist readTwist(const Json& json) const
    {
        importing::requireMembers(json, {"target", "of", "share"});
        return {targetNames_.at(json.require("target")), targetNames_.at(json.require("of")), json.require("share").asFloat()};
    }

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

    /// Returns a skeleton's humanoid map: `given` if present, otherwise a map found from the skeleton's bones.
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

/// Writes a retarget map between two skeletons.
class MapWriter {
public:
    MapWriter(const Skeleton& source, const Skeleton& target) : sourceNames_("source", source), targetNames_("target", target) {}

    [[nodiscard]] std::string write(const RetargetMap& map)
    {
        json_.beginObject();
        writeList("pairs", map.pairs, [this](const RetargetPair& pair) {
            writeBone("source", sourceNames_, pair.source);
            writeBone("target", targetNames_, pair.target);
            if (pair.translation != RetargetTranslation::Keep) {
                json_.member("translation", translations[static_cast<std::size_t>(pair.translation)]);
            }
            if (pair.role) {
                json_.member("role", toString(*pair.role));
            }
        });
        writeList("twists", map.twists, [this](const RetargetTwist& twist) {
            writeBone("target", targetNames_, twist.target);
            writeBone("of", targetNames_, twist.of);
            json_.member("share", twist.share);
        });
        writeList("chains", map.chains, [this](const RetargetChain& chain) {
            writeEnds("source", sourceNames_, chain.source);
            writeEnds("target", targetNames_, chain.target);
        });
        json_.endObject();
        return json_.take();
    }

private:
    template <class Part, class Write>
    void writeList(std::string_view key, const std::vector<Part>& parts, const Write& write)
    {
        json_.key(key);
        json_.beginArray();
        for (const Part& part : parts) {
            json_.beginObject(JsonWriter::Layout::Inline);
            write(part);
            json_.endObject();
        }
        json_.endArray();
    }

    void writeEnds(std::string_view key, const BoneNames& names, const std::vector<std::size_t>& path)
    {
        json_.key(key);
        json_.beginArray(JsonWriter::Layout::Inline);
        writeBone(names, path.front());
        writeBone(names, path.back());
        json_.endArray();
    }

    void writeBone(std::string_view key, const BoneNames& names, std::size_t bone)
    {
        json_.key(key);
        writeBone(names, bone);
    }

    void writeBone(const BoneNames& names, std::size_t bone)
    {
        names.isOnlyOfItsName(bone) ? json_.value(std::string_view(names.name(bone))) : json_.value(bone);
    }

    BoneNames sourceNames_;
    BoneNames targetNames_;
    JsonWriter json_;
};

/// Throws std::invalid_argument if a path skips bones: a file stores only the top and the end of a path, so bones between them cannot be
/// left out.
void requireWholePath(const RestRig& rig, const std::vector<std::size_t>& joints)
{
    for (std::size_t i = 1; i < joints.size(); ++i) {
        if (rig.parents[joints[i]] != joints[i - 1]) {
            throw std::invalid_argument(fmt::format("retarget map as JSON, {}: its chain leaves out bones between it and {}",
                                                    rig.label(joints[i]), inQuotes(rig.names[joints[i - 1]])));
        }
    }
}

}  // namespace

std::string saveRetargetMapJson(const RetargetMap& map, const Skeleton& source, const Skeleton& target)
{
    const RestRig sourceRig("source", source, {});
    const RestRig targetRig("target", target, {});
    requireMap(map, sourceRig, targetRig);
    for (const RetargetChain& chain : map.chains) {
        requireWholePath(sourceRig, chain.source);
        requireWholePath(targetRig, chain.target);
    }
    return MapWriter(source, target).write(map);
}

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
