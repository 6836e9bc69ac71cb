#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// The bones of a humanoid, named as in VRM 1.0: toString() gives "leftUpperArm". The bones of a thumb are, from the hand outwards,
/// metacarpal, proximal and distal.
enum class HumanoidRole {
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    LeftShoulder,
    LeftUpperArm,
    LeftLowerArm,
    LeftHand,
    LeftUpperLeg,
    LeftLowerLeg,
    LeftFoot,
    LeftToes,
    RightShoulder,
    RightUpperArm,
    RightLowerArm,
    RightHand,
    RightUpperLeg,
    RightLowerLeg,
    RightFoot,
    RightToes,
    LeftEye,
    RightEye,
    Jaw,
    LeftThumbMetacarpal,
    LeftThumbProximal,
    LeftThumbDistal,
    LeftIndexProximal,
    LeftIndexIntermediate,
    LeftIndexDistal,
    LeftMiddleProximal,
    LeftMiddleIntermediate,
    LeftMiddleDistal,
    LeftRingProximal,
    LeftRingIntermediate,
    LeftRingDistal,
    LeftLittleProximal,
    LeftLittleIntermediate,
    LeftLittleDistal,
    RightThumbMetacarpal,
    RightThumbProximal,
    RightThumbDistal,
    RightIndexProximal,
    RightIndexIntermediate,
    RightIndexDistal,
    RightMiddleProximal,
    RightMiddleIntermediate,
    RightMiddleDistal,
    RightRingProximal,
    RightRingIntermediate,
    RightRingDistal,
    RightLittleProximal,
    RightLittleIntermediate,
    RightLittleDistal,
};

inline constexpr std::size_t humanoidRoleCount = 55;  ///< Number of enumerators of HumanoidRole.

/// Returns the role with that name ("leftUpperArm"), or no value if there is none. O(roles).
[[nodiscard]] ARMATURE_API std::optional<HumanoidRole> humanoidRoleNamed(std::string_view name) noexcept;

/// True if VRM 1.0 requires a bone for this role: hips, spine, head, and on each side upper and lower arm, hand, upper and lower leg, foot.
[[nodiscard]] ARMATURE_API bool isRequired(HumanoidRole role) noexcept;

/// The data about a bone of a rig that a HumanoidMap needs.
struct ARMATURE_API HumanoidRigBone {
    std::string name = {};                   ///< The bone's name; any bytes.
    std::optional<std::size_t> parent = {};  ///< Index of an earlier bone; no value for a root.
    /// Direction from the parent's origin to the bone's origin at rest, in world axes with +Y up; any length above 0. No value: unknown.
    std::optional<glm::vec3> direction = {};
};

/// The hierarchy for which a HumanoidMap is made: taken from a Skeleton, or described by a file or by hand.
struct ARMATURE_API HumanoidRig {
    std::vector<HumanoidRigBone> bones = {};  ///< Parents first.
};

/// Describes the bones of a skeleton in the order of Skeleton::bones(), with their directions at rest in world axes, that is, with the
/// skeleton's host applied. Throws std::invalid_argument if a bone comes before its parent (see Skeleton::sortBones()). O(bones).
[[nodiscard]] ARMATURE_API HumanoidRig describeHumanoidRig(const Skeleton& skeleton);

/// The bone that has a role, and how certain the match is.
struct ARMATURE_API HumanoidMatch {
    std::size_t bone = 0;    ///< Index into HumanoidRig::bones.
    std::string name = {};   ///< The bone's name.
    float confidence = 0.f;  ///< From 0 to 1. At least 0.9: the bone's name and the bones around it agree; 1: set by hand.
    std::string why = {};    ///< The evidence, in words.
};

/// Assigns the roles of a human body to the bones of a rig.
///
/// create() first finds words in the names of bones; it needs no particular naming scheme. Then the shape of the hierarchy, its symmetry,
/// and the directions of the bones fill gaps or overrule names. A map is refused, and must not be used, if a required bone is missing or
/// less certain than the threshold, or if the rig as a whole does not look human. To make a refused map usable, set roles by hand and
/// overrule the objection, until getRefusal() is empty. The same rig always gives the same map. A map is a value; use one from one thread
/// at a time.
class ARMATURE_API HumanoidMap final {
public:
    /// The lowest confidence at which a bone is accepted. A map with a required bone of lower confidence is refused; other bones of lower
    /// confidence are left out of the map.
    static constexpr float threshold = 0.5f;

    /// Makes the map of a rig. Throws std::invalid_argument that names the bone and the value if a parent is not an earlier bone, or a
    /// direction is not finite or has zero length. O(bones) time and memory, plus O(bones log bones) time to compare names.
    [[nodiscard]] static HumanoidMap create(const HumanoidRig& rig);
    /// Makes the map of a skeleton: see describeHumanoidRig().
    [[nodiscard]] static HumanoidMap create(const Skeleton& skeleton);
    /// Makes a map in which no role has a bone yet, to be filled by hand or from a file.
    [[nodiscard]] static HumanoidMap createEmpty(const HumanoidRig& rig);

    /// Returns the bone that has this role, or null.
    [[nodiscard]] const HumanoidMatch* find(HumanoidRole role) const noexcept;
    /// Number of roles that have a bone.
    [[nodiscard]] std::size_t roleCount() const noexcept;
    /// Number of the rig's bones.
    [[nodiscard]] std::size_t boneCount() const noexcept { return parents_.size(); }
    /// The required roles that have no bone, or a bone whose confidence is below `threshold`.
    [[nodiscard]] std::vector<HumanoidRole> getMissingRoles() const;

    /// The reason why the map must not be used, with the roles that need bones; empty if the map may be used.
    [[nodiscard]] std::string getRefusal() const;
    [[nodiscard]] bool isRefused() const noexcept;  ///< True if getRefusal() is not empty.

    /// The reason why the rig as a whole does not look human; empty if there is none.
    [[nodiscard]] const std::string& getObjection() const noexcept { return objection_; }
    /// States an objection, or overrules it with an empty text.
    void setObjection(std::string objection) noexcept { objection_ = std::move(objection); }

    /// Gives a role to a bone, with confidence 1. Throws std::invalid_argument, and changes nothing, if there is no such bone, if the bone
    /// has another role, or if its place in the hierarchy contradicts the other roles: a lower arm must be below the upper arm and above
    /// the hand. O(depth).
    void set(HumanoidRole role, std::size_t bone);
    /// Gives a role to the first bone of that name. Also throws std::invalid_argument if no bone has that name.
    void set(HumanoidRole role, std::string_view name);
    /// Gives a role to a bone with the confidence and reason that a file states. Also throws std::invalid_argument unless `confidence` is
    /// from 0 to 1.
    void set(HumanoidRole role, HumanoidMatch match);
    /// Removes the bone of a role, if the role has one.
    void clear(HumanoidRole role) noexcept;

private:
    HumanoidMap() = default;

    std::vector<std::size_t> parents_;
    std::vector<std::string> names_;
    std::array<std::optional<HumanoidMatch>, humanoidRoleCount> matches_;
    std::string objection_;
};

}  // namespace armature
