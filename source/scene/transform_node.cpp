#include <armature/scene/transform_node.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "scene/checks.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"
#include "scene/node_edges.hpp"
#include "scene/pose_operations.hpp"
#include "scene/pose_target.hpp"
#include "text/words.hpp"

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

std::span<MeshInstance* const> TransformNode::meshInstances() const noexcept
{
    return edges_ != nullptr ? std::span<MeshInstance* const>(edges_->meshInstances) : std::span<MeshInstance* const>();
}

std::vector<MeshInstance*> Node::getChildMeshes() const
{
    std::vector<MeshInstance*> meshes;
    for (const TransformNode* node : getChildTransformNodes()) {
        meshes.insert(meshes.end(), node->meshInstances().begin(), node->meshInstances().end());
    }
    return meshes;
}

std::vector<TransformNode*> Node::getChildTransformNodes() const
{
    std::vector<TransformNode*> nodes;
    for (Node* node : getDescendants()) {
        if (TransformNode* transformNode = node->asTransformNode()) {
            nodes.push_back(transformNode);
        }
    }
    return nodes;
}

std::span<Bone* const> NodeAccess::drivenBones(const Node& node) noexcept
{
    const TransformNode* transformNode = node.asTransformNode();
    const bool drives = transformNode != nullptr && transformNode->edges_ != nullptr;
    return drives ? std::span<Bone* const>(transformNode->edges_->linkedBones) : std::span<Bone* const>();
}

TransformNode::Edges& TransformNode::edges()
{
    if (edges_ == nullptr) {
        edges_ = std::make_unique<Edges>();
        hierarchy_->watchLocal(slot_, true);
    }
    return *edges_;
}

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
    if (camera && *camera >= scene_->cameras().size()) {
        throw std::invalid_argument(
            fmt::format("{}: cannot have camera {}: its scene has {}", label(*this), *camera, counted(scene_->cameras().size(), "camera")));
    }
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
    if (light && *light >= scene_->lights().size()) {
        throw std::invalid_argument(
            fmt::format("{}: cannot have light {}: its scene has {}", label(*this), *light, counted(scene_->lights().size(), "light")));
    }
    if (fileParts_ != nullptr || light) {
        fileParts().light = light;
    }
}

TransformNode::FileParts& TransformNode::fileParts()
{
    if (fileParts_ == nullptr) {
        fileParts_ = std::make_unique<FileParts>();
    }
    return *fileParts_;
}

// --- local pose -----------------------------------------------------------------------------------------------------

void TransformNode::setPosition(const glm::vec3& position)
{
    requireFinite(*this, "position", position);
    if (hierarchy_->isPivoted(slot_)) {
        PoseTarget{hierarchy_, slot_}.moveTo(*this, position + translationOf(hierarchy_->local(slot_)) - getPosition());
    } else {
        hierarchy_->setOrigin(slot_, position);
    }
}

void TransformNode::setRotationQuaternion(const glm::quat& rotation)
{
    PoseTarget{hierarchy_, slot_}.setRotation(*this, requireRotation(*this, "rotation", rotation));
}

void TransformNode::setRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    PoseTarget{hierarchy_, slot_}.setRotation(*this, eulerToQuaternion(euler));
}

void TransformNode::setScaling(const glm::vec3& scaling)
{
    requireFinite(*this, "scaling", scaling);
    PoseTarget{hierarchy_, slot_}.setScale(*this, scaling);
}

void TransformNode::setTransform(const Transform& transform)
{
    PoseTarget{hierarchy_, slot_}.setTransform(*this, requireTransform(*this, transform));
}

void TransformNode::setLocalMatrix(const glm::mat4& matrix)
{
    hierarchy_->setMatrix(slot_, requireAffine(*this, "local", matrix));
}

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
    // Between the two lies what turning and scaling about the pivot shifts; whichever does not stay must fit a float.
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

// --- pose in the world ----------------------------------------------------------------------------------------------

glm::vec3 TransformNode::getAbsolutePosition() const noexcept
{
    return translationOf(NodeAccess::worldAffine(*this));
}

glm::quat TransformNode::getAbsoluteRotationQuaternion() const noexcept
{
    return glm::quat(SpaceFrame(*this, Space::World, nullptr).rotation());
}

glm::vec3 TransformNode::getAbsoluteScaling() const noexcept
{
    return getAbsoluteDecomposition().transform.scale;
}

Decomposition TransformNode::getAbsoluteDecomposition() const noexcept
{
    return SpaceFrame(*this, Space::World, nullptr).decomposition();
}

bool TransformNode::isInvertibleIn(Space space) const noexcept
{
    return SpaceFrame(*this, space, nullptr).isInvertible();
}

void TransformNode::setAbsolutePosition(const glm::vec3& position)
{
    moveNode(*this, position, Space::World, nullptr);
}

void TransformNode::setAbsoluteRotationQuaternion(const glm::quat& rotation)
{
    setNodeRotation(*this, rotation, Space::World, nullptr);
}

void TransformNode::setAbsoluteScaling(const glm::vec3& scaling)
{
    setNodeScale(*this, scaling, Space::World);
}

glm::vec3 TransformNode::getDirection(const glm::vec3& ownAxis, Space space) const noexcept
{
    return directionOf(*this, ownAxis, space, nullptr);
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

// --- movement -------------------------------------------------------------------------------------------------------

void TransformNode::translate(const glm::vec3& offset, Space space)
{
    translateNode(*this, offset, space, nullptr);
}

void TransformNode::rotate(const glm::vec3& axis, float angle, Space space)
{
    rotateNode(*this, axis, angle, space, nullptr);
}

void TransformNode::rotateAround(const glm::vec3& point, const glm::vec3& axis, float angle, Space space)
{
    rotateNodeAround(*this, point, axis, angle, space);
}

void TransformNode::addRotation(const glm::vec3& euler)
{
    requireFinite(*this, "rotation", euler);
    turnNode(*this, eulerToQuaternion(euler), Space::Own, nullptr);
}

void TransformNode::scale(const glm::vec3& factors, ChildScaling children)
{
    scaleNode(*this, factors, children);
}

void TransformNode::lookAt(const glm::vec3& target, Space space, const LookOptions& options)
{
    lookAtPoint(*this, target, space, nullptr, options);
}

void TransformNode::setDirection(const glm::vec3& direction, Space space, const LookOptions& options)
{
    lookAlong(*this, direction, space, nullptr, options);
}

}  // namespace armature
