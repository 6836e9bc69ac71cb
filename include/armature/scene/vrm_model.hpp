#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/retarget/humanoid_map.hpp>

/// What a VRM file says of its character: the extensions VRMC_vrm, VRMC_springBone (with VRMC_springBone_extended_collider) and
/// VRMC_node_constraint of VRM 1.0, and VRMC_vrm_animation. VRM 0.x files are read into the same form.
///
/// Plain data. A node is a number: its place in the list `nodes` of the VrmModel or VrmAnimation. Materials and images are numbers, too:
/// those of their Scene. Members have the defaults of the specification.
namespace armature {

/// Who made the character, and what may be done with it, in the words of the specification.
struct VrmMeta {
    std::string name = {};                                     ///< Of the character.
    std::string version = {};                                  ///< Of the character; any.
    std::vector<std::string> authors = {};                     ///< At least one.
    std::string copyrightInformation = {};                     ///< "(c) 2026 ...".
    std::string contactInformation = {};                       ///< Of the authors.
    std::vector<std::string> references = {};                  ///< What it is based on: usually URLs.
    std::string thirdPartyLicenses = {};                       ///< Licences of parts of it.
    std::optional<std::size_t> thumbnailImage = {};            ///< Into Scene::images().
    std::string licenseUrl = "https://vrm.dev/licenses/1.0/";  ///< The document that the members below refine.
    std::string avatarPermission = "onlyAuthor";               ///< Or "onlySeparatelyLicensedPerson", "everyone".
    bool allowExcessivelyViolentUsage = false;                 ///< Permission.
    bool allowExcessivelySexualUsage = false;                  ///< Permission.
    std::string commercialUsage = "personalNonProfit";         ///< Or "personalProfit", "corporation".
    bool allowPoliticalOrReligiousUsage = false;               ///< Permission.
    bool allowAntisocialOrHateUsage = false;                   ///< Permission.
    std::string creditNotation = "required";                   ///< Or "unnecessary".
    bool allowRedistribution = false;                          ///< Permission.
    std::string modification = "prohibited";                   ///< Or "allowModification", "allowModificationRedistribution".
    std::string otherLicenseUrl = {};                          ///< A licence beside these.

    friend bool operator==(const VrmMeta&, const VrmMeta&) = default;
};

/// The node that is a part of the human body.
struct VrmBone {
    HumanoidRole role = HumanoidRole::Hips;  ///< Which part.
    std::size_t node = 0;                    ///< Into `nodes`.

    friend bool operator==(const VrmBone&, const VrmBone&) = default;
};

/// An expression's weight for a morph target.
struct VrmMorphBind {
    std::size_t node = 0;    ///< Into `nodes`; its mesh has the target.
    std::size_t target = 0;  ///< Number of the morph target.
    float weight = 1.f;      ///< Of the target, where the expression's weight is 1.

    friend bool operator==(const VrmMorphBind&, const VrmMorphBind&) = default;
};

/// A colour of a material that an expression changes. Color and EmissionColor are drawn, the others belong to MToon.
enum class VrmMaterialColor { Color, EmissionColor, ShadeColor, MatcapColor, RimColor, OutlineColor };

/// The colour that an expression gives to a material.
struct VrmColorBind {
    std::size_t material = 0;                         ///< Into Scene::materials().
    VrmMaterialColor type = VrmMaterialColor::Color;  ///< Which colour of it.
    glm::vec4 value{1.f};                             ///< Linear, where the expression's weight is 1. Alpha counts for Color only.

    friend bool operator==(const VrmColorBind&, const VrmColorBind&) = default;
};

/// How an expression moves the textures of a material.
struct VrmTextureBind {
    std::size_t material = 0;  ///< Into Scene::materials().
    glm::vec2 scale{1.f};      ///< KHR_texture_transform's scale, where the expression's weight is 1.
    glm::vec2 offset{0.f};     ///< Likewise the offset.

    friend bool operator==(const VrmTextureBind&, const VrmTextureBind&) = default;
};

/// What an expression does to the procedural ones of a kind: blinks, looks or mouth shapes.
enum class VrmOverride {
    None,   ///< Nothing.
    Block,  ///< Any weight above 0 switches them off.
    Blend,  ///< They keep the weight that is left to 1.
};

/// A face that the character can make.
struct VrmExpression {
    std::string name = {};                           ///< Unique: "happy", "aa", "blinkLeft", or its own word.
    bool isPreset = false;                           ///< One of those that VRM names. Then the name says what it is for.
    bool isBinary = false;                           ///< Weights above 0.5 count as 1, others as 0.
    std::vector<VrmMorphBind> morphs = {};           ///< What it does to morph targets.
    std::vector<VrmColorBind> colors = {};           ///< What it does to colours.
    std::vector<VrmTextureBind> textures = {};       ///< What it does to textures.
    VrmOverride overrideBlink = VrmOverride::None;   ///< What it does to blink, blinkLeft, blinkRight.
    VrmOverride overrideLookAt = VrmOverride::None;  ///< What it does to looking: lookUp, lookDown, lookLeft, lookRight.
    VrmOverride overrideMouth = VrmOverride::None;   ///< What it does to aa, ih, ou, ee, oh.

    friend bool operator==(const VrmExpression&, const VrmExpression&) = default;
};

/// How far the eyes follow an angle: `output` at `inputMax` and beyond, in proportion below.
struct VrmRangeMap {
    float inputMax = 90.f;  ///< Degrees, above 0: the angle of the target.
    float output = 10.f;    ///< Degrees of a bone, or the weight of an expression.

    friend bool operator==(const VrmRangeMap&, const VrmRangeMap&) = default;
};

/// What moves the eyes.
enum class VrmLookAtType { Bone, Expression };

/// How the character looks at something.
struct VrmLookAt {
    glm::vec3 offsetFromHeadBone{0.f};         ///< Where it sees from, in the axes of the head bone, metres.
    VrmLookAtType type = VrmLookAtType::Bone;  ///< The bones leftEye and rightEye, or the expressions lookLeft and the like.
    VrmRangeMap horizontalInner = {};          ///< Of an eye that turns to the nose. Expressions do not need it.
    VrmRangeMap horizontalOuter = {};          ///< Of an eye that turns to the ear.
    VrmRangeMap verticalDown = {};             ///< Of both, down.
    VrmRangeMap verticalUp = {};               ///< Of both, up.

    friend bool operator==(const VrmLookAt&, const VrmLookAt&) = default;
};

/// To whom a mesh is shown.
enum class VrmFirstPersonType {
    Auto,             ///< Without what hangs on the head, to the wearer; whole to others.
    Both,             ///< To all.
    ThirdPersonOnly,  ///< To all but the wearer.
    FirstPersonOnly,  ///< To the wearer only.
};

/// To whom the mesh at a node is shown.
struct VrmFirstPerson {
    std::size_t node = 0;                                ///< Into `nodes`.
    VrmFirstPersonType type = VrmFirstPersonType::Auto;  ///< To whom.

    friend bool operator==(const VrmFirstPerson&, const VrmFirstPerson&) = default;
};

/// See SpringCollider.
struct VrmCollider {
    std::size_t node = 0;                                     ///< Into `nodes`.
    SpringColliderShape shape = SpringColliderShape::Sphere;  ///< Which of the numbers below count.
    glm::vec3 offset{0.f};                                    ///< In the node's axes.
    float radius = 0.f;                                       ///< Of a sphere or capsule; at least 0.
    glm::vec3 tail{0.f};                                      ///< Of a capsule.
    glm::vec3 normal{0.f, 0.f, 1.f};                          ///< Of a plane.
    bool isInside = false;                                    ///< Of a sphere or capsule: keeps tails in.

    friend bool operator==(const VrmCollider&, const VrmCollider&) = default;
};

/// Colliders by their numbers.
struct VrmColliderGroup {
    std::string name = {};                    ///< Any.
    std::vector<std::size_t> colliders = {};  ///< Into VrmModel::colliders.

    friend bool operator==(const VrmColliderGroup&, const VrmColliderGroup&) = default;
};

/// See SpringJoint.
struct VrmSpringJoint {
    std::size_t node = 0;                  ///< Into `nodes`.
    float hitRadius = 0.f;                 ///< At least 0.
    float stiffness = 1.f;                 ///< At least 0.
    float gravityPower = 0.f;              ///< In the direction below.
    glm::vec3 gravityDir{0.f, -1.f, 0.f};  ///< World space.
    float dragForce = 0.5f;                ///< In [0, 1].

    friend bool operator==(const VrmSpringJoint&, const VrmSpringJoint&) = default;
};

/// See SpringChain.
struct VrmSpring {
    std::string name = {};                         ///< Any.
    std::vector<VrmSpringJoint> joints = {};       ///< Top first; the last one is where the tail of the one before it is.
    std::vector<std::size_t> colliderGroups = {};  ///< Into VrmModel::colliderGroups.
    std::optional<std::size_t> center = {};        ///< Into `nodes`: movement is felt relative to it.

    friend bool operator==(const VrmSpring&, const VrmSpring&) = default;
};

/// See NodeConstraint.
struct VrmConstraint {
    std::size_t node = 0;                                    ///< Into `nodes`: what is turned.
    std::size_t source = 0;                                  ///< Into `nodes`: what it follows.
    NodeConstraintKind kind = NodeConstraintKind::Rotation;  ///< How it follows.
    glm::vec3 axis{1.f, 0.f, 0.f};                           ///< Along x, y or z, of length 1; of Aim, also backwards.
    float weight = 1.f;                                      ///< In [0, 1].

    friend bool operator==(const VrmConstraint&, const VrmConstraint&) = default;
};

/// A character of a VRM file. See Scene::addVrmModel(), and VrmCharacter to bring it to life.
struct VrmModel {
    std::vector<Handle<const TransformNode>> nodes = {};  ///< What the rest refers to by number. Null once they are removed.
    VrmMeta meta = {};                                    ///< Who made it, and what may be done with it.
    /// At most one for each role. Without any, the file has springs or constraints only.
    std::vector<VrmBone> humanoid = {};
    std::vector<VrmExpression> expressions = {};        ///< Faces.
    std::optional<VrmLookAt> lookAt = {};               ///< How its eyes follow something; none: they do not.
    std::vector<VrmFirstPerson> firstPerson = {};       ///< Of meshes that not everybody sees.
    std::vector<VrmCollider> colliders = {};            ///< What springs do not pass through.
    std::vector<VrmColliderGroup> colliderGroups = {};  ///< By which springs name colliders.
    std::vector<VrmSpring> springs = {};                ///< Hair, clothes.
    std::vector<VrmConstraint> constraints = {};        ///< At most one for each node.

    /// The number of `node` in `nodes`, to which it is added if it is not there. O(nodes).
    std::size_t add(const TransformNode& node);
    /// The node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(HumanoidRole role) const noexcept;
    /// The expression of that name, or null. O(expressions).
    [[nodiscard]] const VrmExpression* findExpression(std::string_view name) const noexcept;
};

/// The node whose x coordinate is the weight of an expression.
struct VrmAnimatedExpression {
    std::string name = {};  ///< Unique.
    bool isPreset = false;  ///< One of those that VRM names.
    std::size_t node = 0;   ///< Into `nodes`.

    friend bool operator==(const VrmAnimatedExpression&, const VrmAnimatedExpression&) = default;
};

/// What the nodes of a VRM animation file (.vrma) mean: the scene's clips move them. Rotations of the bones count, and the place of the
/// hips, both against the pose in the file.
struct VrmAnimation {
    std::vector<Handle<const TransformNode>> nodes = {};  ///< What the rest refers to by number. Null once they are removed.
    std::vector<VrmBone> humanoid = {};                   ///< At most one for each role.
    std::vector<VrmAnimatedExpression> expressions = {};  ///< What weighs them.
    std::optional<std::size_t> lookAt = {};               ///< Into `nodes`: its rotation says where to look; +Z is straight ahead.
    glm::vec3 offsetFromHeadBone{0.f};                    ///< Where the look starts, as in VrmLookAt.

    /// The number of `node` in `nodes`, to which it is added if it is not there. O(nodes).
    std::size_t add(const TransformNode& node);
    /// The node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(HumanoidRole role) const noexcept;
};

/// Whether VRM 1.0 names an expression so: "happy", "angry", "sad", "relaxed", "surprised", "neutral", "aa", "ih", "ou", "ee", "oh",
/// "blink", "blinkLeft", "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight".
[[nodiscard]] bool isPresetExpression(std::string_view name) noexcept;

}  // namespace armature
