#include "findings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/math/decompose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "palette_use.hpp"

namespace armature::tools {

namespace {

constexpr float farInHeights = 0.01f;  // threshold, as a fraction of the skeleton's size in its bind pose
constexpr float farTurned = 0.02f;     // threshold for the distance between unit axes, about a degree

using Findings = std::vector<Finding>;

// The number of bones that share a problem, and the first of them.
struct Affected {
    std::size_t count = 0;
    Bone* first = nullptr;

    void add(Bone* bone) { first = count++ == 0 ? bone : first; }
};

void addOfBones(Findings& findings, const Skeleton& skeleton, const Affected& affected, std::string_view what, std::string_view whatOfMany)
{
    if (affected.count > 0) {
        findings.push_back(
            {fmt::format("skeleton {}: {} {}; the first is {}", inQuotes(skeleton.getName()), counted(affected.count, "bone"),
                         affected.count == 1 ? what : whatOfMany, inQuotes(affected.first->getName())),
             {.node = affected.first}});
    }
}

void findUnused(Findings& findings, const Scene& scene, Skeleton& skeleton)
{
    const std::vector<PaletteSlot> slots = paletteUseOf(scene, skeleton);
    const bool skins = std::any_of(slots.begin(), slots.end(), [](const PaletteSlot& slot) { return slot.vertices > 0; });
    Affected unused;
    for (const PaletteSlot& slot : slots) {
        if (skins && slot.bone != nullptr && slot.vertices == 0) {
            unused.add(skeleton.getBoneByIndex(slot.slot));
        }
        if (slot.bone == nullptr && slot.vertices > 0) {
            findings.push_back({fmt::format("skeleton {}: {} to palette slot {}, which no bone has", inQuotes(skeleton.getName()),
                                            counted(slot.vertices, "vertex is bound", "vertices are bound"), slot.slot),
                                {}});
        }
    }
    addOfBones(findings, skeleton, unused, "is in the palette and moves no vertex", "are in the palette and move no vertex");
}

float sizeOfSkeleton(const Skeleton& skeleton)
{
    glm::vec3 low(0.f);
    glm::vec3 high(0.f);
    for (const Bone* bone : skeleton.bones()) {
        const glm::vec3 place(bone->getAbsoluteBindMatrix()[3]);
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    return glm::distance(low, high);
}

bool areFarApart(const glm::mat4& one, const glm::mat4& other, float size)
{
    for (int column = 0; column < 3; ++column) {
        if (glm::distance(glm::vec3(one[column]), glm::vec3(other[column])) > farTurned * glm::length(glm::vec3(other[column]))) {
            return true;
        }
    }
    return glm::distance(glm::vec3(one[3]), glm::vec3(other[3])) > farInHeights * size;
}

void findPoses(Findings& findings, Skeleton& skeleton)
{
    const float size = sizeOfSkeleton(skeleton);
    Affected elsewhere;
    Affected sheared;
    for (Bone* bone : skeleton.bones()) {
        const glm::mat4 rest = bone->getRestMatrix();
        // Roots are not checked: their place may have been moved to the skeleton's host.
        if (bone->getParent() != nullptr && bone->getParent()->isBone() && areFarApart(rest, bone->getBindMatrix(), size)) {
            elsewhere.add(bone);
        }
        if (!decompose(rest).isExact()) {
            sheared.add(bone);
        }
    }
    addOfBones(findings, skeleton, elsewhere, "rests elsewhere than it was bound: at rest, what it skins is deformed",
               "rest elsewhere than they were bound: at rest, what they skin is deformed");
    addOfBones(findings, skeleton, sheared, "is sheared or flat at rest: place, rotation and scale cannot say it",
               "are sheared or flat at rest: place, rotation and scale cannot say it");
}

void findSharedNames(Findings& findings, Skeleton& skeleton)
{
    std::map<std::string_view, Affected> byName;
    for (Bone* bone : skeleton.bones()) {
        byName[bone->getName()].add(bone);
    }
    for (const auto& [name, affected] : byName) {
        if (affected.count > 1) {
            findings.push_back({fmt::format("skeleton {}: {} are called {}: by name, only the first is found", inQuotes(skeleton.getName()),
                                            counted(affected.count, "bone"), inQuotes(name)),
                                {.node = affected.first}});
        }
    }
}

std::size_t unweighted(const Primitive& primitive)
{
    const SkinWeights& skin = primitive.skin;
    std::size_t count = 0;
    for (std::size_t vertex = 0; skin.influencesPerVertex > 0 && vertex < primitive.positions.size(); ++vertex) {
        const auto first = skin.weights.begin() + static_cast<std::ptrdiff_t>(vertex * skin.influencesPerVertex);
        count +=
            std::none_of(first, first + static_cast<std::ptrdiff_t>(skin.influencesPerVertex), [](float weight) { return weight > 0.f; });
    }
    return count;
}

void findUnweighted(Findings& findings, MeshInstance& instance)
{
    std::size_t lacking = 0;
    std::size_t all = 0;
    for (const Primitive& primitive : instance.getMesh()->primitives()) {
        lacking += instance.getSkeleton() != nullptr ? unweighted(primitive) : 0;
        all += primitive.positions.size();
    }
    if (lacking > 0) {
        findings.push_back({fmt::format("mesh at {}: {} of {} no weights, and no bone moves them", inQuotes(instance.getNode().getName()),
                                        lacking, counted(all, "vertex has", "vertices have")),
                            {.node = &instance.getNode()}});
    }
}

bool holdsStill(const AnimationChannel& channel)
{
    if (channel.interpolation == Interpolation::CubicSpline) {
        return false;  // tangents may move it between equal keys
    }
    const std::size_t values = channel.values.size() / channel.components;
    for (std::size_t value = 1; value < values; ++value) {
        for (std::size_t component = 0; component < channel.components; ++component) {
            if (channel.values.at(value, component) != channel.values.at(0, component)) {
                return false;
            }
        }
    }
    return true;
}

void findOfClip(Findings& findings, const Playback& playback, std::size_t number)
{
    const AnimationGroup& group = *playback.clips()[number];
    const auto channels = group.getClip().channels();
    const std::vector<UnboundChannel> unbound = group.getUnboundChannels();
    const std::string name = inQuotes(playback.nameOf(number));
    if (channels.empty() || unbound.size() == channels.size()) {
        findings.push_back({fmt::format("clip {} moves nothing of this model", name), {.clip = number}});
    } else if (!unbound.empty()) {
        findings.push_back({fmt::format("clip {}: {} of {} nothing; the first is for {}", name, unbound.size(),
                                        counted(channels.size(), "channel moves", "channels move"), inQuotes(unbound.front().target)),
                            {.clip = number}});
    } else if (std::all_of(channels.begin(), channels.end(), holdsStill)) {
        findings.push_back({fmt::format("clip {} holds one pose", name), {.clip = number}});
    }
}

}  // namespace

std::vector<Finding> warningsOf(OpenModel& model)
{
    Findings warnings;
    for (const std::string& warning : model.scene->warnings()) {
        warnings.push_back({printable(warning), findPlace(model, warning)});
    }
    return warnings;
}

std::vector<Finding> findingsOf(OpenModel& model)
{
    Findings findings;
    for (Skeleton* skeleton : model.scene->skeletons()) {
        findUnused(findings, *model.scene, *skeleton);
        findPoses(findings, *skeleton);
        findSharedNames(findings, *skeleton);
    }
    for (MeshInstance* instance : model.scene->meshInstances()) {
        findUnweighted(findings, *instance);
    }
    for (std::size_t clip = 0; clip < model.playback.clips().size(); ++clip) {
        findOfClip(findings, model.playback, clip);
    }
    return findings;
}

}  // namespace armature::tools
