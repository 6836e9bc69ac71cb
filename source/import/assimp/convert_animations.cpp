#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "import/assimp/convert.hpp"

namespace armature::worker {

namespace {

/// A node's transform when it is not animated.
struct Rest {
    aiVector3D scale;
    aiQuaternion rotation;
    aiVector3D translation;
};

bool isNear(const aiVector3D& a, const aiVector3D& b)
{
    const float size = std::max({1.f, std::abs(b.x), std::abs(b.y), std::abs(b.z)});
    return (a - b).Length() <= 1e-5f * size;
}

bool isNear(const aiQuaternion& a, const aiQuaternion& b)
{
    return std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z) >= 1.f - 1e-6f;
}

void append(const aiVector3D& value, std::vector<float>& out)
{
    out.insert(out.end(), {value.x, value.y, value.z});
}

void append(const aiQuaternion& value, std::vector<float>& out)
{
    out.insert(out.end(), {value.x, value.y, value.z, value.w});
}

class AnimationConverter {
public:
    AnimationConverter(const aiAnimation& animation, NodeTable& nodes, foreign::WorkerScene& out)
        : animation_(animation), nodes_(nodes), out_(out)
    {}

    void convert()
    {
        clip_.name = textOf(animation_.mName);
        // Animations without a rate play at 25 ticks per second, as in Assimp's own tools.
        ticks_ = animation_.mTicksPerSecond > 0. ? animation_.mTicksPerSecond : 25.;
        findBegin();
        for (unsigned number = 0; number < animation_.mNumChannels; ++number) {
            addNode(*animation_.mChannels[number]);
        }
        for (unsigned number = 0; number < animation_.mNumMorphMeshChannels; ++number) {
            addMorph(*animation_.mMorphMeshChannels[number]);
        }
        if (clip_.channels.empty()) {
            nodes_.note(foreign::FindingKind::ClipWithoutKeys, clip_.name);
            return;
        }
        out_.scene.clips.push_back(std::move(clip_));
    }

private:
    template <class Key>
    void lowerBegin(const Key* keys, unsigned count)
    {
        for (unsigned key = 0; key < count; ++key) {
            if (keys[key].mTime < begin_) {  // false for NaN
                begin_ = keys[key].mTime;
            }
        }
    }

    /// Sets begin_ to the clip's earliest time if that is negative. The clip is then shifted to start at 0.
    void findBegin()
    {
        for (unsigned number = 0; number < animation_.mNumChannels; ++number) {
            const aiNodeAnim& channel = *animation_.mChannels[number];
            lowerBegin(channel.mPositionKeys, channel.mNumPositionKeys);
            lowerBegin(channel.mRotationKeys, channel.mNumRotationKeys);
            lowerBegin(channel.mScalingKeys, channel.mNumScalingKeys);
        }
        for (unsigned number = 0; number < animation_.mNumMorphMeshChannels; ++number) {
            lowerBegin(animation_.mMorphMeshChannels[number]->mKeys, animation_.mMorphMeshChannels[number]->mNumKeys);
        }
        if (begin_ < 0.) {
            nodes_.note(foreign::FindingKind::TimesBeforeZero, clip_.name);
        }
    }

    void addNode(const aiNodeAnim& channel)
    {
        const std::string name = textOf(channel.mNodeName);
        const auto node = nodes_.find(name);
        if (!node) {
            nodes_.note(foreign::FindingKind::ChannelWithoutNode, name);
            return;
        }
        Rest rest;
        nodes_.nodes()[*node]->mTransformation.Decompose(rest.scale, rest.rotation, rest.translation);
        addKeys(*node, name, ChannelPath::Translation, channel.mPositionKeys, channel.mNumPositionKeys, rest.translation);
        addKeys(*node, name, ChannelPath::Rotation, channel.mRotationKeys, channel.mNumRotationKeys, rest.rotation);
        addKeys(*node, name, ChannelPath::Scale, channel.mScalingKeys, channel.mNumScalingKeys, rest.scale);
    }

    template <class Key, class Value>
    void addKeys(std::size_t node, const std::string& name, ChannelPath path, const Key* keys, unsigned count, const Value& rest)
    {
        if (count == 0 || (count == 1 && isNear(keys[0].mValue, rest))) {
            return;
        }
        std::vector<std::pair<float, std::vector<float>>> timed;
        for (unsigned key = 0; key < count; ++key) {
            auto& [time, value] = timed.emplace_back(secondsOf(keys[key].mTime), std::vector<float>());
            append(keys[key].mValue, value);
        }
        addChannel(node, name, path, std::move(timed));
    }

    [[nodiscard]] float secondsOf(double time) const { return static_cast<float>((time - begin_) / ticks_); }

    void addMorph(const aiMeshMorphAnim& channel)
    {
        const std::string name = textOf(channel.mName);
        const auto node = nodes_.find(name);
        const auto instance = std::ranges::find_if(out_.scene.instances, [&](const importing::InstanceDescription& each) {
            return (node && each.node == *node && !out_.meshes[each.mesh].morphWeights.empty()) || out_.meshes[each.mesh].name == name;
        });
        if (instance == out_.scene.instances.end()) {
            nodes_.note(foreign::FindingKind::ChannelWithoutNode, name);
            return;
        }
        const std::size_t targets = out_.meshes[instance->mesh].morphWeights.size();
        std::vector<std::pair<float, std::vector<float>>> timed;
        for (unsigned number = 0; number < channel.mNumKeys && targets > 0; ++number) {
            const aiMeshMorphKey& key = channel.mKeys[number];
            auto& [time, weights] = timed.emplace_back(secondsOf(key.mTime), std::vector<float>(targets, 0.f));
            for (unsigned each = 0; each < key.mNumValuesAndWeights; ++each) {
                if (key.mValues[each] < targets) {
                    weights[key.mValues[each]] = static_cast<float>(key.mWeights[each]);
                }
            }
        }
        addChannel(instance->node, name, ChannelPath::Weights, std::move(timed));
    }

    /// Adds a channel with its keys sorted by time. If several keys have the same time, the last of them counts.
    void addChannel(std::size_t node, const std::string& name, ChannelPath path, std::vector<std::pair<float, std::vector<float>>> timed)
    {
        const auto isNotFinite = [](const auto& key) {
            return !std::isfinite(key.first) || !std::ranges::all_of(key.second, [](float number) { return std::isfinite(number); });
        };
        if (std::erase_if(timed, isNotFinite) > 0) {
            nodes_.note(foreign::FindingKind::KeysNotFinite, name);
        }
        if (timed.empty()) {
            return;
        }
        if (!moved_.emplace(node, path).second) {
            nodes_.note(foreign::FindingKind::ChannelTwice, name);
            return;
        }
        std::ranges::stable_sort(timed, {}, [](const auto& key) { return key.first; });
        std::vector<float> times;
        ChannelDescription channel;
        channel.target.index = node;
        channel.path = path;
        channel.components = timed.front().second.size();
        for (std::size_t key = 0; key < timed.size(); ++key) {
            if (key + 1 < timed.size() && timed[key + 1].first == timed[key].first) {
                continue;
            }
            times.push_back(timed[key].first);
            channel.values.insert(channel.values.end(), timed[key].second.begin(), timed[key].second.end());
        }
        const auto same = std::ranges::find(clip_.timeTracks, times);
        channel.timeTrack = static_cast<std::size_t>(same - clip_.timeTracks.begin());
        if (same == clip_.timeTracks.end()) {
            clip_.timeTracks.push_back(std::move(times));
        }
        clip_.channels.push_back(std::move(channel));
    }

    const aiAnimation& animation_;
    NodeTable& nodes_;
    foreign::WorkerScene& out_;
    ClipDescription clip_;
    double ticks_ = 25.;
    double begin_ = 0.;
    std::set<std::pair<std::size_t, ChannelPath>> moved_;
};

}  // namespace

void convertAnimations(const aiScene& scene, NodeTable& nodes, foreign::WorkerScene& out)
{
    for (unsigned number = 0; number < scene.mNumAnimations; ++number) {
        AnimationConverter(*scene.mAnimations[number], nodes, out).convert();
    }
}

}  // namespace armature::worker
