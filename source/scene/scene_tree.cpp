#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/node/descendants.hpp>

#include "base/words.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/node_edges.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_state.hpp"

/// Functions that add, remove and move nodes, and propagate changes of nodes to skeletons.
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
        return;  // the outermost call handles nested hosts, so that calls do not nest as deeply as skeletons do
    }
    while (firstMoved_ != nullptr) {
        Skeleton::State& moved = *firstMoved_;
        firstMoved_ = std::exchange(moved.nextMoved, nullptr);
        moved.isMoved = false;
        moved.hostMoved();
    }
    passesOn_ = false;
}

void Scene::State::cutEdges(TransformNode& node)
{
    while (Node* const driven = NodeAccess::firstDriven(node)) {
        driven->asBone()->linkTransformNode(nullptr);
    }
    if (node.edges_ != nullptr) {
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
    do {  // repeated, because observers may attach other nodes to the doomed ones
        doomed = removal == Removal::Subtree ? descendantsOf(node) : std::vector<Node*>();
        doomed.insert(doomed.begin(), &node);
    } while (NodeAccess::notifyDisposals(doomed));

    std::vector<Node*> children;
    for (Node& child : removal == Removal::Subtree ? NodeRange(nullptr) : node.getChildren()) {
        children.push_back(&child);
    }
    for (Node* child : children) {
        moveUp(*child->asTransformNode(), node.getParent());
    }
    std::vector<std::unique_ptr<MeshInstance>> instances;  // destroyed together, once the lists are consistent
    for (Node* each : doomed) {
        for (MeshInstance* instance : each->asTransformNode()->meshInstances()) {
            instances.push_back(meshInstances.take(*instance));
        }
    }
    instances.clear();
    for (auto each = doomed.rbegin(); each != doomed.rend(); ++each) {  // from the leaves up
        TransformNode& last = *(*each)->asTransformNode();
        cutEdges(last);
        NodeAccess::relinkUnder(last, nullptr);
        hierarchy.remove(NodeAccess::slot(last));
    }
    names.invalidate();
    std::vector<std::unique_ptr<TransformNode>> removed;
    removed.reserve(doomed.size());
    for (Node* each : doomed) {
        removed.push_back(nodes.take(*each->asTransformNode()));
    }
    removed.clear();
    freeUnused();
}

}  // namespace armature
