#pragma once

#include <cstdint>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::humanoid {

enum class Side : std::uint8_t { None, Left, Right };

/// What the noun of a name means.
enum class Noun : std::uint8_t {
    None,
    Hips,
    Hip,  // "hip" and "hips": of a leg if it has a side
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
    Finger,  // and a number
    Palm,
    Other,   // a part that no role has: hair, skirt, ear
    Animal,  // a part that no human has: paw, wing, tail
};

/// Qualities that a name adds to its noun.
struct BoneWords {
    Noun noun = Noun::None;
    Side side = Side::None;
    bool isUpper = false;
    bool isLower = false;   // and "fore" of an arm
    bool isHelper = false;  // twist, IK, end site; what only serves another bone
    bool isPart = false;    // some piece of the part: inner, front, "base"
    bool isAnimal = false;  // fore and hind legs
    bool hasTail = false;
    bool isTorso = false;      // of the trunk, not of the backbone
    bool isEnd = false;        // "end", "nub": where the bone above ends
    bool standsIn = false;     // an end in place of a head, hand or foot that no bone is named as
    std::uint8_t guesses = 0;  // words in the midst of unknown letters
    std::int32_t number = -1;  // the first behind the noun
    std::uint64_t key = 0;     // of the name without its side: equal for both bones of a pair
};

/// Reads the names of a whole rig: what most names have in common says nothing about one of them. O(bytes).
[[nodiscard]] std::vector<BoneWords> readNames(const HumanoidRig& rig);

}  // namespace armature::humanoid
