#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// What a crowd knows of its rig, copied when it is made.
struct CrowdRigData {
    explicit CrowdRigData(const Skeleton& rig);

    [[nodiscard]] std::size_t boneCount() const noexcept { return order.size(); }
    [[nodiscard]] CrowdRig view() const noexcept { return {depths, inverseBinds, paletteSlots}; }

    std::size_t paletteSize = 0;
    std::size_t levelCount = 0;
    std::vector<std::string> boneNames;       // by number in the rig's bones()
    std::vector<std::uint32_t> parentByBone;  // by number in the rig's bones()
    std::vector<std::uint32_t> order;         // place in the order of evaluation, by number
    std::vector<std::uint32_t> depths;        // this and the next two by place
    AlignedVector<Affine> inverseBinds;
    std::vector<std::uint32_t> paletteSlots;
    std::vector<std::uint32_t> gaps;     // palette slots without bone, which hold the identity
    AlignedVector<TransformLanes> rest;  // a bone in each lane
};

bool listState(StateArchive& state, CrowdPlayback& playback);

/// What a Crowd consists of.
class Crowd::State {
public:
    struct Override {
        std::size_t bone;
        Transform local;
    };

    struct Member {
        std::uint32_t generation = 0;
        bool isUsed = false;
        bool isFrozen = false;
        bool isCulled = false;
        bool isPlaying = false;      // else it rests
        bool isKept = false;         // frozen, and its palette is in the crowd's own memory
        bool wasSeen = false;        // with an interval: both far palettes hold something
        bool isLaterFirst = false;   // which half of farPalettes is the later one
        std::uint32_t interval = 1;  // updates from one computed pose to the next
        std::uint32_t step = 0;      // updates since the last computed one
        CrowdPlayback playback;
        CrowdPlayback fadeFrom;
        double fadeElapsed = 0.;
        double fadeDuration = 0.;  // 0: not fading
        std::vector<Override> overrides;
        AlignedVector<Affine> farPalettes;  // with an interval: a palette before now and one after
    };

    explicit State(const Skeleton& rigSkeleton) : rig(rigSkeleton) {}

    [[nodiscard]] Member& at(CrowdInstance instance);
    [[nodiscard]] bool contains(CrowdInstance instance) const noexcept;
    void requirePlayback(const CrowdPlayback& playback) const;
    void addMember();

    void update(double seconds, std::span<Affine> out, Threads threads);
    void list(StateArchive& state);
    /// The local pose of a member now.
    void getPose(const Member& member, std::vector<Transform>& outBones);

    const CrowdRigData rig;
    std::vector<Member> members;
    std::vector<std::uint32_t> vacant;
    std::vector<std::shared_ptr<const BakedClip>> clips;
    AlignedVector<Affine> palettes;
    std::uint64_t computedPoses = 0;

private:
    static void listMember(StateArchive& state, Member& member);

    /// A palette that an update computes.
    struct Job {
        const Member* member;
        Affine* palette;
        double ahead;  // updates from now: the pose's time
    };

    /// A palette that an update puts together from two.
    struct Mix {
        const Affine* from;
        const Affine* to;
        float fraction;
        Affine* palette;
    };

    /// What one thread needs to evaluate sixteen members.
    struct Scratch {
        explicit Scratch(const CrowdRigData& rig);

        AlignedVector<TransformLanes> byInstance;
        AlignedVector<TransformLanes> fade;
        AlignedVector<TransformLanes> byBone;
        AlignedVector<AffineBlock> absolute;
        AlignedVector<Affine> discarded;  // palettes of lanes without member
    };

    [[nodiscard]] double wrap(const CrowdPlayback& playback, double seconds) const noexcept;
    void advance(Member& member, double seconds) noexcept;
    void plan(std::span<Affine> out);
    void planFar(Member& member, std::uint32_t index, Affine* palette);
    void samplePose(const Member& member, double ahead, double seconds, std::span<TransformLanes> fade,
                    std::span<TransformLanes> outBlocks) const noexcept;
    void evaluate(std::span<const Job> jobs, double seconds, Scratch& scratch) const noexcept;
    void makeScratch(std::size_t threads);

    std::vector<Job> jobs_;
    std::vector<Mix> mixes_;
    std::vector<Scratch> scratch_;  // one for each thread
};

}  // namespace armature
