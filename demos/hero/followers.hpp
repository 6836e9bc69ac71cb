#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>

namespace hero {

/// Rows of walkers, each row farther away and closer to the colour of the backdrop. All play the same walk, each from a moment of its own.
class Followers {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    explicit Followers(const std::filesystem::path& model);

    /// Shows the walk at a time in seconds, at least 0; it repeats every second.
    void goTo(double seconds);

    /// Draws all rows, the farthest first, with their shadows on a floor that is in the picture already.
    void draw(armature::CrowdRenderer& renderer, const armature::Camera& camera, const armature::DrawOptions::Ground& floor) const;

    [[nodiscard]] const armature::Crowd& crowd() const noexcept { return *crowd_; }

private:
    struct Row {
        std::unique_ptr<armature::Scene> model;  // in the colours that the row has at its distance
        std::vector<armature::CrowdPlacement> placements;
    };

    void addRow(std::size_t index, const std::filesystem::path& file);

    std::vector<Row> rows_;
    std::unique_ptr<armature::Crowd> crowd_;
    std::vector<armature::CrowdInstance> members_;
    std::vector<double> starts_;  // each member's time when the walk is at 0
};

}  // namespace hero
