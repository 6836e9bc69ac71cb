#include <span>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"
#include "import/gltf/vrm/vrm_source.hpp"
#include "vrm/vrm_rules.hpp"

// VRM 1.0: VRMC_vrm (meta, humanoid, look-at, first person) and VRMC_vrm_animation, as specified at github.com/vrm-c/vrm-specification.
namespace armature::gltf {

namespace {

constexpr float leastInput = 0.01f;  // lower limit of inputMax, in degrees

std::vector<std::string> readTexts(Document& document, const Json& owner, std::string_view key)
{
    std::vector<std::string> texts;
    if (const auto list = owner.findArray(key)) {
        document.reserve(texts, *list);
        list->forEach([&](std::size_t, const Json& text) {
            document.charge(2 * text.asString().size(), text);
            texts.emplace_back(text.asString());
        });
    }
    return texts;
}

void readMeta(VrmSource& source, const Json& json)
{
    Document& document = source.document;
    VrmMeta& meta = source.model.meta;
    const VrmMeta plain;
    meta.name = readText(document, json, "name");
    meta.version = readText(document, json, "version");
    meta.authors = readTexts(document, json, "authors");
    meta.copyrightInformation = readText(document, json, "copyrightInformation");
    meta.contactInformation = readText(document, json, "contactInformation");
    meta.references = readTexts(document, json, "references");
    meta.thirdPartyLicenses = readText(document, json, "thirdPartyLicenses");
    if (const auto image = json.find("thumbnailImage")) {
        if (image->asUnsigned() < source.scene.images.size()) {
            meta.thumbnailImage = static_cast<std::size_t>(image->asUnsigned());
        } else {
            leaveOut(document, *image, fmt::format("is image {}, but there are {}", image->asUnsigned(), source.scene.images.size()));
        }
    }
    meta.licenseUrl = json.find("licenseUrl") ? readText(document, json, "licenseUrl") : plain.licenseUrl;
    const auto readWord = [&](std::string_view key, std::span<const std::string_view> words) {
        return std::string(words[readChoice(document, json, key, words)]);
    };
    meta.avatarPermission = readWord("avatarPermission", vrm_words::avatarPermissions);
    meta.allowExcessivelyViolentUsage = json.findBool("allowExcessivelyViolentUsage", false);
    meta.allowExcessivelySexualUsage = json.findBool("allowExcessivelySexualUsage", false);
    meta.commercialUsage = readWord("commercialUsage", vrm_words::commercialUsages);
    meta.allowPoliticalOrReligiousUsage = json.findBool("allowPoliticalOrReligiousUsage", false);
    meta.allowAntisocialOrHateUsage = json.findBool("allowAntisocialOrHateUsage", false);
    meta.creditNotation = readWord("creditNotation", vrm_words::creditNotations);
    meta.allowRedistribution = json.findBool("allowRedistribution", false);
    meta.modification = readWord("modification", vrm_words::modifications);
    meta.otherLicenseUrl = readText(document, json, "otherLicenseUrl");
}

void readHumanoid(Document& document, const Json& humanoid, VrmNodes& nodes, std::vector<VrmBone>& bones)
{
    const auto members = humanoid.findObject("humanBones");
    if (members) {
        members->forEachMember(
            [&](std::string_view role, const Json& bone) { addBone(document, bones, role, bone, nodes.readMember(bone, "node")); });
    }
}

VrmRangeMap readRangeMap(Document& document, const Json& lookAt, std::string_view key)
{
    VrmRangeMap map;
    if (const auto json = lookAt.findObject(key)) {
        map.inputMax = readWithin(document, *json, "inputMaxValue", map.inputMax, leastInput);
        map.output = json->findFloat("outputScale", map.output);
    }
    return map;
}

void readLookAt(VrmSource& source, const Json& json)
{
    VrmLookAt& lookAt = source.model.lookAt.emplace();
    static_cast<void>(json.findFloats("offsetFromHeadBone", {glm::value_ptr(lookAt.offsetFromHeadBone), 3}));
    lookAt.type = readEnumerator<VrmLookAtType>(source.document, json, "type", vrm_words::lookAtTypes);
    lookAt.horizontalInner = readRangeMap(source.document, json, "rangeMapHorizontalInner");
    lookAt.horizontalOuter = readRangeMap(source.document, json, "rangeMapHorizontalOuter");
    lookAt.verticalDown = readRangeMap(source.document, json, "rangeMapVerticalDown");
    lookAt.verticalUp = readRangeMap(source.document, json, "rangeMapVerticalUp");
}

void readFirstPerson(VrmSource& source, const Json& json)
{
    const auto annotations = json.findArray("meshAnnotations");
    if (!annotations) {
        return;
    }
    source.document.charge(annotations->size() * sizeof(VrmFirstPerson), *annotations);
    annotations->forEach([&](std::size_t, const Json& annotation) {
        const auto node = source.nodes.readMember(annotation, "node");
        const auto type = readEnumerator<VrmFirstPersonType>(source.document, annotation, "type", vrm_words::firstPersonTypes);
        if (node) {
            source.model.firstPerson.push_back({*node, type});
        }
    });
}

void readAnimatedExpressions(Document& document, const Json& list, bool isPreset, VrmNodes& nodes, VrmAnimation& animation)
{
    VrmExpressionNames names;
    list.forEachMember([&](std::string_view name, const Json& value) {
        document.charge(sizeof(VrmAnimatedExpression) + 3 * name.size(), value);
        if (const std::string_view problem = names.add(name, isPreset); !problem.empty()) {
            leaveOut(document, value, problem);
            return;
        }
        if (const auto node = nodes.readMember(value, "node")) {
            animation.expressions.push_back({std::string(name), isPreset, *node});
        }
    });
}

void readVrmAnimation(Document& document, const Json& extension, importing::SceneDescription& scene)
{
    noteVersion(document, extension);
    VrmNodes nodes(document, scene);
    VrmAnimation animation;
    if (const auto humanoid = extension.findObject("humanoid")) {
        readHumanoid(document, *humanoid, nodes, animation.humanoid);
    }
    if (const auto expressions = extension.findObject("expressions")) {
        if (const auto presets = expressions->findObject("preset")) {
            readAnimatedExpressions(document, *presets, true, nodes, animation);
        }
        if (const auto custom = expressions->findObject("custom")) {
            readAnimatedExpressions(document, *custom, false, nodes, animation);
        }
    }
    if (const auto lookAt = extension.findObject("lookAt")) {
        animation.lookAt = nodes.readMember(*lookAt, "node");
        static_cast<void>(lookAt->findFloats("offsetFromHeadBone", {glm::value_ptr(animation.offsetFromHeadBone), 3}));
    }
    scene.vrmAnimation = {std::move(animation), nodes.fileNodes()};
}

/// Adds a note if materials use MToon: the extension is kept, but the materials are drawn without it, as unlit or lit surfaces.
void noteToon(Document& document, const importing::SceneDescription& scene)
{
    std::size_t toon = 0;
    std::size_t unlit = 0;
    for (const Material& material : scene.materials) {
        if (material.extensions.find("\"VRMC_materials_mtoon\"") != std::string::npos) {
            ++toon;
            unlit += material.unlit ? std::size_t{1} : std::size_t{0};
        }
    }
    if (toon > 0) {
        document.notes.add("/materials", fmt::format("{} MToon, which is kept, but not drawn: {} as unlit and {} as lit surfaces",
                                                     toon == 1 ? "1 uses" : fmt::format("{} use", toon), unlit, toon - unlit));
    }
}

}  // namespace

void readVrm1(VrmSource& source, const Json& extension)
{
    noteVersion(source.document, extension);
    source.model.specVersion = "1.0";
    if (const auto meta = extension.findObject("meta")) {
        readMeta(source, *meta);
    } else {
        source.document.notes.add(extension.pointer("meta"), "is missing: nothing is known about the character's licence");
    }
    if (const auto humanoid = extension.findObject("humanoid")) {
        readHumanoid(source.document, *humanoid, source.nodes, source.model.humanoid);
    }
    noteMissingBones(source.document, extension, source.model.humanoid);
    if (const auto firstPerson = extension.findObject("firstPerson")) {
        readFirstPerson(source, *firstPerson);
    }
    if (const auto lookAt = extension.findObject("lookAt")) {
        readLookAt(source, *lookAt);
    }
    if (const auto expressions = extension.findObject("expressions")) {
        readExpressions(source, *expressions);
    }
}

void readVrm(Document& document, importing::SceneDescription& scene)
{
    noteToon(document, scene);
    const auto extensions = document.root.findObject("extensions");
    const auto animation = extensions ? extensions->findObject("VRMC_vrm_animation") : std::nullopt;
    if (animation) {
        readVrmAnimation(document, *animation, scene);
    }
    const auto character = extensions ? extensions->findObject("VRMC_vrm") : std::nullopt;
    const auto springs = extensions ? extensions->findObject("VRMC_springBone") : std::nullopt;
    const auto earlier = extensions ? extensions->findObject("VRM") : std::nullopt;
    if (!character && !springs && !earlier && scene.constraints.empty()) {
        return;
    }
    document.charge(sizeof(std::size_t) * scene.nodes.size(), document.root);
    VrmSource source(document, scene);
    if (character) {
        readVrm1(source, *character);
    }
    if (springs) {
        readSprings(source, *springs);
    }
    if (earlier && !character && !springs) {
        readVrm0(source, *earlier);
    } else if (earlier) {
        leaveOut(document, *earlier, "is VRM 0.x beside VRM 1.0, which is read");
    }
    for (VrmConstraint constraint : scene.constraints) {
        constraint.node = source.nodes.numberOf(constraint.node);
        constraint.source = source.nodes.numberOf(constraint.source);
        source.model.constraints.push_back(constraint);
    }
    scene.vrm = {std::move(source.model), source.nodes.fileNodes()};
}

}  // namespace armature::gltf
