#include <armature/import/humanoid_json.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/text.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "import/bone_names.hpp"
#include "import/json_file.hpp"

namespace armature {

namespace {

using importing::BoneNames;
using importing::Json;
using importing::JsonText;

constexpr std::string_view needs = "it needs bones for ";  // begins the part of a refusal that is derived from the roles

std::size_t boneOf(const Json& match, const BoneNames& names)
{
    const auto name = match.find("name");
    if (const auto index = match.findIndex("index", names.size(), "bones")) {
        if (name && name->asString() != names.name(*index)) {
            name->refuse(fmt::format("is {}, but bone {} of the rig is {}", importing::quoted(name->asString()), *index,
                                     importing::quoted(names.name(*index))));
        }
        return *index;
    }
    if (!name) {
        match.refuse("has neither index nor name");
    }
    return names.named(name->asString(), *name);
}

void readRole(HumanoidMap& map, std::string_view key, const Json& match, const BoneNames& names)
{
    const auto role = humanoidRoleNamed(key);
    if (!role) {
        match.refuse(fmt::format("is for {}, which is no humanoid role", importing::quoted(key)));
    }
    importing::requireMembers(match, {"index", "name", "confidence", "why"});
    HumanoidMatch read{.bone = boneOf(match, names),
                       .name = {},
                       .confidence = match.findFloat("confidence", 1.f),
                       .why = std::string(match.findString("why", "set by hand"))};
    try {
        map.set(*role, std::move(read));
    } catch (const std::invalid_argument& refused) {
        match.refuse(refused.what());
    }
}

HumanoidRigBone readRigBone(const Json& json, std::size_t index)
{
    HumanoidRigBone bone{.name = std::string(json.require("name").asString())};
    const Json parent = json.require("parent");
    const double number = parent.asDouble();
    if (number != -1.) {
        const std::uint64_t above = parent.asUnsigned();
        if (above >= index) {
            parent.refuse(fmt::format("is {}, but must be -1 or the index of an earlier bone than {}", above, index));
        }
        bone.parent = static_cast<std::size_t>(above);
    }
    return bone;
}

void readDirections(const Json& directions, HumanoidRig& rig)
{
    if (directions.size() != rig.bones.size()) {
        directions.refuse(fmt::format("has {}, but there must be one for each of {}", counted(directions.size(), "direction"),
                                      counted(rig.bones.size(), "bone")));
    }
    directions.forEach([&](std::size_t i, const Json& direction) {
        if (direction.isNull()) {
            return;
        }
        std::array<float, 3> numbers{};
        direction.asFloats(numbers);
        const glm::vec3 v(numbers[0], numbers[1], numbers[2]);
        const float square = v.x * v.x + v.y * v.y + v.z * v.z;
        if (!(square > 1e-12f && square < 1e12f)) {
            direction.refuse(fmt::format("is ({}, {}, {}), but must have a length from 1e-6 to 1e6", v.x, v.y, v.z));
        }
        rig.bones[i].direction = v;
    });
}

HumanoidRig readRig(JsonText& text, const ImportLimits& limits)
{
    constexpr std::size_t bytesOfBone = sizeof(HumanoidRigBone) + 64;
    HumanoidRig rig;
    const Json root = text.root();
    const Json bones = root.require("bones");
    if (bones.size() > limits.nodes) {
        bones.refuse(fmt::format("has {}, but the limit is {} (ImportLimits::nodes)", counted(bones.size(), "bone"), limits.nodes));
    }
    text.charge(bones.size() * bytesOfBone, bones);
    bones.forEach([&](std::size_t index, const Json& bone) { rig.bones.push_back(readRigBone(bone, index)); });
    const auto directions = root.find("restDirections");
    if (directions && !directions->isNull()) {
        readDirections(*directions, rig);
    }
    return rig;
}

}  // namespace

HumanoidMap importing::readHumanoidMap(const Json& json, const HumanoidRig& rig)
{
    HumanoidMap map = HumanoidMap::createEmpty(rig);
    const BoneNames names("rig", rig);
    const Json roles = json.require("roles");
    roles.forEachMember([&](std::string_view key, const Json& match) { readRole(map, key, match, names); });
    const auto refused = json.find("refused");
    if (refused && !refused->isNull()) {
        std::string objection(refused->asString());
        objection.erase(std::min(objection.find(needs), objection.size()));  // removes the part that is derived from the roles
        while (objection.ends_with(' ') || objection.ends_with(';')) {
            objection.pop_back();
        }
        map.setObjection(std::move(objection));
    }
    return map;
}

std::string saveHumanoidMapJson(const HumanoidMap& map)
{
    JsonWriter json;
    json.beginObject();
    json.key("roles");
    json.beginObject();
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        const HumanoidMatch* const match = map.find(role);
        if (match == nullptr) {
            continue;
        }
        json.key(toString(role));
        json.beginObject(JsonWriter::Layout::Inline);
        json.member("index", match->bone);
        json.member("name", std::string_view(match->name));
        json.member("confidence", match->confidence);
        json.member("why", std::string_view(match->why));
        json.endObject();
    }
    json.endObject();
    json.key("refused");
    if (map.isRefused()) {
        json.value(map.getRefusal());
    } else {
        json.null();
    }
    json.endObject();
    return json.take();
}

HumanoidMap loadHumanoidMapJson(std::string_view json, std::string_view name, const HumanoidRig& rig, const ImportLimits& limits)
{
    return importing::readJson(json, name, limits, [&](JsonText& text) {
        const Json root = text.root();
        importing::requireMembers(root, {"roles", "refused"});
        return importing::readHumanoidMap(root, rig);
    });
}

HumanoidMap loadHumanoidMapJson(const std::filesystem::path& file, const HumanoidRig& rig, const ImportLimits& limits)
{
    const importing::FileBytes bytes = importing::bytesOfFile(file, limits);
    return loadHumanoidMapJson(importing::textOf(bytes.bytes()), file.string(), rig, limits);
}

HumanoidRig loadHumanoidRigJson(std::string_view json, std::string_view name, const ImportLimits& limits)
{
    return importing::readJson(json, name, limits, [&](JsonText& text) { return readRig(text, limits); });
}

HumanoidRig loadHumanoidRigJson(const std::filesystem::path& file, const ImportLimits& limits)
{
    const importing::FileBytes bytes = importing::bytesOfFile(file, limits);
    return loadHumanoidRigJson(importing::textOf(bytes.bytes()), file.string(), limits);
}

}  // namespace armature
