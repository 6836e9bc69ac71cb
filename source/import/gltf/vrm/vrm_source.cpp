#include "import/gltf/vrm/vrm_source.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <armature/text.hpp>

#include "base/words.hpp"
#include "vrm/vrm_rules.hpp"

namespace armature::gltf {

VrmSource::VrmSource(Document& documentOfFile, importing::SceneDescription& sceneOfFile)
    : document(documentOfFile), scene(sceneOfFile), nodes(documentOfFile, sceneOfFile), targets(sceneOfFile.nodes.size())
{
    for (const importing::InstanceDescription& instance : scene.instances) {
        targets[instance.node] = scene.meshes[instance.mesh]->getMorphWeights().size();
    }
}

std::optional<std::size_t> VrmNodes::read(const Json& value)
{
    const std::uint64_t node = value.asUnsigned();
    if (node >= count_) {
        leaveOut(document_, value, fmt::format("names node {}, but there are {}", node, count_));
        return std::nullopt;
    }
    document_.charge(6 * sizeof(std::size_t), value);
    return numberOf(static_cast<std::size_t>(node));
}

std::optional<std::size_t> VrmNodes::readMember(const Json& owner, std::string_view key)
{
    const auto member = owner.find(key);
    if (!member) {
        leaveOut(document_, owner, fmt::format("has no {}", key));
        return std::nullopt;
    }
    return read(*member);
}

std::size_t VrmNodes::numberOf(std::size_t fileNode)
{
    const auto [found, isNew] = numbers_.try_emplace(fileNode, fileNodes_.size());
    if (isNew) {
        fileNodes_.push_back(fileNode);
    }
    return found->second;
}

void leaveOut(Document& document, const Json& value, std::string_view problem)
{
    document.notes.add(value.pointer(), fmt::format("{}: left out", problem));
}

std::string readText(Document& document, const Json& owner, std::string_view key)
{
    const std::string_view text = owner.findString(key);
    document.charge(2 * text.size(), owner);
    return std::string(text);
}

std::size_t readChoice(Document& document, const Json& owner, std::string_view key, std::span<const std::string_view> words)
{
    const std::string_view text = owner.findString(key, words.front());
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) {
        document.notes.add(owner.pointer(key), fmt::format("is {}, which VRM 1.0 does not know: read as {}", quoted(text), words.front()));
        return 0;
    }
    return static_cast<std::size_t>(found - words.begin());
}

float readWithin(Document& document, const Json& owner, std::string_view key, float fallback, float low, float high)
{
    const float number = owner.findFloat(key, fallback);
    if (number < low || number > high) {
        const float used = std::clamp(number, low, high);
        document.notes.add(owner.pointer(key), fmt::format("is {}, but must be {}: read as {}", number,
                                                           high < std::numeric_limits<float>::max() ? fmt::format("in [{}, {}]", low, high)
                                                                                                    : fmt::format("at least {}", low),
                                                           used));
        return used;
    }
    return number;
}

void noteVersion(Document& document, const Json& extension)
{
    const std::string_view version = extension.findString("specVersion");
    if (version != "1.0") {
        document.notes.add(extension.pointer("specVersion"), fmt::format("is {}: read as 1.0", quoted(version)));
    }
}

void addBone(Document& document, std::vector<VrmBone>& bones, std::string_view role, const Json& value, std::optional<std::size_t> node)
{
    const auto known = humanoidRoleNamed(role);
    if (!known) {
        leaveOut(document, value, fmt::format("{} is no bone of VRM's humanoids", quoted(role)));
    } else if (std::ranges::find(bones, *known, &VrmBone::role) != bones.end()) {
        leaveOut(document, value, fmt::format("{} has a node already", role));
    } else if (node) {
        bones.push_back({*known, *node});
    }
}

std::string missingBones(std::span<const VrmBone> bones)
{
    std::string missing;
    for (std::size_t number = 0; number < humanoidRoleCount; ++number) {
        const auto role = static_cast<HumanoidRole>(number);
        if (isRequired(role) && std::ranges::find(bones, role, &VrmBone::role) == bones.end()) {
            missing += (missing.empty() ? "" : ", ") + std::string(toString(role));
        }
    }
    return missing;
}

void noteMissingBones(Document& document, const Json& place, const std::vector<VrmBone>& bones)
{
    if (const std::string missing = missingBones(bones); !missing.empty()) {
        document.notes.add(place.pointer(), fmt::format("lacks bones that VRM demands: {}", missing));
    }
}

}  // namespace armature::gltf
