#include <algorithm>
#include <array>

#include "crowd/crowd_state.hpp"
#include "scene/parallel_for.hpp"

namespace armature {

void Crowd::State::update(double seconds, std::span<Affine> out, Threads threads)
{
    for (Member& member : members) {
        if (member.isUsed && !member.isFrozen) {
            advance(member, seconds);
        }
    }
    plan(out);
    computedPoses += jobs_.size();

    const std::size_t groups = (jobs_.size() + laneCount - 1) / laneCount;
    const auto evaluateGroups = [&](std::size_t first, std::size_t last, Scratch& scratch) {
        for (std::size_t group = first; group < last; ++group) {
            const std::size_t begin = group * laneCount;
            evaluate(std::span(jobs_).subspan(begin, std::min(laneCount, jobs_.size() - begin)), seconds, scratch);
        }
    };
    const auto mixPalettes = [&](std::size_t first, std::size_t last) {
        for (const Mix& mix : std::span(mixes_).subspan(first, last - first)) {
            interpolatePalettes({mix.from, rig.paletteSize}, {mix.to, rig.paletteSize}, mix.fraction, {mix.palette, rig.paletteSize});
        }
    };
    if (threads == Threads::All) {
        makeScratch(parallel_for::workerCount());
        parallelFor(groups, 1,
                    [&](std::size_t first, std::size_t last, std::size_t worker) { evaluateGroups(first, last, scratch_[worker]); });
        constexpr std::size_t mixesEach = 64;
        parallelFor(mixes_.size(), mixesEach,
                    [&](std::size_t first, std::size_t last, std::size_t /*worker*/) { mixPalettes(first, last); });
    } else {
        makeScratch(1);
        evaluateGroups(0, groups, scratch_.front());
        mixPalettes(0, mixes_.size());
    }
}

// What this update has to compute, and where it goes.
void Crowd::State::plan(std::span<Affine> out)
{
    jobs_.clear();
    mixes_.clear();
    for (std::uint32_t index = 0; index < members.size(); ++index) {
        Member& member = members[index];
        if (!member.isUsed) {
            continue;
        }
        if (member.isCulled) {
            member.wasSeen = false;
            continue;
        }
        Affine* const palette = out.data() + index * rig.paletteSize;  // none where all bones are helpers
        if (member.isFrozen) {
            Affine* const kept = palettes.data() + index * rig.paletteSize;
            if (!member.isKept) {
                jobs_.push_back({&member, kept, 0.});
                member.isKept = true;
            }
            if (palette != kept) {
                mixes_.push_back({kept, kept, 0.f, palette});
            }
        } else if (member.interval > 1) {
            planFar(member, index, palette);
        } else {
            jobs_.push_back({&member, palette, 0.});
        }
    }
}

// Members with an interval take turns, so that each update has its share of them. The later palette is that of the last update before the
// next one is computed, the earlier one an interval before it.
void Crowd::State::planFar(Member& member, std::uint32_t index, Affine* palette)
{
    Affine* halves[] = {member.farPalettes.data(), member.farPalettes.data() + rig.paletteSize};
    if (!member.wasSeen) {
        member.wasSeen = true;
        member.step = member.interval - 1 - index % member.interval;
        jobs_.push_back({&member, halves[member.isLaterFirst ? 1 : 0], -1. - member.step});
        jobs_.push_back({&member, halves[member.isLaterFirst ? 0 : 1], member.interval - 1. - member.step});
    } else if (++member.step == member.interval) {
        member.step = 0;
        member.isLaterFirst = !member.isLaterFirst;
        jobs_.push_back({&member, halves[member.isLaterFirst ? 0 : 1], member.interval - 1.});
    }
    const float fraction = static_cast<float>(member.step + 1) / static_cast<float>(member.interval);
    mixes_.push_back({halves[member.isLaterFirst ? 1 : 0], halves[member.isLaterFirst ? 0 : 1], fraction, palette});
}

void Crowd::State::evaluate(std::span<const Job> jobs, double seconds, Scratch& scratch) const noexcept
{
    const std::size_t blocks = rig.rest.size();
    std::array<Affine*, laneCount> targets;
    targets.fill(scratch.discarded.data());
    for (std::size_t lane = 0; lane < jobs.size(); ++lane) {
        const Job& job = jobs[lane];
        targets[lane] = job.palette;
        samplePose(*job.member, job.ahead, seconds, scratch.fade, std::span(scratch.byInstance).subspan(lane * blocks, blocks));
        for (const std::uint32_t gap : rig.gaps) {
            job.palette[gap] = identityAffine();
        }
    }
    transposePoses(scratch.byInstance, blocks, rig.order, scratch.byBone);
    poseToPalettes(scratch.byBone, rig.view(), scratch.absolute, targets);
}

}  // namespace armature
