#include <bit>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/math/affine.hpp>

#include "base/words.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/sections.hpp"
#include "skeleton/rig.hpp"

namespace armature::cooked {

namespace {

static_assert(sizeof(Affine) == sizeof(BoneRecord::bind));
static_assert(noSlot == none);

BoneRecord recordOf(const RigDescription::BoneRecord& bone)
{
    using Numbers = std::array<float, 12>;
    const Transform& rest = bone.rest.parts;
    BoneRecord record;
    record.parent = bone.parent;
    record.place = bone.place;
    record.paletteSlot = bone.paletteSlot;
    record.flags = (bone.inverseBind ? isInverseGiven : 0u) | (bone.rest.isMatrix ? isRestMatrix : 0u);
    record.length = bone.length.value_or(-1.f);
    record.restParts = {rest.translation.x, rest.translation.y, rest.translation.z, rest.rotation.x, rest.rotation.y,
                        rest.rotation.z,    rest.rotation.w,    rest.scale.x,       rest.scale.y,    rest.scale.z};
    record.restMatrix = std::bit_cast<Numbers>(bone.rest.matrix);
    record.bind = std::bit_cast<Numbers>(bone.bind);
    record.inverseBind = bone.inverseBind ? std::bit_cast<Numbers>(*bone.inverseBind) : Numbers{};
    return record;
}

template <class Numbers>
void requireFiniteRecord(const Place& place, std::size_t bone, std::string_view what, const Numbers& numbers)
{
    for (const auto number : numbers) {
        if (!std::isfinite(number)) {
            place.refuseElement("bone", bone, fmt::format("{} holds {}", what, number));
        }
    }
}

LocalPose restOfRecord(const Place& place, std::size_t number, const BoneRecord& record)
{
    requireFiniteRecord(place, number, "the rest", record.restParts);
    requireFiniteRecord(place, number, "the rest's matrix", record.restMatrix);
    const auto& parts = record.restParts;
    const glm::vec3 scale(parts[7], parts[8], parts[9]);
    if ((record.flags & isRestMatrix) != 0) {
        return LocalPose::fromMatrix(std::bit_cast<Affine>(record.restMatrix), scale);
    }
    LocalPose rest;
    rest.parts = {{parts[0], parts[1], parts[2]}, glm::quat(parts[6], parts[3], parts[4], parts[5]), scale};
    const double length = glm::length(glm::dquat(rest.parts.rotation));
    if (!(std::abs(length - 1.) < 0.01)) {
        place.refuseElement("bone", number, fmt::format("the rest's rotation has length {}, not 1", length));
    }
    if (!isFinite(toAffine(rest.parts))) {
        place.refuseElement("bone", number, "the rest's matrix is not finite");
    }
    return rest;
}

RigDescription::BoneRecord boneOfRecord(const Place& place, std::size_t number, const BoneRecord& record)
{
    if ((record.flags & ~allBoneFlags) != 0) {
        place.refuseElement("bone", number, fmt::format("flags are {}, the largest is {}", record.flags, +allBoneFlags));
    }
    if (std::isnan(record.length) || std::isinf(record.length)) {
        place.refuseElement("bone", number, fmt::format("the length is {}", record.length));
    }
    requireFiniteRecord(place, number, "the bind", record.bind);
    requireFiniteRecord(place, number, "the inverse bind", record.inverseBind);
    RigDescription::BoneRecord bone;
    bone.parent = record.parent;
    bone.place = record.place;
    bone.paletteSlot = record.paletteSlot;
    bone.bind = std::bit_cast<Affine>(record.bind);
    if ((record.flags & isInverseGiven) != 0) {
        bone.inverseBind = std::bit_cast<Affine>(record.inverseBind);
    }
    bone.rest = restOfRecord(place, number, record);
    if (record.length >= 0.f) {
        bone.length = record.length;
    }
    return bone;
}

AlignedVector<Affine> readSet(const Place& place, std::size_t set, SectionReader& reader, std::size_t paletteSize)
{
    const auto count = reader.takeOne<std::uint32_t>("size of a set of inverse binds");
    if (count > paletteSize) {
        place.refuseElement("set of inverse binds", set, fmt::format("has {}, the palette {}", count, paletteSize));
    }
    const auto matrices = reader.take<Affine>("set of inverse binds", count);
    for (const Affine& matrix : matrices) {
        if (!isFinite(matrix)) {
            place.refuseElement("set of inverse binds", set, "holds a matrix that is not finite");
        }
    }
    return {matrices.begin(), matrices.end()};
}

}  // namespace

Bytes writeSkeleton(const Skeleton& skeleton)
{
    const RigDescription rig = describeRig(skeleton);
    std::vector<BoneRecord> records;
    TextWriter names;
    for (const RigDescription::BoneRecord& bone : rig.bones) {
        records.push_back(recordOf(bone));
        names.add(bone.name);
    }
    SectionWriter writer;
    writer.add(SkeletonHeader{.bones = narrow(rig.bones.size(), "the number of bones"),
                              .paletteSize = narrow(rig.paletteSize, "the palette's size"),
                              .inverseBindSets = narrow(rig.inverseBindSets.size(), "the number of sets of inverse binds"),
                              .textBytes = names.text.size()});
    writer.add(std::span<const BoneRecord>(records));
    writer.add(std::span<const std::uint32_t>(names.ends));
    writer.add(std::span<const char>(names.text));
    for (const AlignedVector<Affine>& set : rig.inverseBindSets) {
        writer.add(narrow(set.size(), "the size of a set of inverse binds"));
        writer.add(std::span<const Affine>(set));
    }
    return std::move(writer.bytes());
}

void FileBudget::charge(const Place& place, std::string_view section, std::uint64_t bytes)
{
    const std::lock_guard lock(charging_);
    if (!budget_.charge(bytes)) {
        place.refuse(section, budget_.describeExcess(bytes, "CookedOptions::unbackedBytes"));
    }
}

std::shared_ptr<const Skeleton> readSkeleton(const Place& place, BytesView bytes, std::string_view name, FileBudget& budget)
{
    SectionReader reader(place, bytes);
    const auto header = reader.takeOne<SkeletonHeader>("header");
    if (header.paletteSize > paletteLimit) {
        place.refuse("header",
                     fmt::format("the palette has {}, the limit is {}", counted(header.paletteSize, "matrix", "matrices"), paletteLimit));
    }
    const std::uint64_t bytesOfPalette = 2 * sizeof(Affine) * std::uint64_t{header.paletteSize};  // for the rig and a first copy
    budget.charge(place, "header", bytesOfPalette);
    const auto records = reader.take<BoneRecord>("bones", header.bones);
    const TextList names = reader.takeTexts(header.bones, header.textBytes);
    RigDescription rig;
    rig.name = name;
    rig.paletteSize = header.paletteSize;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].paletteSlot != none && records[i].paletteSlot >= header.paletteSize) {
            place.refuseElement("bone", i, fmt::format("palette slot {} of {}", records[i].paletteSlot, header.paletteSize));
        }
        rig.bones.push_back(boneOfRecord(place, i, records[i]));
        rig.bones.back().name = names[i];
    }
    for (std::size_t set = 0; set < header.inverseBindSets; ++set) {
        rig.inverseBindSets.push_back(readSet(place, set, reader, rig.paletteSize));
        budget.charge(place, "sets of inverse binds", bytesOfPalette);  // each set has its own palette
    }
    reader.finish();
    try {
        return buildRig(rig);
    } catch (const std::invalid_argument& refusal) {
        place.refuse("bones", refusal.what());
    }
}

}  // namespace armature::cooked
