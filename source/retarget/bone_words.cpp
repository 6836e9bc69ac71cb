#include "retarget/bone_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <armature/retarget/humanoid_map.hpp>

#include "retarget/vocabulary.hpp"

namespace armature::humanoid {

namespace {

using Counts = std::unordered_map<std::string, std::size_t>;

constexpr std::uint64_t hashSeed = 14695981039346656037ull;

// Continues an FNV-1a hash with a word and a byte that ends it.
std::uint64_t hashed(std::uint64_t hash, std::string_view text)
{
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    }
    return (hash ^ 0xffu) * 1099511628211ull;
}

bool isFinger(Noun noun)
{
    return noun >= Noun::Thumb && noun <= Noun::Finger;
}

bool isOfLeg(Noun noun)
{
    return noun == Noun::Leg || noun == Noun::Thigh || noun == Noun::Shin || noun == Noun::Foot || noun == Noun::Ankle || noun == Noun::Toe;
}

bool isOfScript(const std::string& token)
{
    return static_cast<unsigned char>(token.front()) >= 0x80;
}

/// Returns whether `token`, Latin letters after a noun in another script, marks a helper of the named bone: its parent, a cancelling or
/// deforming copy, an IK target or an extension.
bool isHelperMark(const std::string& token)
{
    return token == "p" || token == "c" || token == "d" || token == "ik" || token == "ex";
}

/// Returns whether `token`, directly after a Latin noun, might mark a helper. It might also be an ordinal, or mean the middle: see
/// findMarkedCopies().
bool mayMarkHelper(const std::string& token)
{
    return token == "p" || token == "c" || token == "d" || token == "ex";
}

bool isEndWord(const std::string& token)
{
    return token == "end" || token == "nub" || token == "site" || token == "tip";
}

/// Returns whether the word names a part of the trunk other than the backbone.
bool isTorso(const std::string& token)
{
    return token == "torso" || token == "abdomen" || token == "belly" || token == "stomach" || token == "waist";
}

Word wordOf(const std::string& token)
{
    if (isOfScript(token)) {
        Word word;
        static_cast<void>(lookUpScript(token, word));
        return word;
    }
    return lookUp(token);
}

bool isDigits(const std::string& token)
{
    return token.front() >= '0' && token.front() <= '9';
}

/// Hashes of a name in which a letter after the noun might mark a helper. `plain` leaves the letter out; `first` and `second` replace it by
/// "a" and "b", the letters that begin an enumeration.
struct MarkedKeys {
    bool isMarked = false;
    std::uint64_t plain = hashSeed;
    std::uint64_t first = hashSeed;
    std::uint64_t second = hashSeed;

    void add(std::string_view token)
    {
        plain = hashed(plain, token);
        first = hashed(first, token);
        second = hashed(second, token);
    }
    void addMark()
    {
        isMarked = true;
        first = hashed(first, "a");
        second = hashed(second, "b");
    }
};

/// Reads a name word by word.
class Reading {
public:
    void add(const Token& token)
    {
        const bool isBehindNoun = isBehindNoun_;
        isBehindNoun_ = false;
        const bool isMark = isBehindScript_ && isHelperMark(token.text);
        isBehindScript_ = isOfScript(token.text);
        if (isMark) {
            words_.isHelper = true;
            words_.key = hashed(words_.key, token.text);
            return;
        }
        const Word word = wordOf(token.text);
        letters_ += isDigits(token.text) ? 0 : token.text.size();
        if (word.meaning == Meaning::Left || word.meaning == Meaning::Right) {
            hasLeft_ |= word.meaning == Meaning::Left;
            hasRight_ |= word.meaning == Meaning::Right;
            return;  // not part of the key
        }
        words_.key = hashed(words_.key, token.text);
        if (isBehindNoun && !marked_.isMarked && mayMarkHelper(token.text)) {
            marked_.addMark();
        } else {
            marked_.add(token.text);
        }
        isBehindNoun_ = word.meaning == Meaning::Noun;
        words_.isEnd |= isEndWord(token.text);
        words_.isUpper |= word.meaning == Meaning::Upper;
        words_.isLower |= word.meaning == Meaning::Lower;
        words_.isHelper |= word.meaning == Meaning::Helper;
        words_.isPart |= word.meaning == Meaning::Part && token.text != "back";
        words_.isAnimal |= word.meaning == Meaning::Animal;
        hasBack_ |= token.text == "back";
        hasFront_ |= token.text == "front" || token.text == "back";
        hasBody_ |= token.text == "body";
        hasMid_ |= token.text == "mid";
        hasFace_ |= token.text == "face";
        words_.isTorso |= isTorso(token.text);
        if (word.meaning == Meaning::Tail) {
            words_.hasTail = true;
            addNoun(Noun::Animal);
        } else if (word.meaning == Meaning::Noun && !(token.isGuess && words_.noun != Noun::None)) {
            words_.guesses = static_cast<std::uint8_t>(words_.guesses | (token.isGuess ? 1u : 0u));
            addNoun(word.noun);
        }
        if (isDigits(token.text)) {
            addNumber(token.text);
        }
    }

    [[nodiscard]] const MarkedKeys& markedKeys() const { return marked_; }

    [[nodiscard]] BoneWords take()
    {
        if (words_.noun == Noun::None && hasBack_) {
            words_.noun = words_.isUpper ? Noun::Chest : Noun::Spine;
        } else if (words_.noun == Noun::None && hasBody_ && (words_.isUpper || words_.isLower)) {
            words_.noun = words_.isUpper ? Noun::Spine : Noun::Hips;
        } else if (words_.noun == Noun::None && hasMid_ && hasLeft_ != hasRight_) {
            words_.noun = Noun::Middle;
        } else if (words_.noun == Noun::None && hasFace_) {
            words_.noun = Noun::Other;
        } else if (hasBack_) {
            words_.isPart = true;
        }
        words_.isAnimal |= hasFront_ && isOfLeg(words_.noun);
        // A single letter with a number does not name a side: "L5" is a vertebra.
        words_.side = hasLeft_ == hasRight_ || (letters_ == 1 && words_.number >= 0) ? Side::None : hasLeft_ ? Side::Left : Side::Right;
        return words_;
    }

private:
    void addNoun(Noun noun)
    {
        const Noun before = words_.noun;
        const bool isLess =
            before == Noun::Other || before == Noun::Animal || (before == Noun::Palm && noun != Noun::Thumb)
            || (isFinger(before) && before != Noun::Finger && noun != Noun::Palm && noun != Noun::Other && noun != Noun::Animal)
            || (before == Noun::Thumb && noun == Noun::Palm) || (isFinger(before) && noun == Noun::Hand);
        if (!isLess) {
            words_.noun = noun;
            words_.number = -1;
        }
    }

    void addNumber(std::string_view digits)
    {
        std::int32_t number = 0;
        if (words_.number < 0 && std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc{}) {
            words_.number = number;
        }
    }

    BoneWords words_ = {.key = hashSeed};
    bool hasLeft_ = false;
    bool hasRight_ = false;
    bool hasBack_ = false;
    bool hasFront_ = false;
    bool hasBody_ = false;
    bool hasMid_ = false;
    bool hasFace_ = false;
    bool isBehindScript_ = false;
    bool isBehindNoun_ = false;
    MarkedKeys marked_ = {};
    std::size_t letters_ = 0;
};

/// Returns, for each word, the number of bones whose names contain it.
Counts countWords(const HumanoidRig& rig)
{
    Counts counts;
    for (const HumanoidRigBone& bone : rig.bones) {
        std::vector<Token> tokens = tokensOf(bone.name);
        std::ranges::sort(tokens, {}, &Token::text);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i == 0 || tokens[i].text != tokens[i - 1].text) {
                ++counts[tokens[i].text];
            }
        }
    }
    return counts;
}

bool isBoneBelow(const HumanoidRig& rig, std::size_t bone, std::size_t above)
{
    for (auto up = rig.bones[bone].parent; up; up = rig.bones[*up].parent) {
        if (*up == above) {
            return true;
        }
    }
    return false;
}

/// Marks numbered spine bones as Other if the torso and the chest have their own names. Such bones lie above or below the torso and above
/// the chest in the hierarchy, and only spread the bend between the named bones.
void findFolds(const HumanoidRig& rig, std::vector<BoneWords>& words)
{
    const auto named = [&](auto&& is) {
        for (std::size_t bone = 0; bone < words.size(); ++bone) {
            const BoneWords& each = words[bone];
            if (each.side == Side::None && each.number < 0 && !each.isHelper && !each.isPart && is(each)) {
                return std::optional(bone);
            }
        }
        return std::optional<std::size_t>();
    };
    const auto torso = named([](const BoneWords& each) { return each.isTorso && each.noun == Noun::Spine; });
    const auto chest = named([](const BoneWords& each) { return each.noun == Noun::Chest; });
    if (!torso || !chest || !isBoneBelow(rig, *chest, *torso)) {
        return;
    }
    for (std::size_t bone = 0; bone < words.size(); ++bone) {
        BoneWords& each = words[bone];
        const bool isNumbered = each.noun == Noun::Spine && !each.isTorso && each.number >= 0;
        if (isNumbered && isBoneBelow(rig, *chest, bone) && (isBoneBelow(rig, *torso, bone) || isBoneBelow(rig, bone, *torso))) {
            each.noun = Noun::Other;
        }
    }
}

std::uint64_t keyOfSide(std::uint64_t key, Side side)
{
    return hashed(key, side == Side::Left ? "l" : "r");
}

/// Marks bones with a letter after the noun as helpers if they are copies of other bones: "ShoulderP_L" only serves "Shoulder_L". Programs
/// for dance models give copies such names. Letters that enumerate do not mark helpers: beside "ArmA" and "ArmB", "ArmC" is the third arm
/// bone. Bones without a side are not marked.
void findMarkedCopies(const std::vector<MarkedKeys>& marked, std::vector<BoneWords>& words)
{
    std::unordered_set<std::uint64_t> names;
    for (const BoneWords& each : words) {
        names.insert(keyOfSide(each.key, each.side));
    }
    for (std::size_t bone = 0; bone < words.size(); ++bone) {
        const MarkedKeys& keys = marked[bone];
        const Side side = words[bone].side;
        const auto has = [&](std::uint64_t key) { return names.contains(keyOfSide(key, side)); };
        if (keys.isMarked && side != Side::None && has(keys.plain) && !has(keys.first) && !has(keys.second)) {
            words[bone].isHelper = true;
        }
    }
}

/// The noun of a limb's end bone, and the nouns by which its neighbours are recognised.
struct LimbEnd {
    Noun noun;
    bool hasSide;
    Noun above;
    Noun whole;                 ///< A name of the whole limb that may also mean its lower bone.
    std::array<Noun, 3> named;  ///< A bone with one of these nouns is the limb's end, or shows that the limb continues.
};

constexpr std::array<LimbEnd, 3> limbEnds{{{Noun::Head, false, Noun::Neck, Noun::Neck, {Noun::Head, Noun::Eye, Noun::Jaw}},
                                           {Noun::Hand, true, Noun::Elbow, Noun::Arm, {Noun::Hand, Noun::Palm, Noun::Thumb}},
                                           {Noun::Foot, true, Noun::Shin, Noun::Leg, {Noun::Foot, Noun::Ankle, Noun::Toe}}}};

/// Gives end bones the noun of a missing head, hand or foot. Recordings with few joints leave these bones out; the ends of the necks,
/// forearms and shins mark their positions.
void findStandIns(const HumanoidRig& rig, std::vector<BoneWords>& words)
{
    std::vector<bool> isLeaf(rig.bones.size(), true);
    for (const HumanoidRigBone& bone : rig.bones) {
        if (bone.parent) {
            isLeaf[*bone.parent] = false;
        }
    }
    for (const LimbEnd& end : limbEnds) {
        const bool isNamed = std::ranges::any_of(
            words, [&](const BoneWords& each) { return !each.isHelper && std::ranges::find(end.named, each.noun) != end.named.end(); });
        for (std::size_t bone = 0; bone < words.size() && !isNamed; ++bone) {
            if (!isLeaf[bone] || !words[bone].isEnd || !rig.bones[bone].parent) {
                continue;
            }
            const BoneWords& above = words[*rig.bones[bone].parent];
            const auto next = rig.bones[*rig.bones[bone].parent].parent;
            const bool isSecond = above.isLower || (next && words[*next].noun == above.noun);
            const bool isOfLimb = above.noun == end.above || (above.noun == end.whole && above.number < 0 && isSecond);
            if (isOfLimb && !above.isHelper && (above.side != Side::None) == end.hasSide) {
                words[bone] = {.noun = end.noun, .side = above.side, .standsIn = true, .key = hashed(above.key, "end")};
            }
        }
    }
}

}  // namespace

std::vector<BoneWords> readNames(const HumanoidRig& rig)
{
    const Counts counts = countWords(rig);
    // Words that more than `most` bones share are ignored: they belong to a prefix or suffix and say nothing about a single bone. The limit
    // for nouns is higher, because the fingers alone repeat "hand" many times.
    const std::size_t most = std::max<std::size_t>(rig.bones.size() * 6 / 10, 8);
    const std::size_t mostOfNoun = std::max<std::size_t>(rig.bones.size() * 9 / 10, 8);
    std::vector<BoneWords> result;
    std::vector<MarkedKeys> marked;
    result.reserve(rig.bones.size());
    marked.reserve(rig.bones.size());
    for (const HumanoidRigBone& bone : rig.bones) {
        Reading reading;
        for (const Token& token : tokensOf(bone.name)) {
            if (isDigits(token.text) || counts.at(token.text) <= (lookUp(token.text).meaning == Meaning::Noun ? mostOfNoun : most)) {
                reading.add(token);
            }
        }
        result.push_back(reading.take());
        marked.push_back(reading.markedKeys());
    }
    findFolds(rig, result);
    findMarkedCopies(marked, result);
    findStandIns(rig, result);
    return result;
}

}  // namespace armature::humanoid
