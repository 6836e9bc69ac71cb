#pragma once

#include <span>
#include <vector>

#include <armature/render/crowd_renderer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "gl_fixture.hpp"

namespace armature::test {

/// A tube on a chain below a host, with morph targets that bulge it.
struct Dancer {
    Dancer(std::size_t joints, std::size_t morphTargets);

    Scene scene;
    TransformNode& host;
    Skeleton& skeleton;
    MeshInstance& instance;
};

/// Poses and morph weights of the dancer, and a placement for each pose; some placements are mirrored.
struct Troupe {
    explicit Troupe(std::size_t count, std::size_t morphTargets = 0);
    Troupe(const Troupe&) = delete;
    Troupe& operator=(const Troupe&) = delete;

    static constexpr std::size_t joints = 12;

    [[nodiscard]] CrowdPalettes palettes() const { return {matrices, joints}; }

    Dancer dancer;
    std::vector<Pose> poses;
    std::vector<std::vector<float>> weights;
    std::vector<glm::mat3x4> matrices;
    std::vector<CrowdPlacement> placements;
};

/// Draws the placements as a crowd, on black.
[[nodiscard]] support::Picture drawCrowd(const GlFixture& gl, CrowdRenderer& renderer, const Troupe& troupe,
                                         std::span<const CrowdPlacement> placements, DrawOptions options = {});

/// Draws the same members one by one.
[[nodiscard]] support::Picture drawSingly(const GlFixture& gl, const Troupe& troupe, DrawOptions options = {});

}  // namespace armature::test
