#include <scene/pinned_scenes.hpp>

#include <string>

namespace armature::test {

namespace {

void appendValue(std::vector<float>& values, ChannelPath path, PortableNumbers& numbers)
{
    if (path == ChannelPath::Rotation) {
        const glm::quat rotation = numbers.rotation();
        values.insert(values.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
    } else {
        const glm::vec3 vector = path == ChannelPath::Scale ? numbers.vector(0.5f, 1.5f) : numbers.vector(-1.f, 1.f);
        values.insert(values.end(), {vector.x, vector.y, vector.z});
    }
}

}  // namespace

void addPinnedBones(Skeleton& skeleton, std::size_t count, PortableNumbers& numbers)
{
    for (std::size_t i = 0; i < count; ++i) {
        Bone* const parent = i == 0 ? nullptr : skeleton.bones()[i % 3 == 0 ? numbers.below(i) : i - 1];
        const Transform bind = numbers.transform();
        skeleton.createBone("bone" + std::to_string(i), {.parent = parent, .bind = toMat4(bind)});
    }
}

ClipDescription pinnedClip(std::size_t targets, ChannelTarget::Kind kind, PortableNumbers& numbers)
{
    constexpr std::array paths{ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale};
    constexpr std::array interpolations{Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline};
    ClipDescription clip;
    clip.name = "pinned";
    for (const std::size_t keys : {9u, 17u, 33u}) {
        std::vector<float>& times = clip.timeTracks.emplace_back();
        for (std::size_t key = 0; key < keys; ++key) {
            times.push_back(static_cast<float>(key) * 2.f / static_cast<float>(keys - 1));
        }
    }
    for (std::size_t target = 0; target < targets; ++target) {
        for (std::size_t part = 0; part < paths.size(); ++part) {
            ChannelDescription channel;
            channel.target.kind = kind;
            channel.target.index = target;
            channel.path = paths[part];
            channel.components = channel.path == ChannelPath::Rotation ? 4 : 3;
            channel.interpolation = interpolations[(target + part) % 3];
            channel.timeTrack = target % 5 == 0 ? part : 1;
            const std::size_t rows = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
            for (std::size_t row = 0; row < rows * clip.timeTracks[channel.timeTrack].size(); ++row) {
                appendValue(channel.values, channel.path, numbers);
            }
            clip.channels.push_back(std::move(channel));
        }
    }
    return clip;
}

}  // namespace armature::test
