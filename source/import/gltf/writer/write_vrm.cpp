#include <array>
#include <optional>
#include <span>
#include <string_view>

#include <glm/gtc/type_ptr.hpp>

#include <armature/text.hpp>

#include "import/gltf/writer/write_vrm.hpp"

// VRM 1.0: VRMC_vrm, VRMC_vrm_animation. What refers to nodes that are gone is left out.
namespace armature::gltf {

namespace {

/// A character or an animation.
class CharacterWriter final : VrmWriter {
public:
    CharacterWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : VrmWriter(context, nodes) {}

    void writeCharacter(const VrmModel& model)
    {
        json_.member("specVersion", "1.0");
        writeMeta(model.meta);
        writeHumanoid(model.humanoid);
        writeFirstPerson(model.firstPerson);
        if (model.lookAt) {
            writeLookAt(*model.lookAt);
        }
        writeExpressions(model.expressions, [this](const VrmExpression& expression) { writeExpression(expression); });
    }

    void writeAnimation(const VrmAnimation& animation)
    {
        json_.member("specVersion", "1.0");
        writeHumanoid(animation.humanoid);
        writeExpressions(animation.expressions, [this](const VrmAnimatedExpression& expression) {
            json_.beginObject(JsonWriter::Layout::Inline);
            if (const auto weigher = node(expression.node)) {
                json_.member("node", *weigher);
            }
            json_.endObject();
        });
        if (const auto looker = animation.lookAt ? node(*animation.lookAt) : std::nullopt) {
            json_.key("lookAt");
            json_.beginObject();
            json_.member("node", *looker);
            writeVector("offsetFromHeadBone", animation.offsetFromHeadBone);
            json_.endObject();
        }
    }

private:
    void writeTexts(std::string_view key, const std::vector<std::string>& texts)
    {
        json_.key(key);
        json_.beginArray(JsonWriter::Layout::Inline);
        for (const std::string& text : texts) {
            json_.value(std::string_view(text));
        }
        json_.endArray();
    }

    void writeMeta(const VrmMeta& meta)
    {
        json_.key("meta");
        json_.beginObject();
        json_.member("name", std::string_view(meta.name));
        context_.memberUnlessEmpty("version", meta.version);
        writeTexts("authors", meta.authors);
        context_.memberUnlessEmpty("copyrightInformation", meta.copyrightInformation);
        context_.memberUnlessEmpty("contactInformation", meta.contactInformation);
        if (!meta.references.empty()) {
            writeTexts("references", meta.references);
        }
        context_.memberUnlessEmpty("thirdPartyLicenses", meta.thirdPartyLicenses);
        const std::size_t image = meta.thumbnailImage.value_or(context_.imageNumbers.size());
        if (image < context_.imageNumbers.size() && context_.imageNumbers[image]) {
            json_.member("thumbnailImage", *context_.imageNumbers[image]);
        }
        json_.member("licenseUrl", std::string_view(meta.licenseUrl));
        json_.member("avatarPermission", std::string_view(meta.avatarPermission));
        json_.member("allowExcessivelyViolentUsage", meta.allowExcessivelyViolentUsage);
        json_.member("allowExcessivelySexualUsage", meta.allowExcessivelySexualUsage);
        json_.member("commercialUsage", std::string_view(meta.commercialUsage));
        json_.member("allowPoliticalOrReligiousUsage", meta.allowPoliticalOrReligiousUsage);
        json_.member("allowAntisocialOrHateUsage", meta.allowAntisocialOrHateUsage);
        json_.member("creditNotation", std::string_view(meta.creditNotation));
        json_.member("allowRedistribution", meta.allowRedistribution);
        json_.member("modification", std::string_view(meta.modification));
        context_.memberUnlessEmpty("otherLicenseUrl", meta.otherLicenseUrl);
        json_.endObject();
    }

    void writeHumanoid(const std::vector<VrmBone>& bones)
    {
        json_.key("humanoid");
        json_.beginObject();
        json_.key("humanBones");
        json_.beginObject();
        for (const VrmBone& bone : bones) {
            if (const auto number = node(bone.node)) {
                json_.key(toString(bone.role));
                json_.beginObject(JsonWriter::Layout::Inline);
                json_.member("node", *number);
                json_.endObject();
            }
        }
        json_.endObject();
        json_.endObject();
    }

    void writeFirstPerson(const std::vector<VrmFirstPerson>& annotations)
    {
        if (annotations.empty()) {
            return;
        }
        constexpr std::array<std::string_view, 4> types{"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
        json_.key("firstPerson");
        json_.beginObject();
        writeList("meshAnnotations", annotations, [&](const VrmFirstPerson& annotation) {
            if (const auto number = node(annotation.node)) {
                json_.beginObject(JsonWriter::Layout::Inline);
                json_.member("node", *number);
                json_.member("type", nameOf(annotation.type, types));
                json_.endObject();
            }
        });
        json_.endObject();
    }

    void writeRangeMap(std::string_view key, const VrmRangeMap& map)
    {
        json_.key(key);
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.member("inputMaxValue", map.inputMax);
        json_.member("outputScale", map.output);
        json_.endObject();
    }

    void writeLookAt(const VrmLookAt& lookAt)
    {
        json_.key("lookAt");
        json_.beginObject();
        writeVector("offsetFromHeadBone", lookAt.offsetFromHeadBone);
        json_.member("type", lookAt.type == VrmLookAtType::Bone ? "bone" : "expression");
        writeRangeMap("rangeMapHorizontalInner", lookAt.horizontalInner);
        writeRangeMap("rangeMapHorizontalOuter", lookAt.horizontalOuter);
        writeRangeMap("rangeMapVerticalDown", lookAt.verticalDown);
        writeRangeMap("rangeMapVerticalUp", lookAt.verticalUp);
        json_.endObject();
    }

    template <class Expression, class Write>
    void writeExpressions(const std::vector<Expression>& expressions, const Write& write)
    {
        if (expressions.empty()) {
            return;
        }
        json_.key("expressions");
        json_.beginObject();
        for (const bool isPreset : {true, false}) {
            json_.key(isPreset ? "preset" : "custom");
            json_.beginObject();
            for (const Expression& expression : expressions) {
                if (expression.isPreset == isPreset) {
                    json_.key(expression.name);
                    write(expression);
                }
            }
            json_.endObject();
        }
        json_.endObject();
    }

    void writeExpression(const VrmExpression& expression)
    {
        constexpr std::array<std::string_view, 3> overrides{"none", "block", "blend"};
        constexpr std::array<std::string_view, 6> colors{"color", "emissionColor", "shadeColor", "matcapColor", "rimColor", "outlineColor"};
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.member("isBinary", expression.isBinary);
        json_.member("overrideBlink", nameOf(expression.overrideBlink, overrides));
        json_.member("overrideLookAt", nameOf(expression.overrideLookAt, overrides));
        json_.member("overrideMouth", nameOf(expression.overrideMouth, overrides));
        writeList("morphTargetBinds", expression.morphs, [&](const VrmMorphBind& bind) {
            if (const auto number = node(bind.node)) {
                json_.beginObject(JsonWriter::Layout::Inline);
                json_.member("node", *number);
                json_.member("index", bind.target);
                json_.member("weight", bind.weight);
                json_.endObject();
            }
        });
        writeList("materialColorBinds", expression.colors, [&](const VrmColorBind& bind) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("material", bind.material);
            json_.member("type", nameOf(bind.type, colors));
            json_.member("targetValue", std::span<const float>(glm::value_ptr(bind.value), 4));
            json_.endObject();
        });
        writeList("textureTransformBinds", expression.textures, [&](const VrmTextureBind& bind) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("material", bind.material);
            json_.member("scale", std::span<const float>(glm::value_ptr(bind.scale), 2));
            json_.member("offset", std::span<const float>(glm::value_ptr(bind.offset), 2));
            json_.endObject();
        });
        json_.endObject();
    }
};

}  // namespace

void writeVrm(WriterContext& context, ExtensionsWriter& extensions)
{
    if (const auto& vrm = context.scene.vrm) {
        if (!vrm->model.humanoid.empty()) {
            extensions.begin("VRMC_vrm");
            CharacterWriter(context, vrm->nodes).writeCharacter(vrm->model);
            context.json.endObject();
        }
        if (!vrm->model.springs.empty() || !vrm->model.colliders.empty() || !vrm->model.colliderGroups.empty()) {
            extensions.begin("VRMC_springBone");
            writeVrmSprings(context, vrm->model, vrm->nodes);
            context.json.endObject();
        }
    }
    if (const auto& animation = context.scene.vrmAnimation) {
        extensions.begin("VRMC_vrm_animation");
        CharacterWriter(context, animation->nodes).writeAnimation(animation->model);
        context.json.endObject();
    }
}

}  // namespace armature::gltf
