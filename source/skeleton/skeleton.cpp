#include <armature/skeleton/skeleton.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/node_edges.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

Skeleton::Skeleton(std::string_view name) : state_(std::make_unique<State>(name)) {}

Skeleton::~Skeleton()
{
    state_->announceEnd();
    for (auto bone = state_->bones.rbegin(); bone != state_->bones.rend(); ++bone) {
        (*bone)->linkTransformNode(nullptr);
    }
    while (!state_->attached.empty()) {
        state_->moveUp(*state_->attached.back(), nullptr);
    }
    if (state_->host != nullptr) {
        TransformNode::Edges::remove(state_->host->edges().hostedSkeletons, this);
    }
}

const std::string& Skeleton::getName() const noexcept
{
    return state_->name;
}

void Skeleton::setName(std::string_view name)
{
    state_->name = name;
}

std::span<Bone* const> Skeleton::bones() noexcept
{
    return state_->bones;
}

std::span<const Bone* const> Skeleton::bones() const noexcept
{
    return state_->bones;
}

namespace {

template <class AnyBone, class Predicate>
std::vector<AnyBone*> bonesWhere(const std::vector<Bone*>& bones, const Predicate& isWanted)
{
    std::vector<AnyBone*> wanted;
    std::ranges::copy_if(bones, std::back_inserter(wanted), isWanted);
    return wanted;
}

bool isRoot(const Bone* bone)
{
    return bone->getParent() == nullptr;
}

}  // namespace

std::vector<Bone*> Skeleton::getRoots()
{
    return bonesWhere<Bone>(state_->bones, isRoot);
}

std::vector<const Bone*> Skeleton::getRoots() const
{
    return bonesWhere<const Bone>(state_->bones, isRoot);
}

Bone* Skeleton::findBone(std::string_view name) noexcept
{
    return const_cast<Bone*>(std::as_const(*this).findBone(name));
}

const Bone* Skeleton::findBone(std::string_view name) const noexcept
{
    const auto position = state_->names().find(name);
    return position.has_value() ? state_->bones[*position] : nullptr;
}

Bone& Skeleton::getBone(std::string_view name)
{
    return const_cast<Bone&>(std::as_const(*this).getBone(name));
}

const Bone& Skeleton::getBone(std::string_view name) const
{
    if (const Bone* const bone = findBone(name)) {
        return *bone;
    }
    std::vector<std::string> names;
    for (const Bone* each : state_->bones) {
        names.push_back(each->getName());
    }
    throw std::invalid_argument(
        fmt::format("skeleton {} has no bone {}; {}", inQuotes(state_->name), inQuotes(name), suggestNames(name, names, "bone")));
}

std::vector<Bone*> Skeleton::findBones(std::string_view name)
{
    return bonesWhere<Bone>(state_->bones, [&](const Bone* bone) { return bone->getName() == name; });
}

std::vector<const Bone*> Skeleton::findBones(std::string_view name) const
{
    return bonesWhere<const Bone>(state_->bones, [&](const Bone* bone) { return bone->getName() == name; });
}

Bone* Skeleton::getBoneByIndex(std::size_t index) noexcept
{
    return const_cast<Bone*>(std::as_const(*this).getBoneByIndex(index));
}

const Bone* Skeleton::getBoneByIndex(std::size_t index) const noexcept
{
    const auto slot = state_->rig->slotByPalette(index);
    return slot == noSlot ? nullptr : state_->hierarchy.nodeAt(slot)->asBone();
}

Bone* Skeleton::findBoneFromLinkedTransformNode(const TransformNode& node) noexcept
{
    return const_cast<Bone*>(std::as_const(*this).findBoneFromLinkedTransformNode(node));
}

const Bone* Skeleton::findBoneFromLinkedTransformNode(const TransformNode& node) const noexcept
{
    const Node* driven = NodeAccess::firstDriven(node);
    while (driven != nullptr && &driven->asBone()->getSkeleton() != this) {
        driven = NodeAccess::nextDriven(*driven);
    }
    return driven != nullptr ? driven->asBone() : nullptr;
}

Bone* Skeleton::findBoneFromLinkedTransformNodeName(std::string_view name) noexcept
{
    return const_cast<Bone*>(std::as_const(*this).findBoneFromLinkedTransformNodeName(name));
}

const Bone* Skeleton::findBoneFromLinkedTransformNodeName(std::string_view name) const noexcept
{
    const auto found = std::ranges::find_if(state_->bones, [&](const Bone* bone) {
        return bone->getTransformNode() != nullptr && bone->getTransformNode()->getName() == name;
    });
    return found != state_->bones.end() ? *found : nullptr;
}

// --- pose -----------------------------------------------------------------------------------------------------------

void Skeleton::returnToRest()
{
    for (Bone* bone : state_->bones) {
        bone->returnToRest();
    }
}

void Skeleton::setCurrentPoseAsRest()
{
    for (Bone* bone : state_->bones) {
        bone->setCurrentPoseAsRest();
    }
}

glm::vec3 Skeleton::getDimensionsAtRest() const
{
    glm::dvec3 low(std::numeric_limits<double>::max());
    glm::dvec3 high(std::numeric_limits<double>::lowest());
    const auto include = [&](const glm::dvec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    };
    std::vector<glm::dmat4> rests(state_->rig->paletteSlots().size());  // absolute, by slot
    const auto place = [&](const Bone& bone) {
        const auto& rig = (*state_->rig)[bone.slot_];
        const Bone* const parent = bone.getParentBone();
        glm::dmat4& rest = rests[bone.slot_];
        rest = toDmat4(rig.rest.toMatrix());
        if (parent != nullptr) {
            rest = rests[parent->slot_] * rest;
        }
        include(glm::dvec3(rest[3]));
        if (rig.length >= 0.f) {
            include(glm::dvec3(rest * glm::dvec4(0., rig.length, 0., 1.)));
        }
    };
    for (const Bone* root : getRoots()) {
        place(*root);
        root->forEachDescendant([&](const Node& node) {
            if (node.isBone()) {
                place(*node.asBone());
            }
        });
    }
    return state_->bones.empty() ? glm::vec3(0.f) : glm::vec3(high - low);
}

void Skeleton::markAsDirty() noexcept
{
    state_->hierarchy.markAllStale();
}

void Skeleton::update() const noexcept
{
    state_->update();
}

void Skeleton::computeAbsoluteMatrices() const noexcept
{
    state_->hierarchy.update();
}

std::span<const glm::mat3x4> Skeleton::getFinalMatrices() const noexcept
{
    state_->update();
    return state_->palette;
}

std::size_t Skeleton::addInverseBindSet(std::span<const glm::mat4> inverseBinds)
{
    const std::size_t size = state_->palette.size();
    if (inverseBinds.size() != size) {
        throw std::invalid_argument(fmt::format("{}: {} for a palette of {}", named("skeleton", getName()),
                                                counted(inverseBinds.size(), "inverse bind"), counted(size, "slot")));
    }
    AlignedVector<Affine> checked;
    for (const glm::mat4& inverseBind : inverseBinds) {
        checked.push_back(
            requireAffine(fmt::format("{}: palette slot {}", named("skeleton", getName()), checked.size()), "inverse bind", inverseBind));
    }
    state_->setPalettes.push_back({AlignedVector<Affine>(size, identityAffine())});
    state_->rig.edit().inverseBindSets.push_back(std::move(checked));
    return state_->setPalettes.size();
}

std::size_t Skeleton::inverseBindSetCount() const noexcept
{
    return 1 + state_->setPalettes.size();
}

std::span<const glm::mat3x4> Skeleton::getFinalMatrices(std::size_t inverseBindSet) const
{
    if (inverseBindSet > state_->setPalettes.size()) {
        throw std::out_of_range(fmt::format("{}: there is no set {} of inverse binds, there are {}", named("skeleton", getName()),
                                            inverseBindSet, inverseBindSetCount()));
    }
    state_->update();
    return inverseBindSet == 0 ? std::span<const Affine>(state_->palette) : state_->setPalettes[inverseBindSet - 1].matrices;
}

std::uint64_t Skeleton::evaluatedBoneCount() const noexcept
{
    return state_->hierarchy.evaluatedCount();
}

// --- surroundings ---------------------------------------------------------------------------------------------------

void Skeleton::setHostNode(TransformNode* host)
{
    // The host can be below this skeleton's bones only if nodes are attached to them. Without attached nodes, no walk up the tree is
    // needed, which makes hosting nested skeletons cheap.
    for (const Node* node = state_->attached.empty() ? nullptr : host; node != nullptr; node = NodeAccess::above(*node)) {
        if (node->isBone() && &node->asBone()->getSkeleton() == this) {
            throw std::invalid_argument(fmt::format("{}: the host {} hangs below the skeleton's own bone {}", named("skeleton", getName()),
                                                    label(*host), label(*node)));
        }
    }
    if (state_->host != nullptr) {
        TransformNode::Edges::remove(state_->host->edges().hostedSkeletons, this);
    }
    if (host != nullptr) {
        host->edges().hostedSkeletons.push_back(this);
        NodeAccess::hierarchy(*host).watchAbsolute(NodeAccess::slot(*host), true);
    }
    state_->host = host;
    state_->hostMoved();
}

TransformNode* Skeleton::getHostNode() const noexcept
{
    return state_->host;
}

glm::mat4 Skeleton::getWorldMatrix() const noexcept
{
    return state_->host != nullptr ? state_->host->getWorldMatrix() : glm::mat4(1.f);
}

}  // namespace armature
