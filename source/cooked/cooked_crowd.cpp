#include <fmt/format.h>

#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"
#include "words/words.hpp"

namespace armature::cooked {

Bytes writeCrowd(const CookedCrowd& crowd)
{
    std::vector<std::uint32_t> clips;
    for (const std::size_t clip : crowd.bakedClips) {
        clips.push_back(narrow(clip, "the number of a baked clip"));
    }
    SectionWriter writer;
    writer.add(CrowdHeader{narrow(crowd.skeleton, "the number of a skeleton"), narrow(clips.size(), "the number of clips of a crowd")});
    writer.add(std::span<const std::uint32_t>(clips));
    return std::move(writer.bytes());
}

CookedCrowd readCrowd(const Place& place, BytesView bytes, std::string_view name, std::size_t skeletons, std::size_t bakedClips)
{
    SectionReader reader(place, bytes);
    const auto header = reader.takeOne<CrowdHeader>("header");
    if (header.skeleton >= skeletons) {
        place.refuse("header", fmt::format("its skeleton is number {}, the file has {}", header.skeleton, counted(skeletons, "skeleton")));
    }
    const auto clips = reader.take<std::uint32_t>("baked clips", header.clips);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (clips[i] >= bakedClips) {
            place.refuseElement("baked clip", i, fmt::format("is number {}, the file has {}", clips[i], counted(bakedClips, "baked clip")));
        }
    }
    reader.finish();
    return {std::string(name), header.skeleton, {clips.begin(), clips.end()}};
}

}  // namespace armature::cooked
