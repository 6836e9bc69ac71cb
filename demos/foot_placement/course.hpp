#pragma once

#include <vector>

#include <armature/armature.hpp>
#include <armature/render/skin_renderer.hpp>

/// A course along +Z: level ground, stairs up, a platform and a ramp down. Lengths are in metres.
namespace foot_placement {

inline constexpr float courseLength = 7.f;

/// The ground at `z` on the course, which lies `floor` above y = 0.
[[nodiscard]] armature::GroundPoint groundAt(float z, float floor);

/// The height for a character that ignores single steps: the mean height of the ground over one pace forwards and backwards.
[[nodiscard]] float meanHeightAt(float z);

/// Adds the course to a scene, `floor` above y = 0.
void addCourse(armature::Scene& scene, float floor);

/// The patches of the course that shadows fall on.
[[nodiscard]] std::vector<armature::DrawOptions::Ground::Patch> coursePatches(float floor);

}  // namespace foot_placement
