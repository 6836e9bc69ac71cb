#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "animation/baking/baked_clip_access.hpp"
#include "base/words.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"

namespace armature::cooked {

namespace {

constexpr std::size_t lanes = BakedClip::blockBones;
constexpr std::size_t components = BakedClip::componentCount;
constexpr std::size_t blockSize = components * lanes;
constexpr std::uint32_t mostFrames = (1u << 20) + 1;
constexpr auto lastReason = static_cast<std::uint32_t>(UnboundReason::Unsuitable);

void checkHeader(const Place& place, const BakedClipHeader& header)
{
    const auto refuse = [&](std::string_view what, auto value, std::string_view wanted) {
        place.refuse("header", fmt::format("{} is {}, which is not {}", what, value, wanted));
    };
    if (header.isQuantized > 1) {
        refuse("quantised", header.isQuantized, "0 or 1");
    }
    if (header.frames == 0 || header.frames > mostFrames) {
        refuse("the number of frames", header.frames, fmt::format("between 1 and {}", mostFrames));
    }
    if (!(header.duration >= 0.) || !std::isfinite(header.duration)) {
        refuse("the duration", header.duration, "a finite number of seconds from 0");
    }
    if (!(header.framesPerSecond > 0.) || !std::isfinite(header.framesPerSecond)) {
        refuse("the number of frames a second", header.framesPerSecond, "finite and above 0");
    }
    const double last = static_cast<double>(header.frames) - 1.;
    if (!(std::abs(header.duration * header.framesPerSecond - last) <= 1e-6 * static_cast<double>(header.frames)) && header.frames > 1) {
        refuse("the duration", header.duration, fmt::format("that of {} at {} a second", header.frames, header.framesPerSecond));
    }
    for (const auto& error : {header.error, header.smoothError}) {
        if (!std::ranges::all_of(error, [](double each) { return each >= 0.; })) {
            place.refuse("header", fmt::format("an error is one of {}, {} and {}; none may be below 0", error[0], error[1], error[2]));
        }
    }
}

/// Returns a nonzero number if a number of the row is not finite, or so large that its difference from the same number in the next frame
/// might not fit a float. Has no branch per number, so that several lanes are compared at once: a file consists mostly of such numbers.
unsigned isOutOfRange(const float* row) noexcept
{
    constexpr float largest = std::numeric_limits<float>::max() / 2.f;
    unsigned isOut = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        isOut |= static_cast<unsigned>(!(std::abs(row[lane]) <= largest));
    }
    return isOut;
}

/// Returns a nonzero number if a rotation is not of unit length, or if its blend with the rotation before could have length zero. Both
/// arrays have a row of lanes for each of x, y, z and w.
unsigned areUnusable(const float* rotation, const float* before) noexcept
{
    unsigned isBad = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto dotWith = [&](const float* other) {
            return rotation[lane] * other[lane] + rotation[lane + lanes] * other[lane + lanes]
                   + rotation[lane + 2 * lanes] * other[lane + 2 * lanes] + rotation[lane + 3 * lanes] * other[lane + 3 * lanes];
        };
        const float squared = dotWith(rotation);
        isBad |= static_cast<unsigned>(!(squared > 0.99f)) | static_cast<unsigned>(!(squared < 1.01f))
                 | static_cast<unsigned>(!(dotWith(before) > -0.01f));
    }
    return isBad;
}

/// Checks that sampling stays finite, frame by frame from the first, block by block. Rows that do not move are checked once.
class FrameCheck {
public:
    FrameCheck(const BakedNumbers& numbers, bool isQuantized)
        : numbers_(numbers), poses_(numbers.animated.size()), isQuantized_(isQuantized)
    {}

    [[nodiscard]] bool isFirstUsable(std::size_t block)
    {
        Pose& pose = poses_[block];
        std::copy_n(numbers_.base.data() + block * blockSize, blockSize, pose.data());
        unsigned isBad = readNext(block);
        for (std::size_t component = 0; component < components; ++component) {
            isBad |= isOutOfRange(pose.data() + component * lanes);
        }
        return (isBad | areUnusable(pose.data() + firstRotation, pose.data() + firstRotation)) == 0;
    }

    [[nodiscard]] bool isNextUsable(std::size_t block)
    {
        std::array<float, 4 * lanes> before;
        const float* const rotation = poses_[block].data() + firstRotation;
        std::copy_n(rotation, before.size(), before.data());
        const unsigned isBad = readNext(block);
        return (isBad | areUnusable(rotation, before.data())) == 0;
    }

private:
    using Pose = std::array<float, blockSize>;
    static constexpr std::size_t firstRotation = 3 * lanes;

    /// Reads the block's moving rows in the current frame into poses_. Returns a nonzero number if a row is out of range.
    [[nodiscard]] unsigned readNext(std::size_t block) noexcept
    {
        const std::size_t track = block * blockSize;
        const unsigned animated = numbers_.animated[block];
        unsigned isBad = 0;
        for (std::size_t component = 0; component < components; ++component) {
            if ((animated >> component & 1u) == 0) {
                continue;
            }
            float* const row = poses_[block].data() + component * lanes;
            if (isQuantized_) {
                const float* const base = numbers_.base.data() + track + component * lanes;
                const float* const steps = numbers_.steps.data() + track + component * lanes;
                const std::uint16_t* const counts = numbers_.quantizedFrames.data() + number_;
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    row[lane] = base[lane] + steps[lane] * static_cast<float>(counts[lane]);
                }
            } else {
                std::copy_n(numbers_.frames.data() + number_, lanes, row);
            }
            isBad |= isOutOfRange(row);
            number_ += lanes;
        }
        return isBad;
    }

    const BakedNumbers& numbers_;
    std::vector<Pose> poses_;  // the pose of each block, as last read
    std::size_t number_ = 0;   // index of the next number to read
    bool isQuantized_;
};

void checkFrames(const Place& place, const BakedNumbers& numbers, const BakedClipHeader& header)
{
    FrameCheck check(numbers, header.isQuantized != 0);
    const auto require = [&](bool isUsable, std::size_t frame, std::size_t block) {
        if (!isUsable) {
            place.refuseElement("frame", frame,
                                fmt::format("bones {} to {} hold a number that is too large or not finite, or rotations that are not of "
                                            "unit length or point away from those before",
                                            block * lanes, block * lanes + lanes - 1));
        }
    };
    std::vector<std::size_t> moving;  // blocks that move; the others are checked once, however many frames the header claims
    for (std::size_t block = 0; block < numbers.animated.size(); ++block) {
        require(check.isFirstUsable(block), 0, block);
        if (numbers.animated[block] != 0) {
            moving.push_back(block);
        }
    }
    for (std::size_t frame = 1; frame < header.frames && !moving.empty(); ++frame) {
        for (const std::size_t block : moving) {
            require(check.isNextUsable(block), frame, block);
        }
    }
}

std::vector<UnboundChannel> readUnbound(const Place& place, std::span<const UnboundRecord> records, const TextList& texts)
{
    std::vector<UnboundChannel> unbound;
    const std::size_t firstText = texts.size() - records.size();
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].reason > lastReason) {
            place.refuseElement("unbound channel", i, fmt::format("the reason is {}, the last is {}", records[i].reason, lastReason));
        }
        unbound.push_back({records[i].channel, std::string(texts[firstText + i]), static_cast<UnboundReason>(records[i].reason)});
    }
    return unbound;
}

Names namesOf(const Place& place, const BakedClipHeader& header, const TextList& texts, Names skeletonNames)
{
    if (header.skeleton != none) {
        if (skeletonNames->size() != header.bones) {
            place.refuse("header", fmt::format("{}, but its skeleton has {}", counted(header.bones, "bone"), skeletonNames->size()));
        }
        return skeletonNames;
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < header.bones; ++i) {
        names.emplace_back(texts[i]);
    }
    return std::make_shared<const std::vector<std::string>>(std::move(names));
}

void requireFiniteSection(const Place& place, std::string_view section, std::span<const float> numbers)
{
    const auto found = std::ranges::find_if(numbers, [](float number) { return !std::isfinite(number); });
    if (found != numbers.end()) {
        place.refuseElement(section, static_cast<std::uint64_t>(found - numbers.begin()), fmt::format("{} is not finite", *found));
    }
}

BakedNumbers takeNumbers(const Place& place, SectionReader& reader, const BakedClipHeader& header)
{
    const std::uint64_t blocks = (std::uint64_t{header.bones} + lanes - 1) / lanes;
    BakedNumbers numbers;
    numbers.animated = reader.take<std::uint16_t>("moving components", blocks);
    std::uint64_t rows = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        if (numbers.animated[block] >= 1u << components) {
            place.refuseElement("moving components", block,
                                fmt::format("are {}, but must be below {}", numbers.animated[block], 1u << components));
        }
        rows += static_cast<std::uint64_t>(std::popcount(numbers.animated[block]));
    }
    if (header.frameSize != rows * lanes) {
        place.refuse("header",
                     fmt::format("a frame has {}, but moving components make {}", counted(header.frameSize, "number"), rows * lanes));
    }
    numbers.base = reader.take<float>("base", blocks * blockSize);
    requireFiniteSection(place, "base", numbers.base);
    if (header.isQuantized != 0) {
        numbers.steps = reader.take<float>("steps", blocks * blockSize);
        requireFiniteSection(place, "steps", numbers.steps);
        numbers.quantizedFrames = reader.take<std::uint16_t>("frames", std::uint64_t{header.frames} * header.frameSize);
    } else {
        numbers.frames = reader.take<float>("frames", std::uint64_t{header.frames} * header.frameSize);
    }
    return numbers;
}

BakeError toBakeError(const std::array<double, 3>& error)
{
    return {error[0], error[1], error[2]};
}

std::array<double, 3> toNumbers(const BakeError& error)
{
    return {error.position, error.point, error.rotation};
}

}  // namespace

Bytes writeBakedClip(const BakedClip& clip, std::uint32_t skeleton)
{
    TextWriter texts;
    if (skeleton == none) {
        for (const std::string& name : clip.boneNames()) {
            texts.add(name);
        }
    }
    std::vector<UnboundRecord> unbound;
    for (const UnboundChannel& channel : clip.unboundChannels()) {
        unbound.push_back({narrow(channel.channel, "the number of a channel"), static_cast<std::uint32_t>(channel.reason)});
        texts.add(channel.target);
    }
    SectionWriter writer;
    writer.add(BakedClipHeader{.duration = clip.getDuration(),
                               .framesPerSecond = clip.getFramesPerSecond(),
                               .error = toNumbers(clip.getError()),
                               .smoothError = toNumbers(clip.getSmoothError()),
                               .isQuantized = clip.isQuantized() ? 1u : 0u,
                               .frames = narrow(clip.frameCount(), "the number of frames"),
                               .frameSize = narrow(clip.getFrameSize(), "the size of a frame"),
                               .bones = narrow(clip.boneCount(), "the number of bones"),
                               .skeleton = skeleton,
                               .unbound = narrow(unbound.size(), "the number of unbound channels"),
                               .textBytes = texts.text.size()});
    writer.add(clip.animatedComponents());
    writer.add(clip.bases());
    if (clip.isQuantized()) {
        writer.add(clip.steps());
        writer.add(clip.quantizedFrames());
    } else {
        writer.add(clip.frames());
    }
    writer.add(std::span<const UnboundRecord>(unbound));
    writer.add(std::span<const std::uint32_t>(texts.ends));
    writer.add(std::span<const char>(texts.text));
    return std::move(writer.bytes());
}

std::uint32_t skeletonOfBakedClip(const Place& place, BytesView bytes)
{
    return SectionReader(place, bytes).takeOne<BakedClipHeader>("header").skeleton;
}

std::shared_ptr<const BakedClip> readBakedClip(const Place& place, BytesView bytes, std::string_view name, Names skeletonNames, Owner owner)
{
    SectionReader reader(place, bytes);
    const auto header = reader.takeOne<BakedClipHeader>("header");
    checkHeader(place, header);
    BakedNumbers numbers = takeNumbers(place, reader, header);
    numbers.owner = std::move(owner);
    const auto unbound = reader.take<UnboundRecord>("unbound channels", header.unbound);
    const std::uint64_t ownNames = header.skeleton == none ? header.bones : 0;
    const TextList texts = reader.takeTexts(ownNames + unbound.size(), header.textBytes);
    reader.finish();
    checkFrames(place, numbers, header);
    BakedClipAccess::Parts parts;
    parts.name = name;
    parts.duration = header.duration;
    parts.framesPerSecond = header.framesPerSecond;
    parts.isQuantized = header.isQuantized != 0;
    parts.frameCount = header.frames;
    parts.frameSize = header.frameSize;
    parts.boneCount = header.bones;
    parts.error = toBakeError(header.error);
    parts.smoothError = toBakeError(header.smoothError);
    parts.unbound = readUnbound(place, unbound, texts);
    parts.boneNames = namesOf(place, header, texts, std::move(skeletonNames));
    return BakedClipAccess::make(std::move(parts), std::move(numbers));
}

}  // namespace armature::cooked
