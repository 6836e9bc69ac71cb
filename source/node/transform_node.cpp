#include <armature/node/transform_node.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include "base/words.hpp"
#include "node/checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "node/node_edges.hpp"
#include "node/space_frame.hpp"

namespace armature {

TransformNode::TransformNode(Scene& scene, TransformHierarchy& hierarchy, std::string_view name)
    : Node(Kind::TransformNode, hierarchy, std::make_shared<const std::string>(name)), scene_(&scene)
{}

TransformNode::~TransformNode() = default;

TransformNode* Node::asTransformNode() noexcept
{
    return kind_ == Kind::TransformNode ? static_cast<TransformNode*>(this) : nullptr;
}

const TransformNode* Node::asTransformNode() const noexcept
{
    return kind_ == Kind::TransformNode ? static_cast<const TransformNode*>(this) : nullptr;
}

bool NodeAccess::hostsSkeletons(const Node& node) noexcept
{
    const TransformNode* transformNode = node.asTransformNode();
    return transformNode != nullptr && transformNode->edges_ != nullptr && !transformNode->edges_->hostedSkeletons.empty();
}

std::span<Skeleton* const> NodeAccess::hostedSkeletons(const TransformNode& node) noexcept
{
    return node.edges_ != nullptr ? std::span<Skeleton* const>(node.edges_->hostedSkeletons) : std::span<Skeleton* const>();
}

void NodeAccess::addMeshInstance(TransformNode& node, MeshInstance& instance)
{
    node.edges().meshInstances.push_back(&instance);
}

void NodeAccess::removeMeshInstance(TransformNode& node, const MeshInstance& instance) noexcept
{
    TransformNode::Edges::remove<MeshInstance>(node.edges_->meshInstances, &instance);
}

std::span<MeshInstance* const> TransformNode::meshInstances() noexcept
{
    return edges_ != nullptr ? std::span<MeshInstance* const>(edges_->meshInstances) : std::span<MeshInstance* const>();
}

std::span<const MeshInstance* const> TransformNode::meshInstances() const noexcept
{
    return edges_ != nullptr ? std::span<const MeshInstance* const>(edges_->meshInstances) : std::span<const MeshInstance* const>();
}

TransformNode::Edges& TransformNode::edges()
{
    if (edges_ == nullptr) {
        edges_ = std::make_unique<Edges>();
    }
    return *edges_;
}

namespace {

void requireThere(const TransformNode& node, NumberedThing thing, const char* word, std::optional<std::size_t> number)
{
    if (const std::size_t count = NodeAccess::owner(node).countOf(thing); number && *number >= count) {
        throw std::invalid_argument(
            fmt::format("{}: cannot have {} {}: its scene has {}", label(node), word, *number, counted(count, word)));
    }
    if (number && !NodeAccess::owner(node).has(thing, *number)) {
        throw std::invalid_argument(fmt::format("{}: cannot have {} {}, which was removed", label(node), word, *number));
    }
}

}  // namespace

const std::string& TransformNode::getExtensions() const noexcept
{
    static const std::string none;
    return fileParts_ != nullptr ? fileParts_->extensions : none;
}

void TransformNode::setExtensions(std::string_view json)
{
    if (fileParts_ != nullptr || !json.empty()) {
        fileParts().extensions = json;
        fileParts().numbers.reset();
    }
}

std::optional<std::size_t> TransformNode::getCamera() const noexcept
{
    return fileParts_ != nullptr ? fileParts_->camera : std::nullopt;
}

void TransformNode::setCamera(std::optional<std::size_t> camera)
{
    requireThere(*this, NumberedThing::Camera, "camera", camera);
    if (fileParts_ != nullptr || camera) {
        fileParts().camera = camera;
    }
}

std::optional<std::size_t> TransformNode::getLight() const noexcept
{
    return fileParts_ != nullptr ? fileParts_->light : std::nullopt;
}

void TransformNode::setLight(std::optional<std::size_t> light)
{
    requireThere(*this, NumberedThing::Light, "light", light);
    if (fileParts_ != nullptr || light) {
        fileParts().light = light;
    }
}

TransformNode& TransformNode::clone() const
{
    return NodeAccess::owner(*this).clone(*this, nullptr);
}

TransformNode& TransformNode::clone(const CloneOptions& options) const
{
    return NodeAccess::owner(*this).clone(*this, &options);
}

TransformNode::FileParts& TransformNode::fileParts()
{
    if (fileParts_ == nullptr) {
        fileParts_ = std::make_unique<FileParts>();
    }
    return *fileParts_;
}

// --- pivot, frozen place --------------------------------------------------------------------------------------------

void TransformNode::setPivotPoint(const glm::vec3& point, Space space, Keep keep)
{
    requireFinite(*this, "pivot", point);
    const Affine matrix = toAffine(SpaceFrame(*this, space, nullptr).matrix());
    if (!isInvertible(matrix)) {
        throw std::invalid_argument(fmt::format("{}: a pivot can only be given in own axes: the node's matrix is singular (determinant {})",
                                                label(*this), determinant(matrix)));
    }
    const glm::vec3 pivot = space == Space::Own ? point : transformPoint(inverse(matrix), point);
    requireFinite(*this, "pivot", pivot);
    const Affine& local = hierarchy_->local(slot_);
    const glm::vec3 origin = translationOf(local);
    const glm::vec3 position = getPosition();
    // Position and origin differ by the shift that results from rotating and scaling about the pivot. Either of them may change, and both
    // must fit floats.
    const glm::vec3 shift = pivot - transformVector(local, pivot);
    const glm::vec3 newOrigin = keep == Keep::World ? origin : position + shift;
    requireFinite(*this, "resulting position", newOrigin);
    requireFinite(*this, "resulting position", newOrigin - shift);
    requireFinite(*this, "resulting position", newOrigin - shift + shift);
    edges().pivot = pivot;
    hierarchy_->setPivoted(slot_, pivot != glm::vec3(0.f));
    if (keep == Keep::World || hierarchy_->storedPose(slot_).isMatrix) {
        hierarchy_->setOrigin(slot_, newOrigin);
    }
}

glm::vec3 TransformNode::getPivotPoint(Space space) const noexcept
{
    const glm::vec3 pivot = edges_ != nullptr ? edges_->pivot : glm::vec3(0.f);
    return space == Space::Own ? pivot : glm::vec3(SpaceFrame(*this, space, nullptr).matrix() * glm::dvec4(pivot, 1.));
}

void TransformNode::freezeWorldMatrix(const std::optional<glm::mat4>& matrix)
{
    edges().frozenWorld = matrix ? requireAffine(*this, "frozen world", *matrix) : NodeAccess::worldAffine(*this);
    hierarchy_->freeze(slot_, true);
}

void TransformNode::unfreezeWorldMatrix() noexcept
{
    if (isWorldMatrixFrozen()) {
        hierarchy_->freeze(slot_, false);
        edges_->frozenWorld.reset();
    }
}

bool TransformNode::isWorldMatrixFrozen() const noexcept
{
    return edges_ != nullptr && edges_->frozenWorld.has_value();
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
    if (const Node* above = getParent(); above != nullptr && above->isBone()) {
        NodeAccess::hierarchy(*above).owner().detach(*this);
    }
    relinkUnder(parent);
    hierarchy_->setParent(slot_, node != nullptr ? node->slot_ : noSlot);
    const bool isOnBone = parent != nullptr && parent->isBone();
    hierarchy_->anchor(slot_, isOnBone);
    if (isOnBone) {
        NodeAccess::hierarchy(*parent).owner().attach(*this);
    }
}

void TransformNode::removeChild(TransformNode& child, Keep keep)
{
    if (child.getParent() != this) {
        throw std::invalid_argument(fmt::format("{}: is not its child: {}", label(*this), label(child)));
    }
    child.setParent(nullptr, keep);
}

void TransformNode::detachFromBone(Keep keep)
{
    if (getParent() != nullptr && getParent()->isBone()) {
        setParent(nullptr, keep);
    }
}

}  // namespace armature
