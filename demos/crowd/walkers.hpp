#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <armature/armature.hpp>
#include <armature/render/crowd_renderer.hpp>

namespace crowd {

/// Instances of a model's first skeleton on a plaza: most walk in circles around its centre, some stand, each with its own clip time and
/// colour.
class Walkers {
public:
    /// Throws std::invalid_argument unless the model has a skeleton and at least one clip.
    Walkers(armature::Scene& model, std::size_t count);

    /// Advances all walkers by `seconds` and computes their palettes on all cores.
    void update(double seconds);

    [[nodiscard]] const armature::Crowd& crowd() const noexcept { return crowd_; }
    [[nodiscard]] const std::vector<armature::CrowdPlacement>& placements() const noexcept { return placements_; }
    [[nodiscard]] armature::CrowdPalettes palettes() const noexcept;
    /// The distance of the outermost walkers from the centre, in metres.
    [[nodiscard]] float radius() const noexcept { return radius_; }

private:
    struct Walker {
        float radius = 0.f;
        float angle = 0.f;
        float speed = 0.f;  // metres per second; 0: stands still
    };

    void place(std::size_t index);

    glm::mat4 host_;  // skeleton space to the model's world
    armature::Crowd crowd_;
    std::vector<Walker> walkers_;
    std::vector<armature::CrowdPlacement> placements_;
    float radius_ = 0.f;
};

}  // namespace crowd
