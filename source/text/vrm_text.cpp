#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string_view toString(VrmFirstPersonType type) noexcept
{
    return nameAt(type, std::array<std::string_view, 4>{"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"});
}

std::string_view toString(VrmLookAtType type) noexcept
{
    return nameAt(type, std::array<std::string_view, 2>{"Bone", "Expression"});
}

std::string_view toString(VrmMaterialColor color) noexcept
{
    return nameAt(color,
                  std::array<std::string_view, 6>{"Color", "EmissionColor", "ShadeColor", "MatcapColor", "RimColor", "OutlineColor"});
}

std::string_view toString(VrmOverride override) noexcept
{
    return nameAt(override, std::array<std::string_view, 3>{"None", "Block", "Blend"});
}

std::string toString(const VrmModel& model)
{
    return fmt::format("{}: {}, {}, {}, {}", inQuotes(model.meta.name), counted(model.humanoid.size(), "bone"),
                       counted(model.expressions.size(), "expression"), counted(model.springs.size(), "spring"),
                       counted(model.constraints.size(), "constraint"));
}

std::string toString(const VrmMeta& meta)
{
    return fieldsText("name", meta.name, "version", meta.version, "authors", meta.authors.size(), "licenseUrl", meta.licenseUrl,
                      "avatarPermission", meta.avatarPermission, "commercialUsage", meta.commercialUsage, "modification", meta.modification,
                      "allowRedistribution", meta.allowRedistribution);
}

std::string toString(const VrmBone& bone)
{
    return fieldsText("role", bone.role, "node", bone.node);
}

std::string toString(const VrmExpression& expression)
{
    return fieldsText("name", expression.name, "isPreset", expression.isPreset, "isBinary", expression.isBinary, "morphs",
                      expression.morphs.size(), "colors", expression.colors.size(), "textures", expression.textures.size(), "overrideBlink",
                      expression.overrideBlink, "overrideLookAt", expression.overrideLookAt, "overrideMouth", expression.overrideMouth);
}

std::string toString(const VrmMorphBind& bind)
{
    return fieldsText("node", bind.node, "target", bind.target, "weight", bind.weight);
}

std::string toString(const VrmColorBind& bind)
{
    return fieldsText("material", bind.material, "type", bind.type, "value", bind.value);
}

std::string toString(const VrmTextureBind& bind)
{
    return fieldsText("material", bind.material, "scale", bind.scale, "offset", bind.offset);
}

std::string toString(const VrmLookAt& lookAt)
{
    return fieldsText("offsetFromHeadBone", lookAt.offsetFromHeadBone, "type", lookAt.type, "horizontalInner", lookAt.horizontalInner,
                      "horizontalOuter", lookAt.horizontalOuter, "verticalDown", lookAt.verticalDown, "verticalUp", lookAt.verticalUp);
}

std::string toString(const VrmRangeMap& map)
{
    return fmt::format("{:.6g} at {:.6g} degrees", map.output, map.inputMax);
}

std::string toString(const VrmFirstPerson& firstPerson)
{
    return fieldsText("node", firstPerson.node, "type", firstPerson.type);
}

std::string toString(const VrmCollider& collider)
{
    return fieldsText("node", collider.node) + ", " + toString(collider.solid);
}

std::string toString(const VrmSpring& spring)
{
    return fieldsText("name", spring.name, "joints", spring.joints.size(), "colliderGroups", spring.colliderGroups.size(), "center",
                      spring.center);
}

std::string toString(const VrmSpringJoint& joint)
{
    return fieldsText("node", joint.node) + ", " + toString(joint.parameters);
}

std::string toString(const VrmConstraint& constraint)
{
    return fieldsText("node", constraint.node, "source", constraint.source) + ", " + toString(constraint.rule);
}

std::string toString(const VrmAnimation& animation)
{
    return counted(animation.humanoid.size(), "bone") + ", " + counted(animation.expressions.size(), "expression")
           + (animation.lookAt ? ", looks" : "");
}

std::string toString(const VrmAnimatedExpression& expression)
{
    return fieldsText("name", expression.name, "isPreset", expression.isPreset, "node", expression.node);
}

std::string toString(const VrmCharacter& character)
{
    std::string text = toString(character.getModel());
    for (const VrmExpression& expression : character.getModel().expressions) {
        if (const float weight = character.getExpression(expression.name); weight > 0.f) {
            text += fmt::format("\n  {} {:.6g}", expression.name, weight);
        }
    }
    return text;
}

std::string toString(const VrmCharacter::Look& look)
{
    return fieldsText("yaw", look.yaw, "pitch", look.pitch);
}

}  // namespace armature
