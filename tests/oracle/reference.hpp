#pragma once

#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

/// Matrices and their parts in double precision. Implements the conventions of the golden cases (see their README) independently of the
/// library; deliberate differences are compared with these results.
namespace armature::test::reference {

struct Parts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};
};

[[nodiscard]] glm::dmat4 compose(const Parts& parts);
/// The scale consists of the lengths of the columns, with y negated if the determinant is not positive. The rotation is that of the columns
/// divided by the scale: it keeps the direction of +Y and the plane of +Y and +Z. If a scale is zero, the rotation is the identity.
[[nodiscard]] Parts split(const glm::dmat4& matrix);
[[nodiscard]] glm::dquat eulerRotation(const glm::dvec3& euler);
[[nodiscard]] glm::dquat axisRotation(const glm::dvec3& axis, double angle);

[[nodiscard]] bool isSheared(const glm::dmat4& matrix);
[[nodiscard]] bool isMirrored(const glm::dmat4& matrix);
[[nodiscard]] glm::dmat4 withTranslation(glm::dmat4 matrix, const glm::dvec3& translation);
[[nodiscard]] glm::dmat4 linearOf(const glm::dmat4& matrix);
[[nodiscard]] glm::dmat4 scaling(const glm::dvec3& scale);
[[nodiscard]] glm::dmat4 translation(const glm::dvec3& offset);
[[nodiscard]] glm::dvec3 transformPoint(const glm::dmat4& matrix, const glm::dvec3& point);
[[nodiscard]] glm::dvec3 transformVector(const glm::dmat4& matrix, const glm::dvec3& vector);

/// Returns the rotation of frame * local as split() finds it, after flipping the columns whose local scale is negative, and y if the frame
/// mirrors. The local scale is that of split(local), or that of the parts that `local` was made of. If a component of it is zero, all count
/// as one. For a singular frame, returns only the local rotation.
[[nodiscard]] glm::dquat rotationIn(const glm::dmat4& frame, const glm::dmat4& local);
[[nodiscard]] glm::dquat rotationIn(const glm::dmat4& frame, const glm::dmat4& local, const Parts& parts);
/// Inverse of rotationIn() for any frame: returns the local rotation that is `rotation` in the frame.
[[nodiscard]] glm::dquat localRotation(const glm::dmat4& frame, const glm::dquat& rotation);

/// absolute[i] = absolute[parent[i]] * local[i]. A parent may come after its child; -1 means no parent.
[[nodiscard]] std::vector<glm::dmat4> absolutes(const std::vector<glm::dmat4>& locals, const std::vector<int>& parents);

}  // namespace armature::test::reference
