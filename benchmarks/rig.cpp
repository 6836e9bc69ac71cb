#include "rig.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <glm/gtc/quaternion.hpp>

namespace armature::bench {

namespace {

std::size_t addChain(std::vector<std::size_t>& parents, std::size_t parent, std::size_t length)
{
    for (std::size_t i = 0; i < length; ++i) {
        parents.push_back(parent);
        parent = parents.size() - 1;
    }
    return parent;
}

ChannelDescription channelOf(std::size_t target, ChannelTarget::Kind kind, ChannelPath path)
{
    ChannelDescription channel;
    channel.target.kind = kind;
    channel.target.index = target;
    channel.path = path;
    channel.components = path == ChannelPath::Rotation ? 4 : 3;
    return channel;
}

}  // namespace

std::vector<std::size_t> humanParents(std::size_t bones)
{
    std::vector<std::size_t> parents{noParent};            // hips
    const std::size_t chest = addChain(parents, 0, 3);     // spine
    const std::size_t head = addChain(parents, chest, 2);  // neck, head
    for (int i = 0; i < 3; ++i) {
        addChain(parents, head, 1);  // jaw, eyes
    }
    for (int side = 0; side < 2; ++side) {
        const std::size_t hand = addChain(parents, chest, 4);  // clavicle, upper arm, forearm, hand
        for (int finger = 0; finger < 5; ++finger) {
            addChain(parents, hand, side == 0 && finger == 0 ? 3 : finger < 4 || side == 1 ? 4 : 3);
        }
        addChain(parents, 0, 4);  // thigh, shin, foot, toe
    }
    for (std::size_t hanger = 1; parents.size() < bones; hanger = (hanger + 7) % 60) {
        addChain(parents, hanger, 4);
    }
    parents.resize(bones);
    return parents;
}

std::vector<std::uint8_t> detailLevels(std::size_t bones)
{
    const std::vector<std::size_t> parents = humanParents(bones);
    std::vector<std::uint8_t> levels;
    for (const std::size_t parent : parents) {
        const auto siblings = parent != noParent ? std::ranges::count(parents, parent) : 1;
        levels.push_back(siblings == 5 || (siblings == 3 && parent > 3) ? 1 : 0);
    }
    return levels;
}

std::vector<Transform> randomPose(std::size_t bones, std::uint32_t seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> offset(-0.3f, 0.3f);
    std::uniform_real_distribution<float> factor(0.9f, 1.1f);
    std::vector<Transform> pose(bones);
    for (Transform& bone : pose) {
        bone.translation = {offset(engine), offset(engine), offset(engine)};
        bone.rotation = glm::normalize(glm::quat(1.f, offset(engine), offset(engine), offset(engine)));
        bone.scale = {factor(engine), factor(engine), factor(engine)};
    }
    return pose;
}

std::vector<std::size_t> chainParents(std::size_t bones)
{
    std::vector<std::size_t> parents{noParent};
    addChain(parents, 0, bones - 1);
    return parents;
}

void fillSkeleton(Skeleton& skeleton, std::size_t bones)
{
    fillSkeleton(skeleton, humanParents(bones));
}

void fillSkeleton(Skeleton& skeleton, std::span<const std::size_t> parents)
{
    const std::size_t bones = parents.size();
    const auto binds = randomPose(bones, 1);
    const auto pose = randomPose(bones, 2);
    for (std::size_t i = 0; i < bones; ++i) {
        Bone* parent = parents[i] == noParent ? nullptr : skeleton.bones()[parents[i]];
        skeleton.createBone("bone" + std::to_string(i), {.parent = parent, .bind = toMat4(binds[i])}).setTransform(pose[i]);
    }
}

ClipDescription denseClip(std::size_t targets, ChannelTarget::Kind kind, std::uint32_t seed)
{
    constexpr std::size_t keys = 61;
    ClipDescription clip;
    clip.name = "dense";
    clip.timeTracks.emplace_back();
    for (std::size_t key = 0; key < keys; ++key) {
        clip.timeTracks[0].push_back(static_cast<float>(key) / 30.f);
    }
    const auto first = randomPose(targets, seed);
    const auto second = randomPose(targets, seed + 1);
    for (std::size_t target = 0; target < targets; ++target) {
        ChannelDescription translation = channelOf(target, kind, ChannelPath::Translation);
        ChannelDescription rotation = channelOf(target, kind, ChannelPath::Rotation);
        ChannelDescription scale = channelOf(target, kind, ChannelPath::Scale);
        for (std::size_t key = 0; key < keys; ++key) {
            const float way = 0.5f + 0.5f * std::sin(static_cast<float>(key) * 0.1f + static_cast<float>(target));
            const glm::vec3 t = glm::mix(first[target].translation, second[target].translation, way);
            const glm::quat r = glm::slerp(first[target].rotation, second[target].rotation, way);
            const glm::vec3 s = glm::mix(first[target].scale, second[target].scale, way);
            translation.values.insert(translation.values.end(), {t.x, t.y, t.z});
            rotation.values.insert(rotation.values.end(), {r.x, r.y, r.z, r.w});
            scale.values.insert(scale.values.end(), {s.x, s.y, s.z});
        }
        clip.channels.push_back(std::move(translation));
        clip.channels.push_back(std::move(rotation));
        clip.channels.push_back(std::move(scale));
    }
    return clip;
}

void countItems(benchmark::State& state, std::size_t itemsEachIteration)
{
    // A rate is items per second; inverted, and with items scaled by 1e-9, it is nanoseconds per item.
    state.counters["ns_per_item"] = benchmark::Counter(static_cast<double>(itemsEachIteration) * 1e-9,
                                                       benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace armature::bench
