#include <stdexcept>

#include <fmt/format.h>

#include "animation/clip/clip_validation.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"

namespace armature::cooked {

namespace {

constexpr std::uint64_t textsOfTarget = 3;

ChannelTarget targetOf(const Place& place, std::size_t channel, const TargetRecord& record, const TextList& texts)
{
    constexpr auto last = static_cast<std::uint32_t>(ChannelTarget::Kind::Curve);
    if (record.kind > last) {
        place.refuseElement("target", channel, fmt::format("is of kind {}, the last is {}", record.kind, last));
    }
    return {.kind = static_cast<ChannelTarget::Kind>(record.kind),
            .index = record.index,
            .skeleton = record.skeleton,
            .name = std::string(texts[textsOfTarget * channel]),
            .path = std::string(texts[textsOfTarget * channel + 1]),
            .property = std::string(texts[textsOfTarget * channel + 2])};
}

/// The sections of a clip's entry, in order.
struct ClipSections {
    ClipSections(const Place& place, BytesView bytes, std::size_t number)
        : reader(place, bytes)
        , header(reader.takeOne<ClipHeader>("header"))
        , ownTargets(header.targetsOf == number ? header.channels : 0)
        , targets(reader.take<TargetRecord>("targets", ownTargets))
        , texts(reader.takeTexts(textsOfTarget * ownTargets, header.textBytes))
        , image(reader.take<std::byte>("image", header.imageBytes))
    {
        reader.finish();
    }

    SectionReader reader;
    ClipHeader header;
    std::uint64_t ownTargets;
    std::span<const TargetRecord> targets;
    TextList texts;
    BytesView image;
};

}  // namespace

Bytes writeClip(const AnimationClip& clip, std::uint32_t number, std::uint32_t targetsOf)
{
    std::vector<TargetRecord> targets;
    TextWriter texts;
    if (targetsOf == number) {
        for (const ChannelTarget& target : *ClipAccess::targets(clip)) {
            targets.push_back({target.index, target.skeleton, static_cast<std::uint32_t>(target.kind)});
            texts.add(target.name);
            texts.add(target.path);
            texts.add(target.property);
        }
    }
    const auto image = ClipAccess::image(clip);
    SectionWriter writer;
    writer.add(ClipHeader{narrow(clip.channels().size(), "the number of channels"), targetsOf, texts.text.size(), image.size()});
    writer.add(std::span<const TargetRecord>(targets));
    writer.add(std::span<const std::uint32_t>(texts.ends));
    writer.add(std::span<const char>(texts.text));
    writer.add(image);
    return std::move(writer.bytes());
}

CookedClip readClip(const Place& place, BytesView bytes, std::size_t number)
{
    const ClipSections sections(place, bytes, number);
    return {sections.header.targetsOf, sections.image};
}

ClipTargets readTargets(const Place& place, BytesView bytes, std::size_t number)
{
    const ClipSections sections(place, bytes, number);
    if (sections.header.targetsOf != number) {
        place.refuse("header", fmt::format("its targets are stored with clip {}", sections.header.targetsOf));
    }
    std::vector<ChannelTarget> targets;
    for (std::size_t i = 0; i < sections.targets.size(); ++i) {
        targets.push_back(targetOf(place, i, sections.targets[i], sections.texts));
    }
    return std::make_shared<const std::vector<ChannelTarget>>(std::move(targets));
}

std::shared_ptr<const AnimationClip> makeClip(const Place& place, const CookedClip& clip, std::string_view name, ClipTargets targets,
                                              Owner owner)
{
    try {
        return ClipAccess::adopt(std::string(name), std::move(targets), clip.image, std::move(owner));
    } catch (const std::invalid_argument& refusal) {
        place.refuse("keys", refusal.what());
    }
}

}  // namespace armature::cooked
