#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "scene/checks.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"
#include "scene/node_edges.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_state.hpp"
#include "text/names.hpp"

/// How nodes come, go and move, and what their changes push on to skeletons.
namespace armature {

void Scene::State::absoluteBecameStale(std::uint32_t slot) noexcept
{
    NodeAccess::notifyChange(*hierarchy.nodeAt(slot));
    if (const auto& edges = static_cast<TransformNode*>(hierarchy.nodeAt(slot))->edges_; edges != nullptr) {
        for (Skeleton* skeleton : edges->hostedSkeletons) {
            Skeleton::State& state = *skeleton->state_;
            if (!std::exchange(state.isMoved, true)) {
                state.nextMoved = std::exchange(firstMoved_, &state);
            }
        }
    }
    if (std::exchange(passesOn_, true)) {
        return;  // in the middle of that: skeletons may be nested through hosts to any depth
    }
    while (firstMoved_ != nullptr) {
        Skeleton::State& moved = *firstMoved_;
        firstMoved_ = std::exchange(moved.nextMoved, nullptr);
        moved.isMoved = false;
        moved.hostMoved();
    }
    passesOn_ = false;
}

void Scene::State::localChanged(std::uint32_t slot) noexcept
{
    if (const auto& edges = static_cast<TransformNode*>(hierarchy.nodeAt(slot))->edges_; edges != nullptr) {
        for (const Bone* bone : edges->linkedBones) {
            NodeAccess::hierarchy(*bone).driverChanged(NodeAccess::slot(*bone));
        }
    }
}

namespace {

/// The host of the skeleton on one of whose bones a node hangs, itself or by its parents; null if there is none.
const Node* hostAbove(const Node& node) noexcept
{
    const Node* top = &node;
    while (top->getParent() != nullptr && !top->isBone()) {
        top = top->getParent();
    }
    return top->isBone() ? NodeAccess::hierarchy(*top).owner().hostNode() : nullptr;
}

/// Skeletons may be nested through hosts to any depth, and each level that is stale calls for the one above it. Where these are many, some
/// of them, evenly spread, are computed first, the outermost first: what lies between two is few, or treated alike. O(n log n) for n levels,
/// and calls go no deeper than the logarithm of it.
void settleHostsAbove(const Node& bone) noexcept
{
    constexpr std::size_t few = 32;
    std::array<const Node*, few> spread{};
    std::size_t count = 0;
    std::size_t step = 1;
    std::size_t level = 0;
    for (const Node* host = hostAbove(bone); host != nullptr; host = hostAbove(*host), ++level) {
        if (!NodeAccess::hierarchy(*host).isAbsoluteStale(NodeAccess::slot(*host))) {
            break;
        }
        if (level % step != 0) {
            continue;
        }
        if (count == few) {
            for (count = 0; count < few / 2; ++count) {
                spread[count] = spread[2 * count];
            }
            step *= 2;
        }
        spread[count++] = host;
    }
    if (step == 1) {
        return;
    }
    while (count != 0) {
        const Node& host = *spread[--count];
        static_cast<void>(NodeAccess::hierarchy(host).absolute(NodeAccess::slot(host)));
    }
}

}  // namespace

Affine Scene::State::anchorOf(std::uint32_t slot) const noexcept
{
    settleHostsAbove(*hierarchy.nodeAt(slot)->getParent());
    return NodeAccess::worldAffine(*hierarchy.nodeAt(slot)->getParent());
}

glm::vec3 Scene::State::pivotOf(std::uint32_t slot) const noexcept
{
    return hierarchy.nodeAt(slot)->asTransformNode()->getPivotPoint();
}

Affine Scene::State::frozenAbsolute(std::uint32_t slot) const noexcept
{
    return *static_cast<TransformNode*>(hierarchy.nodeAt(slot))->edges_->frozenWorld;
}

void Scene::State::cutEdges(TransformNode& node)
{
    if (node.edges_ != nullptr) {
        while (!node.edges_->linkedBones.empty()) {
            node.edges_->linkedBones.back()->linkTransformNode(nullptr);
        }
        while (!node.edges_->hostedSkeletons.empty()) {
            node.edges_->hostedSkeletons.back()->setHostNode(nullptr);
        }
    }
    if (node.getParent() != nullptr && node.getParent()->isBone()) {
        node.setParent(nullptr);
    }
}

void Scene::State::moveUp(TransformNode& node, Node* parent)
{
    try {
        node.setParent(parent, Keep::World);
    } catch (const std::invalid_argument&) {  // the parent cannot be inverted, or the numbers overflow
        node.setParent(parent, Keep::Local);
    }
}

void TransformNode::setParent(Node* parent, Keep keep)
{
    if (parent == getParent()) {
        return;
    }
    TransformNode* node = parent != nullptr ? parent->asTransformNode() : nullptr;
    if (node != nullptr && node->scene_ != scene_) {
        throw std::invalid_argument(fmt::format("{}: the parent {} belongs to another scene", label(*this), label(*parent)));
    }
    refuseCycle(*this, parent);
    if (keep == Keep::World) {
        const Affine above = parent != nullptr ? NodeAccess::worldAffine(*parent) : identityAffine();
        hierarchy_->setPose(slot_, requireLocalKeepingWorld(*this, above, NodeAccess::worldAffine(*this)));
    }
    if (Bone* oldBone = getParent() != nullptr ? getParent()->asBone() : nullptr) {
        oldBone->getSkeleton().state_->detach(*this);
    }
    relinkUnder(parent);
    hierarchy_->setParent(slot_, node != nullptr ? node->slot_ : noSlot);
    Bone* bone = parent != nullptr ? parent->asBone() : nullptr;
    hierarchy_->anchor(slot_, bone != nullptr);
    if (bone != nullptr) {
        bone->getSkeleton().state_->attach(*this);
    }
}

void TransformNode::removeChild(TransformNode& child, Keep keep)
{
    if (child.getParent() != this) {
        throw std::invalid_argument(fmt::format("{}: is not its child: {}", label(*this), label(child)));
    }
    child.setParent(nullptr, keep);
}

void TransformNode::attachToBone(Bone& bone, Keep keep)
{
    setParent(&bone, keep);
}

void TransformNode::detachFromBone(Keep keep)
{
    if (getParent() != nullptr && getParent()->isBone()) {
        setParent(nullptr, keep);
    }
}

MeshInstance& Scene::State::place(std::unique_ptr<MeshInstance> instance)
{
    NodeAccess::addMeshInstance(instance->getNode(), *instance);
    return meshInstances.add(std::move(instance));
}

TransformNode& Scene::createTransformNode(std::string_view name, Node* parent, const Transform& transform)
{
    std::unique_ptr<TransformNode> owned(new TransformNode(*this, state_->hierarchy, name));
    const Transform checked = requireTransform(*owned, transform);
    if (parent != nullptr && parent->asTransformNode() != nullptr && parent->asTransformNode()->scene_ != this) {
        throw std::invalid_argument(fmt::format("{}: the parent {} belongs to another scene", named("node", name), label(*parent)));
    }
    TransformNode& node = state_->nodes.add(std::move(owned));
    node.slot_ = state_->hierarchy.add(noSlot, node);
    state_->hierarchy.setTransform(node.slot_, checked);
    state_->names.append(node.getName(), state_->nodes.view().size() - 1);
    node.setParent(parent);
    return node;
}

void Scene::removeTransformNode(TransformNode& node, Removal removal)
{
    if (node.scene_ != this) {
        throw std::invalid_argument(fmt::format("{}: cannot be removed from a scene that it does not belong to", label(node)));
    }
    if (state_->removals.isUnderWay()) {
        state_->removals.later(node, [this, removal](TransformNode& alive) { removeTransformNode(alive, removal); });
    } else {
        state_->removals.run([&] { state_->remove(node, removal); });
    }
}

void Scene::State::remove(TransformNode& node, Removal removal)
{
    std::vector<Node*> doomed;
    do {  // again as long as observers may have hung other nodes there
        doomed = removal == Removal::Subtree ? node.getDescendants() : std::vector<Node*>();
        doomed.insert(doomed.begin(), &node);
    } while (NodeAccess::notifyDisposals(doomed));

    std::vector<Node*> children;
    for (Node& child : removal == Removal::Subtree ? NodeRange(nullptr) : node.getChildren()) {
        children.push_back(&child);
    }
    for (Node* child : children) {
        moveUp(*child->asTransformNode(), node.getParent());
    }
    const DoomedNodes gone(doomed);
    if (std::ranges::any_of(doomed, [](const Node* each) { return !each->asTransformNode()->meshInstances().empty(); })) {
        meshInstances.removeIf([&](const MeshInstance& instance) { return gone.contains(&instance.getNode()); });
    }
    for (auto each = doomed.rbegin(); each != doomed.rend(); ++each) {  // from the leaves up
        TransformNode& last = *(*each)->asTransformNode();
        cutEdges(last);
        NodeAccess::relinkUnder(last, nullptr);
        hierarchy.remove(NodeAccess::slot(last));
    }
    names.invalidate();
    nodes.removeIf([&](const TransformNode& each) { return gone.contains(&each); });
}

}  // namespace armature
