#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "animation/graph/graph_work.hpp"
#include "crowd/crowd_rig_data.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// The internals of a Crowd.
class Crowd::State {
public:
    struct Override {
        std::size_t bone;
        Transform local;
    };

    /// A member's playback of a graph.
    struct GraphPlayback {
        GraphPlayback(std::uint32_t graphIndex, const AnimationGraph& graph) : index(graphIndex), run(CompiledGraph::of(graph))
        {
            report.events.reserve(GraphReport::usualEvents);
        }

        std::uint32_t index;
        GraphRun run;
        GraphModifiers modifiers;  // empty until a modifier is set
        GraphReport report;
    };

    struct Member {
        std::uint32_t generation = 0;
        bool isUsed = false;
        bool isFrozen = false;
        bool isCulled = false;
        bool isPlaying = false;      // whether `playback` plays, unless a graph does; otherwise the member is at rest
        bool isKept = false;         // frozen, and its palette is in the crowd's own memory
        bool wasSeen = false;        // whether both of farPalettes are filled; for intervals above 1
        bool isLaterFirst = false;   // whether the first half of farPalettes is the later palette
        std::uint8_t boneLevel = 0;  // as given: see CrowdBoneLevels::at()
        std::uint32_t interval = 1;  // updates from one computed pose to the next
        std::uint32_t step = 0;      // updates since the last computed pose
        CrowdPlayback playback;
        CrowdPlayback fadeFrom;
        double fadeElapsed = 0.;
        double fadeDuration = 0.;  // 0: not fading
        std::vector<Override> overrides;
        AlignedVector<Affine> farPalettes;  // for intervals above 1: a palette before now, and one after
        CrowdModifier modifier;
        std::unique_ptr<GraphPlayback> graph;  // played instead of `playback`
    };

    /// The curves of a clip that a member plays; null if there are none.
    struct CurvePart {
        const AnimationClip* curves = nullptr;
        double seconds = 0.;
        float share = 0.f;
    };
    using CurveParts = std::array<CurvePart, 2>;

    explicit State(const Skeleton& rigSkeleton) : rig(rigSkeleton) {}

    [[nodiscard]] Member& at(CrowdInstance instance);
    [[nodiscard]] bool contains(CrowdInstance instance) const noexcept;
    void requirePlayback(const CrowdPlayback& playback) const;
    [[nodiscard]] GraphPlayback& requireGraph(CrowdInstance instance);
    void requireStep(double seconds) const;
    void addMember();

    void update(Workers& workers, double seconds, std::span<Affine> out);
    void list(StateArchive& state);
    /// Returns scratch memory for sampling a graph.
    [[nodiscard]] GraphStepScratch& scratchOf(const GraphPlayback& playback)
    {
        makeScratch(1);
        return scratch_.front().graphs[playback.index].steps;
    }
    /// Returns the curves of a member without a graph.
    [[nodiscard]] CurveParts curveParts(const Member& member) const;
    /// The palettes in the crowd's own memory, which is made when it is first needed: crowds that write into their caller's memory do not
    /// need it. May be called on several threads at once.
    [[nodiscard]] AlignedVector<Affine>& ownPalettes();
    /// Returns the current local pose of a member. Valid until the next call.
    [[nodiscard]] JointView pose(const Member& member);

    const CrowdRigData rig;
    const JointRig joints = rig.joints.view();
    std::vector<std::shared_ptr<const AnimationGraph>> graphs;  // before the members, which give back what graphs lend them
    std::vector<Member> members;
    std::vector<std::uint32_t> vacant;
    CrowdBoneLevels boneLevels;
    std::vector<std::shared_ptr<const BakedClip>> clips;
    std::vector<std::shared_ptr<const AnimationClip>> curves;    // by clip; null if the clip has none
    std::vector<std::shared_ptr<const BakedClip>> reducedClips;  // by clip, with only the bones of boneLevels.numbers()
    std::uint64_t computedPoses = 0;
    std::vector<float> sampledWeights;

private:
    void listMember(StateArchive& state, Member& member) const;
    void listGraph(StateArchive& state, Member& member) const;

    /// The properties that all jobs of a group of sixteen share.
    struct JobKind {
        std::size_t boneLevel = 0;  // index in CrowdBoneLevels
        bool isWhole = true;        // the whole pose is sampled, even if few bones are computed, because a graph or a modifier needs it

        /// Returns the kind's index in counts_. At level 0, isWhole makes no difference, because all bones are computed.
        [[nodiscard]] std::size_t index() const noexcept { return 2 * boneLevel - (boneLevel != 0 && isWhole ? 1 : 0); }
    };

    /// A palette that an update computes.
    struct Job {
        Member* member = nullptr;  // null: a lane that stays unused
        Affine* palette = nullptr;
        double ahead = 0.;  // the pose's time, in updates from now
        JobKind kind = {};
    };

    /// A palette that an update blends from two others.
    struct Mix {
        const Affine* from;
        const Affine* to;
        float fraction;
        Affine* palette;
    };

    /// The memory that one thread needs to evaluate sixteen members.
    struct Scratch {
        explicit Scratch(const CrowdRigData& rig);

        AlignedVector<TransformLanes> byInstance;
        AlignedVector<TransformLanes> fade;
        AlignedVector<TransformLanes> byBone;
        AlignedVector<AffineBlock> absolute;
        AlignedVector<Affine> discarded;  // palettes of lanes without a member
        std::vector<GraphWork> graphs;    // by graph
        std::exception_ptr failure;       // the exception that a modifier threw
    };

    [[nodiscard]] double wrap(const CrowdPlayback& playback, double seconds) const noexcept;
    void advance(Member& member, double seconds, Scratch& scratch) const;
    void advancePlayback(Member& member, double seconds) const noexcept;
    void plan(std::span<Affine> out);
    void planFar(Member& member, std::uint32_t index, Affine* palette);
    [[nodiscard]] JobKind kindOf(const Member& member) const noexcept;
    void addJob(Member& member, Affine* palette, double ahead);
    void groupJobs();
    void rethrowFailure();
    void samplePose(const Member& member, double ahead, double seconds, Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void sampleReduced(const Member& member, double ahead, double seconds, Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void samplePlayback(const Member& member, double ahead, double seconds, std::span<const std::shared_ptr<const BakedClip>> of,
                        Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void sampleGraph(GraphPlayback& playback, double ahead, Scratch& scratch, std::span<TransformLanes> outBlocks) const;
    void evaluate(std::span<const Job> jobs, double seconds, bool isStreamed, Scratch& scratch) const noexcept;
    void makeScratch(std::size_t threads);

    std::mutex palettesMutex_;
    std::atomic<bool> hasPalettes_{false};
    AlignedVector<Affine> palettes_;  // empty, or with room for all members
    std::vector<Job> jobs_;
    std::vector<std::size_t> counts_;  // number of jobs, by index of their kind
    std::vector<Job> groups_;          // the jobs, in groups of sixteen of one kind
    std::vector<Mix> mixes_;
    std::vector<Scratch> scratch_;  // one for each thread
};

}  // namespace armature
