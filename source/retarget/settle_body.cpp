#include <algorithm>
#include <iterator>
#include <utility>

#include "retarget/judge_body.hpp"
#include "retarget/limb_table.hpp"

namespace armature::humanoid {

namespace {

bool isOfTrunk(Noun noun)
{
    return noun == Noun::Spine || noun == Noun::Chest;
}

/// If the bone that was found as hips has the name of a trunk bone and its parent has the name of hips, makes the parent the hips. The
/// thighs are then below the trunk's first bone.
void settleHips(Body& body, const BodyShape& shape)
{
    const std::uint32_t hips = body.at(HumanoidRole::Hips);
    const std::uint32_t above = shape.parent[hips];
    if (isOfTrunk(shape.words[hips].noun) && above != none && !shape.words[above].isHelper
        && (shape.words[above].noun == Noun::Hips || shape.words[above].noun == Noun::Hip)) {
        body.trunk.insert(body.trunk.begin(), hips);
        body.at(HumanoidRole::Hips) = above;
    }
}

/// Replaces a limb's bone by a bone between it and the limb's next bone whose name fits the part better, such as LeftUpLeg below LHipJoint.
void settleLimbs(Body& body, const BodyShape& shape)
{
    constexpr float better = 0.1f;
    constexpr Part parts[] = {Part::Shoulder, Part::UpperArm, Part::LowerArm, Part::Hand, Part::UpperLeg, Part::LowerLeg, Part::Foot};
    for (const HumanoidRole first : {HumanoidRole::LeftShoulder, HumanoidRole::RightShoulder}) {
        for (std::size_t step = 0; step < std::size(parts); ++step) {
            std::uint32_t& bone = body.bones[static_cast<std::size_t>(first) + step];
            const std::uint32_t below = body.bones[static_cast<std::size_t>(first) + step + 1];
            if (bone == none || below == none || parts[step] == Part::Hand || shape.words[bone].noun == Noun::None) {
                continue;
            }
            const std::uint32_t top = bone;
            const float least = nameScore(parts[step], shape, top) + better;
            for (std::uint32_t between = shape.parent[below]; between != top; between = shape.parent[between]) {
                bone = nameScore(parts[step], shape, between) > least ? between : bone;
            }
        }
    }
}

/// If a limb's bone is not the mate of the other side's bone, replaces it by that mate, provided that the mate is unnamed and lies above
/// the limb's bone, or between it and the limb's next bone.
void settlePairs(Body& body, const BodyShape& shape)
{
    constexpr std::size_t steps = 8;
    const auto first = static_cast<std::size_t>(HumanoidRole::LeftShoulder);
    for (std::size_t i = first; i < first + steps; ++i) {
        for (const auto& [own, other] : {std::pair(i, i + steps), std::pair(i + steps, i)}) {
            const std::uint32_t bone = body.bones[own];
            const std::uint32_t mate = body.bones[other] == none ? none : shape.mate[body.bones[other]];
            if (bone == none || mate == none || mate == bone || mate == body.bones[other] || shape.words[mate].noun != Noun::None) {
                continue;
            }
            const bool isLast = (i - first) % 4 == 3;
            const std::uint32_t below = isLast ? none : body.bones[own + 1];
            if (shape.isBelow(bone, mate) || (below != none && shape.isBelow(below, mate) && shape.isBelow(mate, bone))) {
                body.bones[own] = mate;
            }
        }
    }
}

/// Returns the bones between the end of the trunk and the head, bottom up.
std::vector<std::uint32_t> pathToHead(const Body& body, const BodyShape& shape, std::uint32_t end)
{
    std::vector<std::uint32_t> path;
    for (std::uint32_t bone = shape.parent[body.bones[static_cast<std::size_t>(HumanoidRole::Head)]]; bone != end && bone != none;
         bone = shape.parent[bone]) {
        path.push_back(bone);
    }
    std::ranges::reverse(path);
    return path;
}

/// If no name marks the head, moves it to the end of the chain of trunk bones below it in the hierarchy (spine.004, .005, .006).
void settleHead(Body& body, const BodyShape& shape)
{
    std::uint32_t& head = body.at(HumanoidRole::Head);
    while (isOfTrunk(shape.words[head].noun) || shape.words[head].noun == Noun::None) {
        const auto children = shape.children(head);
        const auto next = std::ranges::find_if(
            children, [&](std::uint32_t child) { return isOfTrunk(shape.words[child].noun) && !shape.words[child].isHelper; });
        if (next == children.end()) {
            return;
        }
        head = *next;
    }
}

bool hasOnlyALeaf(const BodyShape& shape, std::uint32_t bone)
{
    return bone != none && shape.children(bone).size() == 1 && shape.height[bone] == 1;
}

/// Moves an unnamed head to the end of its chain of unnamed bones. If the toes have end sites, the head has one too, and is the last bone
/// but one; otherwise, the head is doubtful.
void settleNamelessHead(Body& body, const BodyShape& shape)
{
    std::uint32_t& head = body.at(HumanoidRole::Head);
    const bool hasEnds = hasOnlyALeaf(shape, body.at(HumanoidRole::LeftToes)) && hasOnlyALeaf(shape, body.at(HumanoidRole::RightToes));
    const auto isNameless = [&](std::uint32_t bone) { return shape.words[bone].noun == Noun::None && !shape.words[bone].isHelper; };
    while (isNameless(head) && shape.children(head).size() == 1 && isNameless(shape.children(head).front())) {
        if (hasEnds && shape.height[head] == 1) {
            return;
        }
        body.isHeadDoubtful |= !hasEnds;
        head = shape.children(head).front();
    }
}

}  // namespace

void settleBody(Body& body, const BodyShape& shape)
{
    settleHips(body, shape);
    settleLimbs(body, shape);
    settlePairs(body, shape);
    settleHead(body, shape);
    settleNamelessHead(body, shape);
    const auto nounOf = [&](std::uint32_t bone) { return shape.words[bone].noun; };
    auto path = pathToHead(body, shape, body.trunk.empty() ? body.at(HumanoidRole::Hips) : body.trunk.back());
    path.insert(path.begin(), body.trunk.begin(), body.trunk.end());
    // The trunk includes the bones up to the one where the arms begin, and later bones named as spine or chest; if no bone is named as a
    // neck, only those named as chest. It always ends before a bone named as a neck.
    std::size_t end = body.trunk.size();
    const auto neck = static_cast<std::size_t>(std::ranges::find(path, Noun::Neck, nounOf) - path.begin());
    if (neck < path.size()) {
        while (end < neck && isOfTrunk(nounOf(path[end]))) {
            ++end;
        }
        end = std::min(end, neck);
    } else {
        while (end < path.size() && nounOf(path[end]) == Noun::Chest) {
            ++end;
        }
    }
    body.trunk.assign(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end));
    const auto isAside = [&](std::uint32_t bone) {
        const bool isNamed = isOfTrunk(nounOf(bone)) || nounOf(bone) == Noun::Neck;
        return (shape.words[bone].isHelper && !isNamed) || nounOf(bone) == Noun::Other || nounOf(bone) == Noun::Animal;
    };
    std::erase_if(path, isAside);
    std::erase_if(body.trunk, [&](std::uint32_t bone) { return isAside(bone) || nounOf(bone) == Noun::Hips; });
    const auto isBehindTrunk = [&](std::uint32_t bone) {
        return std::ranges::find(body.trunk, bone) == body.trunk.end() && nounOf(bone) != Noun::Hips;
    };
    const auto named = std::ranges::find(path, Noun::Neck, nounOf);
    const auto first = named != path.end() ? named : std::ranges::find_if(path, isBehindTrunk);
    body.at(HumanoidRole::Neck) = first != path.end() ? *first : none;
}

}  // namespace armature::humanoid
