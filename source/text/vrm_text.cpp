#include <string>

#include <fmt/format.h>

#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

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

std::string toString(const VrmRangeMap& map)
{
    return fmt::format("{:.6g} at {:.6g} degrees", map.output, map.inputMax);
}

std::string toString(const VrmCollider& collider)
{
    return fieldsText("node", collider.node) + ", " + toString(collider.solid);
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

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const VrmAnimatedExpression&);
template ARMATURE_API std::string membersText(const VrmBone&);
template ARMATURE_API std::string membersText(const VrmCharacter::Look&);
template ARMATURE_API std::string membersText(const VrmColorBind&);
template ARMATURE_API std::string membersText(const VrmExpression&);
template ARMATURE_API std::string membersText(const VrmFirstPerson&);
template ARMATURE_API std::string membersText(const VrmLookAt&);
template ARMATURE_API std::string membersText(const VrmMorphBind&);
template ARMATURE_API std::string membersText(const VrmSpring&);
template ARMATURE_API std::string membersText(const VrmTextureBind&);

}  // namespace armature
