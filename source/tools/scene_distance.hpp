#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "scene_match.hpp"

namespace armature::tools {

/// When two scenes were compared: in a clip of both, or without one in their own poses.
struct Moment {
    std::optional<std::size_t> group = {};  ///< Into SceneMatch::groups.
    double seconds = 0.;
};

/// The largest distance of two things over all moments.
struct LargestDistance {
    float distance = 0.f;
    std::uint32_t moment = 0;  ///< When that was.

    void add(float other, std::uint32_t when) noexcept
    {
        if (!(other <= distance)) {  // what is no number as well
            distance = other;
            moment = when;
        }
    }
};

/// How far what is posed of one scene is from what is posed of another, in the scenes' units.
struct SceneDistance {
    LargestDistance largest;  ///< Of all vertices.
    std::size_t vertices = 0;
    std::vector<Moment> moments;
    /// For each pair of instances and each of their primitives, by vertex.
    std::vector<std::vector<std::vector<LargestDistance>>> meshes;
    std::vector<LargestDistance> bones;      ///< For each pair of bones, of their joints in the world.
    std::vector<LargestDistance> boneTurns;  ///< Radians between their rotations in the world.
};

/// Compares two scenes in their own poses and at nine moments of each clip, its ends among them. Leaves both in their own poses.
[[nodiscard]] SceneDistance measureDistance(Scene& a, Scene& b, const SceneMatch& match);

/// Puts both scenes into the pose of a moment, from their own.
void poseAt(const Moment& moment, const SceneMatch& match);

}  // namespace armature::tools
