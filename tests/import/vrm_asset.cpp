#include "vrm_asset.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace armature::test {

namespace {

struct Place {
    std::string_view name;
    std::string_view parent;
    std::string_view translation;
};

constexpr std::array<Place, 34> places{{{"root", "", "0,0,0"},
                                        {"hips", "root", "0,1,0"},
                                        {"spine", "hips", "0,0.1,0"},
                                        {"chest", "spine", "0,0.15,0"},
                                        {"neck", "chest", "0,0.2,0"},
                                        {"head", "neck", "0,0.1,0"},
                                        {"leftEye", "head", "0.03,0.08,0.07"},
                                        {"rightEye", "head", "-0.03,0.08,0.07"},
                                        {"leftUpperArm", "chest", "0.15,0.15,0"},
                                        {"leftLowerArm", "leftUpperArm", "0.25,0,0"},
                                        {"leftHand", "leftLowerArm", "0.25,0,0"},
                                        {"rightUpperArm", "chest", "-0.15,0.15,0"},
                                        {"rightLowerArm", "rightUpperArm", "-0.25,0,0"},
                                        {"rightHand", "rightLowerArm", "-0.25,0,0"},
                                        {"leftUpperLeg", "hips", "0.1,-0.05,0"},
                                        {"leftLowerLeg", "leftUpperLeg", "0,-0.45,0"},
                                        {"leftFoot", "leftLowerLeg", "0,-0.4,0"},
                                        {"rightUpperLeg", "hips", "-0.1,-0.05,0"},
                                        {"rightLowerLeg", "rightUpperLeg", "0,-0.45,0"},
                                        {"rightFoot", "rightLowerLeg", "0,-0.4,0"},
                                        {"hair0", "head", "0,0.1,-0.1"},
                                        {"hair1", "hair0", "0,-0.1,0"},
                                        {"hair2", "hair1", "0,-0.1,0"},
                                        {"hairEnd", "hair2", "0,-0.2,0"},
                                        {"side", "hair0", "0.1,0,0"},
                                        {"twist", "leftLowerArm", "0.12,0,0"},
                                        {"aimer", "head", "0,0.2,0"},
                                        {"copy", "chest", "0,0,0.1"},
                                        {"lamp", "root", "1,2,1"},
                                        {"face", "root", "0,0,0"},
                                        {"bodyMesh", "root", "0,0,0"},
                                        {"leftThumb", "leftHand", "0.05,0,0.02"},
                                        {"happyWeight", "root", "0,0,0"},
                                        {"look", "root", "0,0,0"}}};

void addFace(VrmAsset& asset)
{
    const auto position = asset.addAccessor<float>("VEC3", {0, 0, 0, 1, 0, 0, 0, 2, 0});
    const auto smile = asset.addAccessor<float>("VEC3", {0, 0, 0, .1f, 0, 0, 0, 0, 0});
    const auto wink = asset.addAccessor<float>("VEC3", {0, 0, .1f, 0, 0, 0, 0, 0, 0});
    asset.set("/materials", R"([{"name":"skin","pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"baseColorTexture":{"index":0}},
        "extensions":{"KHR_materials_unlit":{},"VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[1,0,0],
        "shadeMultiplyTexture":{"index":0}}}},{"name":"cloth"}])");
    const std::size_t view = asset.addView(bytesOf("\x89PNG, or so"));
    asset.set("/images", fmt::format(R"([{{"name":"portrait","mimeType":"image/png","bufferView":{}}}])", view));
    asset.set("/textures", R"([{"source":0}])");
    asset.set("/meshes",
              fmt::format(R"([{{"name":"face","primitives":[{{"attributes":{{"POSITION":{}}},"material":0,"targets":[{{"POSITION":{}}},
        {{"POSITION":{}}}]}}]}}])",
                          position, smile, wink));
}

std::string humanBones1()
{
    std::string json;
    for (const std::string_view bone : vrmAssetBones) {
        json += fmt::format(R"({}"{}":{{"node":@{}}})", json.empty() ? "" : ",", bone, bone);
    }
    return json + R"(,"leftThumbMetacarpal":{"node":@leftThumb})";
}

std::string humanBones0()
{
    std::string json;
    for (const std::string_view bone : vrmAssetBones) {
        json += fmt::format(R"({}{{"bone":"{}","node":@{}}})", json.empty() ? "" : ",", bone, bone);
    }
    return json + R"(,{"bone":"leftThumbProximal","node":@leftThumb},{"bone":"jaw","node":-1})";
}

}  // namespace

VrmAsset::VrmAsset()
{
    set("/nodes", "[]");
    for (const Place& place : places) {
        std::string children;
        for (const Place& child : places) {
            if (child.parent == place.name) {
                children += (children.empty() ? "" : ",") + std::to_string(&child - places.data());
            }
        }
        const std::string list = children.empty() ? "" : R"(,"children":[)" + children + "]";
        set("/nodes/-", fmt::format(R"({{"name":"{}","translation":[{}]{}}})", place.name, place.translation, list));
        names_.emplace_back(place.name);
    }
    set("/scenes", R"([{"nodes":[0]}])");
    set("/scene", "0");
    addFace(*this);
    set(numbered("/nodes/@face/mesh"), "0");
    set(numbered("/nodes/@bodyMesh/mesh"), "0");
}

std::size_t VrmAsset::nodeNumber(std::string_view name) const
{
    const auto found = std::ranges::find(names_, name);
    return found != names_.end() ? static_cast<std::size_t>(found - names_.begin())
                                 : throw std::invalid_argument("no node " + std::string(name));
}

std::string VrmAsset::numbered(std::string_view json) const
{
    std::string result;
    for (std::size_t begin = 0; begin < json.size();) {
        const std::size_t mark = std::min(json.find('@', begin), json.size());
        result += json.substr(begin, mark - begin);
        std::size_t end = mark;
        while (end < json.size() && (end == mark || std::isalnum(static_cast<unsigned char>(json[end])) != 0)) {
            ++end;
        }
        if (mark < json.size()) {
            result += std::to_string(nodeNumber(json.substr(mark + 1, end - mark - 1)));
        }
        begin = end;
    }
    return result;
}

VrmAsset VrmAsset::version1()
{
    VrmAsset asset;
    asset.set("/extensions", "{}");
    asset.set("/extensions/VRMC_vrm", asset.numbered(R"json({"specVersion":"1.0",
        "meta":{"name":"Ada","version":"2","authors":["A","B"],"copyrightInformation":"(c)","contactInformation":"mail","references":["r"],
            "thirdPartyLicenses":"t","thumbnailImage":0,"licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone",
            "allowExcessivelyViolentUsage":true,"allowExcessivelySexualUsage":true,"commercialUsage":"corporation",
            "allowPoliticalOrReligiousUsage":true,"allowAntisocialOrHateUsage":true,"creditNotation":"unnecessary","allowRedistribution":true,
            "modification":"allowModification","otherLicenseUrl":"https://example.com"},
        "humanoid":{"humanBones":{)json" + humanBones1()
                                                     + R"json(}},
        "firstPerson":{"meshAnnotations":[{"node":@face,"type":"thirdPersonOnly"},{"node":@bodyMesh,"type":"firstPersonOnly"}]},
        "lookAt":{"offsetFromHeadBone":[0,0.06,0.1],"type":"expression","rangeMapHorizontalInner":{"inputMaxValue":80,"outputScale":0.7},
            "rangeMapHorizontalOuter":{"inputMaxValue":70,"outputScale":0.8},"rangeMapVerticalDown":{"inputMaxValue":60,"outputScale":0.9},
            "rangeMapVerticalUp":{"inputMaxValue":50,"outputScale":1}},
        "expressions":{"preset":{"happy":{"isBinary":true,"overrideBlink":"block","overrideLookAt":"blend","overrideMouth":"none",
                "morphTargetBinds":[{"node":@face,"index":1,"weight":0.75}],
                "materialColorBinds":[{"material":0,"type":"color","targetValue":[1,0.5,0.25,0.5]},
                    {"material":1,"type":"emissionColor","targetValue":[1,1,0,1]},{"material":0,"type":"shadeColor","targetValue":[0,0,1,1]},
                    {"material":0,"type":"matcapColor","targetValue":[0,0,1,1]},{"material":0,"type":"rimColor","targetValue":[0,0,1,1]},
                    {"material":0,"type":"outlineColor","targetValue":[0,0,1,1]}],
                "textureTransformBinds":[{"material":0,"scale":[0.5,2],"offset":[0.25,0.125]}]},
            "blink":{"morphTargetBinds":[{"node":@face,"index":0,"weight":1}]},"lookLeft":{}},
            "custom":{"Zzz":{"overrideMouth":"block"}}}})json"));
    asset.set("/extensions/VRMC_springBone", asset.numbered(R"({"specVersion":"1.0",
        "colliders":[{"node":@head,"shape":{"sphere":{"offset":[0,0.1,0],"radius":0.1}}},
            {"node":@chest,"shape":{"capsule":{"offset":[0.1,0,0],"radius":0.05,"tail":[-0.1,0,0]}}},
            {"node":@root,"shape":{"sphere":{"offset":[0,-10000,0],"radius":0}},"extensions":{"VRMC_springBone_extended_collider":
                {"specVersion":"1.0","shape":{"plane":{"offset":[0,0.1,0],"normal":[0,1,0]}}}}},
            {"node":@hips,"shape":{"sphere":{}},"extensions":{"VRMC_springBone_extended_collider":
                {"specVersion":"1.0","shape":{"capsule":{"offset":[0,1,0],"radius":2,"tail":[0,2,0],"inside":true}}}}}],
        "colliderGroups":[{"name":"body","colliders":[0,1]},{"colliders":[2,3]}],
        "springs":[{"name":"hair","joints":[{"node":@hair0,"hitRadius":0.02,"stiffness":0.5,"gravityPower":0.25,"gravityDir":[0,-1,0.5],"dragForce":0.75},
            {"node":@hair1},{"node":@hair2},{"node":@hairEnd}],"colliderGroups":[0,1],"center":@hips}]})"));
    const auto constrain = [&](std::string_view node, std::string_view json) {
        asset.set(asset.numbered(fmt::format("/nodes/@{}/extensions", node)),
                  asset.numbered(fmt::format(R"({{"VRMC_node_constraint":{{"specVersion":"1.0","constraint":{}}}}})", json)));
    };
    constrain("twist", R"({"roll":{"source":@leftHand,"rollAxis":"X","weight":0.5}})");
    constrain("aimer", R"({"aim":{"source":@lamp,"aimAxis":"NegativeZ","weight":0.75}})");
    constrain("copy", R"({"rotation":{"source":@leftUpperArm}})");
    asset.set("/extensionsUsed", R"(["VRMC_vrm","VRMC_springBone","VRMC_springBone_extended_collider","VRMC_node_constraint"])");
    return asset;
}

VrmAsset VrmAsset::version0()
{
    VrmAsset asset;
    asset.set("/extensions", "{}");
    asset.set("/extensions/VRM", asset.numbered(R"({"specVersion":"0.0","exporterVersion":"test",
        "meta":{"title":"Bob","version":"1","author":"C","contactInformation":"mail","reference":"r","texture":0,"allowedUserName":"ExplicitlyLicensedPerson",
            "violentUssageName":"Allow","sexualUssageName":"Disallow","commercialUssageName":"Allow","otherPermissionUrl":"https://p","licenseName":"CC_BY_ND",
            "otherLicenseUrl":""},
        "humanoid":{"humanBones":[)" + humanBones0()
                                                + R"(]},
        "firstPerson":{"firstPersonBone":@head,"firstPersonBoneOffset":{"x":0.5,"y":0.25,"z":0.125},
            "meshAnnotations":[{"mesh":0,"firstPersonFlag":"ThirdPersonOnly"}],"lookAtTypeName":"Bone",
            "lookAtHorizontalInner":{"curve":[0,0,0,1,1,1,1,0],"xRange":80,"yRange":7},"lookAtHorizontalOuter":{"xRange":70,"yRange":8},
            "lookAtVerticalDown":{"xRange":60},"lookAtVerticalUp":{"xRange":50,"yRange":5}},
        "blendShapeMaster":{"blendShapeGroups":[{"name":"Joy","presetName":"joy","isBinary":true,"binds":[{"mesh":0,"index":1,"weight":50}],
                "materialValues":[{"materialName":"skin","propertyName":"_Color","targetValue":[1,0,0,1]},
                    {"materialName":"skin","propertyName":"_MainTex_ST","targetValue":[0.5,0.25,0.125,0.5]}]},
            {"name":"BlinkL","presetName":"blink_l","binds":[]},{"name":"Own","presetName":"unknown","binds":[]}]},
        "secondaryAnimation":{"boneGroups":[{"comment":"hair","stiffiness":2,"gravityPower":0.5,"gravityDir":{"x":0.25,"y":-1,"z":0.5},"dragForce":0.25,
                "center":-1,"hitRadius":0.05,"bones":[@hair0],"colliderGroups":[0]}],
            "colliderGroups":[{"node":@head,"colliders":[{"offset":{"x":0.1,"y":0.2,"z":0.3},"radius":0.1}]}]},
        "materialProperties":[{"name":"skin","shader":"VRM/MToon"},{"name":"cloth","shader":"VRM_USE_GLTFSHADER"}]})"));
    asset.set("/extensionsUsed", R"(["VRM"])");
    return asset;
}

}  // namespace armature::test
