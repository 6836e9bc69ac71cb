#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <armature/armature.hpp>

namespace foot_placement {

/// A character that walks along the course with a walk made for level ground.
class Walker {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    Walker(const std::filesystem::path& model, float floor, bool placesFeet);

    /// Advances the walk. At the end of the course it starts again at the beginning.
    void advance(double seconds);

    [[nodiscard]] const armature::Scene& scene() const noexcept { return *scene_; }
    /// The distance walked along the course.
    [[nodiscard]] float distance() const noexcept { return distance_; }

private:
    std::unique_ptr<armature::Scene> scene_;
    armature::TransformNode* host_ = nullptr;
    float floor_;
    float distance_ = 0.f;
    std::optional<armature::FootPlacement> placement_;
};

}  // namespace foot_placement
