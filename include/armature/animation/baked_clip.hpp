#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/channel_target.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

struct BakedNumbers;
struct TransformLanes;

/// How far a baked clip may deviate from the exact clip, in skeleton space. Frames in which a channel jumps (a STEP, or keys less than
/// 1/240 s apart) are not measured: at any rate, a jump becomes a transition of one frame.
struct ARMATURE_API BakeBound {
    /// Largest error of the positions of bones' origins and of points on the skin (see BakeOptions::radius), in skeleton units: metres in
    /// imported models. Default: a thousandth of the rig's size, which is the larger of the radius and the diagonal of the bounding box of
    /// its bones at rest.
    std::optional<double> point = {};
    double rotation = 0.0044;  ///< Largest error of a bone's rotation in skeleton space, in radians. Default: about a quarter of a degree.
};

/// How a clip is baked.
struct ARMATURE_API BakeOptions {
    /// Frames per second, rounded so that the last frame is at the clip's end. Default: the first of the following rates that keeps
    /// `maxError`. (1) The rate given by the smallest interval between keys (of at least 1/240 s), multiplied by the smallest whole number
    /// that makes it at least 30, but no more than 240. If the keys have a uniform rate, each is then a frame, even if some keys are
    /// missing. (2) The smallest rate from 30 to 480 that makes every key a frame, if there is one and it is above rate (1). (3) Multiples,
    /// up to 480, of the rate that makes every key a frame, or of rate (1) if there is none.
    std::optional<double> framesPerSecond = {};
    /// If true, frames are stored as 16-bit numbers, scaled to the range of each component of each bone. This halves the memory; getError()
    /// includes the quantisation error.
    bool isQuantized = false;
    /// The largest distance of a point on the mesh from its bone, in the bone's own axes; used for BakeError::point.
    double radius = 0.1;
    /// The bones to bake, in this order; empty for all of Skeleton::bones(). Must belong to the skeleton, each at most once.
    std::span<const Bone* const> bones = {};
    /// The bound that create() keeps; if it cannot, it throws. Default: BakeBound{} or, if framesPerSecond is set, no bound;
    /// BakedClip::getError() gives the error in any case.
    std::optional<BakeBound> maxError = {};
    /// If true, a clip is accepted even if none of its channels moves a bone of the skeleton; the rest pose is then baked.
    bool mayMoveNothing = false;
};

/// The largest deviation of a baked clip from the exact clip, in skeleton space, over the whole clip. Bones that are not baked count as
/// exact.
struct ARMATURE_API BakeError {
    double position = 0.;  ///< Largest error of the position of a bone's origin, in skeleton units.
    double point = 0.;     ///< Largest error of a point at a distance of BakeOptions::radius from its bone, in skeleton units.
    double rotation = 0.;  ///< Largest error of a bone's rotation in skeleton space, in radians.
};

/// A time in a baked clip, as a frame and a fraction of the interval to the next frame.
struct ARMATURE_API BakedPosition {
    std::size_t frame = 0;  ///< The last frame at or before the time.
    float fraction = 0.f;   ///< How far the time is towards the next frame, in [0, 1); 0 on the last frame.
};

/// A clip for the bones of one rig, stored as poses at a uniform rate. Sampling reads and blends two frames instead of searching keys and
/// evaluating curves; Crowds play baked clips. Immutable, so one clip serves any number of instances and threads. Holds no reference to the
/// original clip or the skeleton.
///
/// Layout, for samplers of your own (floats, or 16-bit numbers if quantised):
/// - Bones come in blocks of `blockBones` lanes; bone i is lane i % blockBones of block i / blockBones. A block has `componentCount` rows
///   of lanes: translation xyz, rotation xyzw, scale xyz. Lanes beyond the last bone hold the identity.
/// - Rows in which all lanes are constant over the clip are stored in bases(), not in frames. Bit c of animatedComponents()[b] is set if
///   row c of block b moves. A frame consists of the moving rows, ordered by block and component; frames are stored one after another.
/// - Quantised numbers decode as value = bases()[i] + steps()[i] * number, where i counts all rows of all blocks.
/// - Before quantisation, rotations have unit length, and the rotations of a bone in neighbouring frames have a dot product >= 0: blend
///   them without checking signs, and normalise the result.
class ARMATURE_API BakedClip final {
public:
    static constexpr std::size_t blockBones = 16;      ///< Bones (lanes) per block.
    static constexpr std::size_t componentCount = 10;  ///< Rows per block.

    /// Bakes `clip` as it plays on `skeleton`. Channels are matched as by an AnimationLayer with LayerOptions::skeleton, through linked
    /// nodes too: by identity if the clip was made for this skeleton or for one that it was cloned from, otherwise by bone names. Parts
    /// that the clip does not move keep the rest pose, without shear. Throws std::invalid_argument, naming the clip, for a foreign or
    /// repeated bone, a rate or radius that is not a positive number, an error bound that is negative or NaN, or more than 2^20 frames; if
    /// the error at the given rate, or at every rate tried, exceeds `maxError` (the message says by how much); and if none of the clip's
    /// channels moves a bone (see BakeOptions::mayMoveNothing; the message lists the closest names). O(bones * (frames + different key
    /// times)) per rate tried; the first rate usually keeps the bound.
    [[nodiscard]] static std::shared_ptr<const BakedClip> create(const AnimationClip& clip, const Skeleton& skeleton,
                                                                 const BakeOptions& options = {});
    ~BakedClip();

    [[nodiscard]] const std::string& getName() const noexcept { return parts_.name; }  ///< The name of the clip that was baked.
    /// The clip's channels that move no bone of the skeleton.
    [[nodiscard]] std::span<const UnboundChannel> unboundChannels() const noexcept { return parts_.unbound; }
    /// Empty if every channel moves a bone; otherwise a text like that of ClipPlayer::getWarnings(). O(unbound channels * bones).
    [[nodiscard]] std::vector<std::string> getWarnings() const;
    /// Names of the baked bones, in order. Crowd::addClip() compares them with the bones of the crowd's rig.
    [[nodiscard]] std::span<const std::string> boneNames() const noexcept { return *parts_.boneNames; }
    /// The clip's duration in seconds.
    [[nodiscard]] double getDuration() const noexcept { return parts_.duration; }
    /// The rate at which the clip was baked: the given rate, or the rate that kept the error bound.
    [[nodiscard]] double getFramesPerSecond() const noexcept { return parts_.framesPerSecond; }
    /// True if frames hold 16-bit numbers, false if floats.
    [[nodiscard]] bool isQuantized() const noexcept { return parts_.isQuantized; }
    /// An upper bound of the error, measured when the clip was baked: at every key, at every frame and at seven moments between any two
    /// neighbours of these, plus an allowance for the error's curvature in between.
    [[nodiscard]] const BakeError& getError() const noexcept { return parts_.error; }
    /// The error without the frames in which a channel jumps. This error is compared with BakeOptions::maxError.
    [[nodiscard]] const BakeError& getSmoothError() const noexcept { return parts_.smoothError; }
    /// Size in bytes of the frames and of the tables of constants and scales.
    [[nodiscard]] std::size_t getMemorySize() const noexcept;

    /// The number of frames, at least 1. The first frame is at time 0, the last at the end.
    [[nodiscard]] std::size_t frameCount() const noexcept { return parts_.frameCount; }
    /// The number of baked bones: all of the skeleton's, or BakeOptions::bones.
    [[nodiscard]] std::size_t boneCount() const noexcept { return parts_.boneCount; }
    /// The number of blocks, of up to `blockBones` bones each.
    [[nodiscard]] std::size_t blockCount() const noexcept { return (parts_.boneCount + blockBones - 1) / blockBones; }

    // --- sampling: none of it allocates -----------------------------------------------------------------------------------

    /// Returns the frame and fraction at a time in seconds, clamped to the clip. O(1).
    [[nodiscard]] BakedPosition locate(double seconds) const noexcept;
    /// Writes the pose at a time in seconds, interpolated linearly between frames, with rotations normalised. Throws std::invalid_argument
    /// unless `outBones` holds boneCount() transforms. O(bones).
    void sample(double seconds, std::span<Transform> outBones) const;
    /// Writes the pose as blocks of lanes, for the library's own kernels: the first outBlocks.size() of the blockCount() blocks, or all if
    /// there are fewer. Lanes beyond the last bone become the identity.
    void sample(double seconds, std::span<TransformLanes> outBlocks) const noexcept;

    // --- layout -----------------------------------------------------------------------------------------------------

    /// Numbers per frame: blockBones for each moving row.
    [[nodiscard]] std::size_t getFrameSize() const noexcept { return parts_.frameSize; }
    /// frameCount() * getFrameSize() numbers, aligned to 64 bytes; empty if quantised.
    [[nodiscard]] std::span<const float> frames() const noexcept;
    /// The frames of a quantised clip, also aligned to 64 bytes; empty unless quantised.
    [[nodiscard]] std::span<const std::uint16_t> quantizedFrames() const noexcept;
    /// For each block, a bit set of its moving rows.
    [[nodiscard]] std::span<const std::uint16_t> animatedComponents() const noexcept;
    /// [block][component][lane]: values of constant rows and, if quantised, offsets of moving rows. Aligned to 64 bytes.
    [[nodiscard]] std::span<const float> bases() const noexcept;
    /// [block][component][lane]: scales of quantised rows, 0 for constant rows. Empty unless quantised.
    [[nodiscard]] std::span<const float> steps() const noexcept;

private:
    friend class BakedClipAccess;  // internal: source/animation/baking/baked_clip_access.hpp

    /// All data of the clip except its BakedNumbers.
    struct Parts {
        std::string name;
        double duration = 0.;
        double framesPerSecond = 0.;
        bool isQuantized = false;
        std::size_t frameCount = 0;
        std::size_t frameSize = 0;
        std::size_t boneCount = 0;
        BakeError error;
        BakeError smoothError;
        std::vector<UnboundChannel> unbound;
        std::shared_ptr<const std::vector<std::string>> boneNames;  ///< Never null.
    };

    BakedClip(Parts parts, BakedNumbers numbers);

    Parts parts_;
    std::unique_ptr<const BakedNumbers> numbers_;
};

}  // namespace armature
