#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <armature/text.hpp>

#include "import/gltf/vrm/vrm_source.hpp"
#include "import/gltf/writer/write_vrm.hpp"

// VRM 1.0: VRMC_vrm, VRMC_vrm_animation. References to removed nodes are left out.
namespace armature::gltf {

namespace {

/// Writes a VRM character or a VRM animation.
class CharacterWriter final : VrmWriter {
public:
    CharacterWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : VrmWriter(context, nodes) {}

    void writeCharacter(const VrmModel& model)
    {
        json_.member("specVersion", "1.0");
        writeMeta(model.meta);
        const std::string place = "the VRM model " + inQuotes(model.meta.name);
        writeHumanoid(model.humanoid, place);
        writeFirstPerson(model.firstPerson);
        if (model.lookAt) {
            writeLookAt(*model.lookAt);
        }
        writeExpressions(model.expressions, [this](const VrmExpression& expression) { writeExpression(expression); });
    }

    void writeAnimation(const VrmAnimation& animation)
    {
        json_.member("specVersion", "1.0");
        writeHumanoid(animation.humanoid, {});
        writeExpressions(animation.expressions, [this](const VrmAnimatedExpression& expression) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("node", *node(expression.node));
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
        if (meta.authors.empty()) {
            context_.scene.notes.add("the VRM model " + inQuotes(meta.name),
                                     "has no author, of whom VRM demands one: written with an empty name");
        }
        writeTexts("authors", meta.authors.empty() ? std::vector<std::string>(1) : meta.authors);
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

    /// Writes bones. If bones that VRM requires of a character are missing, adds a note at `place`; pass an empty place for animations,
    /// which get no such note.
    void writeHumanoid(const std::vector<VrmBone>& bones, std::string_view place)
    {
        std::vector<VrmBone> written;
        std::ranges::copy_if(bones, std::back_inserter(written), [this](const VrmBone& bone) { return isThere(bone); });
        if (const std::string missing = place.empty() ? "" : missingBones(written); !missing.empty()) {
            context_.scene.notes.add(place, fmt::format("lacks bones that VRM demands: {}", missing));
        }
        json_.key("humanoid");
        json_.beginObject();
        json_.key("humanBones");
        json_.beginObject();
        for (const VrmBone& bone : written) {
            json_.key(toString(bone.role));
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("node", *node(bone.node));
            json_.endObject();
        }
        json_.endObject();
        json_.endObject();
    }

    void writeFirstPerson(const std::vector<VrmFirstPerson>& annotations)
    {
        if (annotations.empty()) {
            return;
        }
        json_.key("firstPerson");
        json_.beginObject();
        writeList("meshAnnotations", annotations, [&](const VrmFirstPerson& annotation) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("node", *node(annotation.node));
            json_.member("type", nameAt(annotation.type, vrm_words::firstPersonTypes));
            json_.endObject();
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
        json_.member("type", nameAt(lookAt.type, vrm_words::lookAtTypes));
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
                if (expression.isPreset == isPreset && isThere(expression)) {
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
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.member("isBinary", expression.isBinary);
        json_.member("overrideBlink", nameAt(expression.overrideBlink, vrm_words::overrides));
        json_.member("overrideLookAt", nameAt(expression.overrideLookAt, vrm_words::overrides));
        json_.member("overrideMouth", nameAt(expression.overrideMouth, vrm_words::overrides));
        writeList("morphTargetBinds", expression.morphs, [&](const VrmMorphBind& bind) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("node", *node(bind.node));
            json_.member("index", bind.target);
            json_.member("weight", bind.weight);
            json_.endObject();
        });
        writeList("materialColorBinds", expression.colors, [&](const VrmColorBind& bind) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("material", bind.material);
            json_.member("type", nameAt(bind.type, vrm_words::materialColors));
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

/// Whether the model describes a character; otherwise, it only has springs or constraints.
bool isCharacter(const VrmModel& model)
{
    return !model.humanoid.empty() || !model.expressions.empty() || model.lookAt || !model.firstPerson.empty() || model.meta != VrmMeta();
}

}  // namespace

void writeVrm(WriterContext& context, ExtensionsWriter& extensions)
{
    if (const auto& vrm = context.scene.vrm) {
        if (isCharacter(vrm->model)) {
            extensions.begin("VRMC_vrm");
            CharacterWriter(context, vrm->nodes).writeCharacter(vrm->model);
            context.json.endObject();
        }
        writeVrmSprings(context, extensions, vrm->model, vrm->nodes);
    }
    if (const auto& animation = context.scene.vrmAnimation) {
        extensions.begin("VRMC_vrm_animation");
        CharacterWriter(context, animation->nodes).writeAnimation(animation->model);
        context.json.endObject();
    }
}

}  // namespace armature::gltf
