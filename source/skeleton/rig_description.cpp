#include "skeleton/rig.hpp"

#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include <armature/node/descendants.hpp>

#include "base/words.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

Bone& createBone(Skeleton& skeleton, const RigDescription::BoneRecord& record, Bone* parent)
{
    BoneOptions options{.parent = parent, .bind = toMat4(record.bind), .length = record.length, .isHelper = record.paletteSlot == noSlot};
    if (record.inverseBind) {
        options.absoluteInverseBind = toMat4(*record.inverseBind);
    }
    if (!options.isHelper) {
        options.index = record.paletteSlot;
    }
    return skeleton.createBone(record.name, options);
}

}  // namespace

RigDescription describeRig(const Skeleton& skeleton)
{
    skeleton.update();  // settles the rig; slots do not change after this
    const auto& state = SkeletonAccess::state(skeleton);
    const Rig& rig = *state.rig;
    RigDescription description{
        .name = skeleton.getName(), .bones = {}, .paletteSize = state.palette.size(), .inverseBindSets = rig.inverseBindSets};
    std::unordered_map<const Node*, std::uint32_t> places{{nullptr, noSlot}};
    for (const Bone* bone : state.bones) {
        places.emplace(bone, static_cast<std::uint32_t>(places.size() - 1));
    }
    std::unordered_map<const Node*, std::uint32_t> numbers{{nullptr, noSlot}};
    const auto append = [&](const Bone& bone) {
        const auto slot = NodeAccess::slot(bone);
        numbers.emplace(&bone, static_cast<std::uint32_t>(description.bones.size()));
        description.bones.push_back({.name = bone.getName(),
                                     .parent = numbers.at(bone.getParentBone()),
                                     .place = places.at(&bone),
                                     .paletteSlot = rig.paletteSlots()[slot],
                                     .bind = rig[slot].bind,
                                     .inverseBind = rig[slot].isInverseGiven ? std::optional(rig.inverseBind(slot)) : std::nullopt,
                                     .rest = rig[slot].rest,
                                     .length = rig[slot].length >= 0.f ? std::optional(rig[slot].length) : std::nullopt});
    };
    for (const Bone* root : skeleton.getRoots()) {
        append(*root);
        for (const Node* below : descendantsOf(*root)) {  // depth first; includes nodes attached to bones
            if (const Bone* bone = below->asBone(); bone != nullptr && places.contains(bone)) {
                append(*bone);
            }
        }
    }
    return description;
}

std::unique_ptr<Skeleton> buildRig(const RigDescription& description)
{
    auto skeleton = std::make_unique<Skeleton>(description.name);
    auto& state = SkeletonAccess::state(*skeleton);
    std::vector<Bone*> built;
    std::vector<Bone*> byPlace(description.bones.size(), nullptr);
    built.reserve(description.bones.size());
    for (const RigDescription::BoneRecord& record : description.bones) {
        if (record.place >= byPlace.size() || byPlace[record.place] != nullptr) {
            throw std::invalid_argument(fmt::format("{}: the place {} of {} is {}", named("bone", record.name), record.place,
                                                    byPlace.size(), record.place < byPlace.size() ? "taken" : "not there"));
        }
        if (record.parent != noSlot && record.parent >= built.size()) {
            throw std::invalid_argument(fmt::format("{}: the parent, number {}, does not come before number {}", named("bone", record.name),
                                                    record.parent, built.size()));
        }
        built.push_back(&createBone(*skeleton, record, record.parent != noSlot ? built[record.parent] : nullptr));
        byPlace[record.place] = built.back();
    }
    state.bones = std::move(byPlace);
    state.placesChanged();
    state.rig.edit().names.invalidate();
    state.rig.edit().growPalette(description.paletteSize);
    state.growPalettes(description.paletteSize);
    for (std::size_t i = 0; i < built.size(); ++i) {  // copies poses, not matrices, because rests may be stored as parts
        const auto slot = NodeAccess::slot(*built[i]);
        state.rig.edit()[slot].rest = description.bones[i].rest;
        state.hierarchy.setPose(slot, description.bones[i].rest);
    }
    state.setInverseBindSets(description.inverseBindSets);
    skeleton->update();
    return skeleton;
}

}  // namespace armature
