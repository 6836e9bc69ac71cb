#include "import/describe_scene.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/math/decompose.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/text.hpp>

#include "animation/clip/clip_layout.hpp"
#include "animation/playing/animation_group_access.hpp"
#include "base/words.hpp"
#include "import/gltf/property_pointers.hpp"
#include "import/gltf/writer/kept_numbers.hpp"
#include "import/list_describer.hpp"
#include "node/node_access.hpp"
#include "scene/scene_access.hpp"
#include "vrm/vrm_rules.hpp"

namespace armature::importing {

namespace {

/// Builds the description of a scene.
class SceneDescriber {
public:
    explicit SceneDescriber(const Scene& scene) : scene_(scene), lists_(scene, description_), skeletons_(places_, description_) {}

    SceneDescription describe()
    {
        description_.name = scene_.getName();
        description_.extras = scene_.getMetadata();
        description_.extensions = scene_.getExtensions();
        describeNumbers();
        lists_.describe();
        describeNodes();
        for (const Skeleton* skeleton : scene_.skeletons()) {
            skeletons_.describe(*skeleton);
        }
        hangOnBones();
        describeInstances();
        for (std::size_t place = 0; place < scene_.animationGroups().size(); ++place) {
            describeClip(*scene_.animationGroups()[place], place);
        }
        describeRoles();
        describeVrm(vrmModels(scene_), "VRM models", description_.vrm);
        describeVrm(vrmAnimations(scene_), "VRM animations", description_.vrmAnimation);
        return std::move(description_);
    }

private:
    /// Fills in the file's number of each node, and lists the number maps that the extensions at the scene's root use. All animations begin
    /// with FileNumbers::none: describeClip() fills in their numbers, because some animations are left out.
    void describeNumbers()
    {
        WrittenNumbers& written = description_.written.emplace();
        written.own.of(NumberedThing::Node).assign(SceneAccess::nodeNumberCount(scene_), FileNumbers::none);
        for (std::size_t place = 0; place < scene_.nodes().size(); ++place) {
            written.own.of(NumberedThing::Node)[SceneAccess::nodeNumber(scene_, place)] = place;
        }
        written.own.of(NumberedThing::Animation).assign(SceneAccess::groupNumberCount(scene_), FileNumbers::none);
        written.roots = SceneAccess::rootsOf(scene_);
    }

    void describeRoles()
    {
        for (const JointMapping& mapping : jointMappings(scene_)) {
            JointMappingDescription described{mapping.vocabulary, {}};
            for (const JointRole& role : mapping.roles) {
                if (const TransformNode* node = role.node.get()) {
                    described.roles.emplace_back(role.role, places_.at(node));
                }
            }
            if (!described.roles.empty()) {
                description_.jointMappings.push_back(std::move(described));
            }
        }
    }

    /// Describes the first model that still has nodes: a file can hold only one model. References to removed nodes become
    /// FileNumbers::none.
    template <class Model>
    void describeVrm(std::span<const Model> models, std::string_view kind, std::optional<VrmDescription<Model>>& outDescription)
    {
        const auto written = std::ranges::find_if_not(models, isGone<Model>);
        if (written == models.end()) {
            return;
        }
        if (const auto count = models.end() - written - std::count_if(written, models.end(), isGone<Model>); count > 1) {
            description_.notes.add("the scene", fmt::format("has {} {}, of which a file can have one: number {}, {}, is written", count,
                                                            kind, written - models.begin(), toString(*written)));
        }
        outDescription.emplace();
        outDescription->model = *written;
        outDescription->model.nodes.clear();
        lists_.renumber(outDescription->model);
        for (const Handle<const TransformNode>& node : written->nodes) {
            outDescription->nodes.push_back(node.get() != nullptr ? places_.at(node.get()) : FileNumbers::none);
        }
    }

    void describeNodes()
    {
        const auto nodes = scene_.nodes();
        description_.nodes.resize(nodes.size());
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            places_.emplace(nodes[place], place);
        }
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            const TransformNode& node = *nodes[place];
            NodeDescription& description = description_.nodes[place];
            description.name = node.getName();
            description.extras = node.getMetadata();
            description.extensions = node.getExtensions();
            description.numbers = SceneAccess::numbersOf(node);
            description.camera = lists_.written(NumberedThing::Camera, node.getCamera());
            description.light = lists_.written(NumberedThing::Light, node.getLight());
            description.isShown = node.isSelfEnabled();
            if (const Node* parent = node.getParent(); parent != nullptr && !parent->isBone()) {
                description.parent = places_.at(parent);
            }
            describePose(node, description);
            if (node.isWorldMatrixFrozen()) {
                note(node, "has a frozen world matrix: written with its local pose");
            }
        }
    }

    void hangOnBones()
    {
        for (const TransformNode* node : scene_.nodes()) {
            const Bone* bone = node->getParent() != nullptr ? node->getParent()->asBone() : nullptr;
            if (bone == nullptr) {
                continue;
            }
            auto& parent = description_.nodes[places_.at(node)].parent;
            parent = skeletons_.nodeOf(*bone);
            if (!parent) {
                note(*node, fmt::format("is attached to bone {} of another scene: written as a root", inQuotes(bone->getName())));
            }
        }
    }

    /// Returns the index of the described mesh that has this instance's geometry and materials. Adds that mesh if it is new.
    std::size_t meshOf(const MeshInstance& instance)
    {
        const auto& primitives = instance.getMesh()->primitives();
        std::vector<std::optional<std::size_t>> materials;
        bool isPlain = true;
        for (std::size_t number = 0; number < primitives.size(); ++number) {
            materials.push_back(lists_.written(NumberedThing::Material, instance.getMaterial(number)));
            isPlain = isPlain && materials.back() == primitives[number].material;
        }
        const auto hasExtensions = [](const auto& each) { return !each.extensions.empty(); };
        const bool mayHaveNumbers = !instance.getMesh()->getExtensions().empty() || std::ranges::any_of(primitives, hasExtensions);
        const SharedFileNumbers numbers = mayHaveNumbers ? SceneAccess::numbersOf(instance) : nullptr;
        const auto [known, isNew] = meshes_.try_emplace({instance.getMesh().get(), materials, numbers}, description_.meshes.size());
        if (isNew) {
            description_.written->meshes.push_back(numbers);
        }
        if (isNew && isPlain) {
            description_.meshes.push_back(instance.getMesh());
        } else if (isNew) {
            MeshDescription painted = instance.getMesh()->getDescription();
            for (std::size_t number = 0; number < primitives.size(); ++number) {
                painted.primitives[number].material = materials[number];
            }
            description_.meshes.push_back(Mesh::create(std::move(painted)));
        }
        return known->second;
    }

    /// Returns the node for the instance's mesh. glTF allows one mesh per node, so each further mesh of a node gets a child node.
    std::size_t placeFor(const MeshInstance& instance)
    {
        auto& atNode = instances_[&instance.getNode()];
        std::size_t place = places_.at(&instance.getNode());
        if (!atNode.empty()) {
            NodeDescription node;
            node.name = instance.getName();
            node.parent = place;
            node.isShown = description_.nodes[place].isShown;
            place = description_.nodes.size();
            description_.nodes.push_back(std::move(node));
        }
        atNode.push_back(place);
        return place;
    }

    void describeInstances()
    {
        for (const MeshInstance* instance : scene_.meshInstances()) {
            const Mesh& mesh = *instance->getMesh();
            if (mesh.primitives().empty()) {
                note(instance->getNode(), "has a mesh without primitives: left out");
                continue;
            }
            InstanceDescription description;
            description.mesh = meshOf(*instance);
            description.node = placeFor(*instance);
            if (const Skeleton* skeleton = instance->getSkeleton()) {
                description.skin = skeletons_.skinOf(*skeleton, instance->getInverseBindSet());
            }
            if (instance->getMorphWeights() != mesh.getMorphWeights()) {
                description.morphWeights = instance->getMorphWeights();
            }
            description_.instances.push_back(std::move(description));
        }
        std::ranges::stable_sort(description_.instances, {}, &InstanceDescription::node);
    }

    /// Returns the indices of the described nodes that a channel for `target` moves: several if other nodes follow the target or hold its
    /// meshes, none if the channel has no effect.
    std::vector<std::size_t> targetsOf(const Node& target, ChannelPath path) const
    {
        const TransformNode* node = target.asTransformNode();
        if (const Bone* bone = target.asBone()) {
            node = bone->getTransformNode();
            if (node != nullptr && bone->getLinkMode() != LinkMode::ForwardWrites) {
                return {};  // this node drives the bone, so a channel for the bone has no effect
            }
            if (node == nullptr) {
                const auto place = skeletons_.nodeOf(*bone);
                return place ? std::vector{*place} : std::vector<std::size_t>();
            }
        }
        const auto place = places_.find(node);
        if (place == places_.end()) {
            return {};
        }
        if (path == ChannelPath::Weights) {
            const auto meshes = instances_.find(node);
            return meshes != instances_.end() ? meshes->second : std::vector<std::size_t>();
        }
        std::vector<std::size_t> targets = skeletons_.followersOf(*node);
        targets.insert(targets.begin(), place->second);
        return targets;
    }

    /// Returns the content of a group's animation that its clip does not hold, without channels for objects that were removed from the
    /// scene. Pointers refer to the written file.
    KeptClip keptOf(const AnimationGroup& group)
    {
        const SceneAccess::Kept kept = SceneAccess::keptOf(scene_, group);
        if (kept.animation == nullptr || kept.animation->channels.empty()) {
            return {kept.animation, kept.numbers};
        }
        auto written = std::make_shared<KeptAnimation>(*kept.animation);
        std::erase_if(written->channels, [&](KeptChannel& channel) {
            const auto pointer = pointerOf(channel, kept.numbers);
            if (!pointer) {
                description_.notes.add(fmt::format("clip {}", inQuotes(group.getName())),
                                       fmt::format("moves {}, which is not in the scene: left out", inQuotes(channel.pointer)));
                return true;
            }
            channel.pointer = *pointer;
            return false;
        });
        return {written, kept.numbers};
    }

    std::optional<std::string> pointerOf(const KeptChannel& channel, const SharedFileNumbers& numbers) const
    {
        if (channel.mesh == nullptr) {
            return gltf::renumberedPointer(channel.pointer, numbers, description_.written->own);
        }
        const auto mesh = std::ranges::find(description_.meshes, channel.mesh);
        return mesh != description_.meshes.end()
                   ? std::optional(fmt::format("/meshes/{}{}", mesh - description_.meshes.begin(), channel.pointer))
                   : std::nullopt;
    }

    void describeClip(const AnimationGroup& group, std::size_t placeOfGroup)
    {
        const AnimationClip& original = group.getClip();
        ClipDescription clip;
        clip.name = original.getName();
        for (std::size_t track = 0; track < original.timeTrackCount(); ++track) {
            const auto times = original.timeTrack(track);
            clip.timeTracks.emplace_back(times.begin(), times.end());
        }
        std::map<std::tuple<ChannelTarget::Kind, std::size_t, ChannelPath, std::string>, std::size_t> moved;
        const auto add = [&](ChannelDescription written) {
            const ChannelTarget& target = written.target;
            const auto [known, isNew] = moved.try_emplace({target.kind, target.index, written.path, target.property}, clip.channels.size());
            if (isNew) {
                clip.channels.push_back(std::move(written));
            } else {
                clip.channels[known->second] = std::move(written);  // of several channels for the same property, the last wins
            }
        };
        for (std::size_t number = 0; number < original.channels().size(); ++number) {
            const AnimationChannel& channel = original.channels()[number];
            if (const PropertySlot* const property = AnimationGroupAccess::bindings(group).propertyOf(number);
                property != nullptr && property->kind != ChannelTarget::Kind::Node) {
                if (const auto place = lists_.written(*property)) {
                    describeProperty(clip.name, channel, *place, add);
                }
                continue;
            }
            const Node* target = group.getTarget(number);
            const auto targets = target != nullptr ? targetsOf(*target, channel.path) : std::vector<std::size_t>();
            if (targets.empty()) {
                description_.notes.add(
                    fmt::format("clip {}", inQuotes(clip.name)),
                    fmt::format("has a channel for {} that moves nothing here: left out", inQuotes(channel.target.name)));
            }
            for (const std::size_t place : targets) {
                ChannelDescription written = channel.describe();
                written.target = {.index = place, .name = description_.nodes[place].name, .property = channel.target.property};
                makeMovable(place, written.path);
                add(std::move(written));
            }
        }
        const KeptClip kept = keptOf(group);
        if (clip.channels.empty() && (kept.animation == nullptr || kept.animation->channels.empty())) {
            description_.notes.add(fmt::format("clip {}", inQuotes(clip.name)), "moves nothing here: left out");
            return;
        }
        for (const ReferencePose& pose : referencePoses(scene_)) {
            if (pose.group.get() == &group) {
                description_.referencePoses.push_back({pose.type, description_.clips.size()});
            }
        }
        description_.written->own.of(NumberedThing::Animation)[SceneAccess::groupNumber(scene_, placeOfGroup)] = description_.clips.size();
        description_.kept.push_back(kept);
        description_.clips.push_back(std::move(clip));
    }

    /// Adds a channel for a property. `place`: the index of the material, camera or light in the file.
    template <class Add>
    void describeProperty(const std::string& clip, const AnimationChannel& channel, std::size_t place, const Add& add)
    {
        ChannelDescription written = channel.describe();
        written.target.index = place;
        if (gltf::pointerTo(written.target, description_)) {
            add(std::move(written));
        } else {
            description_.notes.add(
                fmt::format("clip {}", inQuotes(clip)),
                fmt::format("has a curve {}, for which glTF has no place: left out", inQuotes(toString(channel.target))));
        }
    }

    /// Removes the matrix of a node whose translation, rotation or scale is animated: glTF does not allow both.
    void makeMovable(std::size_t place, ChannelPath path)
    {
        NodeDescription& node = description_.nodes[place];
        if (isRow(path)) {
            return;
        }
        if (node.matrix) {
            if (!decompose(*node.matrix).isExact()) {
                description_.notes.add(fmt::format("node {}", inQuotes(node.name)),
                                       "is sheared and animated, which glTF cannot express: the shear is lost");
            }
            node.matrix.reset();
        }
        const bool isTurned = path == ChannelPath::Rotation || path == ChannelPath::Scale;
        if (place < scene_.nodes().size() && isTurned && scene_.nodes()[place]->getPivotPoint() != glm::vec3(0.f)) {
            description_.notes.add(fmt::format("node {}", inQuotes(node.name)),
                                   "is animated about a pivot, which glTF cannot express: it will move about its origin");
        }
    }

    void note(const Node& node, std::string_view text) { description_.notes.add(fmt::format("node {}", inQuotes(node.getName())), text); }

    const Scene& scene_;
    SceneDescription description_;
    ListDescriber lists_;
    std::unordered_map<const Node*, std::size_t> places_;
    SkeletonDescriber skeletons_;
    std::map<std::tuple<const Mesh*, std::vector<std::optional<std::size_t>>, SharedFileNumbers>, std::size_t> meshes_;
    std::unordered_map<const TransformNode*, std::vector<std::size_t>> instances_;  ///< The described nodes that hold a node's meshes.
};

}  // namespace

SceneDescription describeScene(const Scene& scene)
{
    return SceneDescriber(scene).describe();
}

}  // namespace armature::importing
