#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/channel_target.hpp>
#include <armature/fwd.hpp>

namespace armature {

struct BakedNumbers;
struct TransformLanes;

/// How far a baked clip may be from the exact one, in skeleton space, at any time but the frames in which a channel jumps: a jump, that is
/// a STEP or keys nearer than a 240th of a second, becomes a way of one frame at any rate.
struct BakeBound {
    /// Of bones' origins and of points at the skin (see BakeOptions::radius), in skeleton units: metres in imported models. Default: a
    /// thousandth of the rig's size, which is the diagonal of the box around its bones at rest, or the radius if that is larger.
    std::optional<double> point = {};
    double rotation = 0.0044;  ///< Of the rotations down to a bone, in radians: a quarter of a degree.
};

/// How a clip is baked.
struct BakeOptions {
    /// Frames a second, rounded so that the last frame is the clip's end. Default: the first that keeps `maxError` of these. The smallest
    /// multiple of 30 or more, 240 at most, of the rate at which the clip's keys follow each other where they are closest, so that keys of
    /// a uniform rate become frames, even where some are left out; the smallest rate that makes frames of all keys; then multiples of
    /// these, up to 480.
    std::optional<double> framesPerSecond = {};
    /// Numbers of 16 bits, each track over a range of its own: half the memory, and an error that getError() includes.
    bool isQuantised = false;
    /// Points of a mesh are at most this far from their bone, in its own axes: what BakeError::point is for.
    double radius = 0.1;
    /// The bones that are baked, in this order; none: all of Skeleton::bones(). Must be of the skeleton, each once.
    std::span<const Bone* const> bones = {};
    /// What create() keeps or refuses. Default: that of BakeBound{}, and none where a rate is given: then getError() says what it costs.
    std::optional<BakeBound> maxError = {};
};

/// How far a baked clip is from the exact one at most, in skeleton space, over the whole clip. Bones that are not baked count as exact.
struct BakeError {
    double position = 0.;  ///< Of a bone's origin, in skeleton units.
    double point = 0.;     ///< Of a point BakeOptions::radius from its bone.
    double rotation = 0.;  ///< Of the rotations down to a bone, one after the other, in radians.
};

/// A frame of a baked clip and the way to the next one.
struct BakedPosition {
    std::size_t frame = 0;
    float fraction = 0.f;  ///< In [0, 1); 0 on the last frame, which has no next.
};

/// A clip for the bones of one rig as poses at a uniform rate, which are read and blended instead of searched and evaluated: what a Crowd
/// plays. Immutable, so one serves any number of instances and threads; it keeps nothing of the clip and the skeleton.
///
/// Layout, for whoever samples it another way (floats, or the 16-bit numbers of the quantised form):
/// - Bones come in blocks of `blockBones` lanes; bone i is lane i % blockBones of block i / blockBones. A block has `componentCount` rows of
///   lanes: translation xyz, rotation xyzw, scale xyz. Lanes behind the last bone hold the identity.
/// - A row that moves in none of its lanes is left out of the frames and stands in base(). Bit c of animatedComponents()[b] says that row c of
///   block b moves. A frame is its moving rows in order of block and component, row after row, frame after frame.
/// - The quantised form is value = base()[i] + steps()[i] * number, where i counts all rows of all blocks.
/// - Rotations of neighbouring frames point the same way (dot product >= 0) and are unit before quantisation: blend them without looking at
///   signs and make the result unit.
class BakedClip final {
public:
    static constexpr std::size_t blockBones = 16;
    static constexpr std::size_t componentCount = 10;

    /// Bakes what playing `clip` on `skeleton` shows. Channels are matched as an AnimationLayer with LayerOptions::skeleton does, through
    /// linked nodes too: what was made for this skeleton or one that it is a clone of, else what has the names of its bones. Parts that the
    /// clip does not move are those of the rest pose, without shear. Throws std::invalid_argument that names the clip: a foreign or repeated bone, a rate or radius that is
    /// not a positive number, more than 2^20 frames; no rate, or not the one that was given, keeps `maxError`: it says how far off it is.
    /// O(bones * (frames + different key times)) for each rate that it tries: most clips keep the bound at the first.
    [[nodiscard]] static std::shared_ptr<const BakedClip> create(const AnimationClip& clip, const Skeleton& skeleton,
                                                                 const BakeOptions& options = {});
    ~BakedClip();

    [[nodiscard]] const std::string& getName() const noexcept { return name_; }
    /// The channels of the clip that move no bone of the skeleton.
    [[nodiscard]] std::span<const UnboundChannel> unboundChannels() const noexcept { return unbound_; }
    /// Names of the bones, in their order: what Crowd::addClip() knows its rig by.
    [[nodiscard]] std::span<const std::string> boneNames() const noexcept { return *boneNames_; }
    /// The clip's, in seconds.
    [[nodiscard]] double getDuration() const noexcept { return duration_; }
    [[nodiscard]] double getFramesPerSecond() const noexcept { return framesPerSecond_; }
    [[nodiscard]] bool isQuantised() const noexcept { return isQuantised_; }
    /// A bound, measured when the clip was baked: at every key and frame and at seven times between each two, plus how much the error's
    /// curvature leaves room for between those.
    [[nodiscard]] const BakeError& getError() const noexcept { return error_; }
    /// The same without the frames in which a channel jumps: what BakeOptions::maxError is about.
    [[nodiscard]] const BakeError& getSmoothError() const noexcept { return smoothError_; }
    /// Bytes of frames and tables.
    [[nodiscard]] std::size_t memorySize() const noexcept;

    /// At least 1; the first is time 0, the last is the end.
    [[nodiscard]] std::size_t frameCount() const noexcept { return frameCount_; }
    [[nodiscard]] std::size_t boneCount() const noexcept { return boneCount_; }
    [[nodiscard]] std::size_t blockCount() const noexcept { return (boneCount_ + blockBones - 1) / blockBones; }

    // --- sampling: none of it allocates -----------------------------------------------------------------------------------

    /// Where a time in seconds lies; before the beginning and after the end the first and the last frame hold. O(1).
    [[nodiscard]] BakedPosition locate(double seconds) const noexcept;
    /// The pose at a time: translations and scales in a straight line from frame to frame, rotations too and made unit. `outBones` holds
    /// boneCount() transforms, else std::invalid_argument. O(bones).
    void sample(double seconds, std::span<Transform> outBones) const;
    /// The same as blocks of lanes for the library's own kernels. Precondition: room for blockCount() blocks. Lanes behind the last bone
    /// become the identity.
    void sample(double seconds, std::span<TransformLanes> outBlocks) const noexcept;

    // --- layout -----------------------------------------------------------------------------------------------------

    /// Numbers in a frame: blockBones for each moving row.
    [[nodiscard]] std::size_t frameSize() const noexcept { return frameSize_; }
    /// frameCount() * frameSize() numbers, on a boundary of 64 bytes; empty if quantised.
    [[nodiscard]] std::span<const float> frames() const noexcept;
    /// The same of the quantised form; else empty.
    [[nodiscard]] std::span<const std::uint16_t> quantisedFrames() const noexcept;
    /// A set of components for each block.
    [[nodiscard]] std::span<const std::uint16_t> animatedComponents() const noexcept;
    /// [block][component][lane]: what rows that do not move hold, on a boundary of 64 bytes.
    [[nodiscard]] std::span<const float> base() const noexcept;
    /// [block][component][lane], 0 for rows that do not move; empty unless quantised.
    [[nodiscard]] std::span<const float> steps() const noexcept;

private:
    friend class BakedClipAccess;  // internal: source/animation/baked_clip_access.hpp

    BakedClip();

    std::string name_;
    double duration_ = 0.;
    double framesPerSecond_ = 0.;
    bool isQuantised_ = false;
    std::size_t frameCount_ = 0;
    std::size_t frameSize_ = 0;
    std::size_t boneCount_ = 0;
    BakeError error_;
    BakeError smoothError_;
    std::vector<UnboundChannel> unbound_;
    std::shared_ptr<const std::vector<std::string>> boneNames_;  // never null
    std::unique_ptr<BakedNumbers> numbers_;
};

}  // namespace armature
