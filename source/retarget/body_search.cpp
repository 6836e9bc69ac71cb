#include "retarget/judge_body.hpp"

#include <algorithm>

#include "retarget/limb_table.hpp"

namespace armature::humanoid {

namespace {

constexpr Step arm[] = {{Part::Shoulder, true}, {Part::UpperArm}, {Part::LowerArm}, {Part::Hand}};
constexpr Step leg[] = {{Part::UpperLeg}, {Part::LowerLeg}, {Part::Foot}, {Part::Toes, true}};
constexpr Step head[] = {{Part::Neck, true}, {Part::Head}};
constexpr float deeper = 0.05f;  // score lost for each level between the fork and the bone below it at which a pair's limbs part

/// The three children with the best scores for one purpose, best first.
struct Best {
    std::array<float, 3> score{impossible, impossible, impossible};
    std::array<std::uint32_t, 3> child{none, none, none};

    void add(float value, std::uint32_t bone)
    {
        for (std::size_t i = 0; i < score.size(); ++i) {
            if (value > score[i]) {
                std::swap(value, score[i]);
                std::swap(bone, child[i]);
            }
        }
    }
};

/// The branches at a bone: a pair of limbs and a third branch that continues the body. All three are below different children, or both
/// limbs are below one child.
struct Fork {
    float score = impossible;
    std::uint32_t first = none;
    std::uint32_t second = none;  // `none` if both limbs are below `first`; they part there or below
    std::uint32_t third = none;
};

Fork forkOf(const Best& first, const Best& second, const Best& third)
{
    Fork best;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k) {
                const bool areApart =
                    first.child[i] != second.child[j] && first.child[i] != third.child[k] && second.child[j] != third.child[k];
                const float score = first.score[i] + second.score[j] + third.score[k];
                if (areApart && score > best.score) {
                    best = {score, first.child[i], second.child[j], third.child[k]};
                }
            }
        }
    }
    return best;
}

/// The best bone, at or below a given bone, at which two limbs part.
struct Parting {
    float score = impossible;
    std::uint32_t bone = none;
    std::uint32_t first = none;
    std::uint32_t second = none;
};

/// The children of a bone with the best scores for the first bone of the left and of the right limb of a pair.
struct Pair {
    Best lefts;
    Best rights;

    Pair(const BodyShape& shape, std::size_t bone, const LimbTable& left, const LimbTable& right)
    {
        for (const std::uint32_t child : shape.children(bone)) {
            lefts.add(left.start(child), child);
            rights.add(right.start(child), child);
        }
    }
};

class BodySearch {
public:
    BodySearch(const BodyShape& shape, float leftward)
        : shape_(shape)
        , leftward_(leftward)
        , leftArm_(shape, arm, Side::Left, leftward)
        , rightArm_(shape, arm, Side::Right, leftward)
        , leftLeg_(shape, leg, Side::Left, leftward)
        , rightLeg_(shape, leg, Side::Right, leftward)
        , head_(shape, head, Side::None, leftward)
        , arms_(shape.size())
        , legs_(shape.size())
        , uppers_(shape.size())
        , upperBone_(shape.size(), none)
        , upper_(shape.size(), impossible)
    {}

    std::optional<Body> run()
    {
        Fork best;
        std::uint32_t hips = none;
        for (std::size_t bone = shape_.size(); bone-- > 0;) {
            findPartings(bone);
            findUpper(bone);
            Fork fork = lowerAt(bone);
            fork.score += 0.5f * nameScore(Part::Hips, shape_, bone);
            if (fork.score >= best.score && fork.score > impossible / 2) {
                best = fork;
                hips = static_cast<std::uint32_t>(bone);
            }
        }
        return hips == none ? std::nullopt : std::optional(bodyOf(hips, best));
    }

private:
    void findPartings(std::size_t bone)
    {
        arms_[bone] = parting(bone, leftArm_, rightArm_, arms_);
        legs_[bone] = parting(bone, leftLeg_, rightLeg_, legs_);
    }

    [[nodiscard]] Parting parting(std::size_t bone, const LimbTable& left, const LimbTable& right, const std::vector<Parting>& below) const
    {
        const auto [lefts, rights] = Pair(shape_, bone, left, right);
        Parting best;
        for (const std::uint32_t child : shape_.children(bone)) {
            if (below[child].score - deeper > best.score) {
                best = below[child];
                best.score -= deeper;
            }
        }
        for (std::size_t i = 0; i < 2; ++i) {
            for (std::size_t j = 0; j < 2; ++j) {
                if (lefts.child[i] != rights.child[j] && lefts.score[i] + rights.score[j] > best.score) {
                    best = {lefts.score[i] + rights.score[j], static_cast<std::uint32_t>(bone), lefts.child[i], rights.child[j]};
                }
            }
        }
        return best.score > impossible / 2 ? best : Parting{};
    }

    /// Returns the best fork at a bone. Its limbs begin at two of the bone's children, or both are below one child.
    [[nodiscard]] Fork forkAt(std::size_t bone, const LimbTable& left, const LimbTable& right, const std::vector<Parting>& pairs,
                              bool isUpper) const
    {
        const auto [lefts, rights] = Pair(shape_, bone, left, right);
        Best thirds;
        Best both;
        for (const std::uint32_t child : shape_.children(bone)) {
            thirds.add(isUpper ? head_.start(child) : upper_[child], child);
            both.add(pairs[child].score, child);
        }
        Fork best = forkOf(lefts, rights, thirds);
        for (std::size_t i = 0; i < 2; ++i) {
            for (std::size_t k = 0; k < 2; ++k) {
                const float score = both.score[i] + thirds.score[k] - deeper;
                if (both.child[i] != thirds.child[k] && score > best.score) {
                    best = {score, both.child[i], none, thirds.child[k]};
                }
            }
        }
        return best;
    }

    void findUpper(std::size_t bone)
    {
        const Fork fork = forkAt(bone, leftArm_, rightArm_, arms_, true);
        uppers_[bone] = fork;
        float score = fork.score;
        upperBone_[bone] = static_cast<std::uint32_t>(bone);
        for (const std::uint32_t child : shape_.children(bone)) {
            if (upper_[child] > score) {
                score = upper_[child];
                upperBone_[bone] = upperBone_[child];
            }
        }
        upper_[bone] = score > impossible / 2 ? score + trunkScore(bone) : impossible;
    }

    [[nodiscard]] float trunkScore(std::size_t bone) const
    {
        const float name = nameScore(Part::Trunk, shape_, bone);
        const float isNeck = shape_.words[bone].noun == Noun::Neck ? 1.f : 0.f;
        return 0.3f * name + 0.25f * isNeck - 0.03f + 0.15f * directionScore(Part::Trunk, Side::None, leftward_, shape_, bone);
    }

    [[nodiscard]] Fork lowerAt(std::size_t bone) const { return forkAt(bone, leftLeg_, rightLeg_, legs_, false); }

    static void put(Body& body, HumanoidRole first, std::array<std::uint32_t, LimbTable::mostSteps> chain, std::size_t count)
    {
        std::copy_n(chain.begin(), count, body.bones.begin() + static_cast<std::ptrdiff_t>(first));
    }

    static void putPair(Body& body, HumanoidRole left, HumanoidRole right, const LimbTable& lefts, const LimbTable& rights,
                        const Fork& fork, const std::vector<Parting>& pairs)
    {
        const bool isDeeper = fork.second == none;
        const std::uint32_t first = isDeeper ? pairs[fork.first].first : fork.first;
        const std::uint32_t second = isDeeper ? pairs[fork.first].second : fork.second;
        put(body, left, lefts.chain(first), LimbTable::mostSteps);
        put(body, right, rights.chain(second), LimbTable::mostSteps);
    }

    [[nodiscard]] Body bodyOf(std::uint32_t hips, const Fork& lower) const
    {
        Body body;
        body.score = lower.score;
        body.bones.fill(none);
        body.bones[static_cast<std::size_t>(HumanoidRole::Hips)] = hips;
        putPair(body, HumanoidRole::LeftUpperLeg, HumanoidRole::RightUpperLeg, leftLeg_, rightLeg_, lower, legs_);
        const std::uint32_t chest = upperBone_[lower.third];
        const Fork& upper = uppers_[chest];
        putPair(body, HumanoidRole::LeftShoulder, HumanoidRole::RightShoulder, leftArm_, rightArm_, upper, arms_);
        put(body, HumanoidRole::Neck, head_.chain(upper.third), 2);
        for (std::uint32_t bone = chest; bone != hips; bone = shape_.parent[bone]) {
            body.trunk.push_back(bone);
        }
        std::ranges::reverse(body.trunk);
        return body;
    }

    const BodyShape& shape_;
    float leftward_;
    LimbTable leftArm_;
    LimbTable rightArm_;
    LimbTable leftLeg_;
    LimbTable rightLeg_;
    LimbTable head_;
    std::vector<Parting> arms_;
    std::vector<Parting> legs_;
    std::vector<Fork> uppers_;
    std::vector<std::uint32_t> upperBone_;  // by bone: the best bone, at or below it, at which the arms and the head part
    std::vector<float> upper_;
};

}  // namespace

std::optional<Body> searchBody(const BodyShape& shape, float leftward)
{
    return BodySearch(shape, leftward).run();
}

}  // namespace armature::humanoid
