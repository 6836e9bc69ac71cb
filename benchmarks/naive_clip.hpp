#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "rig.hpp"

namespace armature::bench {

/// Interpolates the short way from one pose of a bone to another.
[[nodiscard]] inline Transform mixed(const Transform& a, const Transform& b, float weight)
{
    const float turn = glm::dot(a.rotation, b.rotation) < 0.f ? -weight : weight;
    return {glm::mix(a.translation, b.translation, weight), glm::normalize(a.rotation * (1.f - weight) + b.rotation * turn),
            glm::mix(a.scale, b.scale, weight)};
}

/// A clip without a library: each bone has its keys in structures of GLM's types, found by a search.
class NaiveClip {
public:
    explicit NaiveClip(std::size_t bones, std::uint32_t seed = 11)
    {
        const ClipDescription clip = denseClip(bones, ChannelTarget::Kind::Bone, seed);
        for (std::size_t bone = 0; bone < bones; ++bone) {
            Track& track = tracks_.emplace_back();
            track.times = clip.timeTracks[0];
            for (std::size_t key = 0; key < track.times.size(); ++key) {
                const float* t = &clip.channels[bone * 3].values[key * 3];
                const float* r = &clip.channels[bone * 3 + 1].values[key * 4];
                const float* s = &clip.channels[bone * 3 + 2].values[key * 3];
                track.keys.push_back({{t[0], t[1], t[2]}, glm::quat(r[3], r[0], r[1], r[2]), {s[0], s[1], s[2]}});
            }
        }
    }

    [[nodiscard]] std::size_t boneCount() const noexcept { return tracks_.size(); }

    [[nodiscard]] Transform sample(std::size_t bone, float time) const
    {
        const auto& [times, keys] = tracks_[bone];
        const auto next = std::upper_bound(times.begin() + 1, times.end() - 1, time);
        const auto i = static_cast<std::size_t>(next - times.begin());
        const float way = std::clamp((time - times[i - 1]) / (times[i] - times[i - 1]), 0.f, 1.f);
        return {glm::mix(keys[i - 1].translation, keys[i].translation, way), glm::slerp(keys[i - 1].rotation, keys[i].rotation, way),
                glm::mix(keys[i - 1].scale, keys[i].scale, way)};
    }

    void sample(float time, std::span<Transform> pose) const
    {
        for (std::size_t bone = 0; bone < pose.size(); ++bone) {
            pose[bone] = sample(bone, time);
        }
    }

private:
    struct Track {
        std::vector<float> times;
        std::vector<Transform> keys;
    };

    std::vector<Track> tracks_;
};

}  // namespace armature::bench
