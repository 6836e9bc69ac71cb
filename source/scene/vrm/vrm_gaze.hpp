#pragma once

#include <optional>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/handle.hpp>
#include <armature/scene/vrm_character.hpp>
#include <armature/scene/vrm_model.hpp>

namespace armature {

/// Where a character looks: the angles from its head to a target, and what turns its eyes there (VRM 1.0, "Look At").
class VrmGaze {
public:
    /// `space`: see VrmCharacter.
    VrmGaze(const VrmModel& model, const Node* space);

    /// Measures the angles to the target or, without one, takes `along`, and turns the eyes' bones if bones do it.
    void update(const VrmModel& model, const std::optional<glm::vec3>& target, const std::optional<VrmCharacter::Look>& along);
    /// Writes the weights of lookUp, lookDown, lookLeft and lookRight if expressions do it.
    void weigh(const VrmModel& model, std::vector<float>& weights) const;
    [[nodiscard]] const VrmCharacter::Look& look() const noexcept { return look_; }

private:
    struct Eye {
        Handle<Node> node;
        glm::dquat rest{1., 0., 0., 0.};   ///< In its parent's axes.
        glm::dquat above{1., 0., 0., 0.};  ///< At rest, from the parent's axes to those of the character.
    };

    [[nodiscard]] static Eye eyeOf(const TransformNode* node, const glm::dquat& space);
    void turn(Eye& eye, const VrmRangeMap& left, const VrmRangeMap& right, const VrmLookAt& lookAt) const;

    Handle<const Node> head_;
    glm::dquat headRest_{1., 0., 0., 0.};  // in the axes of the character
    Eye left_;
    Eye right_;
    VrmCharacter::Look look_;
    bool isAhead_ = true;  // the eyes are at rest, as far as is known: what nobody looks with is left to the animation
};

}  // namespace armature
