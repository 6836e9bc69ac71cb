#include <armature/import/skeleton_json.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/math/affine.hpp>

#include "import/gltf/json.hpp"
#include "import/refusal.hpp"
#include "scene/checks.hpp"
#include "skeleton/skeleton_access.hpp"
#include "text/json_writer.hpp"

namespace armature {

namespace {

constexpr std::string_view formatName = "armature skeleton";
constexpr std::uint64_t version = 1;

// --- writing --------------------------------------------------------------------------------------------------------

std::span<const float> numbersOf(const Affine& matrix)
{
    return {&matrix[0].x, 12};
}

void writePose(JsonWriter& writer, const LocalPose& pose)
{
    if (pose.isMatrix) {
        writer.value(numbersOf(pose.matrix));
        return;
    }
    const Transform& p = pose.parts;
    writer.value(std::span<const float>(std::array{p.translation.x, p.translation.y, p.translation.z, p.rotation.x, p.rotation.y,
                                                   p.rotation.z, p.rotation.w, p.scale.x, p.scale.y, p.scale.z}));
}

void writeBone(JsonWriter& writer, const Bone& bone, std::optional<std::size_t> parent)
{
    const auto& state = SkeletonAccess::state(bone.getSkeleton());
    const auto slot = NodeAccess::slot(bone);
    const Rig& rig = state.settledRig();
    writer.beginObject(JsonWriter::Layout::Inline);
    writer.member("name", std::string_view(bone.getName()));
    writer.member("parent", parent);
    writer.member("index", bone.getIndex());
    if (rig[slot].length >= 0.f) {
        writer.member("length", rig[slot].length);
    }
    writer.key("local");
    writePose(writer, state.hierarchy.pose(slot));
    writer.key("rest");
    writePose(writer, rig[slot].rest);
    writer.member("bind", numbersOf(rig[slot].bind));
    if (rig[slot].isInverseGiven) {
        writer.member("inverseBind", numbersOf(rig.inverseBind(slot)));
    }
    writer.endObject();
}

void writeSets(JsonWriter& writer, const Skeleton& skeleton)
{
    const Rig& rig = SkeletonAccess::state(skeleton).settledRig();
    writer.key("inverseBindSets");
    writer.beginArray();
    for (const auto& set : rig.inverseBindSets) {
        writer.beginArray();
        for (std::size_t index = 0; index < rig.paletteSize(); ++index) {
            const auto slot = rig.slotByPalette(index);
            const Affine own = slot != noSlot ? rig.inverseBind(slot) : identityAffine();
            writer.value(numbersOf(index < set.size() ? set[index] : own));
        }
        writer.endArray();
    }
    writer.endArray();
}

// --- reading --------------------------------------------------------------------------------------------------------

Affine readMatrix(const gltf::Json& object, std::string_view key)
{
    Affine matrix;
    if (!object.findFloats(key, {&matrix[0].x, 12})) {
        object.refuse(key, "is missing");
    }
    return matrix;
}

LocalPose readPose(const gltf::Json& bone, std::string_view key)
{
    if (bone.require(key).size() == 12) {
        return LocalPose::fromMatrix(readMatrix(bone, key));
    }
    std::array<float, 10> n{};
    bone.findFloats(key, n);
    LocalPose pose;
    pose.parts = {{n[0], n[1], n[2]}, glm::quat(n[6], n[3], n[4], n[5]), {n[7], n[8], n[9]}};
    return pose;
}

// A null member counts as none.
std::optional<std::size_t> readNumber(const gltf::Json& bone, std::string_view key)
{
    const gltf::Json value = bone.require(key);
    return value.isNull() ? std::nullopt : std::optional<std::size_t>(value.asUnsigned());
}

void readBone(Skeleton& skeleton, const gltf::Json& json)
{
    BoneOptions options;
    options.bind = toMat4(readMatrix(json, "bind"));
    options.index = readNumber(json, "index");
    options.isHelper = !options.index.has_value();
    if (const auto length = json.find("length")) {
        options.length = length->asFloat();
    }
    if (json.find("inverseBind")) {
        options.absoluteInverseBind = toMat4(readMatrix(json, "inverseBind"));
    }
    const gltf::Json name = json.require("name");
    Bone& bone = skeleton.createBone(name.asString(), options);
    const LocalPose local = readPose(json, "local");
    const LocalPose rest = readPose(json, "rest");
    static_cast<void>(requireTransform(bone, local.parts));  // a check alone: the numbers stay as they were saved
    static_cast<void>(requireTransform(bone, rest.parts));
    auto& state = SkeletonAccess::state(skeleton);
    state.hierarchy.setPose(NodeAccess::slot(bone), local);
    state.rig.edit()[NodeAccess::slot(bone)].rest = rest;
}

void readSets(Skeleton& skeleton, const gltf::Json& root)
{
    const auto sets = root.findArray("inverseBindSets");
    if (!sets) {
        return;
    }
    sets->forEach([&](std::size_t, const gltf::Json& set) {
        std::vector<glm::mat4> matrices;
        set.forEach([&](std::size_t, const gltf::Json& numbers) {
            Affine matrix;
            if (numbers.size() != 12) {
                numbers.refuse(fmt::format("has {} numbers, but a matrix has 12", numbers.size()));
            }
            numbers.forEach([&](std::size_t i, const gltf::Json& number) { (&matrix[0].x)[i] = number.asFloat(); });
            matrices.push_back(toMat4(matrix));
        });
        try {
            skeleton.addInverseBindSet(matrices);
        } catch (const std::invalid_argument& refused) {
            set.refuse(refused.what());
        }
    });
}

// Children may come before their parents, so bones are hung up when all are there.
std::unique_ptr<Skeleton> readSkeleton(const gltf::Json& root)
{
    if (root.findString("format") != formatName) {
        root.refuse("format", fmt::format("is {}, but must be {}", gltf::quoted(root.findString("format")), gltf::quoted(formatName)));
    }
    if (root.requireUnsigned("version") != version) {
        root.refuse("version", fmt::format("is {}, but only {} is known", root.requireUnsigned("version"), version));
    }
    auto skeleton = std::make_unique<Skeleton>(root.findString("name"));
    const gltf::Json bones = root.require("bones");
    const auto refuseBone = [](const gltf::Json& bone, const std::invalid_argument& refused) { bone.refuse(refused.what()); };
    bones.forEach([&](std::size_t, const gltf::Json& bone) {
        try {
            readBone(*skeleton, bone);
        } catch (const std::invalid_argument& refused) {
            refuseBone(bone, refused);
        }
    });
    bones.forEach([&](std::size_t position, const gltf::Json& bone) {
        const gltf::Json parent = bone.require("parent");
        if (!parent.isNull()) {
            try {
                skeleton->bones()[position]->setParent(skeleton->bones()[parent.asIndex(bones.size(), "bones")]);
            } catch (const std::invalid_argument& refused) {
                refuseBone(bone, refused);
            }
        }
    });
    readSets(*skeleton, root);
    return skeleton;
}

}  // namespace

std::string saveSkeletonJson(const Skeleton& skeleton)
{
    std::vector<std::size_t> positions(SkeletonAccess::state(skeleton).hierarchy.slotCount());
    for (std::size_t i = 0; i < skeleton.bones().size(); ++i) {
        positions[NodeAccess::slot(*skeleton.bones()[i])] = i;
    }
    JsonWriter writer;
    writer.beginObject();
    writer.member("format", formatName);
    writer.member("version", version);
    writer.member("name", std::string_view(skeleton.getName()));
    writer.key("bones");
    writer.beginArray();
    for (const Bone* bone : skeleton.bones()) {
        const Node* parent = bone->getParent();
        writeBone(writer, *bone, parent != nullptr ? std::optional(positions[NodeAccess::slot(*parent)]) : std::nullopt);
    }
    writer.endArray();
    writeSets(writer, skeleton);
    writer.endObject();
    return writer.take();
}

std::unique_ptr<Skeleton> loadSkeletonJson(std::string_view json, std::string_view name)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (const auto error = parser.parse(json.data(), json.size()).get(root); error != simdjson::SUCCESS) {
        throw ImportError(name, "JSON", fmt::format("cannot be parsed: {}", simdjson::error_message(error)));
    }
    try {
        return readSkeleton(gltf::Json(root));
    } catch (const importing::Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    }
}

}  // namespace armature
