#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <armature/armature.hpp>

namespace retarget {

/// Four bodies with the same walk: the project's character, for which it was made, a taller one, one with short legs, and a motion-capture
/// skeleton. The walk is retargeted to the other three in every frame.
class Row {
public:
    /// A body that copies the walk of the first.
    struct Follower {
        std::unique_ptr<armature::Scene> scene;
        armature::Skeleton* skeleton;
        armature::Retargeter retargeter;
    };

    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    explicit Row(const std::filesystem::path& model);

    /// Shows the walk at a time in seconds; it repeats every second.
    void goTo(double seconds);

    /// All four bodies, in the order of the row.
    [[nodiscard]] std::vector<const armature::Scene*> scenes() const;
    [[nodiscard]] const armature::Skeleton& leader() const noexcept { return *skeleton_; }  ///< The skeleton that plays the walk.
    [[nodiscard]] const std::vector<Follower>& followers() const noexcept { return followers_; }

private:
    void add(std::unique_ptr<armature::Scene> scene);

    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_;
    armature::AnimationGroup* walk_;
    std::vector<Follower> followers_;
};

}  // namespace retarget
