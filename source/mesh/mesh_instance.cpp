#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/state_archive.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

void requireMesh(const Mesh* mesh, const TransformNode& node)
{
    if (mesh == nullptr) {
        throw std::invalid_argument(fmt::format("{}: no mesh was given", label(node)));
    }
}

void requireOwnNode(const Mesh& mesh, const TransformNode& node, const Scene& scene)
{
    if (&node.getScene() != &scene) {
        throw std::invalid_argument(fmt::format("{}: the node {} belongs to another scene", named("mesh", mesh.getName()), label(node)));
    }
}

void requireOwnSkeleton(const Mesh& mesh, const Skeleton& skeleton, const TransformNode& node)
{
    if (SkeletonAccess::state(skeleton).owner != &NodeAccess::owner(node)) {
        throw std::invalid_argument(
            fmt::format("{}: the skeleton {} does not belong to the scene", named("mesh", mesh.getName()), inQuotes(skeleton.getName())));
    }
    requirePalette(mesh, skeleton);
}

namespace {

void requireJointNames(const Mesh& mesh, const Skeleton& skeleton)
{
    const std::size_t known = mesh.jointNames() != nullptr ? std::min(mesh.jointNames()->size(), mesh.jointCount()) : 0;
    for (std::size_t joint = 0; joint < known; ++joint) {
        const Bone* const bone = skeleton.getBoneByIndex(joint);
        if (const std::string& name = (*mesh.jointNames())[joint]; bone != nullptr && bone->getName() != name) {
            throw std::invalid_argument(fmt::format(
                "{}: its joint {} is {}, but that slot of skeleton {} is the bone {}; wearMesh() finds bones by name",
                titleOf(mesh.getDescription()), joint, inQuotes(name), inQuotes(skeleton.getName()), inQuotes(bone->getName())));
        }
    }
}

}  // namespace

void requirePalette(const Mesh& mesh, const Skeleton& skeleton)
{
    const std::size_t slots = skeleton.getFinalMatrices().size();
    if (mesh.jointCount() <= slots) {
        requireJointNames(mesh, skeleton);
        return;
    }
    const auto& primitives = mesh.primitives();
    const auto wrong = std::ranges::find_if(
        primitives, [&](const Primitive& primitive) { return std::size_t{largestOf(primitive.skin.joints)} + 1 == mesh.jointCount(); });
    throw std::invalid_argument(fmt::format("{}: primitive {} has a joint {}, but the skeleton {} has {}", titleOf(mesh.getDescription()),
                                            wrong - primitives.begin(), mesh.jointCount() - 1, inQuotes(skeleton.getName()),
                                            counted(slots, "palette slot")));
}

MeshInstance::MeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton)
    : name_(mesh->getName()), node_(&node), mesh_(std::move(mesh)), skeleton_(skeleton), morphWeights_(mesh_->getMorphWeights())

{}

std::unique_ptr<MeshInstance> MeshAccess::copy(const MeshInstance& original, TransformNode& node, Skeleton* skeleton)
{
    auto copy = make(original.mesh_, node, skeleton);
    copy->name_ = original.name_;
    copy->inverseBindSet_ = original.inverseBindSet_;
    copy->morphWeights_ = original.morphWeights_;
    copy->materials_ = original.materials_;
    copy->numbers_ = original.numbers_;
    copy->parts_ = original.parts_;
    return copy;
}

void MeshAccess::transfer(MeshInstance& copy, SharedFileNumbers numbers, std::shared_ptr<const ModelParts> parts,
                          const std::function<std::size_t(std::size_t)>& materialHere)
{
    std::vector<std::optional<std::size_t>> materials;
    for (std::size_t primitive = 0; primitive < copy.mesh_->primitives().size(); ++primitive) {
        const std::optional<std::size_t> material = copy.getMaterial(primitive);
        materials.push_back(material ? std::optional(materialHere(*material)) : std::nullopt);
    }
    copy.materials_ = std::move(materials);
    copy.numbers_ = std::move(numbers);
    copy.parts_ = std::move(parts);
}

void MeshInstance::setNode(TransformNode& node)
{
    requireOwnNode(*mesh_, node, node_->getScene());
    NodeAccess::addMeshInstance(node, *this);
    NodeAccess::removeMeshInstance(*node_, *this);
    node_ = &node;
}

void MeshInstance::setMesh(std::shared_ptr<const Mesh> mesh)
{
    requireMesh(mesh.get(), *node_);
    requireMaterials(*mesh, NodeAccess::owner(*node_));
    // If the joints are the same, bones that have been renamed since are still the right ones.
    const bool areTheSame = mesh->jointCount() <= mesh_->jointCount() && mesh->jointNames() == mesh_->jointNames();
    if (skeleton_ != nullptr && !areTheSame) {
        requirePalette(*mesh, *skeleton_);
    }
    if (mesh->getMorphWeights().size() != morphWeights_.size()) {
        morphWeights_ = mesh->getMorphWeights();
    }
    materials_.clear();
    numbers_.reset();
    mesh_ = std::move(mesh);
}

void MeshInstance::setSkeleton(Skeleton* skeleton, std::size_t inverseBindSet)
{
    if (skeleton != nullptr) {
        requireOwnSkeleton(*mesh_, *skeleton, *node_);
    }
    const std::size_t sets = skeleton != nullptr ? skeleton->inverseBindSetCount() : 1;
    if (inverseBindSet >= sets) {
        throw std::invalid_argument(fmt::format(
            "{}: there is no set {} of inverse binds, there are {}",
            skeleton != nullptr ? named("skeleton", skeleton->getName()) : named("mesh instance", name_), inverseBindSet, sets));
    }
    skeleton_ = skeleton;
    inverseBindSet_ = inverseBindSet;
}

void MeshInstance::setMorphWeights(std::span<const float> weights)
{
    if (weights.size() != morphWeights_.size()) {
        throw std::invalid_argument(fmt::format("{}: {} morph weights do not fit a mesh with {} morph targets",
                                                named("mesh instance", name_), weights.size(), morphWeights_.size()));
    }
    for (std::size_t target = 0; target < weights.size(); ++target) {
        if (!std::isfinite(weights[target])) {
            throw std::invalid_argument(
                fmt::format("{}: morph weight {} is {}, but must be finite", named("mesh instance", name_), target, weights[target]));
        }
    }
    // `weights` may be the instance's own, and memmove must not get a null pointer.
    if (!weights.empty()) {
        std::memmove(morphWeights_.data(), weights.data(), weights.size_bytes());
    }
}

void MeshInstance::setMorphWeight(std::size_t target, float weight)
{
    if (target >= morphWeights_.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no morph target {}, the mesh has {} of them", named("mesh instance", name_),
                                                target, morphWeights_.size()));
    }
    if (!std::isfinite(weight)) {
        throw std::invalid_argument(
            fmt::format("{}: morph weight {} is {}, but must be finite", named("mesh instance", name_), target, weight));
    }
    morphWeights_[target] = weight;
}

std::optional<std::size_t> MeshInstance::getMaterial(std::size_t primitive) const
{
    return materials_.empty() ? mesh_->primitives().at(primitive).material : materials_.at(primitive);
}

void MeshInstance::setMaterial(std::size_t primitive, std::optional<std::size_t> material)
{
    const auto& primitives = mesh_->primitives();
    if (primitive >= primitives.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no primitive {}, the mesh has {} of them", named("mesh instance", name_),
                                                primitive, primitives.size()));
    }
    if (const std::size_t count = NodeAccess::owner(*node_).countOf(NumberedThing::Material); material && *material >= count) {
        throw std::invalid_argument(
            fmt::format("{}: there is no material {}, the scene has {} of them", named("mesh instance", name_), *material, count));
    }
    if (material && !NodeAccess::owner(*node_).has(NumberedThing::Material, *material)) {
        throw std::invalid_argument(fmt::format("{}: material {} was removed", named("mesh instance", name_), *material));
    }
    if (materials_.empty()) {
        for (const Primitive& each : primitives) {
            materials_.push_back(each.material);
        }
    }
    materials_[primitive] = material;
}

// Lists the values that animation and the application change. Which mesh the instance shows, and at which node, is structure, not state.
void MeshInstance::listState(StateArchive& state)
{
    state.same("morph targets", morphWeights_.size());
    state.values(std::span<float>(morphWeights_));
    state.same("primitives", mesh_->primitives().size());
    constexpr std::uint64_t none = ~std::uint64_t{0};
    for (std::size_t primitive = 0; primitive < mesh_->primitives().size(); ++primitive) {
        const std::optional<std::size_t> material = getMaterial(primitive);
        const std::uint64_t saved = state.exchange(material ? std::uint64_t{*material} : none);
        if (state.isChecking() && saved != none
            && !NodeAccess::owner(*node_).has(NumberedThing::Material, static_cast<std::size_t>(saved))) {
            state.refuse(fmt::format("its primitive {} had material {}, which was removed", primitive, saved));
        }
        if (state.isRestoring() && saved != (material ? std::uint64_t{*material} : none)) {
            setMaterial(primitive, saved != none ? std::optional<std::size_t>(saved) : std::nullopt);
        }
    }
    const std::size_t set = state.exchange(inverseBindSet_);
    if (state.isRestoring()) {
        inverseBindSet_ = set;
    }
}

}  // namespace armature
