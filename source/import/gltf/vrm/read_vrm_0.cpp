#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/vrm/vrm_source.hpp"

// VRM 0.x, converted to VRM 1.0. In VRM 0.x, models face -Z, and vectors are Unity's, whose z has the opposite sign.
namespace armature::gltf {

namespace {

/// Returns the number in a member; none if the member is missing or negative. VRM 0.x writes -1 for "none".
std::optional<std::uint64_t> findNumber(const Json& owner, std::string_view key)
{
    const auto member = owner.find(key);
    return member && member->asDouble() >= 0. ? std::optional(member->asUnsigned()) : std::nullopt;
}

std::optional<std::size_t> readNodeMember(VrmSource& source, const Json& owner, std::string_view key)
{
    return findNumber(owner, key) ? source.nodes.readMember(owner, key) : std::nullopt;
}

std::string_view licenseUrlOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> urls{
        {{"CC0", "https://creativecommons.org/publicdomain/zero/1.0/"},
         {"CC_BY", "https://creativecommons.org/licenses/by/4.0/"},
         {"CC_BY_NC", "https://creativecommons.org/licenses/by-nc/4.0/"},
         {"CC_BY_SA", "https://creativecommons.org/licenses/by-sa/4.0/"},
         {"CC_BY_NC_SA", "https://creativecommons.org/licenses/by-nc-sa/4.0/"},
         {"CC_BY_ND", "https://creativecommons.org/licenses/by-nd/4.0/"},
         {"CC_BY_NC_ND", "https://creativecommons.org/licenses/by-nc-nd/4.0/"}}};
    for (const auto& [known, url] : urls) {
        if (known == name) {
            return url;
        }
    }
    return {};
}

/// Reads the licence. Permissions that VRM 0.x cannot express are not granted.
void readLicense(VrmMeta& meta, const Json& json)
{
    const std::string_view user = json.findString("allowedUserName");
    meta.avatarPermission = user == "Everyone"                   ? "everyone"
                            : user == "ExplicitlyLicensedPerson" ? "onlySeparatelyLicensedPerson"
                                                                 : "onlyAuthor";
    meta.allowExcessivelyViolentUsage = json.findString("violentUssageName") == "Allow";  // VRM's own spelling
    meta.allowExcessivelySexualUsage = json.findString("sexualUssageName") == "Allow";
    meta.commercialUsage = json.findString("commercialUssageName") == "Allow" ? "personalProfit" : "personalNonProfit";
    const std::string_view license = json.findString("licenseName");
    if (const std::string_view url = licenseUrlOf(license); !url.empty()) {
        meta.licenseUrl = url;
        meta.allowRedistribution = true;
        meta.modification = license.ends_with("ND") ? "prohibited" : "allowModificationRedistribution";
        meta.creditNotation = license == "CC0" ? "unnecessary" : "required";
    }
}

void readTitleAndLicense(VrmSource& source, const Json& json)
{
    Document& document = source.document;
    VrmMeta& meta = source.model.meta;
    meta.name = readText(document, json, "title");
    meta.version = readText(document, json, "version");
    meta.contactInformation = readText(document, json, "contactInformation");
    meta.authors.push_back(readText(document, json, "author"));
    if (std::string reference = readText(document, json, "reference"); !reference.empty()) {
        meta.references.push_back(std::move(reference));
    }
    const std::string_view other = json.findString("otherLicenseUrl");
    meta.otherLicenseUrl = readText(document, json, other.empty() ? "otherPermissionUrl" : "otherLicenseUrl");
    readLicense(meta, json);
    const auto texture = findNumber(json, "texture");
    const auto textures = document.root.findArray("textures");
    if (texture && textures) {
        textures->forEach([&](std::size_t index, const Json& value) {
            const auto image = index == *texture ? value.findUnsigned("source") : std::nullopt;
            if (image && *image < source.scene.images.size()) {
                meta.thumbnailImage = static_cast<std::size_t>(*image);
            }
        });
    }
}

/// Returns the role in VRM 1.0 for a role in VRM 0.x. They differ only for the first two bones of the thumb.
std::string_view roleOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> thumbs{{{"leftThumbProximal", "leftThumbMetacarpal"},
                                                                                   {"leftThumbIntermediate", "leftThumbProximal"},
                                                                                   {"rightThumbProximal", "rightThumbMetacarpal"},
                                                                                   {"rightThumbIntermediate", "rightThumbProximal"}}};
    for (const auto& [before, now] : thumbs) {
        if (before == name) {
            return now;
        }
    }
    return name;
}

void readHumanBones(VrmSource& source, const Json& humanoid)
{
    if (const auto bones = humanoid.findArray("humanBones")) {
        bones->forEach([&](std::size_t, const Json& bone) {
            if (const auto node = readNodeMember(source, bone, "node")) {
                addBone(source.document, source.model.humanoid, roleOf(bone.findString("bone")), bone, node);
            }
        });
    }
    noteMissingBones(source.document, humanoid, source.model.humanoid);
}

/// Whether one of Unity's curves is a straight line from (0, 0) to (1, 1). A key consists of a time, a value, and the slopes before and
/// after it. A curve without keys counts as straight.
bool isStraight(const Json& curve)
{
    if (!curve.isArray()) {
        return false;
    }
    std::vector<double> numbers;
    curve.forEach([&](std::size_t, const Json& number) { numbers.push_back(number.asDouble()); });
    const auto isNear = [](double a, double b) { return std::abs(a - b) <= 1e-5; };
    bool isSo = numbers.size() % 4 == 0 && (numbers.empty() || (isNear(numbers[0], 0.) && isNear(numbers[numbers.size() - 4], 1.)));
    for (std::size_t key = 0; isSo && key < numbers.size(); key += 4) {
        const bool isFirst = key == 0;
        const bool isLast = key + 4 == numbers.size();
        isSo =
            isNear(numbers[key], numbers[key + 1]) && (isFirst || isNear(numbers[key + 2], 1.)) && (isLast || isNear(numbers[key + 3], 1.));
    }
    return isSo;
}

VrmRangeMap readDegreeMap(VrmSource& source, const Json& firstPerson, std::string_view key, float output)
{
    VrmRangeMap map{.output = output};
    const auto json = firstPerson.findObject(key);
    if (json) {
        map.inputMax = readWithin(source.document, *json, "xRange", map.inputMax, 0.01f);
        map.output = json->findFloat("yRange", map.output);
        if (const auto curve = json->find("curve"); curve && !isStraight(*curve)) {
            source.document.notes.add(curve->pointer(), "is a curve, which VRM 1.0 does not have: read as a straight line");
        }
    }
    return map;
}

void readFirstPersonAndGaze(VrmSource& source, const Json& json)
{
    VrmLookAt& lookAt = source.model.lookAt.emplace();
    lookAt.offsetFromHeadBone = {0.f, 0.06f, 0.f};
    if (const auto offset = json.findObject("firstPersonBoneOffset")) {
        lookAt.offsetFromHeadBone = {offset->findFloat("x", 0.f), offset->findFloat("y", 0.06f), -offset->findFloat("z", 0.f)};
    }
    lookAt.type = json.findString("lookAtTypeName") == "BlendShape" ? VrmLookAtType::Expression : VrmLookAtType::Bone;
    const float output = lookAt.type == VrmLookAtType::Expression ? 1.f : 10.f;
    lookAt.horizontalInner = readDegreeMap(source, json, "lookAtHorizontalInner", output);
    lookAt.horizontalOuter = readDegreeMap(source, json, "lookAtHorizontalOuter", output);
    lookAt.verticalDown = readDegreeMap(source, json, "lookAtVerticalDown", output);
    lookAt.verticalUp = readDegreeMap(source, json, "lookAtVerticalUp", output);
    const auto annotations = json.findArray("meshAnnotations");
    if (!annotations) {
        return;
    }
    std::vector<std::optional<VrmFirstPersonType>> types(source.scene.meshes.size());
    annotations->forEach([&](std::size_t, const Json& annotation) {
        const auto mesh = findNumber(annotation, "mesh");
        const std::string_view flag = annotation.findString("firstPersonFlag");
        if (mesh && *mesh < types.size()) {
            types[*mesh] = flag == "Both"              ? VrmFirstPersonType::Both
                           : flag == "ThirdPersonOnly" ? VrmFirstPersonType::ThirdPersonOnly
                           : flag == "FirstPersonOnly" ? VrmFirstPersonType::FirstPersonOnly
                                                       : VrmFirstPersonType::Auto;
        } else {
            leaveOut(source.document, annotation, "names no mesh of the file");
        }
    });
    for (const importing::InstanceDescription& instance : source.scene.instances) {
        if (types[instance.mesh]) {
            source.document.charge(8 * sizeof(VrmFirstPerson), *annotations);
            source.model.firstPerson.push_back({source.nodes.numberOf(instance.node), *types[instance.mesh]});
        }
    }
}

/// Adds a root node that turns the model from -Z to +Z, the direction that models of VRM 1.0 face.
void turnRound(VrmSource& source, const Json& extension)
{
    std::vector<importing::NodeDescription>& nodes = source.scene.nodes;
    if (nodes.size() >= source.document.options.limits.nodes) {
        extension.refuse("needs another node than ImportLimits::nodes allows");
    }
    const std::size_t top = nodes.size();
    for (importing::NodeDescription& node : nodes) {
        node.parent = node.parent ? node.parent : std::optional(top);
    }
    nodes.emplace_back();
    nodes.back().name = "VRM 0.x";
    nodes.back().transform.rotation = glm::quat(0.f, 0.f, 1.f, 0.f);
    source.document.notes.add(extension.pointer(),
                              "is VRM 0.x, read as VRM 1.0: a node above the model turns it to +Z; saving writes VRM 1.0");
}

}  // namespace

void readVrm0(VrmSource& source, const Json& extension)
{
    source.model.specVersion = "0.x";
    if (const auto meta = extension.findObject("meta")) {
        readTitleAndLicense(source, *meta);
    }
    if (const auto humanoid = extension.findObject("humanoid")) {
        readHumanBones(source, *humanoid);
    }
    if (const auto firstPerson = extension.findObject("firstPerson")) {
        readFirstPersonAndGaze(source, *firstPerson);
    }
    if (const auto master = extension.findObject("blendShapeMaster")) {
        readExpressions0(source, *master);
    }
    if (const auto secondary = extension.findObject("secondaryAnimation")) {
        readSprings0(source, *secondary);
    }
    const auto materials = extension.findArray("materialProperties");
    std::size_t toon = 0;
    if (materials) {
        materials->forEach([&](std::size_t, const Json& material) {
            toon += material.findString("shader") == "VRM/MToon" ? std::size_t{1} : std::size_t{0};
        });
    }
    if (toon > 0) {
        leaveOut(source.document, *materials,
                 fmt::format("{} for MToon; the file's own {} drawn", counted(toon, "material"), toon == 1 ? "is" : "are"));
    }
    turnRound(source, extension);
}

}  // namespace armature::gltf
