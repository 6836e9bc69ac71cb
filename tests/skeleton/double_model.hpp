#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

/// A second model of scenes and skeletons, in double and without any caching, against which random programs are checked. It is written
/// from the documentation and shares no code with the library.
namespace armature::test {

/// The largest relative error of rounding a number to float.
inline constexpr double unitRoundoff = 0x1p-24;
/// The largest error of a product in double, relative to the magnitudes of its factors.
inline constexpr double doubleError = 1e-14;

/// A matrix in double, and the bound on its error when evaluated in float: `roundings` * 2^-24 * `magnitude` for each element.
struct Bounded {
    glm::dmat4 value{1.};
    glm::dmat4 magnitude{1.};  ///< The product of the factors' absolute values.
    int roundings = 0;

    /// A matrix whose elements are exact floats.
    [[nodiscard]] static Bounded exact(const glm::dmat4& value);
    /// The error bound, plus a little for values below the smallest normal float.
    [[nodiscard]] glm::dmat4 limit() const;
};

/// The product of two matrices. Each term of an element takes at most four roundings: one product and three sums.
[[nodiscard]] Bounded operator*(const Bounded& parent, const Bounded& child);

[[nodiscard]] glm::dmat4 absolutes(const glm::dmat4& matrix);
/// |determinant| of the linear part over the product of its columns' lengths: 1 for rotations and scales, 0 for singular matrices.
[[nodiscard]] double roundness(const glm::dmat4& matrix);
/// For each component, -1 if negative, else 1.
[[nodiscard]] glm::dvec3 signsOf(const glm::dvec3& scale);

struct ModelParts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};

    [[nodiscard]] glm::dmat4 matrix() const;
    /// The parts of a matrix without shear. The scale has the given signs if these mirror exactly when the matrix does; otherwise only y
    /// is negative, and only if the matrix mirrors.
    [[nodiscard]] static ModelParts of(const glm::dmat4& matrix, const glm::dvec3& signs);
};

/// A local pose: the matrix in the library's floats, and the parts if it was set as parts.
struct ModelPose {
    glm::dmat4 local{1.};
    std::optional<ModelParts> parts;
    glm::dvec3 signs{1.};  ///< Without parts: the signs of the previous scale.

    [[nodiscard]] ModelParts partsOrSplit() const { return parts ? *parts : ModelParts::of(local, signs); }
    /// Whether the parts can be read without loss.
    [[nodiscard]] bool hasParts() const;
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A node or a bone; other objects are referred to by their index in DoubleModel::objects.
struct ModelObject {
    std::string name;
    bool isAlive = true;
    std::size_t rig = none;  ///< `none` for a node.
    std::size_t parent = none;
    ModelPose pose;

    std::optional<glm::dmat4> frozenWorld;  ///< Nodes only.

    // Bones only.
    std::size_t driver = none;
    bool forwardsWrites = false;
    glm::dmat4 bind{1.};
    std::optional<glm::dmat4> givenInverse;
    ModelPose rest;
    std::optional<std::size_t> index;

    [[nodiscard]] bool isBone() const { return rig != none; }
};

struct ModelRig {
    bool isAlive = true;
    std::size_t host = none;
    std::vector<std::size_t> order;  ///< The order of bones().
    std::size_t paletteSize = 0;
};

class DoubleModel {
public:
    std::vector<ModelObject> objects;
    std::vector<ModelRig> rigs;

    /// Returns the effective pose, which for a linked bone is its node's.
    [[nodiscard]] const ModelPose& poseOf(std::size_t object) const;
    /// The object whose pose a write to `object` changes; `none` if it changes nothing.
    [[nodiscard]] std::size_t targetOf(std::size_t object) const;

    /// The parent or, for a root bone, its skeleton's host.
    [[nodiscard]] std::size_t above(std::size_t object) const;
    /// Whether `object` is `ancestor` or below it, through hosts too.
    [[nodiscard]] bool hangsOn(std::size_t object, std::size_t ancestor) const;
    [[nodiscard]] std::vector<std::size_t> childrenOf(std::size_t object) const;

    /// A bone's matrix in skeleton space; the identity for `none`.
    [[nodiscard]] Bounded absolute(std::size_t bone) const;
    [[nodiscard]] Bounded world(std::size_t object) const;
    /// The library computes these in double too, so `roundings` does not apply.
    [[nodiscard]] Bounded absoluteBind(std::size_t bone) const;
    [[nodiscard]] Bounded absoluteRest(std::size_t bone) const;
};

}  // namespace armature::test
