#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <armature/cooked/cooked_file.hpp>

/// The bytes of a cooked file, as docs/cooked_files.md describes them. All numbers are little-endian; every section begins at a multiple of
/// 64 bytes, and the bytes between sections are zero.
namespace armature::cooked {

inline constexpr bool isUsableHere = std::endian::native == std::endian::little;

/// Like PNG's magic number: a byte that is not text, a name, and line ends that a transfer as text would change.
inline constexpr std::array<char, 8> magic{'\x89', 'A', 'R', 'M', '\r', '\n', '\x1a', '\n'};
inline constexpr std::uint32_t version = 3;
inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t kindCount = 4;
inline constexpr std::array<CookedKind, kindCount> kinds{CookedKind::Skeleton, CookedKind::Clip, CookedKind::BakedClip, CookedKind::Crowd};
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t size) noexcept
{
    return (size + alignment - 1) / alignment * alignment;
}

/// The beginning of the file. The sections follow: FileEntry[all], std::uint32_t byName[all], char names[nameBytes], and then each entry's
/// bytes.
struct FileHeader {
    std::array<char, 8> magic{};
    std::uint32_t version = 0;
    std::uint32_t zero = 0;
    std::uint64_t fileSize = 0;
    std::array<std::uint32_t, kindCount> counts{};  ///< By CookedKind.
    std::uint64_t nameBytes = 0;
    std::array<std::uint64_t, 2> zeros{};
};
static_assert(sizeof(FileHeader) == 64);

/// Entries are stored in the order of the table, one after another, and so are their names.
struct FileEntry {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t nameOffset = 0;
    std::uint32_t nameSize = 0;
};
static_assert(sizeof(FileEntry) == 24);

/// The beginning of a skeleton's entry. The sections follow: BoneRecord[bones], std::uint32_t textEnds[bones], char text[textBytes]
/// (names), and for each set of inverse binds std::uint32_t count in a section of its own and float matrices[count][12].
struct SkeletonHeader {
    std::uint32_t bones = 0;
    std::uint32_t paletteSize = 0;
    std::uint32_t inverseBindSets = 0;
    std::uint32_t zero = 0;
    std::uint64_t textBytes = 0;
};
static_assert(sizeof(SkeletonHeader) == 24);

enum BoneFlag : std::uint32_t { isInverseGiven = 1, isRestMatrix = 2, allBoneFlags = 3 };

struct BoneRecord {
    std::uint32_t parent = none;  ///< The index of an earlier BoneRecord; none for a root.
    std::uint32_t place = 0;
    std::uint32_t paletteSlot = none;
    std::uint32_t flags = 0;
    float length = -1.f;  ///< Negative if the length is not set.
    float zero = 0.f;
    std::array<float, 10> restParts{};  ///< Translation, rotation x, y, z, w, scale.
    std::array<float, 12> restMatrix{};
    std::array<float, 12> bind{};
    std::array<float, 12> inverseBind{};  ///< Zeros unless an inverse bind is given.
};
static_assert(sizeof(BoneRecord) == 208);

/// The beginning of a clip's entry. The sections follow: unless the targets are stored with another clip, TargetRecord[channels],
/// std::uint32_t textEnds[3 * channels] and char text[textBytes] (the name, the path and the property of each target); then the image (see
/// animation/clip/clip_layout.hpp).
struct ClipHeader {
    std::uint32_t channels = 0;
    std::uint32_t targetsOf = 0;  ///< The index of this clip, or of the clip that stores the same targets.
    std::uint64_t textBytes = 0;
    std::uint64_t imageBytes = 0;
};
static_assert(sizeof(ClipHeader) == 24);

struct TargetRecord {
    std::uint64_t index = 0;
    std::uint64_t skeleton = 0;
    std::uint32_t kind = 0;  ///< A ChannelTarget::Kind.
    std::uint32_t zero = 0;
};
static_assert(sizeof(TargetRecord) == 24);

/// The beginning of a baked clip's entry. The sections follow: std::uint16_t animated[blocks], float base[blocks][10][16], if quantised
/// float steps[blocks][10][16], float or std::uint16_t frames[frames][frameSize], UnboundRecord[unbound], std::uint32_t textEnds[texts],
/// char text[textBytes]. Texts are the bones' names, unless a skeleton of the file has these names, and the targets of the unbound
/// channels.
struct BakedClipHeader {
    double duration = 0.;
    double framesPerSecond = 0.;
    std::array<double, 3> error{};  ///< Position, point, rotation.
    std::array<double, 3> smoothError{};
    std::uint32_t isQuantized = 0;
    std::uint32_t frames = 0;
    std::uint32_t frameSize = 0;
    std::uint32_t bones = 0;
    std::uint32_t skeleton = none;  ///< The file's skeleton whose bones() have the clip's bone names, in this order; or none.
    std::uint32_t unbound = 0;
    std::uint64_t textBytes = 0;
};
static_assert(sizeof(BakedClipHeader) == 96);

struct UnboundRecord {
    std::uint32_t channel = 0;
    std::uint32_t reason = 0;  ///< An UnboundReason.
};
static_assert(sizeof(UnboundRecord) == 8);

/// The beginning of a crowd's entry. The sections follow: std::uint32_t bakedClips[clips] and std::uint32_t curves[curves].
struct CrowdHeader {
    std::uint32_t skeleton = 0;
    std::uint32_t clips = 0;
    std::uint32_t curves = 0;  ///< Equal to `clips`, or 0.
    std::uint32_t zero = 0;
};
static_assert(sizeof(CrowdHeader) == 16);

}  // namespace armature::cooked
