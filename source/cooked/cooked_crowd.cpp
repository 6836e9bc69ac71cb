#include <fmt/format.h>

#include "base/words.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"

namespace armature::cooked {

namespace {

std::vector<std::uint32_t> narrowed(std::span<const std::size_t> numbers, std::string_view what)
{
    std::vector<std::uint32_t> narrowed;
    for (const std::size_t number : numbers) {
        narrowed.push_back(narrow(number, what));
    }
    return narrowed;
}

void requireNumbers(const Place& place, std::span<const std::uint32_t> numbers, std::string_view kind, std::size_t count)
{
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] >= count) {
            place.refuseElement(kind, i, fmt::format("is number {}, the file has {}", numbers[i], counted(count, kind)));
        }
    }
}

}  // namespace

Bytes writeCrowd(const CookedCrowd& crowd)
{
    const std::vector<std::uint32_t> clips = narrowed(crowd.bakedClips, "the number of a baked clip");
    const std::vector<std::uint32_t> curves = narrowed(crowd.curves, "the number of a clip");
    SectionWriter writer;
    writer.add(CrowdHeader{.skeleton = narrow(crowd.skeleton, "the number of a skeleton"),
                           .clips = narrow(clips.size(), "the number of clips of a crowd"),
                           .curves = narrow(curves.size(), "the number of curves of a crowd")});
    writer.add(std::span<const std::uint32_t>(clips));
    writer.add(std::span<const std::uint32_t>(curves));
    return std::move(writer.bytes());
}

CookedCrowd readCrowd(const Place& place, BytesView bytes, std::string_view name, const FileCounts& counts)
{
    SectionReader reader(place, bytes);
    const auto header = reader.takeOne<CrowdHeader>("header");
    if (header.skeleton >= counts.skeletons) {
        place.refuse("header",
                     fmt::format("its skeleton is number {}, the file has {}", header.skeleton, counted(counts.skeletons, "skeleton")));
    }
    if (header.curves != 0 && header.curves != header.clips) {
        place.refuse("header",
                     fmt::format("it has {} for the curves of {}", counted(header.curves, "clip"), counted(header.clips, "baked clip")));
    }
    const auto clips = reader.take<std::uint32_t>("baked clips", header.clips);
    requireNumbers(place, clips, "baked clip", counts.bakedClips);
    const auto curves = reader.take<std::uint32_t>("curves", header.curves);
    requireNumbers(place, curves, "clip", counts.clips);
    reader.finish();
    return {std::string(name), header.skeleton, {clips.begin(), clips.end()}, {curves.begin(), curves.end()}};
}

}  // namespace armature::cooked
