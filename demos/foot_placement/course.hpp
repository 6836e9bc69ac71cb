#pragma once

#include <vector>

#include <armature/armature.hpp>
#include <armature/support/ground.hpp>

/// A course along +Z: level ground, stairs up, a platform and a ramp down. Metres.
namespace foot_placement {

inline constexpr float courseLength = 7.f;

/// The ground at a place of the course, which lies `floor` above y = 0.
[[nodiscard]] armature::GroundPoint groundAt(float z, float floor);

/// How high a character stands who feels no steps: the mean over a pace to the front and to the back.
[[nodiscard]] float meanHeightAt(float z);

/// Adds the course to a scene, `floor` above y = 0.
void addCourse(armature::Scene& scene, float floor);

/// Where shadows fall on the course.
[[nodiscard]] std::vector<armature::support::Ground::Patch> coursePatches(float floor);

}  // namespace foot_placement
