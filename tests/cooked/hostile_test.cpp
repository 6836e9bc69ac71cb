#include <cstring>
#include <functional>
#include <limits>

#include <boost/test/unit_test.hpp>

#include "cooked/cooked_format.hpp"
#include "cooked_stage.hpp"

#include <support/not_finite.hpp>

// Files with one false number each.

using namespace armature;
using namespace armature::test;
namespace format = armature::cooked;

namespace {

constexpr std::uint32_t hugeCount = 0xfffffff0u;

/// A cooked file in which a test can falsify values.
class Spoilt {
public:
    Spoilt() : bytes_(writeCooked(stage_.description)) {}

    template <class T>
    T& at(std::size_t offset)
    {
        return *reinterpret_cast<T*>(bytes_.data() + offset);  // the vector's memory is aligned for every type of the format
    }
    format::FileHeader& header() { return at<format::FileHeader>(0); }
    format::FileEntry& entry(std::size_t index) { return at<format::FileEntry>(64 + index * sizeof(format::FileEntry)); }
    /// The data at `offset` in entry `index`: 0 and 1 are skeletons, 2 to 5 clips, 6 to 10 baked clips, 11 and 12 crowds.
    template <class T>
    T& in(std::size_t index, std::size_t offset = 0)
    {
        return at<T>(static_cast<std::size_t>(entry(index).offset) + offset);
    }
    [[nodiscard]] std::vector<std::byte>& bytes() noexcept { return bytes_; }
    [[nodiscard]] std::string refusal() const { return refusalOf(bytes_); }

private:
    CookedStage stage_;
    std::vector<std::byte> bytes_;
};

format::SkeletonHeader& skeleton(Spoilt& file)
{
    return file.in<format::SkeletonHeader>(0);
}

format::BoneRecord& bone(Spoilt& file, std::size_t index)
{
    return file.in<format::BoneRecord>(0, 64 + index * sizeof(format::BoneRecord));
}

/// The header of clip 2, which has five channels of various kinds and three time tracks. Three sections of targets and the image follow it.
format::ClipHeader& clip(Spoilt& file)
{
    return file.in<format::ClipHeader>(4);
}

template <class T>
T& inImage(Spoilt& file, std::size_t offset)
{
    const auto size = static_cast<std::size_t>(clip(file).imageBytes);
    return file.in<T>(4, static_cast<std::size_t>(file.entry(4).size) - size + offset);
}

/// Baked clip 0 holds floats, clip 1 holds 16-bit numbers.
format::BakedClipHeader& baked(Spoilt& file, std::size_t index = 0)
{
    return file.in<format::BakedClipHeader>(6 + index);
}

format::CrowdHeader& crowd(Spoilt& file)
{
    return file.in<format::CrowdHeader>(11);
}

/// The byte offset in the file of numbers that a clip uses in place.
std::size_t offsetIn(const CookedFile& file, const float* numbers)
{
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(numbers) - file.bytes().data());
}

struct Lie {
    std::function<void(Spoilt&)> tell;
    std::string message;  ///< The start of its refusal, after the name of the file.
};

void requireRefusals(const std::vector<Lie>& lies)
{
    for (const Lie& lie : lies) {
        Spoilt spoilt;
        lie.tell(spoilt);
        const std::string refusal = spoilt.refusal();
        BOOST_TEST(refusal.substr(0, lie.message.size() + 5) == "lie: " + lie.message);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cooked_lies)

BOOST_AUTO_TEST_CASE(a_file_that_does_not_lie_is_taken)
{
    BOOST_TEST(Spoilt().refusal() == "");
}

BOOST_AUTO_TEST_CASE(headers_that_lie_are_refused)
{
    const std::string size = std::to_string(Spoilt().bytes().size());
    requireRefusals({
        {[](Spoilt& file) { file.header().magic[0] = 'x'; }, "header: it does not begin like a cooked file"},
        {[](Spoilt& file) { file.header().version = 1; }, "header: it has version 1, which is older than 3, "},
        {[](Spoilt& file) { file.header().version = 4; }, "header: it has version 4, which is newer than 3, "},
        {[](Spoilt& file) { file.header().fileSize = 64; }, "header: the file should have 64 bytes, but has " + size},
        {[](Spoilt& file) { file.bytes().resize(file.bytes().size() + 64); }, "header: the file should have " + size + " bytes, but has "},
        {[](Spoilt& file) { file.header().counts[1] = hugeCount; }, "table: 4294967289 * 24 bytes from byte 64 on, but it has " + size},
        {[](Spoilt& file) { file.header().counts[0] = 1; }, "names: "},
        {[](Spoilt& file) { file.header().nameBytes = ~std::uint64_t{0}; }, "names: 18446744073709551615 * 1 byte from byte 448 on"},
        {[](Spoilt& file) { file.header().nameBytes += 1; }, "names: they end at byte "},
    });
}

BOOST_AUTO_TEST_CASE(tables_that_lie_are_refused)
{
    requireRefusals({
        {[](Spoilt& file) { file.entry(3).nameOffset += 1; }, "entry 3: its name is "},
        {[](Spoilt& file) { file.entry(3).nameSize = hugeCount; }, "entry 3: its name is 4294967280 bytes from byte "},
        {[](Spoilt& file) { file.entry(3).nameSize += 1; }, "entry 4: its name is "},
        {[](Spoilt& file) { file.entry(4).offset += 64; }, "entry 4: it has "},
        {[](Spoilt& file) { file.entry(4).offset += 1; }, "entry 4: it has "},
        {[](Spoilt& file) { file.entry(4).offset = 0; }, "entry 4: it has "},
        {[](Spoilt& file) { file.entry(4).offset = ~std::uint64_t{0}; }, "entry 4: it has "},
        {[](Spoilt& file) { file.entry(4).size = ~std::uint64_t{0}; }, "entry 4: it has 18446744073709551615 bytes"},
        {[](Spoilt& file) { file.entry(4).size += 64; }, "entry 5: it has "},
        {[](Spoilt& file) { file.entry(12).size -= 1; }, "table: the last entry ends at byte "},
        {[](Spoilt& file) { file.at<std::uint32_t>(384 + 4 * 2) = 4; }, "order of names 2: clip 4 is not there"},
        {[](Spoilt& file) { file.at<std::uint32_t>(384 + 4 * 3) = file.at<std::uint32_t>(384 + 4 * 2); },
         "order of names 3: clip 3 comes after 3"},
        {[](Spoilt& file) { std::swap(file.at<std::uint32_t>(384), file.at<std::uint32_t>(388)); },
         "order of names 1: skeleton 0 comes after 1"},
    });
}

BOOST_AUTO_TEST_CASE(skeletons_that_lie_are_refused)
{
    const std::string name = "skeleton 0 \"hero\", ";
    requireRefusals({
        {[](Spoilt& file) { skeleton(file).bones = hugeCount; }, name + "bones: 4294967280 * 208 bytes from byte 64 on"},
        {[](Spoilt& file) { skeleton(file).bones -= 1; }, name},
        {[](Spoilt& file) { skeleton(file).paletteSize = 65537; }, name + "header: the palette has 65537 matrices, the limit is 65536"},
        {[](Spoilt& file) { skeleton(file).paletteSize = 1; }, name + "bone "},
        {[](Spoilt& file) { skeleton(file).inverseBindSets = 0; }, name + "end: its sections take "},
        {[](Spoilt& file) { skeleton(file).inverseBindSets = hugeCount; }, name + "size of a set of inverse binds: "},
        {[](Spoilt& file) { skeleton(file).textBytes = ~std::uint64_t{0}; }, name + "texts: 18446744073709551615 * 1 byte"},
        {[](Spoilt& file) { skeleton(file).textBytes -= 1; }, name + "text "},
        {[](Spoilt& file) { bone(file, 0).parent = 0; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).parent = 2; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).parent = hugeCount; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).place = hugeCount; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).place = bone(file, 0).place; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).paletteSlot = bone(file, 0).paletteSlot; }, name + "bones: "},
        {[](Spoilt& file) { bone(file, 1).paletteSlot = 60000; }, name + "bone 1: palette slot 60000 of "},
        {[](Spoilt& file) { bone(file, 1).flags = 4; }, name + "bone 1: flags are 4, the largest is 3"},
        {[](Spoilt& file) { bone(file, 1).length = notANumber; }, name + "bone 1: the length is nan"},
        {[](Spoilt& file) { bone(file, 1).restParts[2] = notANumber; }, name + "bone 1: the rest holds nan"},
        {[](Spoilt& file) { bone(file, 1).restMatrix[2] = notANumber; }, name + "bone 1: the rest's matrix holds nan"},
        {[](Spoilt& file) {
             bone(file, 1).flags = 0;
             bone(file, 1).restParts[6] = 7.f;
         },
         name + "bone 1: the rest's rotation has length "},
        {[](Spoilt& file) { bone(file, 1).bind[11] = notANumber; }, name + "bone 1: the bind holds nan"},
        {[](Spoilt& file) { bone(file, 1).inverseBind[0] = notANumber; }, name + "bone 1: the inverse bind holds nan"},
        {[](Spoilt& file) {
             bone(file, 2).flags = 0;
             bone(file, 2).bind = {};
         },
         name + "bones: "},
    });
}

BOOST_AUTO_TEST_CASE(clips_that_lie_are_refused)
{
    const std::string name = "clip 2 \"varied\", ";
    const std::string image = name + "keys: image of an animation clip: ";
    requireRefusals({
        {[](Spoilt& file) { clip(file).channels = hugeCount; }, name + "targets: 4294967280 * 24 bytes from byte 64 on"},
        {[](Spoilt& file) { clip(file).channels -= 1; }, name},
        {[](Spoilt& file) { clip(file).targetsOf = 4; }, name},
        {[](Spoilt& file) { clip(file).targetsOf = 0; }, name},
        {[](Spoilt& file) { file.in<format::ClipHeader>(5).targetsOf = 4; },
         "clip 3 \"empty\", header: its targets are those of clip 4, the file has 4"},
        {[](Spoilt& file) { file.in<format::ClipHeader>(5).targetsOf = 2; },
         "clip 3 \"empty\", keys: animation clip \"empty\": 5 targets for "},
        {[](Spoilt& file) { clip(file).textBytes = ~std::uint64_t{0}; }, name + "texts: 18446744073709551615 * 1 byte"},
        {[](Spoilt& file) { clip(file).imageBytes += 64; }, name + "image: "},
        {[](Spoilt& file) { clip(file).imageBytes -= 64; }, name + "end: its sections take "},
        {[](Spoilt& file) { file.in<format::TargetRecord>(4, 64).kind = 6; }, name + "target 0: is of kind 6, the last is 5"},
        {[](Spoilt& file) { inImage<std::uint32_t>(file, 0) = 0; }, image + "begins with "},
        {[](Spoilt& file) { inImage<std::uint32_t>(file, 4) = 2; }, image + "version 2 instead of 1"},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 8) += 64; }, image},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 16) = hugeCount; }, image},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 24) = ~std::uint64_t{0}; }, image},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 32) = 1; }, image},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 40) += 1; }, image},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 64) = 0; }, image + "time track 0 has 0 keys"},
        {[](Spoilt& file) { inImage<std::uint64_t>(file, 64) = ~std::uint64_t{0}; }, image + "time track 0 has "},
        {[](Spoilt& file) { inImage<std::uint32_t>(file, 128) = 3; }, image + "channel 0: path 0, interpolation 0, time track 3 of 3"},
        {[](Spoilt& file) { inImage<std::uint32_t>(file, 132) = 0; }, image + "channel 0: 0 components"},
        {[](Spoilt& file) { inImage<std::uint8_t>(file, 136) = 5; }, image + "channel 0: path 5"},
        {[](Spoilt& file) { inImage<std::uint8_t>(file, 137) = 3; }, image + "channel 0: path 0, interpolation 3"},
        {[](Spoilt& file) { inImage<float>(file, 192 + 4) = notANumber; }, image + "time track 0"},
        {[](Spoilt& file) { inImage<float>(file, 192 + 4) = 0.f; }, image + "time track 0"},
        {[](Spoilt& file) { inImage<float>(file, 256) = notANumber; }, image + "value 0 is nan"},
    });
}

BOOST_AUTO_TEST_CASE(baked_clips_that_lie_are_refused)
{
    const std::string name = "baked clip 0 \"random\", ";
    const std::string quantised = "baked clip 1 \"random\", ";
    const auto base = [](Spoilt& file, std::size_t index) -> float& {
        return file.in<float>(6, 128 + 64 + index * sizeof(float));  // the components of two blocks take 64 bytes
    };
    requireRefusals({
        {[](Spoilt& file) { baked(file).frames = 0; }, name + "header: the number of frames is 0, which is not between 1 and 1048577"},
        {[](Spoilt& file) { baked(file).frames = hugeCount; }, name + "header: the number of frames is 4294967280"},
        {[](Spoilt& file) { baked(file).frames += 1; }, name + "header: the duration is 0.5, which is not that of "},
        {[](Spoilt& file) { baked(file).frameSize += 16; }, name + "header: a frame has "},
        {[](Spoilt& file) { baked(file).bones = hugeCount; }, name + "moving components: 268435455 * 2 bytes from byte 128 on"},
        {[](Spoilt& file) { baked(file).bones += 1; }, name + "header: 23 bones, but its skeleton has 22"},
        {[](Spoilt& file) { baked(file).isQuantized = 2; }, name + "header: quantised is 2, which is not 0 or 1"},
        {[](Spoilt& file) { baked(file).isQuantized = 1; }, name},
        {[](Spoilt& file) { baked(file, 1).isQuantized = 0; }, quantised + "frames: "},
        {[](Spoilt& file) { baked(file).duration = -1.; }, name + "header: the duration is -1, "},
        {[](Spoilt& file) { baked(file).duration = std::numeric_limits<double>::quiet_NaN(); }, name + "header: the duration is nan, "},
        {[](Spoilt& file) { baked(file).framesPerSecond = 0.; }, name + "header: the number of frames a second is 0, "},
        {[](Spoilt& file) { baked(file).framesPerSecond = std::numeric_limits<double>::infinity(); },
         name + "header: the number of frames a second is inf, "},
        {[](Spoilt& file) { baked(file).error[1] = -1.; }, name + "header: an error is one of "},
        {[](Spoilt& file) { baked(file).smoothError[1] = std::numeric_limits<double>::quiet_NaN(); }, name + "header: an error is one of "},
        {[](Spoilt& file) { baked(file).skeleton = 2; }, name + "header: its skeleton is number 2, the file has 2"},
        {[](Spoilt& file) { baked(file).skeleton = 1; }, name + "header: 22 bones, but its skeleton has 9"},
        {[](Spoilt& file) { baked(file).skeleton = format::none; }, name + "ends of texts: "},
        {[](Spoilt& file) { baked(file).unbound = hugeCount; }, name + "unbound channels: 4294967280 * 8 bytes"},
        {[](Spoilt& file) { baked(file).textBytes = 1; }, name + "texts: "},
        {[](Spoilt& file) { file.in<std::uint16_t>(6, 128) = 0x8000; }, name + "moving components 0: are 32768, but must be below 1024"},
        {[](Spoilt& file) { file.in<std::uint16_t>(6, 128) ^= 1; }, name + "header: a frame has "},
        {[&](Spoilt& file) { file.in<float>(6, 192 + 2 * 640 + 8) = notANumber; }, name + "frame 0: bones 0 to 15 "},
        {[&](Spoilt& file) { file.in<float>(6, 192 + 2 * 640 + 8) = 3e38f; }, name + "frame 0: bones 0 to 15 "},
        {[&](Spoilt& file) { std::memset(&file.in<float>(6, 192 + 2 * 640 + 3 * 64), 0, 256); }, name + "frame 0: bones 0 to 15 "},
        {[&](Spoilt& file) { base(file, 160 + 15) = notANumber; }, name + "base 175: nan is not finite"},
        {[](Spoilt& file) { file.in<float>(7, 192 + 2 * 640 + 3 * 64) = notANumber; }, quantised + "steps 48: nan is not finite"},
    });
}

// By hand: a constant row of a translation or scale gets a value above half the largest float. A difference of two such values could be
// infinite.
BOOST_AUTO_TEST_CASE(still_rows_out_of_range_are_refused)
{
    const CookedStage stage;
    const auto whole = writeCooked(stage.description);
    const auto file = CookedFile::open(whole, "whole");
    const auto clip = file->getBakedClip(4);
    const std::size_t offset = offsetIn(*file, clip->bases().data());
    std::size_t examined = 0;
    for (const std::size_t component : {0u, 1u, 2u, 7u, 8u, 9u}) {
        if ((unsigned{clip->animatedComponents()[0]} >> component & 1u) == 0) {
            auto bytes = whole;
            const float lie = 1.8e38f;
            std::memcpy(bytes.data() + offset + (component * 16 + 5) * sizeof lie, &lie, sizeof lie);
            BOOST_TEST(refusalOf(bytes).starts_with("lie: baked clip 4 \"varied\", frame 0: bones 0 to 15 "));
            ++examined;
        }
    }
    BOOST_TEST(examined > 0u);
}

// By hand: a value is base + step * stored integer. With a step of 1e34 the base is negligible, so the stored integers determine the first
// frame above half the largest float.
BOOST_AUTO_TEST_CASE(rows_of_16_bit_numbers_out_of_range_are_refused)
{
    const CookedStage stage;
    auto bytes = writeCooked(stage.description);
    const auto file = CookedFile::open(bytes, "whole");
    const auto clip = file->getBakedClip(1);
    BOOST_TEST_REQUIRE((clip->isQuantized() && (clip->animatedComponents()[0] & 1u) == 1u));  // x of the translation is the first row
    const float lie = 1e34f;
    std::size_t lane = 0;
    const auto isOut = [&](std::size_t frame) { return 1e34 * clip->quantizedFrames()[frame * clip->getFrameSize() + lane] > 1.8e38; };
    while (lane < 16 && isOut(0)) {
        ++lane;
    }
    BOOST_TEST_REQUIRE(lane < 16u);
    std::size_t frame = 1;
    while (frame < clip->frameCount() && !isOut(frame)) {
        ++frame;
    }
    BOOST_TEST_REQUIRE(frame < clip->frameCount());
    std::memcpy(bytes.data() + offsetIn(*file, clip->steps().data()) + lane * sizeof lie, &lie, sizeof lie);
    const std::string begin = "lie: baked clip 1 \"random\", frame " + std::to_string(frame) + ": bones 0 to 15 ";
    BOOST_TEST(refusalOf(bytes).starts_with(begin));
}

BOOST_AUTO_TEST_CASE(a_rotation_that_turns_round_is_refused)
{
    // The rotation changes its sign from one frame to the next: halfway between them it would have length zero.
    CookedStage stage;
    const auto frames = stage.bakedClips[0]->frames();
    auto bytes = writeCooked(stage.description);
    const auto file = CookedFile::open(bytes, "whole");
    const std::size_t offset = offsetIn(*file, file->getBakedClip(0)->frames().data());
    auto* const second = reinterpret_cast<float*>(bytes.data() + offset) + stage.bakedClips[0]->getFrameSize() + 3 * 16;
    for (int row = 0; row < 4; ++row) {
        second[row * 16] = -frames[static_cast<std::size_t>(row * 16 + 3 * 16)];
    }
    BOOST_TEST(refusalOf(bytes).substr(0, 42) == "lie: baked clip 0 \"random\", frame 1: bones");
}

BOOST_AUTO_TEST_CASE(every_number_of_every_frame_is_looked_at)
{
    const CookedStage stage;
    const auto whole = writeCooked(stage.description);
    const auto file = CookedFile::open(whole, "whole");
    const auto clip = file->getBakedClip(0);
    const std::size_t offset = offsetIn(*file, clip->frames().data());
    BOOST_TEST_REQUIRE(clip->frames().size() == clip->getFrameSize() * clip->frameCount());
    std::size_t examined = 0;
    for (std::size_t number = 0; number < clip->frames().size(); number += 37, ++examined) {
        auto bytes = whole;
        const float lie = examined % 2 == 0 ? notANumber : -3e38f;
        std::memcpy(bytes.data() + offset + number * sizeof lie, &lie, sizeof lie);
        const std::string begin = "lie: baked clip 0 \"random\", frame " + std::to_string(number / clip->getFrameSize()) + ": bones ";
        BOOST_TEST(refusalOf(bytes).substr(0, begin.size()) == begin);
    }
    BOOST_TEST(examined > 50u);
}

BOOST_AUTO_TEST_CASE(crowds_that_lie_are_refused)
{
    const std::string name = "crowd 0 \"guard\", ";
    requireRefusals({
        {[](Spoilt& file) { crowd(file).skeleton = 2; }, name + "header: its skeleton is number 2, the file has 2 skeletons"},
        {[](Spoilt& file) { crowd(file).skeleton = 1; }, name + "clips: crowd: the clip \"random\" is baked for "},
        {[](Spoilt& file) { crowd(file).clips = crowd(file).curves = hugeCount; }, name + "baked clips: 4294967280 * 4 bytes"},
        {[](Spoilt& file) { crowd(file).clips = 1; }, name + "header: it has 2 clips for the curves of 1 baked clip"},
        {[](Spoilt& file) { crowd(file).curves = 0; }, name + "end: its sections take 128 bytes, it has 136"},
        {[](Spoilt& file) { file.in<std::uint32_t>(11, 132) = 4; }, name + "clip 1: is number 4, the file has 4 clips"},
        {[](Spoilt& file) { file.in<std::uint32_t>(11, 64) = 5; }, name + "baked clip 0: is number 5, the file has 5 baked clips"},
    });
}

BOOST_AUTO_TEST_CASE(every_beginning_of_a_file_is_refused)
{
    const CookedStage stage(8);
    const auto whole = writeCooked(stage.description);
    std::size_t examined = 0;
    for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 1 : 997) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));  // exactly that size
        BOOST_CHECK_THROW(static_cast<void>(CookedFile::open(part, "part")), ImportError);
        // The same part with a header that states the part's true size.
        if (size >= sizeof(format::FileHeader)) {
            auto honest = part;
            const std::uint64_t claimed = size;
            std::memcpy(honest.data() + offsetof(format::FileHeader, fileSize), &claimed, sizeof claimed);
            BOOST_TEST(refusalOf(honest) != "");
        }
        ++examined;
    }
    BOOST_TEST(examined > 4000u);
}

// A chain of 100 000 bones, and a baked clip of 20 000 bones without motion that claims a million frames.
BOOST_AUTO_TEST_CASE(deep_skeletons_and_many_still_frames_take_no_longer_than_their_bytes)
{
    Skeleton deep("deep");
    Bone* last = nullptr;
    for (int i = 0; i < 100'000; ++i) {
        last = &deep.createBone("", {.parent = last, .isHelper = true});
    }
    const auto file = CookedFile::open(writeCooked({.skeletons = {&deep}}), "deep");
    BOOST_TEST(file->createSkeleton(0)->bones().size() == 100'000u);

    Skeleton wide("wide");
    for (int i = 0; i < 20'000; ++i) {
        wide.createBone("", {.isHelper = true});
    }
    const auto still = AnimationClip::create({.name = "still"});
    const auto clip = BakedClip::create(*still, wide, {.framesPerSecond = 30.});
    auto bytes = writeCooked({.skeletons = {&wide}, .bakedClips = {clip.get()}});
    const auto at = CookedFile::open(bytes, "still")->size(CookedKind::BakedClip, 0);
    auto* const header = reinterpret_cast<format::BakedClipHeader*>(bytes.data() + bytes.size() - at);
    header->frames = 1u << 20;
    header->duration = 1000.;
    header->framesPerSecond = ((1u << 20) - 1) / 1000.;
    BOOST_TEST(CookedFile::open(bytes, "still")->getBakedClip(0)->frameCount() == 1u << 20);
}

BOOST_AUTO_TEST_SUITE_END()
