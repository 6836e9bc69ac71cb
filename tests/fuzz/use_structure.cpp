#include <array>
#include <utility>

#include <armature/mesh/bake_transform.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "oracle.hpp"
#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostNodes = 40;
constexpr std::size_t mostBones = 40;
constexpr std::size_t mostSkeletons = 8;
constexpr std::size_t mostLoose = 4;
constexpr std::size_t mostSnapshots = 3;
constexpr std::size_t mostPoses = 4;
constexpr std::size_t mostInstances = 6;

Removal removal(ByteSource& data)
{
    return data.flag() ? Removal::Subtree : Removal::KeepChildren;
}

void createBone(World& world)
{
    ByteSource& data = world.data;
    Skeleton* skeleton = world.skeleton();
    if (skeleton == nullptr || skeleton->bones().size() > mostBones) {
        return;
    }
    BoneOptions options;
    if (data.flag()) {
        options.parent = data.rarely(16) ? world.bone() : world.choose(skeleton->bones());
    }
    if (data.flag()) {
        options.bind = data.matrix();
    }
    if (data.flag()) {
        options.local = data.matrix();
    }
    if (data.rarely(56)) {
        options.rest = data.matrix();
    }
    if (data.rarely(56)) {
        options.absoluteInverseBind = data.matrix();
    }
    if (data.flag()) {
        options.length = data.number();
    }
    if (data.rarely()) {
        options.index = data.below(100);
    }
    options.isHelper = data.rarely();
    skeleton->createBone(data.name(), options);
}

void usePoses(World& world, Skeleton& skeleton)
{
    if (world.poses.size() < mostPoses) {
        world.poses.push_back(capturePose(skeleton));
        return;
    }
    Pose& a = world.poses[world.data.below(mostPoses)];
    const Pose& b = world.poses[world.data.below(mostPoses)];
    switch (world.data.below(5)) {
    case 0: applyPose(skeleton, a); break;
    case 1: a = blendPoses(a, b, world.data.number()); break;
    case 2: a = differenceOfPoses(a, b); break;
    case 3: a = addDifference(a, b, world.data.number()); break;
    default: a = mirrorPose(skeleton, a, mirrorMapByName(skeleton)); break;
    }
}

/// A primitive whose arrays match each other, for a skeleton of `slots` palette slots.
Primitive makePrimitive(ByteSource& data, std::size_t slots)
{
    Primitive primitive;
    primitive.topology = static_cast<PrimitiveTopology>(data.below(7));
    const std::size_t vertices = data.below(9);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.positions.push_back(data.vector());
    }
    if (data.flag()) {
        primitive.normals.assign(vertices, {0.f, 0.f, 1.f});
    }
    if (data.flag()) {
        primitive.tangents.assign(vertices, {1.f, 0.f, 0.f, 1.f});
    }
    for (std::size_t left = vertices == 0 ? 0 : data.below(9); left > 0; --left) {
        primitive.indices.push_back(static_cast<std::uint32_t>(data.below(vertices)));
    }
    if (slots > 0 && data.flag()) {
        primitive.skin.influencesPerVertex = 1 + data.below(5);
        for (std::size_t left = vertices * primitive.skin.influencesPerVertex; left > 0; --left) {
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(data.below(slots + 1)));
            primitive.skin.weights.push_back(data.weight());
        }
    }
    return primitive;
}

void createMesh(World& world)
{
    Scene* scene = world.scene();
    TransformNode* node = world.node();
    Skeleton* skeleton = world.data.flag() ? world.skeleton() : nullptr;
    if (scene == nullptr || node == nullptr || scene->meshInstances().size() >= mostInstances) {
        return;
    }
    MeshDescription mesh;
    mesh.name = world.data.name();
    const std::size_t targets = world.data.below(3);
    mesh.morphWeights.resize(targets);
    for (std::size_t left = 1 + world.data.below(2); left > 0; --left) {
        Primitive primitive = makePrimitive(world.data, skeleton != nullptr ? skeleton->getFinalMatrices().size() : 0);
        for (std::size_t target = 0; target < targets; ++target) {
            MorphTarget displacements;
            displacements.positions.assign(primitive.positions.size(), world.data.vector());
            primitive.morphTargets.push_back(std::move(displacements));
        }
        mesh.primitives.push_back(std::move(primitive));
    }
    MeshInstance& placed = scene->addMeshInstance(Mesh::create(std::move(mesh)), *node, skeleton);
    if (skeleton != nullptr && world.data.flag()) {
        placed.setSkeleton(skeleton, world.data.below(skeleton->inverseBindSetCount()));
    }
}

constexpr auto operationsOnStructure = std::to_array<Operation>({
    {[](World& world) {
         Scene* scene = world.scene();
         if (scene == nullptr || scene->nodes().size() > mostNodes) {
             return;
         }
         Node* parent = world.data.flag() ? world.nodeOrBone() : nullptr;
         const Transform transform = world.data.flag() ? world.data.transform() : Transform();
         scene->createTransformNode(world.data.name(), parent, transform);
     },
     false},
    {[](World& world) {
         if (TransformNode* node = world.node()) {
             node->getScene().removeTransformNode(*node, removal(world.data));
         }
     },
     false},
    {[](World& world) {
         if (Scene* scene = world.scene(); scene != nullptr && world.skeletons().size() < mostSkeletons) {
             scene->createSkeleton(world.data.name());
         }
     },
     false},
    {[](World& world) { createBone(world); }, false},
    {[](World& world) { createBone(world); }, false},
    {[](World& world) { createBone(world); }, false},
    {[](World& world) {
         Skeleton* skeleton = world.skeleton();
         Bone* bone = skeleton == nullptr || world.data.rarely(16) ? world.bone() : world.choose(skeleton->bones());
         if (skeleton != nullptr && bone != nullptr) {
             skeleton->removeBone(*bone, removal(world.data));
         }
     },
     false},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            Node* parent = world.data.rarely() ? nullptr : world.nodeOrBone();
            node->setParent(parent, world.data.keep());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            Bone* parent = world.data.rarely() ? nullptr : world.data.rarely() ? world.bone() : world.choose(bone->getSkeleton().bones());
            bone->setParent(parent, world.data.keep());
        }
    }},
    {[](World& world) {
        TransformNode* node = world.node();
        Bone* bone = world.bone();
        if (node != nullptr && bone != nullptr) {
            node->attachToBone(*bone, world.data.keep());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->detachFromBone(world.data.keep());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            TransformNode* node = world.data.rarely() ? nullptr : world.node();
            bone->linkTransformNode(node, world.data.flag() ? LinkMode::NodeDrives : LinkMode::ForwardWrites);
        }
    }},
    {[](World& world) {
        if (Skeleton* skeleton = world.skeleton()) {
            skeleton->setHostNode(world.data.rarely() ? nullptr : world.node());
        }
    }},
    {[](World& world) {
        if (Skeleton* skeleton = world.skeleton()) {
            switch (world.data.below(5)) {
            case 0: skeleton->returnToRest(); break;
            case 1: skeleton->setCurrentPoseAsRest(); break;
            case 2: skeleton->markAsDirty(); break;
            case 3: skeleton->update(); break;
            default: skeleton->computeAbsoluteMatrices(); break;
            }
        }
    }},
    {[](World& world) {
         if (Skeleton* skeleton = world.skeleton()) {
             static_cast<void>(skeleton->sortBones(world.data.flag() ? PaletteOrder::Keep : PaletteOrder::FollowBones));
         }
     },
     false},
    {[](World& world) {
         Skeleton* skeleton = world.skeleton();
         if (skeleton == nullptr || world.loose.size() >= mostLoose || world.skeletons().size() >= mostSkeletons) {
             return;
         }
         auto clone = skeleton->clone();
         Scene* scene = world.data.flag() ? world.scene() : nullptr;
         if (scene != nullptr) {
             scene->addSkeleton(std::move(clone));
         } else {
             world.loose.push_back(std::move(clone));
         }
     },
     false},
    {[](World& world) {
         if (world.loose.size() < mostLoose && world.skeletons().size() < mostSkeletons) {
             world.loose.push_back(std::make_unique<Skeleton>(world.data.name()));
         }
     },
     false},
    {[](World& world) {
         if (world.depth == 0 && !world.loose.empty()) {
             world.loose.erase(world.loose.begin() + static_cast<std::ptrdiff_t>(world.data.below(world.loose.size())));
         }
     },
     false},
    {[](World& world) {
         Scene* scene = world.scene();
         if (scene != nullptr && !world.loose.empty()) {
             auto skeleton = std::move(world.loose.back());
             world.loose.pop_back();
             scene->addSkeleton(std::move(skeleton));
         }
     },
     false},
    {[](World& world) {
         Scene* scene = world.scene();
         Skeleton* skeleton = world.skeleton();
         if (scene != nullptr && skeleton != nullptr) {
             scene->removeSkeleton(*skeleton);
         }
     },
     false},
    {[](World& world) {
         if (world.depth == 0) {
             auto& scene = world.scenes[world.data.below(world.scenes.size())];
             scene.reset();
             if (world.data.flag()) {
                 scene = std::make_unique<Scene>();
             }
         }
     },
     false},
    {[](World& world) {
         for (auto& scene : world.scenes) {
             if (scene == nullptr) {
                 scene = std::make_unique<Scene>();
             }
         }
     },
     false},
    {[](World& world) {
        if (Skeleton* skeleton = world.skeleton()) {
            if (skeleton->inverseBindSetCount() < 4) {
                const std::size_t count = skeleton->getFinalMatrices().size() + (world.data.rarely(16) ? 1 : 0);
                skeleton->addInverseBindSet(std::vector<glm::mat4>(count, world.data.matrix()));
            }
        }
    }},
    {[](World& world) {
         Skeleton* skeleton = world.skeleton();
         if (skeleton == nullptr) {
             return;
         }
         requireSameJson(*skeleton);
         static_cast<void>(toString(*skeleton));
         static_cast<void>(skeleton->getDimensionsAtRest());
         static_cast<void>(skeleton->getRoots());
     },
     false},
    {[](World& world) {
        if (Skeleton* skeleton = world.skeleton()) {
            if (world.snapshots.size() < mostSnapshots) {
                world.snapshots.emplace_back(*skeleton);
            } else {
                world.snapshots[world.data.below(mostSnapshots)].restore(*skeleton);
            }
        }
    }},
    {[](World& world) {
        if (Skeleton* skeleton = world.skeleton()) {
            usePoses(world, *skeleton);
        }
    }},
    {[](World& world) { createMesh(world); }, false},
    {[](World& world) {
         Scene* scene = world.scene();
         if (scene == nullptr) {
             return;
         }
         static_cast<void>(computeBounds(*scene));
         const glm::vec3 origin = world.data.vector();
         static_cast<void>(intersect(*scene, Ray{origin, world.data.vector()}));
         for (const MeshInstance* instance : scene->meshInstances()) {
             static_cast<void>(toString(*instance));
             static_cast<void>(toString(*instance->getMesh()));
             static_cast<void>(bakeTransformIntoVertices(instance->getMesh()->getDescription(), instance->getNode(), world.data.space()));
         }
     },
     false},
});

}  // namespace

std::span<const Operation> structureOperations()
{
    return operationsOnStructure;
}

}  // namespace armature::test
