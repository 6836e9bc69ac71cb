#include <algorithm>

#include "retarget/judge_body.hpp"

namespace armature::humanoid {

namespace {

constexpr float certain = 0.93f;
constexpr float likely = 0.8f;
constexpr std::size_t fingers = 5;
constexpr std::size_t joints = 3;

Finding& at(Findings& findings, HumanoidRole role)
{
    return findings[static_cast<std::size_t>(role)];
}

/// Returns the nearest bone below `top` with that noun and side; `none` if there is no such bone, or several are equally near.
std::uint32_t findNoun(const BodyShape& shape, std::uint32_t top, Noun noun, Side side)
{
    std::uint32_t found = none;
    std::size_t foundDepth = 0;
    bool isUnique = true;
    std::vector<std::uint32_t> depth(shape.size(), none);
    depth[top] = 0;
    for (std::size_t i = top + 1; i < shape.size(); ++i) {
        if (shape.parent[i] == none || depth[shape.parent[i]] == none) {
            continue;
        }
        depth[i] = depth[shape.parent[i]] + 1;
        const BoneWords& words = shape.words[i];
        if (words.noun != noun || words.isHelper || words.isPart || words.isUpper || words.isLower || words.side != side) {
            continue;
        }
        if (found == none || depth[i] < foundDepth) {
            found = static_cast<std::uint32_t>(i);
            foundDepth = depth[i];
            isUnique = true;
        } else if (depth[i] == foundDepth) {
            isUnique = false;
        }
    }
    return isUnique ? found : none;
}

/// Returns up to three bones of a finger, from `first` down. Each has the noun of `first`; below `first`, helpers are not taken.
std::vector<std::uint32_t> fingerFrom(const BodyShape& shape, std::uint32_t first)
{
    const Noun noun = shape.words[first].noun;
    std::vector<std::uint32_t> chain{first};
    while (chain.size() < joints) {
        const auto children = shape.children(chain.back());
        const auto next = std::ranges::find_if(
            children, [&](std::uint32_t child) { return shape.words[child].noun == noun && !shape.words[child].isHelper; });
        if (next == children.end()) {
            break;
        }
        chain.push_back(*next);
    }
    return chain;
}

/// Returns up to three bones of a finger whose numbers count up from that of `first`. Skips copies, which have the same number as the bone
/// above.
std::vector<std::uint32_t> countedFrom(const BodyShape& shape, std::uint32_t first)
{
    std::vector<std::uint32_t> chain{first};
    for (std::uint32_t bone = first; chain.size() < joints;) {
        const auto children = shape.children(bone);
        const auto numberOf = [&](std::uint32_t child) { return shape.words[child].number; };
        const std::int32_t last = numberOf(chain.back());
        const auto next = std::ranges::find_if(children, [&](std::uint32_t child) {
            const bool isFinger = shape.words[child].noun == Noun::Finger && !shape.words[child].isHelper;
            return isFinger && (numberOf(child) == last || numberOf(child) == last + 1);
        });
        if (next == children.end()) {
            break;
        }
        bone = *next;
        if (numberOf(bone) != last) {
            chain.push_back(bone);
        }
    }
    return chain;
}

void put(Findings& findings, Side side, std::size_t finger, const std::vector<std::uint32_t>& chain, float confidence, const char* why)
{
    const HumanoidRole first = side == Side::Left ? HumanoidRole::LeftThumbMetacarpal : HumanoidRole::RightThumbMetacarpal;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        findings[static_cast<std::size_t>(first) + finger * joints + i] = {chain[i], confidence, why};
    }
}

bool isCalledFinger(Noun noun)
{
    return noun >= Noun::Thumb && noun <= Noun::Little;
}

/// The first bone of each finger below the hand. Only palms, and bones named "finger" without a number, may lie between it and the hand: an
/// unnamed bone there might itself be the finger's first joint.
struct FirstBones {
    std::vector<std::uint32_t> bones;
    bool hasUnnamed = false;  // whether unnamed bones have children, and so may be further fingers
};

bool isUnnamed(const BoneWords& words)
{
    return words.noun == Noun::None && !words.isHelper;
}

FirstBones firstBones(const BodyShape& shape, std::uint32_t hand)
{
    FirstBones firsts;
    std::vector<std::uint32_t> open{hand};
    while (!open.empty()) {
        const std::uint32_t bone = open.back();
        open.pop_back();
        for (const std::uint32_t child : shape.children(bone)) {
            const BoneWords& words = shape.words[child];
            const bool isFinger = (isCalledFinger(words.noun) || (words.noun == Noun::Finger && words.number >= 0)) && !words.isHelper;
            if (isFinger) {
                firsts.bones.push_back(child);
            } else if (words.noun == Noun::Palm || words.noun == Noun::Finger) {
                open.push_back(child);
            }
            firsts.hasUnnamed |= isUnnamed(words) && shape.height[child] > 0;
        }
    }
    std::ranges::sort(firsts.bones);
    return firsts;
}

/// Finds fingers by their numbers, which count from the thumb, starting at 0, or at 1 if there are five fingers. If two bones share a
/// number, or a number is too large, the numbers do not count fingers, and no finger is found. If all numbers are multiples of ten, the
/// tens count fingers and the ones count joints: "Finger00", "Finger10".
void findNumbered(const BodyShape& shape, std::vector<std::uint32_t>& bones, Side side, Findings& findings)
{
    const bool areTens =
        bones.size() > 1 && std::ranges::all_of(bones, [&](std::uint32_t bone) { return shape.words[bone].number % 10 == 0; });
    const auto numberOf = [&](std::uint32_t bone) { return shape.words[bone].number / (areTens ? 10 : 1); };
    std::ranges::sort(bones, {}, numberOf);
    const std::int32_t least = numberOf(bones.front());
    const bool isTwice = std::ranges::adjacent_find(bones, {}, numberOf) != bones.end();
    if (isTwice || (least != 0 && (least != 1 || bones.size() != fingers))
        || numberOf(bones.back()) - least >= static_cast<std::int32_t>(fingers)) {
        return;
    }
    for (const std::uint32_t bone : bones) {
        const std::int32_t finger = numberOf(bone) - least;
        const auto chain = areTens ? countedFrom(shape, bone) : fingerFrom(shape, bone);
        put(findings, side, static_cast<std::size_t>(finger), chain, likely, "fingers are numbered from the thumb");
    }
}

void findFingers(const BodyShape& shape, std::uint32_t hand, Side side, Findings& findings)
{
    std::array<std::uint32_t, fingers> called{none, none, none, none, none};
    std::vector<std::uint32_t> numbered;
    const FirstBones firsts = firstBones(shape, hand);
    for (const std::uint32_t bone : firsts.bones) {
        const BoneWords& words = shape.words[bone];
        if (words.noun == Noun::Finger) {
            numbered.push_back(bone);
            continue;
        }
        std::uint32_t& place = called[static_cast<std::size_t>(words.noun) - static_cast<std::size_t>(Noun::Thumb)];
        place = place == none ? bone : place;
    }
    if (!numbered.empty() && !firsts.hasUnnamed) {
        findNumbered(shape, numbered, side, findings);
    }
    for (std::size_t finger = 0; finger < fingers; ++finger) {
        if (called[finger] != none) {
            put(findings, side, finger, fingerFrom(shape, called[finger]), certain,
                "its name says so, and its place below the hand which joint it is");
        }
    }
}

}  // namespace

void findDetails(const BodyShape& shape, Findings& outFindings)
{
    const std::uint32_t head = at(outFindings, HumanoidRole::Head).bone;
    const auto findBelowHead = [&](HumanoidRole role, Noun noun, Side side) {
        const std::uint32_t bone = head == none ? none : findNoun(shape, head, noun, side);
        if (bone != none) {
            at(outFindings, role) = {bone, certain, "its name says so, below the head"};
        }
    };
    findBelowHead(HumanoidRole::LeftEye, Noun::Eye, Side::Left);
    findBelowHead(HumanoidRole::RightEye, Noun::Eye, Side::Right);
    findBelowHead(HumanoidRole::Jaw, Noun::Jaw, Side::None);
    for (const Side side : {Side::Left, Side::Right}) {
        const std::uint32_t hand = at(outFindings, side == Side::Left ? HumanoidRole::LeftHand : HumanoidRole::RightHand).bone;
        if (hand != none) {
            findFingers(shape, hand, side, outFindings);
        }
    }
}

}  // namespace armature::humanoid
