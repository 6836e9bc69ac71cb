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

/// Corresponding parts of two scenes.
struct SceneMatch {
    using Instances = std::pair<const MeshInstance*, const MeshInstance*>;  ///< With equal numbers of primitives and vertices.
    using Groups = std::pair<AnimationGroup*, AnimationGroup*>;
    using Bones = std::pair<const Bone*, const Bone*>;

    std::vector<Instances> instances;
    std::vector<Groups> groups;
    std::vector<Bones> bones;
};

/// Matches the meshes and clips of a scene, by their order, with those of the scene that was written from it and read back. Does not match
/// bones. Returns nullopt if the meshes or clips do not correspond.
[[nodiscard]] std::optional<SceneMatch> matchInOrder(Scene& model, Scene& written);

/// Matches the parts of any two scenes by name; parts that share a name are matched in order, the first with the first, and so on. Adds a
/// line to `outDifferences` for every part that has no counterpart, or whose counterpart has another shape: nodes and their parents, skins
/// and their joints, meshes and their vertices, clips, their durations and their targets.
[[nodiscard]] SceneMatch matchByName(Scene& a, Scene& b, std::vector<std::string>& outDifferences);

/// A moment of a comparison: a time in a clip that both scenes have or, without `group`, the poses that the files themselves give.
struct Moment {
    std::optional<std::size_t> group = {};  ///< Index into SceneMatch::groups.
    double seconds = 0.;
};

/// The largest distance between two vertices, joints or rotations over all moments.
struct LargestDistance {
    float distance = 0.f;
    std::uint32_t moment = 0;  ///< Index of the moment at which it occurred.

    void add(float other, std::uint32_t when) noexcept
    {
        if (!(other <= distance)) {  // true for NaN, too
            distance = other;
            moment = when;
        }
    }
};

/// How far the posed parts of one scene are from the other's, in scene units.
struct SceneDistance {
    LargestDistance largest;  ///< The largest distance of all vertices.
    std::size_t vertices = 0;
    std::vector<Moment> moments;
    std::size_t compared = 0;  ///< Number of moments that were compared, beginning with the first; see DistanceDetail.
    /// Distances per vertex, for each primitive of each pair of instances. Empty in a summary.
    std::vector<std::vector<std::vector<LargestDistance>>> meshes;
    std::vector<LargestDistance> bones;      ///< For each pair of bones: the distance between their joints in world space.
    std::vector<LargestDistance> boneTurns;  ///< For each pair of bones: the angle between their world rotations, in radians.
};

inline constexpr std::size_t posesOfClip = 9;  ///< Number of poses of a clip that are compared.

enum class DistanceDetail {
    Vertices,  ///< The distance of each vertex, in all poses. Throws Error if the effort does not allow it.
    Summary,   ///< Only the largest distance, in as many poses as the effort allows.
};

/// Compares two scenes in their own poses and at nine moments of each clip, both ends included. Leaves both scenes in their own poses.
[[nodiscard]] SceneDistance measureDistance(Scene& a, Scene& b, const SceneMatch& match, Effort& effort, DistanceDetail detail);

/// Poses both scenes as they are at `moment`. Precondition: both are in their own poses.
void poseAt(const Moment& moment, const SceneMatch& match);

/// Two scenes, and how they differ.
struct DifferenceReport {
    std::string first;
    std::string second;
    std::vector<std::string> structure = {};  ///< A line for each part of a scene that differs or has no counterpart.
    SceneMatch match = {};
    SceneDistance distance = {};
    double tolerance = 0.;   ///< Millimetres.
    std::size_t shown = 10;  ///< How many bones and vertices are listed, the worst first.

    [[nodiscard]] LargestDistance largest() const noexcept;  ///< The largest distance of vertices and joints.
    [[nodiscard]] double largestMillimetres() const noexcept { return 1000. * static_cast<double>(largest().distance); }
    [[nodiscard]] bool isSame() const noexcept { return structure.empty() && largestMillimetres() <= tolerance; }
};

/// Returns a moment in words: `clip "walk" at 0.5 s`, `the file's own pose`. `number`: its index in SceneDistance::moments.
[[nodiscard]] std::string describeMoment(const DifferenceReport& report, std::uint32_t number);

[[nodiscard]] std::string differenceAsText(const DifferenceReport& report);
/// Returns a report as JSON; docs/armature_program.md describes its members.
[[nodiscard]] std::string differenceAsJson(const DifferenceReport& report);

/// Draws the two scenes of a report side by side in the pose in which they are farthest apart, and to their right the second one coloured
/// by the error of each vertex: blue for none, red for the largest, as a legend says in millimetres. Captions name the files and the
/// largest distance. All three share one viewpoint. Leaves the scenes in that pose. Throws Error if the picture cannot be drawn or written.
void writeDifferencePicture(const std::string& output, const PictureSize& size, Scene& first, Scene& second,
                            const DifferenceReport& report);

}  // namespace armature::tools
