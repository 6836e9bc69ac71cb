#include "retarget/limb_table.hpp"

#include <algorithm>

namespace armature::humanoid {

namespace {

constexpr float without = 0.05f;  // score lost by leaving out the optional first step

bool isOpposite(Side a, Side b)
{
    return a != Side::None && b != Side::None && a != b;
}

}  // namespace

LimbTable::LimbTable(const BodyShape& shape, std::span<const Step> steps, Side side, float leftward)
    : shape_(&shape)
    , steps_(steps)
    , side_(side)
    , leftward_(leftward)
    , here_(shape.size() * steps.size(), impossible)
    , below_(shape.size() * steps.size())
{
    for (std::size_t bone = shape.size(); bone-- > 0;) {
        fill(bone);
    }
}

void LimbTable::fill(std::size_t bone)
{
    for (std::size_t step = 0; step < steps_.size(); ++step) {
        Below& best = below_[at(step, bone)];
        for (const std::uint32_t child : shape_->children(bone)) {
            if (here_[at(step, child)] > best.score) {
                best = {here_[at(step, child)], child};
            }
            const Below& deeper = below_[at(step, child)];
            if (deeper.bone != none && deeper.score - skipCost(step, child) > best.score) {
                best = {deeper.score - skipCost(step, child), deeper.bone};
            }
        }
    }
    if (isOpposite(shape_->side[bone], side_)) {
        return;
    }
    for (std::size_t step = steps_.size(); step-- > 0;) {
        const float aside = side_ == Side::None && shape_->side[bone] != Side::None ? 0.5f : 0.f;
        const float own = localScore(steps_[step].part, side_, leftward_, *shape_, bone) - aside;
        if (step + 1 == steps_.size()) {
            here_[at(step, bone)] = own;
            continue;
        }
        const Below& next = below_[at(step + 1, bone)];
        const bool mayEnd = step + 2 == steps_.size() && steps_[step + 1].isOptional;
        const float rest = mayEnd ? std::max(next.score, 0.f) : next.score;
        here_[at(step, bone)] = rest > impossible / 2 ? own + rest : impossible;
    }
}

// Returns the cost of skipping a bone. It is higher for a bone that fits, so that the first of several bones that share a segment is
// chosen.
float LimbTable::skipCost(std::size_t step, std::size_t bone) const
{
    const BoneWords& words = shape_->words[bone];
    const bool isAside = words.noun == Noun::Other || words.noun == Noun::Animal;  // bones of a skirt or a face belong to no limb
    const float known = isAside ? 0.4f : words.noun == Noun::None && !words.isHelper ? 0.1f : 0.04f;
    const Part part = steps_[step].part;
    return known + 0.5f * std::max(0.f, nameScore(part, *shape_, bone) + childrenScore(part, *shape_, bone));
}

LimbTable::Beginning LimbTable::beginning(std::size_t bone) const noexcept
{
    Beginning best{impossible, 0, none};
    for (std::size_t step = 0; step <= (steps_[0].isOptional ? 1u : 0u); ++step) {
        const float cost = step > 0 ? without : 0.f;
        const float here = here_[at(step, bone)] - cost;
        const Below& below = below_[at(step, bone)];
        if (here > best.score) {
            best = {here, step, static_cast<std::uint32_t>(bone)};
        }
        if (below.bone != none && below.score - skipCost(step, bone) - cost > best.score) {
            best = {below.score - skipCost(step, bone) - cost, step, below.bone};
        }
    }
    return best;
}

float LimbTable::start(std::size_t bone) const noexcept
{
    const float score = beginning(bone).score;
    return score > impossible / 2 ? score : impossible;
}

std::array<std::uint32_t, LimbTable::mostSteps> LimbTable::chain(std::size_t bone) const
{
    std::array<std::uint32_t, mostSteps> bones{};
    bones.fill(none);
    const Beginning begin = beginning(bone);
    std::uint32_t current = begin.bone;
    for (std::size_t step = begin.step; step < steps_.size() && current != none; ++step) {
        bones[step] = current;
        if (step + 1 < steps_.size()) {
            const Below& next = below_[at(step + 1, current)];
            const bool isEnd = step + 2 == steps_.size() && steps_[step + 1].isOptional && next.score <= 0.f;
            current = isEnd ? none : next.bone;
        }
    }
    return bones;
}

}  // namespace armature::humanoid
