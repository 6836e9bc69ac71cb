#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/edits/editable_channel.hpp"

namespace armature {

/// The channels of a clip by the node that they move, and the character in whose space the motion is seen.
class ClipStage {
public:
    struct Parts {
        std::optional<std::size_t> translation;
        std::optional<std::size_t> rotation;
        std::optional<std::size_t> scale;
    };

    /// `character`: the node in whose space everything is seen; null: the world. If several nodes have a target's name, as in copies of a
    /// model, the target is the one of them that is `root`, or above or below it.
    ClipStage(const AnimationClip& clip, TargetFinder finder, Node& root, const Node* character);

    [[nodiscard]] const AnimationClip& clip() const noexcept { return *clip_; }
    [[nodiscard]] const Node* character() const noexcept { return character_; }
    /// Returns the channels that move a node or the node that drives it.
    [[nodiscard]] Parts partsOf(const Node& node) const;
    /// Returns a node's pose in its parent's axes at the clip's beginning.
    [[nodiscard]] glm::dmat4 startOf(const Node& node) const;

private:
    const AnimationClip* clip_;
    const Node* character_;
    std::unordered_map<const Node*, Parts> parts_;  // by the node that is written to
};

/// The motion of a node or bone in its character's space, in double.
class JointCurve {
public:
    struct Place {
        glm::dmat4 above{1.};  ///< From the axes of the joint's parent to the character's.
        glm::dvec3 translation{0.};
        glm::dquat rotation{1., 0., 0., 0.};

        [[nodiscard]] glm::dvec3 position() const;
        [[nodiscard]] glm::dquat orientation() const;
    };

    /// Throws std::invalid_argument if the character is not above `joint`. `role`: the joint's role, for the message.
    JointCurve(const ClipStage& stage, const Node& joint, const char* role);

    /// Returns the joint's place at a time; at a jump, the later one.
    [[nodiscard]] Place at(double seconds) const;
    /// travels() returns whether the clip changes the joint's position, turns() whether it changes the joint's rotation.
    [[nodiscard]] bool travels() const noexcept { return travels_; }
    [[nodiscard]] bool turns() const noexcept { return turns_; }
    /// Adds the key times of all channels that the curve depends on; unsorted.
    void appendKeyTimes(std::vector<double>& times) const;

private:
    struct Link {
        glm::dmat4 before{1.};
        glm::dvec3 translation{0.};
        glm::dquat rotation{1., 0., 0., 0.};
        glm::dvec3 scale{1.};
        std::optional<EditableChannel> translations;
        std::optional<EditableChannel> rotations;
        std::optional<EditableChannel> scales;

        [[nodiscard]] bool isAnimated() const noexcept { return translations || rotations || scales; }
        [[nodiscard]] Link at(double seconds) const;
        [[nodiscard]] glm::dmat4 matrix() const;
    };

    [[nodiscard]] static Link linkOf(const ClipStage& stage, const Node& node);

    std::vector<Link> links_;  // from below the character to the joint; each link's `before` combines the nodes above it that do not move
    bool travels_ = false;
    bool turns_ = false;
};

/// Returns the rotation in a matrix of rotation and uniform scale. For a mirroring matrix, returns the rotation of the same matrix with its
/// y axis negated.
[[nodiscard]] glm::dquat rotationIn(const glm::dmat4& matrix);

}  // namespace armature
