#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/retarget/humanoid_map.hpp>

/// The description of a character in a VRM file: the extensions VRMC_vrm, VRMC_springBone (with VRMC_springBone_extended_collider) and
/// VRMC_node_constraint of VRM 1.0, and VRMC_vrm_animation. VRM 0.x files are read into the same form.
///
/// All types are plain data. Nodes are given by their index in the list `nodes` of the VrmModel or VrmAnimation, materials and images by
/// their index in the Scene. The default values of members are those of the specification, unless a comment says otherwise.
namespace armature {

/// Who made the character, and what may be done with it, in the terms of the specification.
struct ARMATURE_API VrmMeta {
    std::string name = {};                                     ///< Name of the character.
    std::string version = {};                                  ///< Version of the character; any text.
    std::vector<std::string> authors = {};                     ///< At least one.
    std::string copyrightInformation = {};                     ///< "(c) 2026 ...".
    std::string contactInformation = {};                       ///< How to reach the authors.
    std::vector<std::string> references = {};                  ///< Sources on which the character is based: usually URLs.
    std::string thirdPartyLicenses = {};                       ///< Licences of third parties' work in the character.
    std::optional<std::size_t> thumbnailImage = {};            ///< Index into Scene::images().
    std::string licenseUrl = "https://vrm.dev/licenses/1.0/";  ///< The licence document, which the members below refine.
    std::string avatarPermission = "onlyAuthor";               ///< Or "onlySeparatelyLicensedPerson" or "everyone".
    bool allowExcessivelyViolentUsage = false;                 ///< If true, this is permitted.
    bool allowExcessivelySexualUsage = false;                  ///< If true, this is permitted.
    std::string commercialUsage = "personalNonProfit";         ///< Or "personalProfit" or "corporation".
    bool allowPoliticalOrReligiousUsage = false;               ///< If true, this is permitted.
    bool allowAntisocialOrHateUsage = false;                   ///< If true, this is permitted.
    std::string creditNotation = "required";                   ///< Or "unnecessary".
    bool allowRedistribution = false;                          ///< If true, this is permitted.
    std::string modification = "prohibited";                   ///< Or "allowModification" or "allowModificationRedistribution".
    std::string otherLicenseUrl = {};                          ///< Another licence that applies in addition.

    friend bool operator==(const VrmMeta&, const VrmMeta&) = default;
};

/// The node of a part of the human body.
struct ARMATURE_API VrmBone {
    HumanoidRole role = HumanoidRole::Hips;  ///< The part of the body.
    std::size_t node = 0;                    ///< Index into `nodes`.

    friend bool operator==(const VrmBone&, const VrmBone&) = default;
};

/// The weight that an expression gives to a morph target.
struct ARMATURE_API VrmMorphBind {
    std::size_t node = 0;    ///< Index into `nodes` of the node whose mesh has the target.
    std::size_t target = 0;  ///< Index of the morph target.
    float weight = 1.f;      ///< The target's weight when the expression's weight is 1.

    friend bool operator==(const VrmMorphBind&, const VrmMorphBind&) = default;
};

/// A colour of a material that an expression changes. This library draws Color and EmissionColor; the others are for MToon shaders.
enum class VrmMaterialColor { Color, EmissionColor, ShadeColor, MatcapColor, RimColor, OutlineColor };

/// The colour that an expression gives to a material.
struct ARMATURE_API VrmColorBind {
    std::size_t material = 0;                         ///< Index into Scene::materials().
    VrmMaterialColor type = VrmMaterialColor::Color;  ///< The colour that changes.
    glm::vec4 value{1.f};  ///< Linear; the colour when the expression's weight is 1. Alpha is used for Color only.

    friend bool operator==(const VrmColorBind&, const VrmColorBind&) = default;
};

/// How an expression moves the textures of a material.
struct ARMATURE_API VrmTextureBind {
    std::size_t material = 0;  ///< Index into Scene::materials().
    glm::vec2 scale{1.f};      ///< KHR_texture_transform's scale when the expression's weight is 1.
    glm::vec2 offset{0.f};     ///< KHR_texture_transform's offset when the expression's weight is 1.

    friend bool operator==(const VrmTextureBind&, const VrmTextureBind&) = default;
};

/// The effect of an expression on a group of procedural expressions (blinks, looks or mouth shapes) to which it does not belong.
enum class VrmOverride {
    None,   ///< Nothing.
    Block,  ///< Suppresses the group's expressions while this expression's weight is above 0.
    Blend,  ///< Lowers the factor for the group's weights, 1 at first and never below 0, by this expression's weight.
};

/// A facial expression of the character.
struct ARMATURE_API VrmExpression {
    std::string name = {};                           ///< Unique: "happy", "aa", "blinkLeft", or a custom name.
    bool isPreset = false;                           ///< True for the expressions that VRM names; the name then defines the purpose.
    bool isBinary = false;                           ///< If true, weights above 0.5 count as 1, others as 0.
    std::vector<VrmMorphBind> morphs = {};           ///< The morph targets that the expression moves.
    std::vector<VrmColorBind> colors = {};           ///< The colours that the expression changes.
    std::vector<VrmTextureBind> textures = {};       ///< The textures that the expression moves.
    VrmOverride overrideBlink = VrmOverride::None;   ///< The effect on blink, blinkLeft and blinkRight.
    VrmOverride overrideLookAt = VrmOverride::None;  ///< The effect on lookUp, lookDown, lookLeft and lookRight.
    VrmOverride overrideMouth = VrmOverride::None;   ///< The effect on aa, ih, ou, ee and oh.

    friend bool operator==(const VrmExpression&, const VrmExpression&) = default;
};

/// How far the eyes follow the target's angle: by `output` if the angle is `inputMax` or more, and in proportion for smaller angles.
struct ARMATURE_API VrmRangeMap {
    float inputMax = 90.f;  ///< The target's angle in degrees, above 0.
    float output = 10.f;    ///< Degrees by which a bone turns, or the weight of an expression.

    friend bool operator==(const VrmRangeMap&, const VrmRangeMap&) = default;
};

/// Whether bones or expressions move the eyes.
enum class VrmLookAtType { Bone, Expression };

/// How the character looks at something.
struct ARMATURE_API VrmLookAt {
    glm::vec3 offsetFromHeadBone{0.f};  ///< The point from which the character looks, in the axes of the head bone, in metres.
    /// Bone: leftEye and rightEye turn. Expression: lookLeft, lookRight, lookUp and lookDown are shown.
    VrmLookAtType type = VrmLookAtType::Bone;
    VrmRangeMap horizontalInner = {};  ///< For the eye that turns towards the nose. Not used with VrmLookAtType::Expression.
    VrmRangeMap horizontalOuter = {};  ///< For the eye that turns towards the ear.
    VrmRangeMap verticalDown = {};     ///< For both eyes, downwards.
    VrmRangeMap verticalUp = {};       ///< For both eyes, upwards.

    friend bool operator==(const VrmLookAt&, const VrmLookAt&) = default;
};

/// Who sees a mesh.
enum class VrmFirstPersonType {
    Auto,             ///< The wearer sees the mesh without the parts that the head moves; everybody else sees it whole.
    Both,             ///< Everybody sees the mesh.
    ThirdPersonOnly,  ///< Everybody except the wearer sees the mesh.
    FirstPersonOnly,  ///< Only the wearer sees the mesh.
};

/// Who sees the mesh at a node.
struct ARMATURE_API VrmFirstPerson {
    std::size_t node = 0;                                ///< Index into `nodes`.
    VrmFirstPersonType type = VrmFirstPersonType::Auto;  ///< Who sees the mesh.

    friend bool operator==(const VrmFirstPerson&, const VrmFirstPerson&) = default;
};

/// A collider of springs: the counterpart of SpringCollider.
struct ARMATURE_API VrmCollider {
    std::size_t node = 0;    ///< Index into `nodes` of the node with which it moves.
    SpringSolid solid = {};  ///< Its shape and size. A plane of a file without a normal faces the node's +Z, as the specification says.

    friend bool operator==(const VrmCollider&, const VrmCollider&) = default;
};

/// A joint that swings: the counterpart of SpringJoint.
struct ARMATURE_API VrmSpringJoint {
    std::size_t node = 0;              ///< Index into `nodes`.
    SpringParameters parameters = {};  ///< How it swings.

    friend bool operator==(const VrmSpringJoint&, const VrmSpringJoint&) = default;
};

/// A chain of joints that swing: the counterpart of SpringChain.
struct ARMATURE_API VrmSpring {
    std::string name = {};                         ///< Any text.
    std::vector<VrmSpringJoint> joints = {};       ///< Top first; the last joint is the tail of the joint before it.
    std::vector<std::size_t> colliderGroups = {};  ///< Indices into VrmModel::colliderGroups.
    std::optional<std::size_t> center = {};        ///< Index into `nodes`: the joints react to movement relative to this node.

    friend bool operator==(const VrmSpring&, const VrmSpring&) = default;
};

/// A constraint: the counterpart of NodeConstraint.
struct ARMATURE_API VrmConstraint {
    std::size_t node = 0;          ///< Index into `nodes` of the node that is turned.
    std::size_t source = 0;        ///< Index into `nodes` of the node to follow.
    NodeConstraintRule rule = {};  ///< How `node` follows `source`. The axis is +X, +Y or +Z; for Aim also -X, -Y or -Z.

    friend bool operator==(const VrmConstraint&, const VrmConstraint&) = default;
};

/// A character as a VRM file describes it. addVrmModel() adds one to a scene; VrmCharacter runs its behaviour.
struct ARMATURE_API VrmModel {
    std::vector<Handle<const TransformNode>> nodes = {};  ///< The nodes to which the other members refer by index; null once removed.
    /// The version of VRM in the file that the model was read from, "1.0" or "0.x"; empty if there is no such file, or if it has only
    /// springs and constraints. Models are always written as 1.0.
    std::string specVersion = {};
    VrmMeta meta = {};  ///< Authors and permissions.
    /// At most one node for each role. Empty if the file has only springs or constraints.
    std::vector<VrmBone> humanoid = {};
    std::vector<VrmExpression> expressions = {};           ///< The facial expressions.
    std::optional<VrmLookAt> lookAt = {};                  ///< How the eyes follow a target. None: the eyes do not move.
    std::vector<VrmFirstPerson> firstPerson = {};          ///< Who sees which mesh. Meshes without an entry are treated as Auto.
    std::vector<VrmCollider> colliders = {};               ///< The shapes that springs do not pass through.
    std::vector<SpringColliderGroup> colliderGroups = {};  ///< The groups by which springs refer to colliders.
    std::vector<VrmSpring> springs = {};                   ///< Chains that swing: hair, clothes.
    std::vector<VrmConstraint> constraints = {};           ///< At most one for each node.

    /// Returns the index of `node` in `nodes`, and adds the node if it is not there. O(nodes).
    std::size_t add(const TransformNode& node);
    /// Returns the node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(HumanoidRole role) const noexcept;
    /// Returns the expression of that name, or null. O(expressions).
    [[nodiscard]] const VrmExpression* findExpression(std::string_view name) const noexcept;
};

/// A node whose x coordinate is the weight of an expression.
struct ARMATURE_API VrmAnimatedExpression {
    std::string name = {};  ///< Unique.
    bool isPreset = false;  ///< True for the expressions that VRM names.
    std::size_t node = 0;   ///< Index into `nodes`.

    friend bool operator==(const VrmAnimatedExpression&, const VrmAnimatedExpression&) = default;
};

/// The meaning of the nodes of a VRM animation file (.vrma), which the scene's clips move. Only the rotations of the bones and the position
/// of the hips are used, both relative to the pose in the file.
struct ARMATURE_API VrmAnimation {
    std::vector<Handle<const TransformNode>> nodes = {};  ///< The nodes to which the other members refer by index; null once removed.
    std::vector<VrmBone> humanoid = {};                   ///< At most one node for each role.
    std::vector<VrmAnimatedExpression> expressions = {};  ///< The nodes that give weights to expressions.
    /// Index into `nodes` of the node whose rotation gives the direction of the look; +Z is straight ahead.
    std::optional<std::size_t> lookAt = {};
    glm::vec3 offsetFromHeadBone{0.f};  ///< The point from which the character looks, as in VrmLookAt.

    /// Returns the index of `node` in `nodes`, and adds the node if it is not there. O(nodes).
    std::size_t add(const TransformNode& node);
    /// Returns the node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(HumanoidRole role) const noexcept;
};

// --- VRM in scenes ----------------------------------------------------------------------------------------------------

/// Adds the description of a VRM character to a scene: humanoid bones, expressions, springs, constraints. Throws std::invalid_argument that
/// names the part and the problem if the model refers to something that the scene does not have, a number is out of range, a word or an
/// expression's name is not one that VRM allows, or a role, an expression or a constrained node occurs twice. Nodes may be null, as removed
/// nodes are; parts that refer to such nodes are neither used nor saved. A model whose nodes are all gone is dropped when the next model is
/// added; a model whose list of nodes is empty is kept, so that setVrmModel() can complete it.
ARMATURE_API void addVrmModel(Scene& scene, VrmModel model);
/// Replaces the VRM model at index `number` in vrmModels(). A VrmCharacter made before keeps the old model. Throws std::invalid_argument,
/// changing nothing, as addVrmModel() does or if there is no such model.
ARMATURE_API void setVrmModel(Scene& scene, std::size_t number, VrmModel model);
/// Removes the VRM model at index `number`; later models move down one index. Throws std::invalid_argument if there is no such model.
ARMATURE_API void removeVrmModel(Scene& scene, std::size_t number);
/// The VRM models of a scene in the order in which they were added. Adding, changing or removing a model invalidates the view.
[[nodiscard]] ARMATURE_API std::span<const VrmModel> vrmModels(const Scene& scene) noexcept;
/// Returns the index in vrmModels() of the first VRM model that has a node among the copies in `instance`; no value if the placed model has
/// no VRM character. O(nodes).
[[nodiscard]] ARMATURE_API std::optional<std::size_t> findVrmModel(const Scene& scene, const SceneInstance& instance);

/// Each is the counterpart of a function above for VRM animations (.vrma), which give meaning to nodes of the scene.
ARMATURE_API void addVrmAnimation(Scene& scene, VrmAnimation animation);
ARMATURE_API void removeVrmAnimation(Scene& scene, std::size_t number);
[[nodiscard]] ARMATURE_API std::span<const VrmAnimation> vrmAnimations(const Scene& scene) noexcept;

/// True if `name` is one of the preset expressions of VRM 1.0: "happy", "angry", "sad", "relaxed", "surprised", "neutral", "aa", "ih",
/// "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight".
[[nodiscard]] ARMATURE_API bool isPresetExpression(std::string_view name) noexcept;

}  // namespace armature
