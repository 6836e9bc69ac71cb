#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <armature/armature.hpp>

namespace springs {

/// The project's character, which walks, stops, turns and jumps over and over while its antenna, scarf and strap swing.
///
/// Its position and pose depend on the time alone, however often it is updated, so only the springs can differ between frame rates.
class Wanderer {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    explicit Wanderer(const std::filesystem::path& model);

    /// Advances by one frame. The springs have to guess how the character moved since the previous frame.
    void advance(double seconds);
    /// Does the same, but poses the character at each step of the springs, so that they need not guess at low frame rates.
    void advanceInSteps(double seconds);

    [[nodiscard]] double getTime() const noexcept { return time_; }  ///< Seconds since the start.
    [[nodiscard]] const armature::Scene& scene() const noexcept { return *scene_; }
    [[nodiscard]] const armature::SpringBones& springs() const noexcept { return springs_; }
    [[nodiscard]] glm::vec3 position() const;

private:
    /// A clip played once, or several times in a row.
    struct Part {
        armature::AnimationGroup* group;
        std::shared_ptr<const armature::RootMotion> motion;
        double begin;
        double end;
        armature::RootMotionDelta before;  // the root motion of all earlier parts
    };

    void addPart(const std::string& clip, int rounds);
    void pose();

    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_;
    armature::TransformNode* host_;
    std::vector<Part> parts_;
    armature::RootMotionDelta round_;  // the root motion of all parts together
    armature::SpringBones springs_;
    double time_ = 0.;
};

}  // namespace springs
