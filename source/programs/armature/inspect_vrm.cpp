#include <string_view>
#include <vector>

#include <glm/gtc/type_ptr.hpp>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "inspect.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

/// Writes the VRM data of one character or animation, with nodes as indices into Scene::nodes().
template <class Model>
class VrmWriter {
public:
    VrmWriter(JsonWriter& json, const Model& model, const SceneIndices& indices) : json_(json), model_(model), indices_(indices) {}

    void node(std::string_view name, std::size_t number) { json_.member(name, indices_.of(model_.nodes[number].get())); }
    void vector(std::string_view name, const glm::vec3& value)
    {
        json_.key(name);
        json_.value(std::span<const float>(glm::value_ptr(value), 3));
    }

    /// Writes an array with one line per element of `things`.
    template <class Things, class Write>
    void list(std::string_view name, const Things& things, const Write& write)
    {
        json_.key(name);
        json_.beginArray();
        for (const auto& thing : things) {
            json_.beginObject(Layout::Inline);
            write(thing);
            json_.endObject();
        }
        json_.endArray();
    }

    void humanoid()
    {
        list("humanoid", model_.humanoid, [this](const VrmBone& bone) {
            json_.member("role", toString(bone.role));
            node("node", bone.node);
        });
    }

private:
    JsonWriter& json_;
    const Model& model_;
    const SceneIndices& indices_;
};

void writeSprings(JsonWriter& json, VrmWriter<VrmModel>& vrm, const VrmModel& model)
{
    vrm.list("colliders", model.colliders, [&](const VrmCollider& collider) {
        vrm.node("node", collider.node);
        json.member("shape", toString(collider.solid.shape));
        vrm.vector("offset", collider.solid.offset);
        json.member("radius", collider.solid.radius);
        vrm.vector("tail", collider.solid.tail);
        vrm.vector("normal", collider.solid.normal);
        json.member("inside", collider.solid.isInside);
    });
    vrm.list("springs", model.springs, [&](const VrmSpring& spring) {
        json.member("name", std::string_view(spring.name));
        vrm.list("joints", spring.joints, [&](const VrmSpringJoint& joint) {
            vrm.node("node", joint.node);
            json.member("hitRadius", joint.parameters.hitRadius);
            json.member("stiffness", joint.parameters.stiffness);
            json.member("gravityPower", joint.parameters.gravityPower);
            vrm.vector("gravityDirection", joint.parameters.gravityDirection);
            json.member("drag", joint.parameters.drag);
        });
        json.key("colliders");
        json.beginArray(Layout::Inline);
        for (const std::size_t group : spring.colliderGroups) {
            for (const std::size_t collider : model.colliderGroups[group].colliders) {
                json.value(collider);
            }
        }
        json.endArray();
        if (spring.center) {
            vrm.node("center", *spring.center);
        }
    });
}

void writeMeta(JsonWriter& json, const VrmMeta& meta)
{
    const auto text = [&](std::string_view name, const std::string& value) { json.member(name, std::string_view(value)); };
    const auto texts = [&](std::string_view name, const std::vector<std::string>& values) {
        json.key(name);
        json.beginArray(Layout::Inline);
        for (const std::string& value : values) {
            json.value(std::string_view(value));
        }
        json.endArray();
    };
    json.key("meta");
    json.beginObject(Layout::Inline);
    text("version", meta.version);
    texts("authors", meta.authors);
    text("copyrightInformation", meta.copyrightInformation);
    text("contactInformation", meta.contactInformation);
    texts("references", meta.references);
    text("thirdPartyLicenses", meta.thirdPartyLicenses);
    json.member("thumbnailImage", meta.thumbnailImage);
    text("avatarPermission", meta.avatarPermission);
    json.member("allowExcessivelyViolentUsage", meta.allowExcessivelyViolentUsage);
    json.member("allowExcessivelySexualUsage", meta.allowExcessivelySexualUsage);
    text("commercialUsage", meta.commercialUsage);
    json.member("allowPoliticalOrReligiousUsage", meta.allowPoliticalOrReligiousUsage);
    json.member("allowAntisocialOrHateUsage", meta.allowAntisocialOrHateUsage);
    text("creditNotation", meta.creditNotation);
    json.member("allowRedistribution", meta.allowRedistribution);
    text("modification", meta.modification);
    text("otherLicenseUrl", meta.otherLicenseUrl);
    json.endObject();
}

void writeModel(JsonWriter& json, const VrmModel& model, const SceneIndices& indices)
{
    VrmWriter<VrmModel> vrm(json, model, indices);
    json.beginObject();
    json.member("name", std::string_view(model.meta.name));
    json.member("licence", std::string_view(model.meta.licenseUrl));
    json.member("specVersion", model.specVersion.empty() ? std::nullopt : std::optional(std::string_view(model.specVersion)));
    if (!model.specVersion.empty()) {
        writeMeta(json, model.meta);
    }
    vrm.humanoid();
    vrm.list("expressions", model.expressions, [&](const VrmExpression& expression) {
        json.member("name", std::string_view(expression.name));
        json.member("preset", expression.isPreset);
        json.member("binary", expression.isBinary);
        json.member("morphs", expression.morphs.size());
        json.member("colors", expression.colors.size());
        json.member("textures", expression.textures.size());
    });
    json.key("lookAt");
    model.lookAt ? json.value(toString(model.lookAt->type)) : json.null();
    vrm.list("firstPerson", model.firstPerson, [&](const VrmFirstPerson& each) {
        vrm.node("node", each.node);
        json.member("type", toString(each.type));
    });
    writeSprings(json, vrm, model);
    vrm.list("constraints", model.constraints, [&](const VrmConstraint& constraint) {
        vrm.node("node", constraint.node);
        vrm.node("source", constraint.source);
        json.member("kind", toString(constraint.rule.kind));
        vrm.vector("axis", constraint.rule.axis);
        json.member("weight", constraint.rule.weight);
    });
    json.endObject();
}

}  // namespace

void writeVrm(JsonWriter& json, const Scene& scene, const SceneIndices& indices)
{
    json.key("vrmModels");
    json.beginArray();
    for (const VrmModel& model : vrmModels(scene)) {
        writeModel(json, model, indices);
    }
    json.endArray();
    json.key("vrmAnimations");
    json.beginArray();
    for (const VrmAnimation& animation : vrmAnimations(scene)) {
        VrmWriter<VrmAnimation> vrm(json, animation, indices);
        json.beginObject();
        vrm.humanoid();
        vrm.list("expressions", animation.expressions, [&](const VrmAnimatedExpression& expression) {
            json.member("name", std::string_view(expression.name));
            vrm.node("node", expression.node);
        });
        json.key("lookAt");
        json.value(animation.lookAt ? indices.of(animation.nodes[*animation.lookAt].get()) : std::optional<std::size_t>());
        json.endObject();
    }
    json.endArray();
    json.key("jointMappings");
    json.beginArray();
    for (const JointMapping& mapping : jointMappings(scene)) {
        json.beginObject();
        json.member("vocabulary", std::string_view(mapping.vocabulary));
        json.key("roles");
        json.beginArray();
        for (const JointRole& role : mapping.roles) {
            json.beginObject(Layout::Inline);
            json.member("role", std::string_view(role.role));
            json.member("node", indices.of(role.node.get()));
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

}  // namespace armature::tools
