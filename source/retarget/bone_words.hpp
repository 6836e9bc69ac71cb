#pragma once

#include <cstdint>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::humanoid {

enum class Side : std::uint8_t { None, Left, Right };

/// The body part that the noun in a bone's name means.
enum class Noun : std::uint8_t {
    None,
    Hips,
    Hip,  // "hip" or "hips": part of a leg if the name has a side
    Spine,
    Chest,
    Neck,
    Head,
    Collar,
    Shoulder,
    Arm,
    Elbow,
    Hand,
    Leg,
    Thigh,
    Shin,
    Foot,
    Ankle,
    Toe,
    Eye,
    Jaw,
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
    Finger,  // "finger": the number tells which one
    Palm,
    Other,   // a part without a role: hair, skirt, ear
    Animal,  // a part that no human has: paw, wing, tail
};

/// The noun of a bone's name and the qualities that the name adds to it.
struct BoneWords {
    Noun noun = Noun::None;
    Side side = Side::None;
    bool isUpper = false;
    bool isLower = false;   // also for the "fore" of a forearm
    bool isHelper = false;  // twist, IK or end site: only serves another bone
    bool isPart = false;    // only a piece of the body part: "inner", "front", "segment"
    bool isAnimal = false;  // an animal's bone, such as one of a fore or hind leg
    bool hasTail = false;
    bool isTorso = false;      // part of the trunk other than the backbone
    bool isEnd = false;        // "end", "nub": marks the end of the bone above
    bool standsIn = false;     // an end bone that stands in for a head, hand or foot, because no bone has such a name
    std::uint8_t guesses = 0;  // 1 if a noun was only recognised amid unknown letters, else 0
    std::int32_t number = -1;  // the first number after the noun; negative: none
    std::uint64_t key = 0;     // hash of the name without its side: equal for both bones of a pair
};

/// Reads the names of a whole rig together, because words that most names share say nothing about a single bone. O(bytes of the names).
[[nodiscard]] std::vector<BoneWords> readNames(const HumanoidRig& rig);

}  // namespace armature::humanoid
