#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "animation/graph/graph_stepper.hpp"
#include "crowd/kernels/crowd_kernels.hpp"
#include "math/aligned_vector.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

/// What a crowd knows of its rig, copied at construction.
struct CrowdRigData {
    explicit CrowdRigData(const Skeleton& rig);

    [[nodiscard]] std::size_t boneCount() const noexcept { return order.size(); }
    [[nodiscard]] CrowdRig view() const noexcept { return {parents, kept, inverseBinds, paletteSlots, quarters}; }

    std::size_t paletteSize = 0;
    std::size_t keptCount = 0;
    JointRigData joints;
    std::vector<std::uint32_t> order;    // place in the order of evaluation, by number
    std::vector<std::uint32_t> parents;  // this and the next four by place: see CrowdRig
    std::vector<std::uint32_t> kept;
    AlignedVector<Affine> inverseBinds;
    std::vector<std::uint32_t> paletteSlots;
    std::vector<std::uint8_t> quarters;
    std::vector<std::uint32_t> gaps;     // palette slots without a bone, which hold the identity
    AlignedVector<TransformLanes> rest;  // a bone in each lane

private:
    /// The bones' numbers in the order of evaluation.
    [[nodiscard]] std::vector<std::uint32_t> putInOrder(std::span<const std::uint32_t> numberBySlot);
    void keepAbsolutes(std::span<const std::uint32_t> numbers);
};

bool listState(StateArchive& state, CrowdPlayback& playback);

/// The internals of a Crowd.
class Crowd::State {
public:
    struct Override {
        std::size_t bone;
        Transform local;
    };

    /// What a member plays of a graph.
    struct GraphPlayback {
        GraphPlayback(std::uint32_t graphIndex, const AnimationGraph& graph) : index(graphIndex), run(CompiledGraph::of(graph))
        {
            report.events.reserve(16);
        }

        std::uint32_t index;
        GraphRun run;
        GraphModifiers modifiers;  // empty until one is set
        GraphReport report;
    };

    struct Member {
        std::uint32_t generation = 0;
        bool isUsed = false;
        bool isFrozen = false;
        bool isCulled = false;
        bool isPlaying = false;      // otherwise it is at rest
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
        CrowdModifier modifier;
        std::unique_ptr<GraphPlayback> graph;  // instead of the playback
    };

    explicit State(const Skeleton& rigSkeleton) : rig(rigSkeleton) {}

    [[nodiscard]] Member& at(CrowdInstance instance);
    [[nodiscard]] bool contains(CrowdInstance instance) const noexcept;
    void requirePlayback(const CrowdPlayback& playback) const;
    [[nodiscard]] GraphPlayback& requireGraph(CrowdInstance instance);
    void requireStep(double seconds) const;
    void addMember();

    void update(Workers& workers, double seconds, std::span<Affine> out);
    void list(StateArchive& state);
    /// Memory for the leaves of a graph.
    [[nodiscard]] std::vector<GraphLeaf>& leavesOf(const GraphPlayback& playback)
    {
        makeScratch(1);
        return scratch_.front().graphs[playback.index].steps.leaves;
    }
    /// The current local pose of a member. Valid until the next call.
    [[nodiscard]] JointView pose(const Member& member);

    const CrowdRigData rig;
    const JointRig joints = rig.joints.view();
    std::vector<Member> members;
    std::vector<std::uint32_t> vacant;
    std::vector<std::shared_ptr<const BakedClip>> clips;
    std::vector<std::shared_ptr<const AnimationGraph>> graphs;
    AlignedVector<Affine> palettes;
    std::uint64_t computedPoses = 0;

private:
    void listMember(StateArchive& state, Member& member) const;
    void listGraph(StateArchive& state, Member& member) const;

    /// A palette that an update computes.
    struct Job {
        Member* member;  // null: a lane that stays unused
        Affine* palette;
        double ahead;  // updates from now: the pose's time
    };

    /// A palette that an update blends from two.
    struct Mix {
        const Affine* from;
        const Affine* to;
        float fraction;
        Affine* palette;
    };

    /// What one thread needs to play a graph.
    struct GraphMemory {
        explicit GraphMemory(const CompiledGraph& graph) : poses(graph), steps(graph) {}

        GraphScratch poses;
        GraphStepScratch steps;
    };

    /// What one thread needs to evaluate sixteen members.
    struct Scratch {
        explicit Scratch(const CrowdRigData& rig);

        AlignedVector<TransformLanes> byInstance;
        AlignedVector<TransformLanes> fade;
        AlignedVector<TransformLanes> byBone;
        AlignedVector<AffineBlock> absolute;
        AlignedVector<Affine> discarded;  // palettes of lanes without a member
        std::vector<GraphMemory> graphs;  // by graph
        std::exception_ptr failure;       // what a modifier threw
    };

    [[nodiscard]] double wrap(const CrowdPlayback& playback, double seconds) const noexcept;
    void advance(Member& member, double seconds, Scratch& scratch) const;
    void advancePlayback(Member& member, double seconds) const noexcept;
    void plan(std::span<Affine> out);
    void planFar(Member& member, std::uint32_t index, Affine* palette);
    void addJob(Member& member, Affine* palette, double ahead);
    void rethrowFailure();
    void samplePose(const Member& member, double ahead, double seconds, Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void sampleGraph(GraphPlayback& playback, double ahead, Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void evaluate(std::span<const Job> jobs, double seconds, bool isStreamed, Scratch& scratch) const noexcept;
    void makeScratch(std::size_t threads);

    std::vector<Job> jobs_;
    std::vector<Mix> mixes_;
    std::vector<Scratch> scratch_;  // one for each thread
};

}  // namespace armature
