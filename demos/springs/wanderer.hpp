#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <armature/armature.hpp>

namespace springs {

/// The project's character: it walks, stops, turns and jumps, over and over, and its antenna, scarf and strap swing.
///
/// Where it is and how it stands depends on the time alone, however often it is asked, so that only springs can make a difference between
/// one rate of frames and another.
class Wanderer {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks what is needed: the project's character has it.
    explicit Wanderer(const std::filesystem::path& model);

    /// By a frame: what it does between this one and the one before, springs guess.
    void advance(double seconds);
    /// The same, and springs see where it is at each of their steps, so that nothing is left to guess at low rates of frames.
    void advanceInSteps(double seconds);

    [[nodiscard]] double getTime() const noexcept { return time_; }  ///< Seconds since the beginning.
    [[nodiscard]] const armature::Scene& scene() const noexcept { return *scene_; }
    [[nodiscard]] const armature::SpringBones& springs() const noexcept { return springs_; }
    [[nodiscard]] glm::vec3 position() const;

private:
    /// A clip that is played once, or several times.
    struct Part {
        armature::AnimationGroup* group;
        std::shared_ptr<const armature::RootMotion> motion;
        double begin;
        double end;
        armature::RootMotionDelta before;  // all that it has travelled by then
    };

    void addPart(const std::string& clip, int rounds);
    void pose();

    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_;
    armature::TransformNode* host_;
    std::vector<Part> parts_;
    armature::RootMotionDelta round_;  // all parts
    armature::SpringBones springs_;
    double time_ = 0.;
};

}  // namespace springs
