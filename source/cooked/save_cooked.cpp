#include <armature/cooked/save_cooked.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "animation/clip/clip_validation.hpp"
#include "base/bit_hash.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"

namespace armature {

namespace {

using namespace cooked;

struct Object {
    std::string_view name;
    Bytes bytes;
};

template <class Pointers>
void requireAll(const Pointers& pointers, std::string_view what)
{
    const auto missing = std::ranges::find(pointers, nullptr);
    if (missing != pointers.end()) {
        throw std::invalid_argument(fmt::format("cooking: {} {} of {} is null", what, missing - pointers.begin(), pointers.size()));
    }
}

/// Returns whether a clip is baked for all bones of a skeleton, in their order.
bool isBakedFor(const BakedClip& clip, const Skeleton& skeleton)
{
    return std::ranges::equal(clip.boneNames(), skeleton.bones(), {}, {}, &Bone::getName);
}

std::uint32_t skeletonOf(const BakedClip& clip, std::span<const Skeleton* const> skeletons)
{
    const auto found = std::ranges::find_if(skeletons, [&](const Skeleton* skeleton) { return isBakedFor(clip, *skeleton); });
    return found != skeletons.end() ? static_cast<std::uint32_t>(found - skeletons.begin()) : none;
}

void requireUsable(const CookedCrowd& crowd, const CookedDescription& description)
{
    if (crowd.skeleton >= description.skeletons.size()) {
        throw std::invalid_argument(
            fmt::format("{}: its skeleton is number {} of {}", named("crowd", crowd.name), crowd.skeleton, description.skeletons.size()));
    }
    const Skeleton& skeleton = *description.skeletons[crowd.skeleton];
    if (skeleton.bones().empty()) {
        throw std::invalid_argument(
            fmt::format("{}: its skeleton {} has no bones", named("crowd", crowd.name), inQuotes(skeleton.getName())));
    }
    if (!crowd.curves.empty() && crowd.curves.size() != crowd.bakedClips.size()) {
        throw std::invalid_argument(fmt::format("{}: it has {} for the curves of {}", named("crowd", crowd.name),
                                                counted(crowd.curves.size(), "clip"), counted(crowd.bakedClips.size(), "baked clip")));
    }
    for (const std::size_t clip : crowd.curves) {
        if (clip >= description.clips.size()) {
            throw std::invalid_argument(
                fmt::format("{}: it has the curves of clip {} of {}", named("crowd", crowd.name), clip, description.clips.size()));
        }
    }
    for (const std::size_t clip : crowd.bakedClips) {
        if (clip >= description.bakedClips.size()) {
            throw std::invalid_argument(
                fmt::format("{}: it plays baked clip {} of {}", named("crowd", crowd.name), clip, description.bakedClips.size()));
        }
        if (!isBakedFor(*description.bakedClips[clip], skeleton)) {
            throw std::invalid_argument(fmt::format("{}: baked clip {} {} was not baked for the bones of its skeleton {} in their order",
                                                    named("crowd", crowd.name), clip, inQuotes(description.bakedClips[clip]->getName()),
                                                    inQuotes(skeleton.getName())));
        }
    }
}

/// Finds for each clip the first clip with the same targets, which stores them; most clips of one rig have the same targets.
class TargetOwners {
public:
    std::uint32_t ownerOf(const AnimationClip& clip, std::uint32_t number)
    {
        const auto& targets = *ClipAccess::targets(clip);
        std::uint64_t hash = emptyHash;
        for (const ChannelTarget& target : targets) {
            hash = hashBytes(std::as_bytes(std::span(target.name)), hash);
        }
        const auto [first, last] = owners_.equal_range(hash);
        for (auto owner = first; owner != last; ++owner) {
            if (std::ranges::equal(*owner->second.second, targets, areWrittenAlike)) {
                return owner->second.first;
            }
        }
        owners_.emplace(hash, std::pair(number, &targets));
        return number;
    }

private:
    static bool areWrittenAlike(const ChannelTarget& a, const ChannelTarget& b)
    {
        return a.kind == b.kind && a.index == b.index && a.skeleton == b.skeleton && a.name == b.name && a.path == b.path
               && a.property == b.property;
    }

    std::unordered_multimap<std::uint64_t, std::pair<std::uint32_t, const std::vector<ChannelTarget>*>> owners_;
};

std::vector<std::vector<Object>> cookAll(const CookedDescription& description)
{
    requireAll(description.skeletons, "skeleton");
    requireAll(description.clips, "clip");
    requireAll(description.bakedClips, "baked clip");
    std::vector<std::vector<Object>> objects(kindCount);
    TargetOwners owners;
    for (const Skeleton* skeleton : description.skeletons) {
        objects[0].push_back({skeleton->getName(), writeSkeleton(*skeleton)});
    }
    for (std::uint32_t clip = 0; clip < description.clips.size(); ++clip) {
        const AnimationClip& written = *description.clips[clip];
        objects[1].push_back({written.getName(), writeClip(written, clip, owners.ownerOf(written, clip))});
    }
    for (const BakedClip* clip : description.bakedClips) {
        objects[2].push_back({clip->getName(), writeBakedClip(*clip, skeletonOf(*clip, description.skeletons))});
    }
    for (const CookedCrowd& crowd : description.crowds) {
        requireUsable(crowd, description);
        objects[3].push_back({crowd.name, writeCrowd(crowd)});
    }
    return objects;
}

}  // namespace

std::vector<std::byte> writeCooked(const CookedDescription& description)
{
    if constexpr (!isUsableHere) {
        throw Error("cooked files are little-endian and are neither written nor read on this machine");
    }
    const auto objects = cookAll(description);
    FileHeader header{.magic = magic, .version = version};
    std::vector<FileEntry> entries;
    std::vector<std::uint32_t> byName;
    std::string names;
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        header.counts[kind] = narrow(objects[kind].size(), "the number of its parts");
        std::vector<std::uint32_t> order(objects[kind].size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t index) { return objects[kind][index].name; });
        byName.insert(byName.end(), order.begin(), order.end());
        for (const Object& object : objects[kind]) {
            entries.push_back({.offset = 0,
                               .size = object.bytes.size(),
                               .nameOffset = narrow(names.size(), "the length of all names"),
                               .nameSize = narrow(object.name.size(), "the length of a name")});
            names += object.name;
        }
    }
    header.nameBytes = names.size();

    // The size of everything before the first object is known, because it depends only on the numbers of objects and on their names.
    const std::uint64_t table = aligned(aligned(sizeof header) + entries.size() * sizeof(FileEntry));
    std::uint64_t end = aligned(table + byName.size() * sizeof(std::uint32_t)) + names.size();
    for (FileEntry& entry : entries) {
        entry.offset = aligned(end);
        end = entry.offset + entry.size;
    }
    header.fileSize = end;

    SectionWriter writer;
    writer.bytes().reserve(end);
    writer.add(header);
    writer.add(std::span<const FileEntry>(entries));
    writer.add(std::span<const std::uint32_t>(byName));
    writer.add(std::span<const char>(names));
    for (const auto& ofKind : objects) {
        for (const Object& object : ofKind) {
            writer.add(std::span<const std::byte>(object.bytes));
        }
    }
    return std::move(writer.bytes());
}

void saveCooked(const CookedDescription& description, const std::filesystem::path& file)
{
    const std::vector<std::byte> bytes = writeCooked(description);
    OutputFile out(file);
    out.write(std::span<const std::byte>(bytes));
    out.finish();
}

}  // namespace armature
