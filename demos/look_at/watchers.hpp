#pragma once

#include <cstddef>
#include <vector>

#include <armature/armature.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/render/crowd_renderer.hpp>

namespace look_at {

/// Instances of a model's first skeleton, each with its own clip time and colour, that stand in an arc and turn neck and head to a target.
class Watchers {
public:
    /// Throws std::invalid_argument unless the model has a skeleton with bones "neck" and "head" and a clip "idle".
    Watchers(armature::Scene& model, std::size_t count);

    /// Advances all watchers by `seconds`, makes them look at `target` (in world space) and computes their palettes. Returns how many have
    /// the target within the limits of their necks.
    std::size_t update(double seconds, const glm::vec3& target);

    [[nodiscard]] const std::vector<armature::CrowdPlacement>& placements() const noexcept { return placements_; }
    [[nodiscard]] armature::CrowdPalettes palettes() const noexcept { return {crowd_.getPalettes(), crowd_.getPaletteSize()}; }

private:
    void turn(std::size_t watcher, armature::JointView joints);

    armature::Crowd crowd_;
    armature::BoneLookController neck_;
    armature::BoneLookController head_;
    glm::vec3 target_{0.f};     // world
    std::vector<char> seeing_;  // for each watcher: 1 if the target is within the head's limits
    std::vector<armature::CrowdInstance> members_;
    std::vector<armature::CrowdPlacement> placements_;
};

}  // namespace look_at
