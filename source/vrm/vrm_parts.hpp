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

/// Check a VRM model or animation: all indices refer to objects in `scene`; numbers and words are ones that VRM allows; no role, expression
/// or constrained node occurs twice. Otherwise, they throw std::invalid_argument, whose message names the part and the problem.
void requireVrm(const Scene& scene, const VrmModel& model);
void requireVrm(const Scene& scene, const VrmAnimation& animation);

/// The expressions of a model. The constructor looks up the morph targets and properties that they change. Weights are indexed by
/// expression.
class VrmExpressions {
public:
    VrmExpressions(Scene& scene, const VrmModel& model);

    /// Computes shown() and leftOfLooking() from `weights`, one for each expression: weights of binary expressions become 0 or 1, and
    /// overrides lower the weights of other expressions.
    void weigh(const VrmModel& model, const std::vector<float>& weights);
    /// Sets the scene's morph weights and material properties according to shown(). Leaves those alone that no expression changes.
    void show(Scene& scene);
    /// Returns the weights that weigh() computed.
    [[nodiscard]] const std::vector<float>& shown() const noexcept { return shown_; }
    /// Returns the factor, from 0 to 1, by which overrides reduce looking; 1 if no override applies.
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
    /// The amount that an expression of weight 1 adds to a morph target or a property. `place`: its index in morphs_ or properties_.
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
    /// `space`: the node in whose axes the character at rest faces +Z with +Y up; null means the world's axes.
    VrmGaze(const VrmModel& model, const Node* space);

    /// Sets look() to the angles from the head to the target; without a target, to `along`; without either, to 0.
    void aim(const VrmModel& model, const std::optional<glm::vec3>& target, const std::optional<VrmCharacter::Look>& along);
    /// Writes the weights of lookUp, lookDown, lookLeft and lookRight if the model looks by expressions and the last aim() had a target or
    /// angles.
    void weigh(const VrmModel& model, std::vector<float>& weights) const;
    /// Rotates the eyes' bones if the model looks by bones and isIdle_ is false. The angles are `part` times the results of the range maps.
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
    bool isIdle_ = true;  // turnEyes() does nothing: no look-at, no head, or nothing to look at in the last two aim()
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

    /// Updates the springs as SpringBones::update() does. Returns Solved if there are none, and Gone if a node has a new parent. Exception:
    /// if the skeleton began without a host, the nodes of its root bones may all get the same new parent.
    IkStatus update(double seconds);
    /// Calls SpringBones::jump(), with the same exceptions as update().
    IkStatus jump();
    /// Returns the springs; null if there are none.
    [[nodiscard]] SpringBones* get() noexcept { return springs_ ? &*springs_ : nullptr; }

private:
    /// A node and the parent that it must have.
    struct Link {
        Handle<const Node> node;
        Handle<const Node> parent;  ///< The host, for a top bone; empty if there is no host.
        bool isTop = false;
    };

    class Maker;  // in vrm_springs.cpp

    /// Returns false if a node has another parent than its Link states. If the skeleton began without a host, makes the common parent of
    /// its root bones' nodes the host instead, and returns false if they have no common parent.
    bool follow();

    std::unique_ptr<Skeleton> skeleton_;
    std::optional<SpringBones> springs_;
    std::vector<Link> links_;
    bool isHosted_ = false;  // all nodes are below one node; otherwise the top nodes were roots, and may later get a common parent
};

/// Returns the constraints of a model; no value if the model has none.
[[nodiscard]] std::optional<NodeConstraints> constraintsOf(const VrmModel& model);

}  // namespace armature
