#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/handle.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/vrm_character.hpp>
#include <armature/scene/vrm_model.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/property_slot.hpp"

namespace armature {

/// Both throw std::invalid_argument that names the part, the value and the limit unless all numbers refer to something in `scene` and are
/// in range, and names and roles are unique.
void requireVrm(const Scene& scene, const VrmModel& model);
void requireVrm(const Scene& scene, const VrmAnimation& animation);

/// The expressions of a model, with what they change resolved once. Weights are by expression.
class VrmExpressions {
public:
    VrmExpressions(Scene& scene, const VrmModel& model);

    /// Shows all expressions with these weights. Morph targets, colours and textures that no expression changes are not touched.
    void show(Scene& scene, const VrmModel& model, const std::vector<float>& weights);
    /// What was shown: weights after overrides.
    [[nodiscard]] const std::vector<float>& shown() const noexcept { return shown_; }

private:
    /// A morph target that some expression weighs.
    struct Morph {
        Handle<MeshInstance> mesh;
        std::size_t target = 0;
        float weight = 0.f;
    };
    /// A property of a material that some expression changes.
    struct Property {
        PropertySlot slot;
        std::size_t components = 0;
        glm::vec4 base{0.f};  ///< When the character was made.
        glm::vec4 value{0.f};
    };
    /// What an expression adds to a morph target or a property.
    struct Share {
        std::size_t expression = 0;
        std::size_t place = 0;
        glm::vec4 amount{0.f};  ///< Of a morph target: in x.
    };

    std::size_t morphOf(const VrmModel& model, const VrmMorphBind& bind);
    void addProperty(Scene& scene, std::size_t expression, std::size_t material, std::string_view name, const glm::vec4& target,
                     std::size_t components);
    void weigh(const VrmModel& model, const std::vector<float>& weights);

    std::vector<Morph> morphs_;
    std::vector<Property> properties_;
    std::vector<Share> morphShares_;
    std::vector<Share> propertyShares_;
    std::vector<float> shown_;
};

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

/// The springs and constraints of a model. Springs work on bones: those of a skeleton that is made for them, of the nodes that they need
/// and all above, each linked to its node.
struct VrmDynamics {
    /// Adds what cannot be used to `outWarnings`.
    VrmDynamics(const VrmModel& model, std::vector<std::string>& outWarnings);

    std::unique_ptr<Skeleton> skeleton;  ///< Null: there are no springs.
    std::optional<SpringBones> springs;
    std::optional<NodeConstraints> constraints;
};

}  // namespace armature
