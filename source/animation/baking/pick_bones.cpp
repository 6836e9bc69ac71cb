#include "animation/baking/pick_bones.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "animation/baking/baked_clip_access.hpp"

namespace armature {

namespace {

constexpr std::size_t lanes = BakedClip::blockBones;
constexpr std::size_t components = BakedClip::componentCount;

constexpr std::uint16_t bitOf(std::size_t component) noexcept
{
    return static_cast<std::uint16_t>(1u << component);
}

/// Where a clip stores the numbers of one component of a bone.
struct Track {
    std::size_t row = 0;     // index in bases and steps
    std::size_t number = 0;  // index in a frame; valid if `moves`
    bool moves = false;      // whether any lane of the row moves
};

Track trackOf(const BakedClip& clip, std::size_t bone, std::size_t component)
{
    const std::span<const std::uint16_t> animated = clip.animatedComponents();
    const std::size_t block = bone / lanes;
    std::size_t rows = static_cast<std::size_t>(std::popcount(static_cast<std::uint16_t>(animated[block] & (bitOf(component) - 1u))));
    for (std::size_t before = 0; before < block; ++before) {
        rows += static_cast<std::size_t>(std::popcount(animated[before]));
    }
    return {(block * components + component) * lanes + bone % lanes, rows * lanes + bone % lanes,
            (animated[block] & bitOf(component)) != 0};
}

/// Builds the numbers of the picked bones, row by row.
template <class Number>
class TrackPicker {
public:
    TrackPicker(const BakedClip& clip, std::span<const Number> frames) : clip_(clip), frames_(frames) {}

    /// Appends a row that holds one track per lane; lanes without a track get `identity`.
    void addRow(std::span<const Track> tracks, float identity, BakedStorage& out)
    {
        const std::size_t first = out.base.size();
        out.base.resize(first + lanes, identity);
        if (clip_.isQuantized()) {
            out.steps.resize(first + lanes, 0.f);
        }
        const bool moves = std::ranges::any_of(tracks, &Track::moves);
        for (std::size_t lane = 0; lane < tracks.size(); ++lane) {
            out.base[first + lane] = clip_.bases()[tracks[lane].row];
            if (clip_.isQuantized()) {
                out.steps[first + lane] = clip_.steps()[tracks[lane].row];
            }
        }
        if (moves) {
            rows_.push_back({{tracks.begin(), tracks.end()}, {&out.base[first], &out.base[first] + lanes}});
        }
    }

    [[nodiscard]] std::size_t frameSize() const noexcept { return rows_.size() * lanes; }

    /// Returns the numbers of all frames. Lanes that do not move hold their base; in the quantised form, the number 0 stands for the base.
    [[nodiscard]] AlignedVector<Number> frames() const
    {
        AlignedVector<Number> numbers;
        numbers.reserve(clip_.frameCount() * frameSize());
        for (std::size_t frame = 0; frame < clip_.frameCount(); ++frame) {
            for (const Row& row : rows_) {
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    numbers.push_back(numberAt(row, lane, frame));
                }
            }
        }
        return numbers;
    }

private:
    struct Row {
        std::vector<Track> tracks;
        std::vector<float> base;
    };

    [[nodiscard]] Number numberAt(const Row& row, std::size_t lane, std::size_t frame) const
    {
        if (lane < row.tracks.size() && row.tracks[lane].moves) {
            return frames_[frame * clip_.getFrameSize() + row.tracks[lane].number];
        }
        return clip_.isQuantized() ? Number(0) : static_cast<Number>(row.base[lane]);
    }

    const BakedClip& clip_;
    std::span<const Number> frames_;
    std::vector<Row> rows_;
};

template <class Number>
AlignedVector<Number> pickRows(const BakedClip& clip, std::span<const std::uint32_t> bones, std::span<const Number> frames,
                               BakedStorage& out)
{
    TrackPicker<Number> picker(clip, frames);
    for (std::size_t first = 0; first < bones.size(); first += lanes) {
        const auto block = bones.subspan(first, std::min(lanes, bones.size() - first));
        std::uint16_t animated = 0;
        for (std::size_t component = 0; component < components; ++component) {
            std::vector<Track> tracks;
            for (const std::uint32_t bone : block) {
                tracks.push_back(trackOf(clip, bone, component));
            }
            const bool isOne = component >= 6;  // the rotation's w, and scales
            picker.addRow(tracks, isOne ? 1.f : 0.f, out);
            animated = static_cast<std::uint16_t>(animated | (std::ranges::any_of(tracks, &Track::moves) ? bitOf(component) : 0u));
        }
        out.animated.push_back(animated);
    }
    return picker.frames();
}

}  // namespace

std::shared_ptr<const BakedClip> pickBones(const BakedClip& clip, std::span<const std::uint32_t> bones)
{
    std::vector<std::string> names;
    for (const std::uint32_t bone : bones) {
        names.push_back(clip.boneNames()[bone]);
    }
    BakedStorage numbers;
    if (clip.isQuantized()) {
        numbers.quantizedFrames = pickRows(clip, bones, clip.quantizedFrames(), numbers);
    } else {
        numbers.frames = pickRows(clip, bones, clip.frames(), numbers);
    }
    const std::size_t rows = (clip.isQuantized() ? numbers.quantizedFrames.size() : numbers.frames.size()) / clip.frameCount();
    return BakedClipAccess::make({.name = clip.getName(),
                                  .duration = clip.getDuration(),
                                  .framesPerSecond = clip.getFramesPerSecond(),
                                  .isQuantized = clip.isQuantized(),
                                  .frameCount = clip.frameCount(),
                                  .frameSize = rows,
                                  .boneCount = bones.size(),
                                  .error = clip.getError(),
                                  .smoothError = clip.getSmoothError(),
                                  .unbound = {},
                                  .boneNames = std::make_shared<const std::vector<std::string>>(std::move(names))},
                                 BakedStorage::share(std::move(numbers)));
}

}  // namespace armature
