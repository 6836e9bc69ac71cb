#pragma once

#include <cstddef>
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

/// Two rigs, four clips, two of them with the same name, five baked clips and two crowds.
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

/// Each returns a description of a difference between two objects, or an empty string. Numbers must have the same bits. Skeletons are also
/// compared in their rest poses and in palettes of some poses.
[[nodiscard]] std::string differenceOf(const Skeleton& a, const Skeleton& b, Random& random);
[[nodiscard]] std::string differenceOf(const AnimationClip& a, const AnimationClip& b, Random& random);
[[nodiscard]] std::string differenceOf(const BakedClip& a, const BakedClip& b, Random& random);
/// Adds the same members to both crowds and updates them; both must have the same clips.
[[nodiscard]] std::string differenceOf(Crowd& a, Crowd& b, std::size_t clips);

/// Takes everything out of the file and returns the message of the error that this throws; empty if it throws none.
[[nodiscard]] std::string refusalOf(std::span<const std::byte> file);
/// Takes everything out of the file.
void takeAll(const CookedFile& file);

}  // namespace armature::test
