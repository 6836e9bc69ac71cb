#include <armature/node/transform_node.hpp>

#include "node/node_access.hpp"
#include "node/node_edges.hpp"
#include "node/state_archive.hpp"

/// The functions that list a node's state: see SavedState.
namespace armature {

void TransformHierarchy::listPose(Slot slot, StateArchive& state)
{
    const bool wasMatrix = (traits_[slot] & isMatrix) != 0;
    if (state.exchange(wasMatrix)) {
        Affine matrix = wasMatrix ? local_[slot] : identityAffine();
        if (state.values(matrix) || (state.isRestoring() && !wasMatrix)) {
            setMatrix(slot, matrix);
        }
    } else {
        Transform parts = wasMatrix ? Transform{} : partsAt(slot);
        if (state.values(parts) || (state.isRestoring() && wasMatrix)) {
            setTransform(slot, parts);
        }
    }
}

void NodeAccess::listState(StateArchive& state, Node& node)
{
    const std::string_view name = state.exchange(std::string_view(node.getName()));
    if (state.isRestoring() && name != node.getName()) {
        node.setName(name);
    }
    const std::string_view metadata = state.exchange(std::string_view(node.getMetadata()));
    if (state.isRestoring() && metadata != node.getMetadata()) {
        node.setMetadata(metadata);
    }
    state.values(node.enabled_);
}

void TransformNode::listState(StateArchive& state)
{
    NodeAccess::listState(state, *this);
    const std::string_view extensions = state.exchange(std::string_view(getExtensions()));
    if (state.isRestoring() && extensions != getExtensions()) {
        setExtensions(extensions);
    }
    const std::size_t none = NodeAccess::owner(*this).countOf(NumberedThing::Camera);
    const std::size_t camera = state.exchange(getCamera().value_or(none));
    if (state.isRestoring() && camera != getCamera().value_or(none)) {
        setCamera(camera < none ? std::optional(camera) : std::nullopt);
    }
    const std::size_t noLight = NodeAccess::owner(*this).countOf(NumberedThing::Light);
    const std::size_t light = state.exchange(getLight().value_or(noLight));
    if (state.isRestoring() && light != getLight().value_or(noLight)) {
        setLight(light < noLight ? std::optional(light) : std::nullopt);
    }
    Node* const parent = state.node("parent", getParent());
    if (state.isCutting() && parent != getParent()) {
        setParent(nullptr);
    }
    if (state.isRestoring()) {
        setParent(parent);
    }

    glm::vec3 pivot = getPivotPoint();
    if (state.values(pivot)) {
        edges().pivot = pivot;
        hierarchy_->setPivoted(slot_, pivot != glm::vec3(0.f));
    }
    hierarchy_->listPose(slot_, state);

    const bool wasFrozen = isWorldMatrixFrozen();
    if (state.exchange(wasFrozen)) {
        Affine frozen = wasFrozen ? *edges_->frozenWorld : identityAffine();
        if (state.values(frozen) || (state.isRestoring() && !wasFrozen)) {
            edges().frozenWorld = frozen;
            hierarchy_->freeze(slot_, true);
        }
    } else if (state.isRestoring()) {
        unfreezeWorldMatrix();
    }
}

}  // namespace armature
