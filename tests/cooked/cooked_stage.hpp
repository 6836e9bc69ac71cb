#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

#include "../crowd/stage.hpp"

/// Content for the tests of cooked files.
namespace armature::test {

/// Two rigs, three clips of which two have one name, four baked clips and two crowds.
struct CookedStage {
    explicit CookedStage(std::size_t bones = 21, std::uint64_t seed = 5);

    [[nodiscard]] std::shared_ptr<const CookedFile> cook() const { return CookedFile::open(writeCooked(description), "stage"); }

    Random random;
    Skeleton first;
    Skeleton second;
    std::vector<std::shared_ptr<const AnimationClip>> clips;
    std::vector<std::shared_ptr<const BakedClip>> bakedClips;
    CookedDescription description;
};

template <class T>
[[nodiscard]] bool sameBytes(std::span<const T> a, std::span<const T> b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// What tells two skeletons apart, rest poses and palettes in some poses included; empty if nothing does. Numbers must have the same bits.
[[nodiscard]] std::string differenceOf(const Skeleton& a, const Skeleton& b, Random& random);
[[nodiscard]] std::string differenceOf(const AnimationClip& a, const AnimationClip& b, Random& random);
[[nodiscard]] std::string differenceOf(const BakedClip& a, const BakedClip& b, Random& random);
/// The two get the same members, and are updated; both must know the same clips.
[[nodiscard]] std::string differenceOf(Crowd& a, Crowd& b, std::size_t clips);

/// What taking out everything throws; empty if nothing.
[[nodiscard]] std::string refusalOf(std::span<const std::byte> file);
/// Takes out everything.
void takeAll(const CookedFile& file);

}  // namespace armature::test
