#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <armature/armature.hpp>

namespace retarget {

/// Four bodies that walk the same walk: the project's character, which it was made for, a taller one, one with short legs, and a skeleton
/// of motion capture. The three others are retargeted in every frame.
class Row {
public:
    /// One who walks as the first of the row does.
    struct Follower {
        std::unique_ptr<armature::Scene> scene;
        armature::Skeleton* skeleton;
        armature::Retargeter retargeter;
    };

    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks what is needed: the project's character has it.
    explicit Row(const std::filesystem::path& model);

    /// Shows the walk at that time, in seconds; it begins anew every second.
    void goTo(double seconds);

    /// All four, in the order of the row.
    [[nodiscard]] std::vector<const armature::Scene*> scenes() const;
    [[nodiscard]] const armature::Skeleton& leader() const noexcept { return *skeleton_; }  ///< The skeleton that has the walk.
    [[nodiscard]] const std::vector<Follower>& followers() const noexcept { return followers_; }

private:
    void add(std::unique_ptr<armature::Scene> scene);

    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_;
    armature::AnimationGroup* walk_;
    std::vector<Follower> followers_;
};

}  // namespace retarget
