#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/space.hpp>
#include <armature/node/node.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "node/space_frame.hpp"
#include "node/transform_hierarchy.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Tolerance for float rounding, in radians or relative to the lengths in question. A goal missed by less counts as reached, and a joint
/// beyond its limit by less counts as within it.
inline constexpr double roundingError = 1e-6;

/// The object that a constraint changes or copies from: a joint of a view, or any bone or node. Provides the operations that all
/// constraints share.
class JointRef {
public:
    /// Refers to a bone or a node.
    explicit JointRef(const Node& node) noexcept : node_(&node) {}
    /// Refers to a joint of a view. Throws std::invalid_argument if there is no such joint.
    JointRef(const JointView& joints, std::size_t joint);

    // --- refusals: each throws std::invalid_argument that names the joint ----------------------------------------------

    [[nodiscard]] std::string label() const;
    [[noreturn]] void refuse(const std::string& why) const;
    void requireFinite(std::string_view what, const glm::vec3& value) const;
    /// Requires that a weight is in [0, 1].
    void requireWeight(std::string_view what, float weight) const;
    /// Requires that a space is Local, Skeleton or World.
    void requireSpace(std::string_view what, Space space) const;

    // --- frames and relatives -------------------------------------------------------------------------------------------

    /// Returns the frame from the axes above the joint to a space; not invertible if a singular matrix lies between them.
    [[nodiscard]] Frame above(Space space) const noexcept;
    /// The frame from the joint's own axes to the world.
    [[nodiscard]] Frame world() const noexcept;
    /// Returns the frame from the own axes of `source` to a space of this joint: World, Skeleton (this joint's skeleton), or Local, which
    /// means the axes of source's own parent. No value if the matrix of a host between them is singular.
    [[nodiscard]] std::optional<Frame> frameOf(const JointRef& source, Space space) const noexcept;
    /// Returns the rotation of `source` in this space (see Bone::getRotationQuaternion(space)). Precondition: frameOf() has a value.
    [[nodiscard]] glm::dquat rotationOf(const JointRef& source, Space space) const noexcept;
    [[nodiscard]] SpaceFrame spaceFrame(Space space) const noexcept;

    /// The joint's rest pose, split so that its scale has the signs of the current scale; no value for a node outside a skeleton.
    [[nodiscard]] std::optional<Transform> rest() const noexcept;
    /// The joint's position according to its rest matrix; zero for a node outside a skeleton.
    [[nodiscard]] glm::vec3 restOrigin() const noexcept;
    [[nodiscard]] std::optional<float> length() const noexcept;
    /// The first child that is a bone.
    [[nodiscard]] std::optional<JointRef> firstChild() const noexcept;
    /// Calls `visit(child)` for all children, including nodes, until a call returns false. Returns whether all calls returned true.
    template <class Visitor>
    bool forChildren(const Visitor& visit) const;

    // --- the joint's pose: a write whose numbers do not fit floats changes nothing and returns false ---------------------

    [[nodiscard]] PosedJoint read() const noexcept;
    [[nodiscard]] Transform transform() const noexcept;
    /// The origin of the joint's own axes, in its parent's axes.
    [[nodiscard]] glm::dvec3 origin() const noexcept;
    [[nodiscard]] bool isWritable(const PosedJoint& posed) const;
    /// Precondition: isWritable().
    void write(const PosedJoint& posed);
    [[nodiscard]] bool moveTo(const glm::dvec3& origin);
    /// Sets the scale. Keeps the shear of a pose that was set as a matrix, unless the current scale is zero along an axis.
    [[nodiscard]] bool setScale(const glm::vec3& scale);
    /// Multiplies the joint's scale along each of its own axes.
    [[nodiscard]] bool scaleBy(const glm::dvec3& factors);
    /// The local pose as it is stored, for restore().
    [[nodiscard]] LocalPose stored() const noexcept;
    void restore(const LocalPose& pose) noexcept;

private:
    [[nodiscard]] bool sharesSkeleton(const JointRef& source) const noexcept;
    [[nodiscard]] std::optional<JointRef> childAt(std::size_t joint) const noexcept;

    const Node* node_ = nullptr;  // null: a joint of a view of plain transforms
    std::optional<JointView> joints_;
    std::size_t joint_ = 0;
};

template <class Visitor>
bool JointRef::forChildren(const Visitor& visit) const
{
    if (node_ != nullptr) {
        for (const Node& child : node_->getChildren()) {
            if (!visit(JointRef(child))) {
                return false;
            }
        }
        return true;
    }
    for (std::size_t joint = 0; joint < joints_->size(); ++joint) {
        if (const std::optional<JointRef> child = childAt(joint); child && !visit(*child)) {
            return false;
        }
    }
    return true;
}

}  // namespace armature
