#include <armature/import/skeleton_json.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/math/affine.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "import/json.hpp"
#include "import/json_text.hpp"
#include "import/memory_budget.hpp"
#include "import/notes.hpp"
#include "node/checks.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

constexpr std::string_view formatName = "armature skeleton";
constexpr std::uint64_t version = 1;
constexpr std::size_t matrixNumbers = 12;

// --- writing --------------------------------------------------------------------------------------------------------

std::span<const float> numbersOfMatrix(const Affine& matrix)
{
    return {&matrix[0].x, 12};
}

// Throws if the pose contains a zero quaternion, an infinity or a NaN: these could not be read back. Setters refuse such values, but clips,
// layers, constraints and restored poses bypass the setters.
void requireReadable(const Bone& bone, const LocalPose& pose, std::string_view nameOfMatrix)
{
    if (pose.isMatrix) {
        requireFinite(bone, nameOfMatrix, pose.matrix);
    } else {
        static_cast<void>(requireTransform(bone, pose.parts));
    }
}

void writePose(JsonWriter& writer, const LocalPose& pose)
{
    const Transform& p = pose.parts;
    if (pose.isMatrix) {
        std::array<float, matrixNumbers + 3> numbers{};
        std::ranges::copy(numbersOfMatrix(pose.matrix), numbers.begin());
        std::ranges::copy(std::span<const float>(&p.scale.x, 3), numbers.begin() + matrixNumbers);
        writer.value(std::span<const float>(numbers).first(p.scale == glm::vec3(1.f) ? matrixNumbers : numbers.size()));
        return;
    }
    writer.value(std::span<const float>(std::array{p.translation.x, p.translation.y, p.translation.z, p.rotation.x, p.rotation.y,
                                                   p.rotation.z, p.rotation.w, p.scale.x, p.scale.y, p.scale.z}));
}

void writeBone(JsonWriter& writer, const Bone& bone, std::optional<std::size_t> parent)
{
    const auto& state = SkeletonAccess::state(bone.getSkeleton());
    const auto slot = NodeAccess::slot(bone);
    const Rig& rig = state.settledRig();
    const LocalPose local = state.hierarchy.pose(slot);
    requireReadable(bone, local, "local matrix");
    requireReadable(bone, rig[slot].rest, "rest matrix");
    writer.beginObject(JsonWriter::Layout::Inline);
    writer.member("name", std::string_view(bone.getName()));
    writer.member("parent", parent);
    writer.member("index", bone.getIndex());
    if (rig[slot].length >= 0.f) {
        writer.member("length", rig[slot].length);
    }
    writer.key("local");
    writePose(writer, local);
    writer.key("rest");
    writePose(writer, rig[slot].rest);
    writer.member("bind", numbersOfMatrix(rig[slot].bind));
    if (rig[slot].isInverseGiven) {
        writer.member("inverseBind", numbersOfMatrix(rig.inverseBind(slot)));
    }
    writer.endObject();
}

void writeSets(JsonWriter& writer, const Skeleton& skeleton)
{
    const Rig& rig = SkeletonAccess::state(skeleton).settledRig();
    if (rig.paletteSize() > rig.nextPaletteSlot()) {
        writer.member("paletteSize", rig.paletteSize());
    }
    writer.key("inverseBindSets");
    writer.beginArray();
    for (const auto& set : rig.inverseBindSets) {
        writer.beginArray();
        for (std::size_t index = 0; index < rig.paletteSize(); ++index) {
            const auto slot = rig.slotByPalette(index);
            const Affine own = slot != noSlot ? rig.inverseBind(slot) : identityAffine();
            writer.value(numbersOfMatrix(index < set.size() ? set[index] : own));
        }
        writer.endArray();
    }
    writer.endArray();
}

// --- reading --------------------------------------------------------------------------------------------------------

Affine readMatrix(const importing::Json& object, std::string_view key)
{
    Affine matrix;
    if (!object.findFloats(key, {&matrix[0].x, 12})) {
        object.refuse(key, "is missing");
    }
    return matrix;
}

LocalPose readPose(const importing::Json& bone, std::string_view key)
{
    const std::size_t size = bone.require(key).size();
    if (size == matrixNumbers) {
        return LocalPose::fromMatrix(readMatrix(bone, key));
    }
    if (size == matrixNumbers + 3) {
        std::array<float, matrixNumbers + 3> n{};
        bone.findFloats(key, n);
        Affine matrix;
        std::copy_n(n.begin(), matrixNumbers, &matrix[0].x);
        return LocalPose::fromMatrix(matrix, {n[12], n[13], n[14]});
    }
    std::array<float, 10> n{};
    bone.findFloats(key, n);
    LocalPose pose;
    pose.parts = {{n[0], n[1], n[2]}, glm::quat(n[6], n[3], n[4], n[5]), {n[7], n[8], n[9]}};
    return pose;
}

// Returns the member's whole number; none if the member is null.
std::optional<std::size_t> readNumber(const importing::Json& bone, std::string_view key)
{
    const importing::Json value = bone.require(key);
    return value.isNull() ? std::nullopt : std::optional<std::size_t>(value.asUnsigned());
}

void requireBones(std::size_t count, const importing::Json& bones, const ImportLimits& limits)
{
    if (count > limits.nodes) {
        bones.refuse(fmt::format("has {}, but the limit is {} (ImportLimits::nodes)", counted(count, "bone"), limits.nodes));
    }
}

/// The memory of a palette slot: a matrix and the reference to its bone.
constexpr std::uint64_t bytesOfPaletteSlot = sizeof(Affine) + sizeof(std::uint32_t);

void addBone(Skeleton& skeleton, const importing::Json& json, importing::JsonText& budget)
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
    const importing::Json name = json.require("name");
    const std::size_t slots = SkeletonAccess::state(skeleton).rig->paletteSize();
    budget.charge(importing::bytesOfBone + name.asString().size()
                      + bytesOfPaletteSlot * (options.index && *options.index >= slots ? *options.index + 1 - slots : 0),
                  json);
    Bone& bone = skeleton.createBone(name.asString(), options);
    const LocalPose local = readPose(json, "local");
    const LocalPose rest = readPose(json, "rest");
    static_cast<void>(requireTransform(bone, local.parts));  // only a check: the numbers stay as in the file
    static_cast<void>(requireTransform(bone, rest.parts));
    auto& state = SkeletonAccess::state(skeleton);
    state.hierarchy.setPose(NodeAccess::slot(bone), local);
    state.rig.edit()[NodeAccess::slot(bone)].rest = rest;
}

void readSets(Skeleton& skeleton, const importing::Json& root, importing::JsonText& budget)
{
    const auto sets = root.findArray("inverseBindSets");
    if (!sets) {
        return;
    }
    sets->forEach([&](std::size_t, const importing::Json& set) {
        std::vector<glm::mat4> matrices;
        budget.charge(set.size() * (sizeof(glm::mat4) + 2 * sizeof(Affine)), set);
        set.forEach([&](std::size_t, const importing::Json& numbers) {
            Affine matrix;
            if (numbers.size() != 12) {
                numbers.refuse(fmt::format("has {}, but a matrix has 12", counted(numbers.size(), "number")));
            }
            numbers.forEach([&](std::size_t i, const importing::Json& number) { (&matrix[0].x)[i] = number.asFloat(); });
            matrices.push_back(toMat4(matrix));
        });
        try {
            skeleton.addInverseBindSet(matrices);
        } catch (const std::invalid_argument& refused) {
            set.refuse(refused.what());
        }
    });
}

/// Returns the position of each bone's parent; for a bone without a parent, the number of bones.
std::vector<std::size_t> readParents(const importing::Json& bones, std::size_t count)
{
    std::vector<std::size_t> parents;
    parents.reserve(count);
    bones.forEach([&](std::size_t, const importing::Json& bone) {
        const importing::Json parent = bone.require("parent");
        parents.push_back(parent.isNull() ? count : parent.asIndex(count, "bones"));
    });
    return parents;
}

/// Returns the order in which bones are attached to their parents: the deepest bones first. A new parent is then always still a root, so
/// the check for cycles above it costs nothing. Bones of a cycle come first; attaching them is refused.
std::vector<std::size_t> orderOfHanging(const std::vector<std::size_t>& parents)
{
    const std::size_t count = parents.size();
    std::vector<std::size_t> firstChild(count + 1, count);
    std::vector<std::size_t> nextSibling(count, count);
    for (std::size_t bone = count; bone-- > 0;) {
        nextSibling[bone] = std::exchange(firstChild[parents[bone]], bone);
    }
    std::vector<std::size_t> order{count};
    std::vector<bool> isReached(count + 1, false);
    for (std::size_t i = 0; i < order.size(); ++i) {
        isReached[order[i]] = true;
        for (std::size_t child = firstChild[order[i]]; child != count; child = nextSibling[child]) {
            order.push_back(child);
        }
    }
    order.erase(order.begin());
    for (std::size_t bone = count; bone-- > 0;) {
        if (!isReached[bone]) {
            order.push_back(bone);
        }
    }
    std::ranges::reverse(order);
    return order;
}

// Bones are attached only after all exist, because children may come before their parents.
void readBones(Skeleton& skeleton, const importing::Json& bones, importing::JsonText& budget)
{
    const std::size_t count = bones.size();
    const std::vector<std::size_t> parents = readParents(bones, count);
    bones.forEach([&](std::size_t, const importing::Json& bone) {
        try {
            addBone(skeleton, bone, budget);
        } catch (const std::invalid_argument& refused) {
            bone.refuse(refused.what());
        }
    });
    for (const std::size_t position : orderOfHanging(parents)) {
        if (parents[position] != count) {
            try {
                skeleton.bones()[position]->setParent(skeleton.bones()[parents[position]]);
            } catch (const std::invalid_argument& refused) {
                throw importing::Refusal(fmt::format("{}/{}", bones.pointer(), position), refused.what());
            }
        }
    }
}

void readPaletteSize(Skeleton& skeleton, const importing::Json& root, importing::JsonText& budget)
{
    const auto size = root.findUnsigned("paletteSize");
    const std::size_t used = SkeletonAccess::state(skeleton).rig->paletteSize();
    if (!size || *size <= used) {
        return;
    }
    if (*size > paletteLimit) {
        root.refuse("paletteSize", fmt::format("is {}, but {} slots are the limit", *size, paletteLimit));
    }
    budget.charge((*size - used) * bytesOfPaletteSlot, root);
    auto& state = SkeletonAccess::state(skeleton);
    state.rig.edit().growPalette(static_cast<std::size_t>(*size));
    state.growPalettes(static_cast<std::size_t>(*size));
}

std::unique_ptr<Skeleton> readSkeleton(importing::JsonText& text, const ImportLimits& limits)
{
    const importing::Json root = text.root();
    importing::requireFormat(root, formatName, version);
    auto skeleton = std::make_unique<Skeleton>(root.findString("name"));
    const importing::Json bones = root.require("bones");
    requireBones(bones.size(), bones, limits);
    readBones(*skeleton, bones, text);
    readPaletteSize(*skeleton, root, text);
    readSets(*skeleton, root, text);
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

std::unique_ptr<Skeleton> loadSkeletonJson(std::string_view json, std::string_view name, const ImportLimits& limits)
{
    try {
        importing::JsonText text(json, limits);
        return readSkeleton(text, limits);
    } catch (const importing::Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    } catch (const std::bad_alloc&) {
        throw ImportError(name, "", "there is not enough memory for what the text holds");
    }
}

}  // namespace armature
