#include "import/scene_builder.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/math/affine.hpp>
#include <armature/scene/import_notes.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_layout.hpp"
#include "animation/clip/clip_validation.hpp"
#include "import/body_skin.hpp"
#include "import/gltf/readers.hpp"
#include "import/notes.hpp"
#include "import/skeleton_plan.hpp"
#include "mesh/mesh_access.hpp"
#include "node/node_access.hpp"
#include "scene/scene_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature::importing {

namespace {

std::vector<std::size_t> depthsOf(const std::vector<NodeDescription>& nodes)
{
    std::vector<std::size_t> depths(nodes.size(), 0);
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < nodes.size(); ++start) {
        std::size_t node = start;
        for (path.clear(); depths[node] == 0; node = *nodes[node].parent) {
            path.push_back(node);
            if (!nodes[node].parent) {
                break;
            }
        }
        std::size_t depth = depths[node];
        for (auto below = path.rbegin(); below != path.rend(); ++below) {
            depths[*below] = ++depth;
        }
    }
    return depths;
}

void createNodes(const std::vector<NodeDescription>& nodes, Scene& scene)
{
    SceneAccess::reserveNodes(scene, nodes.size());
    for (const NodeDescription& description : nodes) {
        TransformNode& node =
            scene.createTransformNode(description.name, nullptr, description.matrix ? Transform() : description.transform);
        if (description.matrix) {
            node.setLocalMatrix(*description.matrix);
        }
        node.setEnabled(description.isShown);
        if (!description.extras.empty()) {
            node.setMetadata(description.extras);
        }
        if (!description.extensions.empty()) {
            node.setExtensions(description.extensions);
        }
        node.setCamera(description.camera);
        node.setLight(description.light);
    }
}

// Attaches nodes to their parents, the deepest nodes first: a new parent is then always still a root, so the check for cycles above it
// costs nothing.
void connectNodes(const std::vector<NodeDescription>& nodes, Scene& scene)
{
    const auto depths = depthsOf(nodes);
    std::vector<std::size_t> order(nodes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t node) { return depths[node]; });
    const auto created = scene.nodes();
    for (const std::size_t node : order) {
        if (nodes[node].parent) {
            created[node]->setParent(created[*nodes[node].parent]);
        }
    }
}

BoneOptions optionsFor(const PlannedBone& planned, const SkinDescription& skin, const glm::mat4& local, std::optional<float> length,
                       Bone* parent)
{
    BoneOptions options;
    options.parent = parent;
    options.local = local;
    options.rest = local;
    options.bind = isInvertible(toAffine(local)) ? local : glm::mat4(1.f);
    options.index = planned.slot;
    options.isHelper = !planned.slot.has_value();
    options.length = length;
    if (planned.slot) {
        options.absoluteInverseBind = skin.inverseBinds.empty() ? glm::mat4(1.f) : skin.inverseBinds[*planned.slot];
    }
    return options;
}

/// Charges the memory of a skeleton. Skins can share joints at the cost of a few bytes in the file, but every bone is an object of its own.
/// If the budget is exceeded, adds a note and returns false for a body's skeleton, which the file did not ask for; throws Refusal for any
/// other skeleton.
bool chargeSkeleton(const SkeletonPlan& plan, std::size_t skin, SceneDescription& description)
{
    std::uint64_t bytes = bytesOfSkeleton + sizeof(Skeleton*);
    for (const PlannedBone& bone : plan.bones) {
        bytes += bytesOfBone + description.nodes[bone.node].name.size();
    }
    if (description.budget.charge(bytes)) {
        return true;
    }
    if (!description.skins[skin].isBody) {
        description.budget.refuse(bytes, fmt::format("/skins/{}", skin));
    }
    description.notes.add("nodes", fmt::format("would need a skeleton of {} bones, which is more than the file's size justifies "
                                               "(ImportLimits::unbackedBytes): none is made",
                                               plan.bones.size()));
    return false;
}

/// Stores the bone length of each node that drives no bone in the node's extensions.
void keepLengths(const std::vector<NodeDescription>& nodes, Scene& scene)
{
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        TransformNode& node = *scene.nodes()[place];
        if (nodes[place].boneLength && NodeAccess::firstDriven(node) == nullptr) {
            node.setExtensions(gltf::withBoneLength(node.getExtensions(), nodes[place].boneLength));
        }
    }
}

/// Returns the transforms of the nodes that the reference pose `type` moves. The bones of these nodes take the pose as their rest pose.
/// Adds a note if there is no such pose.
std::unordered_map<std::size_t, Transform> findRest(SceneDescription& description, const std::string& type, Scene& scene)
{
    std::unordered_map<std::size_t, Transform> rest;
    if (type.empty()) {
        return rest;
    }
    const auto pose = std::ranges::find(description.referencePoses, type, &PoseDescription::type);
    if (pose == description.referencePoses.end()) {
        description.notes.add("ImportOptions::restPose", fmt::format("is {}, but the file has no reference pose of that type: bones rest "
                                                                     "where its nodes are",
                                                                     importing::quoted(type)));
        return rest;
    }
    for (std::size_t number = 0; number < description.clips[pose->clip].channels.size(); ++number) {
        const ChannelKeys& channel = description.keys[pose->clip].channels[number];
        if (isRow(channel.path)) {
            continue;
        }
        const std::size_t node = description.clips[pose->clip].channels[number].target.index;
        Transform& parts = rest.try_emplace(node, scene.nodes()[node]->getTransform()).first->second;
        const float* value = &channel.values[channel.interpolation == Interpolation::CubicSpline ? channel.components : 0];
        switch (channel.path) {
        case ChannelPath::Translation: parts.translation = {value[0], value[1], value[2]}; break;
        case ChannelPath::Rotation: parts.rotation = glm::quat(value[3], value[0], value[1], value[2]); break;
        case ChannelPath::Scale: parts.scale = {value[0], value[1], value[2]}; break;
        default: break;
        }
    }
    return rest;
}

void createSkeleton(const SceneDescription& description, const SkinDescription& skin, const SkeletonPlan& plan, LinkMode linkMode,
                    const std::unordered_map<std::size_t, Transform>& rest, Scene& scene)
{
    Skeleton& skeleton = scene.createSkeleton(skin.name);
    SkeletonAccess::reserve(skeleton, plan.bones.size());
    const auto nodes = scene.nodes();
    std::vector<Bone*> bones;
    bones.reserve(plan.bones.size());
    for (const PlannedBone& planned : plan.bones) {
        TransformNode& node = *nodes[planned.node];
        Bone* parent = planned.parent ? bones[*planned.parent] : nullptr;
        Bone& bone = SkeletonAccess::createBone(
            skeleton, NodeAccess::sharedName(node),
            optionsFor(planned, skin, node.getLocalMatrix(), description.nodes[planned.node].boneLength, parent));
        if (const auto resting = rest.find(planned.node); resting != rest.end()) {
            bone.setRestMatrix(toMat4(resting->second));
        }
        bone.linkTransformNode(&node, linkMode);
        bones.push_back(&bone);
    }
    skeleton.setHostNode(plan.host ? nodes[*plan.host] : nullptr);
}

void createSkeletons(SceneDescription& description, const ImportOptions& options, Scene& scene)
{
    SkeletonPlanner planner(description.nodes, options.limits.nodes);
    const auto rest = findRest(description, options.restPose, scene);
    for (std::size_t index = 0; index < description.skins.size(); ++index) {
        SkeletonPlan plan = planner.plan(description.skins[index], index);
        if (description.skins[index].isBody) {
            std::ranges::for_each(plan.bones, [](PlannedBone& bone) { bone.slot.reset(); });  // a body skeleton deforms no mesh
        }
        if (chargeSkeleton(plan, index, description)) {
            createSkeleton(description, description.skins[index], plan, options.linkMode, rest, scene);
        }
    }
}

/// The joint names of each skin, listed once for all meshes of the skin.
class JointNames {
public:
    explicit JointNames(SceneDescription& description) : description_(description), lists_(description.skins.size()) {}

    [[nodiscard]] const std::shared_ptr<const std::vector<std::string>>& of(std::size_t skin)
    {
        if (lists_[skin] == nullptr) {
            std::vector<std::string> names;
            std::uint64_t bytes = 0;
            for (const std::size_t joint : description_.skins[skin].joints) {
                bytes += sizeof(std::string) + description_.nodes[joint].name.size();
            }
            if (!description_.budget.charge(bytes)) {
                description_.budget.refuse(bytes, fmt::format("/skins/{}", skin));
            }
            for (const std::size_t joint : description_.skins[skin].joints) {
                names.push_back(description_.nodes[joint].name);
            }
            const auto known = std::ranges::find_if(lists_, [&](const auto& list) { return list != nullptr && *list == names; });
            lists_[skin] = known != lists_.end() ? *known : std::make_shared<const std::vector<std::string>>(std::move(names));
        }
        return lists_[skin];
    }

private:
    SceneDescription& description_;
    std::vector<std::shared_ptr<const std::vector<std::string>>> lists_;
};

/// Gives each mesh the names of its joints. A mesh gets no names if it is used with skins whose joints have different names.
void nameJoints(SceneDescription& description)
{
    JointNames names(description);
    std::vector<std::optional<std::size_t>> skins(description.meshes.size());
    for (const InstanceDescription& instance : description.instances) {
        if (!instance.skin) {
            continue;
        }
        const auto& known = description.meshes[instance.mesh]->jointNames();
        const bool isFirst = !std::exchange(skins[instance.mesh], instance.skin);
        if (isFirst) {
            MeshAccess::nameJoints(*description.meshes[instance.mesh], names.of(*instance.skin));
        } else if (known != nullptr && known != names.of(*instance.skin)) {
            MeshAccess::nameJoints(*description.meshes[instance.mesh], nullptr);
        }
    }
}

void createInstances(SceneDescription& description, Scene& scene)
{
    nameJoints(description);
    for (const InstanceDescription& instance : description.instances) {
        Skeleton* skeleton = instance.skin ? scene.skeletons()[*instance.skin] : nullptr;
        MeshInstance& placed = scene.addMeshInstance(description.meshes[instance.mesh], *scene.nodes()[instance.node], skeleton);
        if (!instance.morphWeights.empty()) {
            placed.setMorphWeights(instance.morphWeights);
        }
    }
}

/// Builds clips that target the nodes of a scene. The clips also fit other targets with the same names.
class ClipBuilder {
public:
    explicit ClipBuilder(Scene& scene) : scene_(scene) {}

    [[nodiscard]] std::shared_ptr<const AnimationClip> build(ClipDescription clip, std::unique_ptr<const PackedClip> packed)
    {
        if (targets_ == nullptr || !std::ranges::equal(clip.channels, parts_, &ClipBuilder::areAlike)) {
            makeTargets(clip);
        }
        return ClipAccess::create(std::move(clip.name), targets_, std::move(packed));
    }

private:
    struct Part {
        ChannelTarget target;  // as in the description, with the description's index of the target
        ChannelPath path;
    };

    static bool areAlike(const ChannelDescription& channel, const Part& part)
    {
        return channel.path == part.path && channel.target == part.target;
    }

    void makeTargets(ClipDescription& clip)
    {
        std::vector<ChannelTarget> targets;
        std::vector<ChannelPath> paths;
        targets.reserve(clip.channels.size());
        paths.reserve(clip.channels.size());
        parts_.clear();
        parts_.reserve(clip.channels.size());
        for (ChannelDescription& channel : clip.channels) {
            const ChannelTarget& described = parts_.emplace_back(Part{std::move(channel.target), channel.path}).target;
            paths.push_back(channel.path);
            if (described.kind != ChannelTarget::Kind::Node) {
                targets.push_back(described);
                targets.back().identity = TargetIdentity(scene_.getLifetime());
                continue;
            }
            // Consecutive channels usually target the same node.
            const bool isLast = !targets.empty() && targets.back().kind == described.kind && targets.back().index == described.index;
            targets.push_back(isLast ? targets.back() : makeTarget(*scene_.nodes()[described.index], described.index, 0));
            targets.back().property = described.property;
        }
        validateTargets(clip.name, targets, paths);
        targets_ = std::make_shared<const std::vector<ChannelTarget>>(std::move(targets));
    }

    Scene& scene_;
    // The targets of the previous clip. Clips of one rig nearly always move the same nodes, so they share these targets.
    std::vector<Part> parts_;
    std::shared_ptr<const std::vector<ChannelTarget>> targets_;
};

void createGroups(SceneDescription& description, Scene& scene)
{
    ClipBuilder builder(scene);
    for (std::size_t clip = 0; clip < description.clips.size(); ++clip) {
        const AnimationGroup& group = scene.createAnimationGroup(
            builder.build(std::move(description.clips[clip]), std::move(description.packed[clip])), {.mayMoveNothing = true});
        if (clip < description.kept.size() && description.kept[clip].animation != nullptr) {
            SceneAccess::keep(scene, group, description.kept[clip].animation);
        }
    }
    for (const PoseDescription& pose : description.referencePoses) {
        addReferencePose(scene, pose.type, *scene.animationGroups()[pose.clip]);
    }
}

template <class Model>
Model withNodes(VrmDescription<Model> description, const Scene& scene)
{
    for (const std::size_t node : description.nodes) {
        description.model.nodes.emplace_back(*scene.nodes()[node]);
    }
    return std::move(description.model);
}

}  // namespace

std::vector<std::shared_ptr<const AnimationClip>> buildClips(SceneDescription description)
{
    Scene scene;
    for (NodeDescription& node : description.nodes) {
        node.camera.reset();
        node.light.reset();
    }
    createNodes(description.nodes, scene);
    connectNodes(description.nodes, scene);
    ClipBuilder builder(scene);
    std::vector<std::shared_ptr<const AnimationClip>> clips;
    for (std::size_t clip = 0; clip < description.clips.size(); ++clip) {
        clips.push_back(builder.build(std::move(description.clips[clip]), std::move(description.packed[clip])));
    }
    return clips;
}

std::unique_ptr<Scene> buildScene(SceneDescription description, const ImportOptions& options)
{
    auto scene = std::make_unique<Scene>();
    scene->setName(description.name);
    scene->setMetadata(description.extras);
    scene->setExtensions(description.extensions);
    for (SceneCamera& camera : description.cameras) {
        scene->addCamera(std::move(camera));
    }
    for (SceneLight& light : description.lights) {
        scene->addLight(std::move(light));
    }
    createNodes(description.nodes, *scene);
    connectNodes(description.nodes, *scene);
    for (Image& image : description.images) {
        scene->addImage(std::move(image));
    }
    for (Material& material : description.materials) {
        scene->addMaterial(std::move(material));
    }
    addBodySkin(description, options);
    createSkeletons(description, options, *scene);
    keepLengths(description.nodes, *scene);
    createInstances(description, *scene);
    createGroups(description, *scene);
    for (JointMappingDescription& described : description.jointMappings) {
        JointMapping mapping{.vocabulary = std::move(described.vocabulary)};
        for (auto& [role, node] : described.roles) {
            mapping.roles.push_back({std::move(role), Handle<const TransformNode>(*scene->nodes()[node])});
        }
        addJointMapping(*scene, std::move(mapping));
    }
    if (description.vrm) {
        addVrmModel(*scene, withNodes(std::move(*description.vrm), *scene));
    }
    if (description.vrmAnimation) {
        addVrmAnimation(*scene, withNodes(std::move(*description.vrmAnimation), *scene));
    }
    for (std::string& warning : description.notes.take()) {
        addImportWarning(*scene, std::move(warning));
    }
    for (const std::filesystem::path& file : description.filesNamed) {
        addSourceFile(*scene, file.string());
    }
    return scene;
}

}  // namespace armature::importing
