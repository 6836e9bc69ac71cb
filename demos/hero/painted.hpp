#pragma once

#include <filesystem>
#include <memory>

#include <armature/armature.hpp>

namespace hero {

/// Returns a copy of the mesh whose vertices have a colour for each joint, mixed by the weights.
[[nodiscard]] std::shared_ptr<const armature::Mesh> withJointColors(const armature::Mesh& mesh);

/// The project's character in the colours of its weights. As DrawOptions::Shown::Joints, but with light and shadow.
class PaintedWalker {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    explicit PaintedWalker(const std::filesystem::path& model);

    /// Shows the walk at a time in seconds, from 0 to 1.
    void goTo(double seconds) { walk_->goTo(seconds); }

    [[nodiscard]] const armature::Scene& scene() const noexcept { return *scene_; }

private:
    std::unique_ptr<armature::Scene> scene_;
    armature::AnimationGroup* walk_;
};

}  // namespace hero
