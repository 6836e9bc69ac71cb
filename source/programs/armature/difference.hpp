#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <armature/scene/scene.hpp>

#include "command_line.hpp"
#include "effort.hpp"

namespace armature::tools {

/// What corresponds in two scenes.
struct SceneMatch {
    using Instances = std::pair<const MeshInstance*, const MeshInstance*>;  ///< With the same numbers of primitives and vertices.
    using Groups = std::pair<AnimationGroup*, AnimationGroup*>;
    using Bones = std::pair<const Bone*, const Bone*>;

    std::vector<Instances> instances;
    std::vector<Groups> groups;
    std::vector<Bones> bones;
};

/// Matches a scene with what was written from it and read again: by order, without bones. Nullopt if they do not have the same meshes or
/// clips.
[[nodiscard]] std::optional<SceneMatch> matchInOrder(Scene& model, Scene& written);

/// For any two scenes: by names, the first of a name with the first of that name, and so on. Whatever has no counterpart, or a counterpart
/// of another shape, is a line in `outDifferences`: nodes and their parents, skins and their joints, meshes and their vertices, clips,
/// their durations and what they move.
[[nodiscard]] SceneMatch matchByName(Scene& a, Scene& b, std::vector<std::string>& outDifferences);

/// The moments of a comparison: in a clip of both scenes, or in their own poses.
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
        if (!(other <= distance)) {  // NaN as well
            distance = other;
            moment = when;
        }
    }
};

/// How far the posed parts of one scene are from the other's, in the scenes' units.
struct SceneDistance {
    LargestDistance largest;  ///< The largest distance of all vertices.
    std::size_t vertices = 0;
    std::vector<Moment> moments;
    std::size_t compared = 0;  ///< How many of them, the first ones: see DistanceDetail.
    /// Distances for each pair of instances and each of their primitives, per vertex. Empty in a summary.
    std::vector<std::vector<std::vector<LargestDistance>>> meshes;
    std::vector<LargestDistance> bones;      ///< For each pair of bones, of their joints in the world.
    std::vector<LargestDistance> boneTurns;  ///< Radians between their rotations in the world.
};

inline constexpr std::size_t posesOfClip = 9;  ///< Number of poses of a clip that are compared.

enum class DistanceDetail {
    Vertices,  ///< Distances of each vertex, in all poses. Throws Error if the effort does not allow it.
    Summary,   ///< The largest, in as many poses as the effort allows.
};

/// Compares two scenes in their own poses and at nine moments of each clip, its ends among them. Leaves both in their own poses.
[[nodiscard]] SceneDistance measureDistance(Scene& a, Scene& b, const SceneMatch& match, Effort& effort, DistanceDetail detail);

/// Poses both scenes for a moment, starting from their own poses.
void poseAt(const Moment& moment, const SceneMatch& match);

/// Two scenes, and how they differ.
struct DifferenceReport {
    std::string first;
    std::string second;
    std::vector<std::string> structure = {};  ///< A line for each thing that only one has, or that differs.
    SceneMatch match = {};
    SceneDistance distance = {};
    double tolerance = 0.;   ///< Millimetres.
    std::size_t shown = 10;  ///< How many bones and vertices are listed, the worst first.

    [[nodiscard]] LargestDistance largest() const noexcept;  ///< The largest distance of vertices and joints.
    [[nodiscard]] double largestMillimetres() const noexcept { return 1000. * static_cast<double>(largest().distance); }
    [[nodiscard]] bool isSame() const noexcept { return structure.empty() && largestMillimetres() <= tolerance; }
};

[[nodiscard]] std::string differenceAsText(const DifferenceReport& report);
/// docs/armature_program.md describes the members.
[[nodiscard]] std::string differenceAsJson(const DifferenceReport& report);

/// Draws the two scenes of a report side by side in the pose in which they are farthest apart, and to their right the second one coloured
/// by the error of each vertex: blue none, red the largest. All three from the same viewpoint. Leaves the scenes in that pose. Throws
/// Error.
void writeDifferencePicture(const std::string& output, const PictureSize& size, Scene& first, Scene& second,
                            const DifferenceReport& report);

}  // namespace armature::tools
