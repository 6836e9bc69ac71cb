#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/fwd.hpp>

#include "ik/posed_joint.hpp"

namespace armature {

struct Pose;

/// Where a bone and those above it are found in a Pose, and their matrices. Good until bones of the skeleton change.
class PoseFrames {
public:
    PoseFrames() = default;
    explicit PoseFrames(const Bone& bone) { remember(bone); }

    /// Looks the bone up, unless it is known. O(bones) then.
    void remember(const Bone& bone);
    /// Itself if it is current; if bones have changed one looked up into `outOther`, which allocates.
    [[nodiscard]] const PoseFrames& currentFor(const Bone& bone, std::optional<PoseFrames>& outOther) const;

    /// Position in the pose of the bone (0), its parent (1), and so on.
    [[nodiscard]] std::size_t boneAt(std::size_t level) const noexcept { return path_[level]; }
    /// That of the bone's first child bone, if there is one.
    [[nodiscard]] std::optional<std::size_t> firstChild() const noexcept { return firstChild_; }
    /// From the axes above the bone of a level to skeleton space. O(depth).
    [[nodiscard]] Frame absoluteAbove(std::size_t level, const Pose& pose) const noexcept;

private:
    [[nodiscard]] bool isCurrent(const Bone& bone) const noexcept;
    std::vector<std::size_t> path_;
    std::optional<std::size_t> firstChild_;
};

/// Throws std::invalid_argument that names the skeleton and the numbers if the pose is not one of the bone's skeleton.
void requirePoseOf(const Bone& bone, const Pose& pose);

}  // namespace armature
