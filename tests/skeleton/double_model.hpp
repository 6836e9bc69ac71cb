#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

/// Scenes and skeletons once more, in double, without any caching: what random programs are checked against. Written from the
/// documentation, it shares no code with the library.
namespace armature::test {

/// A matrix in double, and how far its evaluation in float may be off: element by element `roundings` * 2^-24 * `magnitude`.
struct Bounded {
    glm::dmat4 value{1.};
    glm::dmat4 magnitude{1.};  ///< The product of the factors' absolute values.
    int roundings = 0;

    /// Elements that are floats already.
    [[nodiscard]] static Bounded exact(const glm::dmat4& value);
    /// The limit of the error, with a little for what is below the smallest normal float.
    [[nodiscard]] glm::dmat4 limit() const;
};

/// Each term of an element takes at most four roundings: its product and three sums.
[[nodiscard]] Bounded operator*(const Bounded& parent, const Bounded& child);

[[nodiscard]] glm::dmat4 absolutes(const glm::dmat4& matrix);
/// |determinant| of the linear part over the product of its columns' lengths: 1 for rotations and scales, 0 for flat matrices.
[[nodiscard]] double roundness(const glm::dmat4& matrix);
/// -1 where negative, else 1.
[[nodiscard]] glm::dvec3 signsOf(const glm::dvec3& scale);

struct ModelParts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};

    [[nodiscard]] glm::dmat4 matrix() const;
    /// Those of a matrix without shear, whose scale has the given signs where these mirror if it does; else y is negated where it mirrors.
    [[nodiscard]] static ModelParts of(const glm::dmat4& matrix, const glm::dvec3& signs);
};

/// A local pose: the matrix in the floats that the library has, and the parts if it was set as such.
struct ModelPose {
    glm::dmat4 local{1.};
    std::optional<ModelParts> parts;
    glm::dvec3 signs{1.};  ///< Without parts: of the scale that it had.

    [[nodiscard]] ModelParts partsOrSplit() const { return parts ? *parts : ModelParts::of(local, signs); }
    /// Whether the parts can be read without loss.
    [[nodiscard]] bool hasParts() const;
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A node or a bone; other objects are named by their index in DoubleModel::objects.
struct ModelObject {
    std::string name;
    bool isAlive = true;
    std::size_t rig = none;  ///< None: a node.
    std::size_t parent = none;
    ModelPose pose;

    std::optional<glm::dmat4> frozenWorld;  ///< Of nodes only.

    // Of bones only.
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
    std::vector<std::size_t> order;  ///< Of bones().
    std::size_t paletteSize = 0;
};

class DoubleModel {
public:
    std::vector<ModelObject> objects;
    std::vector<ModelRig> rigs;

    /// The pose that counts: a linked bone's is its node's.
    [[nodiscard]] const ModelPose& poseOf(std::size_t object) const;
    /// Whose pose a write to `object` changes; none if it changes nothing.
    [[nodiscard]] std::size_t targetOf(std::size_t object) const;

    /// Parent, or for a root bone its skeleton's host.
    [[nodiscard]] std::size_t above(std::size_t object) const;
    /// Whether `object` is `ancestor` or hangs below it, through hosts too.
    [[nodiscard]] bool hangsOn(std::size_t object, std::size_t ancestor) const;
    [[nodiscard]] std::vector<std::size_t> childrenOf(std::size_t object) const;

    /// Of a bone in skeleton space; of none: the identity.
    [[nodiscard]] Bounded absolute(std::size_t bone) const;
    [[nodiscard]] Bounded world(std::size_t object) const;
    /// The library computes these in double, too: `roundings` does not apply.
    [[nodiscard]] Bounded absoluteBind(std::size_t bone) const;
    [[nodiscard]] Bounded absoluteRest(std::size_t bone) const;
};

}  // namespace armature::test
