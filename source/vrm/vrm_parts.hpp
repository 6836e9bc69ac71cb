#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "animation/clip/property_slot.hpp"

namespace armature {

class StateArchive;

/// Each throws std::invalid_argument that names the part and the problem, unless all indices refer to objects in `scene`, numbers and words
/// are ones that VRM allows, and roles, expressions and constrained nodes are unique.
void requireVrm(const Scene& scene, const VrmModel& model);
void requireVrm(const Scene& scene, const VrmAnimation& animation);

/// The expressions of a model. The constructor looks up the morph targets and properties that they change. Weights are indexed by
/// expression.
class VrmExpressions {
public:
    VrmExpressions(Scene& scene, const VrmModel& model);

    /// Computes the weights to show from the given weights.
    void weigh(const VrmModel& model, const std::vector<float>& weights);
    /// Applies the result of weigh(). Morph targets, colours and textures that no expression changes are not touched.
    void show(Scene& scene);
    /// Returns the weights after overrides.
    [[nodiscard]] const std::vector<float>& shown() const noexcept { return shown_; }
    /// Returns the factor by which overrides reduce looking.
    [[nodiscard]] float leftOfLooking() const noexcept { return leftOfLooking_; }
    void list(StateArchive& archive);

private:
    /// The groups of expressions that programs generate by themselves and that other expressions may override (VRM 1.0, "Procedural
    /// override").
    enum class Procedure : std::uint8_t { None, Blink, Look, Mouth };

    /// A morph target that some expression changes.
    struct Morph {
        Handle<MeshInstance> mesh;
        std::size_t target = 0;
        float weight = 0.f;
    };
    /// A property of a material that some expression changes.
    struct Property {
        PropertySlot slot;
        std::size_t components = 0;
        glm::vec4 base{0.f};  ///< The value without any expression.
        glm::vec4 value{0.f};
    };
    /// The amount that an expression adds to a morph target or a property.
    struct Share {
        std::size_t expression = 0;
        std::size_t place = 0;
        glm::vec4 amount{0.f};  ///< For a morph target, its weight in x.
    };

    class Maker;  // in vrm_expressions.cpp

    std::vector<Morph> morphs_;
    std::vector<Property> properties_;
    std::vector<Share> morphShares_;
    std::vector<Share> propertyShares_;
    std::vector<Procedure> procedures_;  // by expression
    std::vector<float> shown_;
    float leftOfLooking_ = 1.f;
};

/// The gaze of a character: the angles from its head to a target, and the rotations of its eyes (VRM 1.0, "Look At").
class VrmGaze {
public:
    /// `space`: see VrmCharacter.
    VrmGaze(const VrmModel& model, const Node* space);

    /// Measures the angles to the target. Without a target, uses the angles `along`.
    void aim(const VrmModel& model, const std::optional<glm::vec3>& target, const std::optional<VrmCharacter::Look>& along);
    /// Writes the weights of lookUp, lookDown, lookLeft and lookRight if the model looks by expressions.
    void weigh(const VrmModel& model, std::vector<float>& weights) const;
    /// Rotates the eyes' bones if the model looks by bones. The angles are `part` times those of the range maps.
    void turnEyes(const VrmModel& model, double part);
    [[nodiscard]] const VrmCharacter::Look& look() const noexcept { return look_; }
    void list(StateArchive& archive);

private:
    struct Eye {
        Handle<Node> node;
        glm::dquat rest{1., 0., 0., 0.};   ///< Rest rotation in the parent's axes.
        glm::dquat above{1., 0., 0., 0.};  ///< Rotation at rest from the parent's axes to the character's.
    };

    [[nodiscard]] static Eye eyeOf(const TransformNode* node, const glm::dquat& space);
    void turn(Eye& eye, const VrmRangeMap& left, const VrmRangeMap& right, const VrmLookAt& lookAt, double part) const;

    Handle<const Node> head_;
    glm::dquat headRest_{1., 0., 0., 0.};  // rest rotation in the character's axes
    Eye left_;
    Eye right_;
    VrmCharacter::Look look_;
    std::array<std::optional<std::size_t>, 4> expressions_;  // lookLeft, lookRight, lookUp, lookDown
    bool isAhead_ = true;
    bool isIdle_ = true;  // there is nothing to look at and the eyes are back at rest, so the animation alone moves them
};

/// Shows the parts of a scene's meshes that the wearer of a headset sees, or the parts that everybody else sees. The destructor restores
/// the whole meshes.
class VrmFirstPersonView {
public:
    VrmFirstPersonView() = default;
    ~VrmFirstPersonView();
    VrmFirstPersonView(const VrmFirstPersonView&) = delete;
    VrmFirstPersonView& operator=(const VrmFirstPersonView&) = delete;

    void show(Scene& scene, const VrmModel& model, bool isFirstPerson);

private:
    /// A mesh instance that shows only a part of its mesh.
    struct Cut {
        Handle<MeshInstance> instance;
        std::shared_ptr<const Mesh> whole;
        std::shared_ptr<const Mesh> shown;
    };

    /// Returns the remaining part of a mesh; null if all of it remains.
    [[nodiscard]] static std::shared_ptr<const Mesh> cutFor(const MeshInstance& instance, VrmFirstPersonType type,
                                                            const TransformNode* head, bool isFirstPerson);
    void restore() noexcept;

    std::vector<Cut> cuts_;
};

/// The springs of a model. They work on the bones of a skeleton that is made for them: one bone for each node that they need, linked to
/// that node. The skeleton's host is the lowest node above all these nodes or, if there is none, above the joints that swing. The host may
/// move, and may get another parent.
class VrmSprings {
public:
    /// Adds a line to `outWarnings` for everything that cannot be used.
    VrmSprings(const VrmModel& model, std::vector<std::string>& outWarnings);

    /// Like SpringBones::update(), but returns Gone if nodes have new parents. Exception: if the skeleton began without a host, the nodes
    /// of its root bones may get a new parent, the same for all of them.
    IkStatus update(double seconds);
    /// Like update(), for SpringBones::jump().
    IkStatus jump();
    /// Returns the springs; null if there are none.
    [[nodiscard]] SpringBones* get() noexcept { return springs_ ? &*springs_ : nullptr; }

private:
    /// A node and the parent that it must have.
    struct Link {
        Handle<const Node> node;
        Handle<const Node> parent;  ///< The host, for a top bone.
        bool isTop = false;
    };

    class Maker;  // in vrm_springs.cpp

    /// Checks the parents of all nodes. If the skeleton began without a host, makes the common parent of its root bones' nodes the host.
    /// Returns false if a node has an unexpected parent.
    bool follow();

    std::unique_ptr<Skeleton> skeleton_;
    std::optional<SpringBones> springs_;
    std::vector<Link> links_;
    bool isHosted_ = false;  // all nodes are below one node; otherwise the top nodes were roots, and may later get a common parent
};

/// Returns the constraints of a model; no value if the model has none.
[[nodiscard]] std::optional<NodeConstraints> constraintsOf(const VrmModel& model);

}  // namespace armature
