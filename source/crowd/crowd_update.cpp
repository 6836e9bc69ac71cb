#include <algorithm>
#include <array>

#include "base/parallel_for.hpp"
#include "crowd/crowd_state.hpp"

namespace armature {

void Crowd::State::update(Workers& workers, double seconds, std::span<Affine> out)
{
    const auto advanceMembers = [&](std::size_t first, std::size_t last, Scratch& scratch) {
        for (Member& member : std::span(members).subspan(first, last - first)) {
            try {
                if (member.isUsed && !member.isFrozen) {
                    advance(member, seconds, scratch);
                }
            } catch (...) {  // from a member's modifier: time still passes for the other members
                scratch.failure = std::current_exception();
            }
        }
    };
    makeScratch(workers.count());
    constexpr std::size_t membersEach = 256;
    workers.run(members.size(), membersEach,
                [&](std::size_t first, std::size_t last, std::size_t worker) { advanceMembers(first, last, scratch_[worker]); });
    plan(out);

    const bool isStreamed = jobs_.size() * rig.paletteSize * sizeof(Affine) >= streamedBytes;
    groupJobs();
    const std::size_t groups = groups_.size() / laneCount;
    const auto evaluateGroups = [&](std::size_t first, std::size_t last, Scratch& scratch) {
        for (std::size_t group = first; group < last; ++group) {
            evaluate(std::span(groups_).subspan(group * laneCount, laneCount), seconds, isStreamed, scratch);
        }
    };
    const auto mixPalettes = [&](std::size_t first, std::size_t last) {
        for (const Mix& mix : std::span(mixes_).subspan(first, last - first)) {
            interpolatePalettes({mix.from, rig.paletteSize}, {mix.to, rig.paletteSize}, mix.fraction, {mix.palette, rig.paletteSize});
        }
    };
    workers.run(groups, 1, [&](std::size_t first, std::size_t last, std::size_t worker) { evaluateGroups(first, last, scratch_[worker]); });
    constexpr std::size_t mixesEach = 64;
    workers.run(mixes_.size(), mixesEach, [&](std::size_t first, std::size_t last, std::size_t /*worker*/) { mixPalettes(first, last); });
    rethrowFailure();
    workers.finish();
}

// If modifiers threw in this update, rethrows one of the exceptions. Later updates then compute the palettes of this update again instead
// of keeping them.
void Crowd::State::rethrowFailure()
{
    std::exception_ptr failure;
    for (Scratch& scratch : scratch_) {
        failure = failure == nullptr ? scratch.failure : failure;
        scratch.failure = nullptr;
    }
    if (failure != nullptr) {
        for (const Job& job : jobs_) {
            if (job.member != nullptr) {
                job.member->isKept = false;
                job.member->wasSeen = false;
            }
        }
        std::rethrow_exception(failure);
    }
}

Crowd::State::JobKind Crowd::State::kindOf(const Member& member) const noexcept
{
    return {boneLevels.at(member.boneLevel), member.graph != nullptr || member.modifier};
}

void Crowd::State::addJob(Member& member, Affine* palette, double ahead)
{
    jobs_.push_back({&member, palette, ahead, kindOf(member)});
    ++counts_[jobs_.back().kind.index()];
    ++computedPoses;
}

// Arranges the jobs in groups of sixteen of one kind, filled up with empty jobs. The jobs of a kind stay in the order of the members.
void Crowd::State::groupJobs()
{
    std::size_t begin = 0;
    for (std::size_t& count : counts_) {
        const std::size_t groups = (count + laneCount - 1) / laneCount;
        count = begin;
        begin += groups * laneCount;
    }
    groups_.reserve(jobs_.capacity() + laneCount * counts_.size());  // so that assign() allocates only for more jobs than ever before
    groups_.assign(begin, Job());
    for (const Job& job : jobs_) {
        groups_[counts_[job.kind.index()]++] = job;
    }
}

// Plans what this update must compute, and where the results go.
void Crowd::State::plan(std::span<Affine> out)
{
    jobs_.clear();
    mixes_.clear();
    counts_.assign(2 * boneLevels.count() - 1, 0);
    for (std::uint32_t index = 0; index < members.size(); ++index) {
        Member& member = members[index];
        if (!member.isUsed) {
            continue;
        }
        if (member.isCulled) {
            member.wasSeen = false;
            continue;
        }
        Affine* const palette = out.data() + index * rig.paletteSize;  // an empty palette if all bones are helpers
        if (member.isFrozen) {
            Affine* const kept = ownPalettes().data() + index * rig.paletteSize;
            if (!member.isKept) {
                addJob(member, kept, 0.);
                member.isKept = true;
            }
            if (palette != kept) {
                mixes_.push_back({kept, kept, 0.f, palette});
            }
        } else if (member.interval > 1) {
            planFar(member, index, palette);
        } else {
            addJob(member, palette, 0.);
        }
    }
}

// Plans a member whose interval is above 1. Such members take turns, so that each update computes only some of them. The later palette is
// for the last update before the next computed pose, the earlier palette for one interval before that.
void Crowd::State::planFar(Member& member, std::uint32_t index, Affine* palette)
{
    Affine* halves[] = {member.farPalettes.data(), member.farPalettes.data() + rig.paletteSize};
    if (!member.wasSeen) {
        member.wasSeen = true;
        member.step = member.interval - 1 - index % member.interval;
        const bool isModified = member.modifier || (member.graph != nullptr && !member.graph->modifiers.empty());
        if (std::size_t& count = counts_[kindOf(member).index()]; isModified && count % laneCount == laneCount - 1) {
            ++count;
            jobs_.push_back({.kind = kindOf(member)});  // an unused lane, so that one thread computes both poses
        }
        addJob(member, halves[member.isLaterFirst ? 1 : 0], -1. - member.step);
        addJob(member, halves[member.isLaterFirst ? 0 : 1], member.interval - 1. - member.step);
    } else if (++member.step == member.interval) {
        member.step = 0;
        member.isLaterFirst = !member.isLaterFirst;
        addJob(member, halves[member.isLaterFirst ? 0 : 1], member.interval - 1.);
    }
    const float fraction = static_cast<float>(member.step + 1) / static_cast<float>(member.interval);
    mixes_.push_back({halves[member.isLaterFirst ? 1 : 0], halves[member.isLaterFirst ? 0 : 1], fraction, palette});
}

void Crowd::State::evaluate(std::span<const Job> jobs, double seconds, bool isStreamed, Scratch& scratch) const noexcept
{
    const JobKind kind = jobs.front().kind;
    const bool isReduced = kind.boneLevel != 0 && !kind.isWhole;
    const CrowdOrder& order = kind.boneLevel != 0 ? boneLevels.order(kind.boneLevel) : rig.whole;
    const std::size_t blocks = isReduced ? boneLevels.blockCount(kind.boneLevel) : rig.rest.size();
    std::array<Affine*, laneCount> targets;
    targets.fill(scratch.discarded.data());
    for (std::size_t lane = 0; lane < jobs.size(); ++lane) {
        const Job& job = jobs[lane];
        if (job.member == nullptr) {
            continue;
        }
        targets[lane] = job.palette;
        const auto out = std::span(scratch.byInstance).subspan(lane * blocks, blocks);
        try {
            if (isReduced) {
                sampleReduced(*job.member, job.ahead, seconds, scratch, out);
            } else {
                samplePose(*job.member, job.ahead, seconds, scratch, out);
            }
        } catch (...) {
            scratch.failure = std::current_exception();
        }
        for (const std::uint32_t gap : rig.gaps) {
            job.palette[gap] = identityAffine();
        }
    }
    const std::span<const std::uint32_t> places = isReduced ? boneLevels.posePlaces(kind.boneLevel) : order.placeOf;
    transposePoses(scratch.byInstance, blocks, places, scratch.byBone);
    poseToPalettes(scratch.byBone, order.view(), scratch.absolute, targets, isStreamed);
}

}  // namespace armature
