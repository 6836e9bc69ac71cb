#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/property_pointers.hpp"
#include "import/gltf/readers.hpp"

// Animations (glTF 2.0, sections 3.11 and 5.5 to 5.9).
namespace armature::gltf {

namespace {

constexpr std::uint64_t bytesOfKept = 3 * sizeof(KeptAnimation);  // including the entry in a table of the scene

constexpr std::size_t pathCharacters = 128;  // maximum length of ChannelTarget::path, which the scene builder fills in

bool isPathOfNode(std::string_view path) noexcept
{
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

/// Reads one animation. Reads the keys of samplers on demand, and each accessor of times only once.
class AnimationReader {
public:
    /// `nodesOfMeshes`: for each mesh, the nodes that have it and use its own morph weights.
    AnimationReader(Document& document, const importing::SceneDescription& scene, std::span<const std::size_t> morphTargetCounts,
                    std::span<const std::vector<std::size_t>> nodesOfMeshes, std::size_t& keyCount)
        : document_(document), scene_(scene), morphTargetCounts_(morphTargetCounts), nodesOfMeshes_(nodesOfMeshes), keyCount_(keyCount)
    {}

    /// Returns the clip, without keys. `outKeys`: the keys of the clip's channels. `outKept`: the content that the clip cannot hold.
    ClipDescription read(const Json& value, ClipKeys& outKeys, KeptAnimation& outKept)
    {
        clip_.name = readName(document_, value);
        kept_.extras = value.findText("extras");
        document_.charge(2 * kept_.extras.size(), value);
        kept_.extensions = readKeptExtensions(document_, value, {});
        const auto samplers = value.findArray("samplers");  // both must outlive the values read from them
        const auto channels = value.findArray("channels");
        if (!samplers || !channels) {
            document_.notes.add(value.pointer(), "has no samplers or no channels: it moves nothing; export the file again");
            outKept = std::move(kept_);
            return std::move(clip_);
        }
        document_.reserve(samplers_, *samplers);
        document_.reserve(clip_.channels, *channels);
        document_.reserve(keys_.channels, *channels);
        samplers->forEach([&](std::size_t, const Json& sampler) { samplers_.push_back(readSampler(sampler)); });
        const auto readNumber = [&](std::size_t number, const Json& channel) {
            channel_ = number;
            if (!movesMeshes_ || ofMeshes_.contains(number)) {
                readChannel(channel);
            }
        };
        channels->forEach(readNumber);
        if (!ofMeshes_.empty()) {
            movesMeshes_ = true;  // second pass for channels of meshes: animated weights of nodes take precedence
            channels->forEach(readNumber);
        }
        outKeys = std::move(keys_);
        outKept = std::move(kept_);
        return std::move(clip_);
    }

private:
    struct Sampler {
        Json place;
        std::size_t input = 0;
        std::size_t output = 0;
        Interpolation interpolation = Interpolation::Linear;
    };

    Sampler readSampler(const Json& value)
    {
        const auto [input, output, interpolation] = value.findEach({"input", "output", "interpolation"});
        Sampler sampler{.place = value};
        sampler.input = document_.accessorIndex(value.require(input, "input"));
        sampler.output = document_.accessorIndex(value.require(output, "output"));
        const std::string_view name = interpolation ? interpolation->asString() : "LINEAR";
        if (name == "STEP") {
            sampler.interpolation = Interpolation::Step;
        } else if (name == "CUBICSPLINE") {
            sampler.interpolation = Interpolation::CubicSpline;
        } else if (name != "LINEAR") {
            document_.notes.add(value.pointer("interpolation"),
                                fmt::format("is {}, which glTF does not know: taken as LINEAR", quoted(name)));
        }
        return sampler;
    }

    void readChannel(const Json& value)
    {
        const auto [samplerMember, targetMember] = value.findEach({"sampler", "target"});
        const Sampler& sampler = samplers_[value.require(samplerMember, "sampler").asIndex(samplers_.size(), "samplers of this animation")];
        const Json& target = value.require(targetMember, "target");
        const auto [nodeMember, pathMember] = target.findEach({"node", "path"});
        const std::size_t node = nodeMember ? nodeMember->asIndex(scene_.nodes.size(), "nodes") : 0;
        const std::string_view path = target.require(pathMember, "path").asString();
        if (path == "pointer") {
            readPointer(value, target, sampler);
        } else if (nodeMember) {
            readChannel(value, target, sampler, node, path);
        } else {
            document_.notes.add(target.pointer(), "names no node: the channel is left out; an extension may animate its target");
        }
    }

    void readChannel(const Json& value, const Json& target, const Sampler& sampler, std::size_t node, std::string_view path)
    {
        ChannelDescription channel;
        if (!choosePath(path, node, target, channel)) {
            return;
        }
        channel.target.index = node;
        addChannel(value, sampler, std::move(channel), scene_.nodes[node].name.size());
    }

    void readProperty(const Json& value, const Sampler& sampler, const PropertyPlace& property)
    {
        ChannelDescription channel;
        channel.path = ChannelPath::Property;
        channel.components = property.components;
        channel.target = {.kind = property.kind, .index = property.index, .property = std::string(property.property)};
        channel.target.name = nameOf(property, scene_);
        const std::size_t nameSize = channel.target.name.size();
        addChannel(value, sampler, std::move(channel), nameSize);
    }

    /// `nameSize`: the length of the target's name, for the budget; a node's name is filled in later.
    void addChannel(const Json& value, const Sampler& sampler, ChannelDescription channel, std::size_t nameSize)
    {
        document_.charge(importing::bytesOfChannel + 2 * nameSize + pathCharacters, value);
        channel.interpolation = sampler.interpolation;
        if (const std::string_view lack = lackOfKeys(sampler.input); !lack.empty()) {
            document_.notes.add(value.pointer(), lack);
            return;
        }
        channel.timeTrack = readTimes(sampler);
        const std::span<const float> values = readValues(sampler, channel);
        keys_.channels.push_back({channel.path, channel.interpolation, channel.timeTrack, channel.components, values});
        if (channel.path == ChannelPath::Weights) {
            weightsMoved_.insert(channel.target.index);
        }
        clip_.channels.push_back(std::move(channel));
    }

    /// Reads KHR_animation_pointer. A pointer to a property that a clip can animate ("/nodes/3/rotation", the weights of a mesh) becomes a
    /// channel. Other pointers are kept for saving, unless their target does not exist.
    void readPointer(const Json& value, const Json& target, const Sampler& sampler)
    {
        const auto extensions = target.findObject("extensions");
        const auto extension = extensions ? extensions->findObject("KHR_animation_pointer") : std::nullopt;
        if (!extension) {
            document_.notes.add(target.pointer("path"), "is \"pointer\" without KHR_animation_pointer: the channel is left out");
            return;
        }
        const Json pointer = extension->require("pointer");
        const PropertyPointer property(pointer.asString());
        const auto isOf = [&](std::string_view list, std::size_t count) { return property.list == list && property.number < count; };
        const auto place = findProperty(pointer.asString(), scene_);
        if (isOf("nodes", scene_.nodes.size()) && isPathOfNode(property.rest)) {
            readChannel(value, target, sampler, *property.number, property.rest);
        } else if (place && document_.accessors[sampler.output].components == place->components) {
            readProperty(value, sampler, *place);
        } else if (!movesMeshes_ && property.list == "meshes") {
            ofMeshes_.insert(channel_);
        } else if (isOf("meshes", scene_.meshes.size()) && property.rest == "weights"
                   && moveMesh(value, target, sampler, *property.number)) {
            return;
        } else if (!property.isWhole || (property.number && !isThere(property))) {
            document_.notes.add(pointer.pointer(),
                                fmt::format("is {}, which does not exist: the channel is left out", quoted(pointer.asString())));
        } else {
            keep(pointer, sampler, property);
        }
    }

    [[nodiscard]] bool isThere(const PropertyPointer& property) const
    {
        const auto list = document_.root.find(property.list);
        return !list || !list->isArray() || property.number < list->size();
    }

    /// Applies an animation of a mesh's weights to the nodes that have the mesh and no weights of their own. Returns false if that animates
    /// nothing: there is no such node, the weights of all such nodes are already animated, or an earlier channel animates the same mesh.
    bool moveMesh(const Json& value, const Json& target, const Sampler& sampler, std::size_t mesh)
    {
        bool isMoved = false;
        for (const std::size_t node : movedMeshes_.insert(mesh).second ? nodesOfMeshes_[mesh] : std::vector<std::size_t>()) {
            if (!weightsMoved_.contains(node)) {
                readChannel(value, target, sampler, node, "weights");
                isMoved = true;
            }
        }
        return isMoved;
    }

    /// Keeps a channel that a clip cannot hold, for saving.
    void keep(const Json& pointer, const Sampler& sampler, const PropertyPointer& property)
    {
        const Accessor& values = document_.accessors[sampler.output];
        const std::size_t keys = document_.accessors[sampler.input].count;
        if (!lackOfKeys(sampler.input).empty() || values.isMatrix || values.count == 0 || values.count % keys != 0) {
            document_.notes.add(pointer.pointer(),
                                fmt::format("is {}, whose keys make no sense: the channel is left out", quoted(pointer.asString())));
            return;
        }
        const Json input = sampler.place.placeOf("input");
        const Json output = sampler.place.placeOf("output");
        countKeys(keys, input);
        countKeys(values.count, output);
        document_.charge(2 * (keys + values.count * values.components) * sizeof(float) + sizeof(KeptChannel) + pointer.asString().size(),
                         output);
        KeptChannel channel;
        channel.pointer = pointer.asString();
        if (property.list == "meshes" && property.number && *property.number < scene_.meshes.size()) {
            channel.mesh = scene_.meshes[*property.number];
            channel.pointer = '/' + std::string(property.rest);
        }
        channel.interpolation = sampler.interpolation;
        channel.times = readFloats(document_, sampler.input, 1, input);
        channel.components = values.components;
        channel.componentType = static_cast<std::uint16_t>(values.componentType);
        channel.isNormalized = values.isNormalized;
        channel.values = readFloats(document_, sampler.output, values.components, output);
        const bool isFinite = std::ranges::all_of(channel.times, [](float time) { return time >= 0.f && std::isfinite(time); });
        if (!isFinite || std::ranges::adjacent_find(channel.times, std::greater_equal()) != channel.times.end()) {
            document_.notes.add(pointer.pointer(),
                                fmt::format("is {}, whose key times do not increase: the channel is left out", quoted(pointer.asString())));
            return;
        }
        document_.notes.add(pointer.pointer(),
                            fmt::format("is {}, which is not animated here: kept for saving", quoted(pointer.asString())));
        kept_.channels.push_back(std::move(channel));
    }

    /// Sets the channel's path and its number of components. Returns false, with a note, if the path is unknown or the node's mesh has no
    /// morph targets.
    bool choosePath(std::string_view path, std::size_t node, const Json& target, ChannelDescription& channel)
    {
        channel.components = 3;
        if (path == "translation") {
            channel.path = ChannelPath::Translation;
        } else if (path == "scale") {
            channel.path = ChannelPath::Scale;
        } else if (path == "rotation") {
            channel.path = ChannelPath::Rotation;
            channel.components = 4;
        } else if (path == "weights") {
            channel.path = ChannelPath::Weights;
            channel.components = morphTargetCounts_[node];
            if (channel.components == 0) {
                document_.notes.add(target.pointer(),
                                    fmt::format("moves morph weights, but the mesh at node {} has no morph targets: left out", node));
                return false;
            }
        } else {
            document_.notes.add(target.pointer("path"),
                                fmt::format("is {}, which this reader does not know: the channel is left out", quoted(path)));
            return false;
        }
        return true;
    }

    /// Returns why accessor `input` has no usable key times, or an empty text. Missing data would be read as zeros, which do not increase.
    [[nodiscard]] std::string_view lackOfKeys(std::size_t input) const
    {
        const Accessor& times = document_.accessors[input];
        if (times.count == 0) {
            return "has no keys: left out";
        }
        const bool hasData = (times.bytes && !times.isInvented) || times.sparse;
        return hasData || times.count == 1 ? "" : "has no data for its key times: left out; export the file again";
    }

    void countKeys(std::uint64_t count, const Json& place)
    {
        const std::size_t limit = document_.options.limits.keys;
        if (count > limit - keyCount_) {
            place.refuse(fmt::format("has {} key times or values after {} in all, but the limit is {} (ImportLimits::keys)", count,
                                     keyCount_, limit));
        }
        keyCount_ += static_cast<std::size_t>(count);
    }

    std::size_t readTimes(const Sampler& sampler)
    {
        const auto [known, isNew] = trackOfAccessor_.try_emplace(sampler.input, keys_.timeTracks.size());
        if (isNew) {
            const Json input = sampler.place.placeOf("input");
            countKeys(document_.accessors[sampler.input].count, input);
            document_.charge(importing::bytesOfTimeTrack, input);
            keys_.timeTracks.push_back(floatsOf(document_, sampler.input, 1, input));
        }
        return known->second;
    }

    std::span<const float> readValues(const Sampler& sampler, const ChannelDescription& channel)
    {
        const Json output = sampler.place.placeOf("output");
        const bool isWeights = channel.path == ChannelPath::Weights;
        const std::uint64_t elements = document_.accessors[sampler.output].count;
        const std::uint64_t keyCount = document_.accessors[sampler.input].count;
        const std::uint64_t perKey =
            (sampler.interpolation == Interpolation::CubicSpline ? 3u : 1u) * (isWeights ? channel.components : 1u);
        if (elements / perKey != keyCount || elements % perKey != 0) {
            output.refuse(fmt::format("has {}, but {} with {} each need {}", counted(elements, "element"), counted(keyCount, "key"),
                                      counted(perKey, "element"), keyCount * perKey));
        }
        countKeys(elements, output);
        document_.charge(elements * sizeof(float) * (isWeights ? 1 : channel.components), output);  // the clip stores these values again
        return floatsOf(document_, sampler.output, isWeights ? 1 : channel.components, output);
    }

    Document& document_;
    const importing::SceneDescription& scene_;
    std::span<const std::size_t> morphTargetCounts_;
    std::span<const std::vector<std::size_t>> nodesOfMeshes_;
    std::size_t& keyCount_;
    ClipDescription clip_;
    ClipKeys keys_;
    KeptAnimation kept_;
    std::vector<Sampler> samplers_;
    std::size_t channel_ = 0;         ///< The index of the channel being read.
    bool movesMeshes_ = false;        ///< Whether this is the second pass, which reads the channels of meshes.
    std::set<std::size_t> ofMeshes_;  ///< The indices of the channels whose pointers refer to meshes.
    std::set<std::size_t> movedMeshes_;
    std::set<std::size_t> weightsMoved_;  ///< Nodes whose weights are animated.
    std::unordered_map<std::size_t, std::size_t> trackOfAccessor_;
};

/// Returns the number of morph targets of each node's mesh.
std::vector<std::size_t> countMorphTargets(const importing::SceneDescription& scene)
{
    std::vector<std::size_t> counts(scene.nodes.size(), 0);
    for (const importing::InstanceDescription& instance : scene.instances) {
        counts[instance.node] = scene.meshes[instance.mesh]->getMorphWeights().size();
    }
    return counts;
}

}  // namespace

void readAnimations(Document& document, importing::SceneDescription& scene)
{
    const auto animations = document.root.findArray("animations");
    if (!animations) {
        return;
    }
    const auto morphTargetCounts = countMorphTargets(scene);
    std::vector<std::vector<std::size_t>> nodesOfMeshes(scene.meshes.size());
    for (const importing::InstanceDescription& instance : scene.instances) {
        if (instance.morphWeights.empty() && morphTargetCounts[instance.node] > 0) {
            nodesOfMeshes[instance.mesh].push_back(instance.node);
        }
    }
    std::size_t keyCount = 0;
    document.reserve(scene.clips, *animations);
    document.reserve(scene.keys, *animations);
    animations->forEach([&](std::size_t, const Json& value) {
        document.charge(importing::bytesOfClip, value);
        KeptAnimation kept;
        readReferencePose(value, scene.clips.size(), scene);
        scene.clips.push_back(
            AnimationReader(document, scene, morphTargetCounts, nodesOfMeshes, keyCount).read(value, scene.keys.emplace_back(), kept));
        const bool isEmpty = kept.extras.empty() && kept.extensions.empty() && kept.channels.empty();
        document.charge(isEmpty ? 0 : bytesOfKept, value);
        scene.kept.push_back({isEmpty ? nullptr : std::make_shared<const KeptAnimation>(std::move(kept)), nullptr});
    });
}

}  // namespace armature::gltf
