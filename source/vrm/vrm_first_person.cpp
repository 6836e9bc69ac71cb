#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>

#include "mesh/mesh_access.hpp"
#include "vrm/vrm_parts.hpp"

// "First Person" of VRM 1.0. Hides parts by cutting them out of meshes. The visibility of nodes, which belongs to users, stays unchanged.
namespace armature {

namespace {

/// Returns the corners of a primitive's triangles, three by three; empty if the primitive consists of lines or points.
std::vector<std::uint32_t> trianglesOf(const Primitive& primitive)
{
    const std::size_t count = primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
    const auto corner = [&](std::size_t place) {
        return primitive.indices.empty() ? static_cast<std::uint32_t>(place) : primitive.indices[place];
    };
    std::vector<std::uint32_t> triangles;
    if (primitive.topology == PrimitiveTopology::Triangles) {
        for (std::size_t place = 0; place + count % 3 < count; ++place) {
            triangles.push_back(corner(place));
        }
    } else if (primitive.topology == PrimitiveTopology::TriangleStrip) {
        for (std::size_t place = 2; place < count; ++place) {
            triangles.insert(triangles.end(), {corner(place - 2 + place % 2), corner(place - 1 - place % 2), corner(place)});
        }
    } else if (primitive.topology == PrimitiveTopology::TriangleFan) {
        for (std::size_t place = 2; place < count; ++place) {
            triangles.insert(triangles.end(), {corner(0), corner(place - 1), corner(place)});
        }
    }
    return triangles;
}

/// Returns an invisible primitive with the same number of morph targets: a triangle without area.
Primitive emptied(const Primitive& primitive)
{
    return {.positions = {primitive.positions.empty() ? glm::vec3(0.f) : primitive.positions.front()},
            .indices = {0, 0, 0},
            .morphTargets = std::vector<MorphTarget>(primitive.morphTargets.size()),
            .material = primitive.material,
            .extensions = primitive.extensions};
}

/// Returns, for each vertex, whether any joint that is marked in `joints` has a weight above 0 for it.
std::vector<bool> verticesMovedBy(const std::vector<bool>& joints, const SkinWeights& skin, std::size_t vertices)
{
    std::vector<bool> moved(vertices, false);
    for (std::size_t place = 0; place < vertices * skin.influencesPerVertex; ++place) {
        if (skin.weights[place] > 0.f && joints[skin.joints[place]]) {
            moved[place / skin.influencesPerVertex] = true;
        }
    }
    return moved;
}

/// Removes the triangles that have a corner moved by a joint that is marked in `joints`. Returns false if there are no such triangles.
bool cutOut(Primitive& primitive, const std::vector<bool>& joints)
{
    const std::vector<bool> moved = verticesMovedBy(joints, primitive.skin, primitive.positions.size());
    const std::vector<std::uint32_t> triangles = trianglesOf(primitive);
    std::vector<std::uint32_t> left;
    for (std::size_t place = 0; place < triangles.size(); place += 3) {
        const auto corners = std::span(triangles).subspan(place, 3);
        if (std::ranges::none_of(corners, [&](std::uint32_t corner) { return moved[corner]; })) {
            left.insert(left.end(), corners.begin(), corners.end());
        }
    }
    if (left.size() == triangles.size()) {
        return false;
    }
    if (left.empty()) {
        primitive = emptied(primitive);
    } else {
        primitive.topology = PrimitiveTopology::Triangles;
        primitive.indices = std::move(left);
    }
    return true;
}

bool isAtOrBelow(const Node& node, const Node& above)
{
    return &node == &above || node.isDescendantOf(above);
}

/// Returns, for each palette slot, whether its bone, or a bone above it, is driven by the head or by a node below the head.
std::vector<bool> jointsOf(const TransformNode& head, const Skeleton& skeleton, std::size_t count)
{
    std::vector<bool> joints(count, false);
    for (std::size_t slot = 0; slot < count; ++slot) {
        for (const Bone* bone = skeleton.getBoneByIndex(slot); bone != nullptr && !joints[slot]; bone = bone->getParentBone()) {
            const Node* const driver = bone->getTransformNode();
            joints[slot] = driver != nullptr && isAtOrBelow(*driver, head);
        }
    }
    return joints;
}

std::shared_ptr<const Mesh> nothingOf(const Mesh& mesh)
{
    MeshDescription description = mesh.getDescription();
    std::ranges::transform(description.primitives, description.primitives.begin(), emptied);
    return Mesh::create(std::move(description));
}

/// Returns the instance's mesh without the triangles that move with the head; null if there are no such triangles.
std::shared_ptr<const Mesh> headless(const MeshInstance& instance, const TransformNode& head)
{
    const Mesh& mesh = *instance.getMesh();
    if (instance.getSkeleton() == nullptr) {
        return isAtOrBelow(instance.getNode(), head) ? nothingOf(mesh) : nullptr;
    }
    const std::vector<bool> joints = jointsOf(head, *instance.getSkeleton(), mesh.jointCount());
    if (std::ranges::find(joints, true) == joints.end()) {
        return nullptr;
    }
    MeshDescription description = mesh.getDescription();
    bool isCut = false;
    for (Primitive& primitive : description.primitives) {
        isCut = cutOut(primitive, joints) || isCut;
    }
    return isCut ? Mesh::create(std::move(description)) : nullptr;
}

}  // namespace

VrmFirstPersonView::~VrmFirstPersonView()
{
    restore();
}

void VrmFirstPersonView::restore() noexcept
{
    for (Cut& cut : cuts_) {
        if (MeshInstance* const instance = cut.instance.get(); instance != nullptr && instance->getMesh() == cut.shown) {
            MeshAccess::exchange(*instance, cut.whole);
        }
    }
}

std::shared_ptr<const Mesh> VrmFirstPersonView::cutFor(const MeshInstance& instance, VrmFirstPersonType type, const TransformNode* head,
                                                       bool isFirstPerson)
{
    if (type == VrmFirstPersonType::ThirdPersonOnly || type == VrmFirstPersonType::FirstPersonOnly) {
        return (type == VrmFirstPersonType::FirstPersonOnly) != isFirstPerson ? nothingOf(*instance.getMesh()) : nullptr;
    }
    return type == VrmFirstPersonType::Auto && isFirstPerson && head != nullptr ? headless(instance, *head) : nullptr;
}

void VrmFirstPersonView::show(Scene& scene, const VrmModel& model, bool isFirstPerson)
{
    restore();
    cuts_.clear();
    std::unordered_map<const TransformNode*, VrmFirstPersonType> types;
    for (const VrmFirstPerson& each : model.firstPerson) {
        types.try_emplace(model.nodes[each.node].get(), each.type);
    }
    const TransformNode* const head = model.find(HumanoidRole::Head);
    for (MeshInstance* const instance : scene.meshInstances()) {
        const auto annotated = types.find(&instance->getNode());
        const VrmFirstPersonType type = annotated != types.end() ? annotated->second : VrmFirstPersonType::Auto;
        if (const auto cut = cutFor(*instance, type, head, isFirstPerson)) {
            cuts_.push_back({Handle<MeshInstance>(*instance), instance->getMesh(), cut});
            MeshAccess::exchange(*instance, cut);
        }
    }
}

}  // namespace armature
