#include <armature/animation/clip_edits.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"
#include "skeleton/mirror_names.hpp"

namespace armature {

namespace {

/// The rest poses of a skeleton's bones.
class Rests {
public:
    Rests(const Skeleton& skeleton, const SkeletonChannels& channels) : bones_(channels.bones.size())
    {
        std::unordered_map<const Bone*, std::size_t> places;
        for (const Bone* const bone : skeleton.bones()) {
            places.emplace(bone, places.size());
        }
        for (std::size_t index = 0; index < bones_.size(); ++index) {
            bones_[index].local = channels.bones[index].rest;
            // A bone may be listed before its parent.
            for (const Bone* above = skeleton.bones()[index]->getParentBone(); above != nullptr; above = above->getParentBone()) {
                bones_[index].turnAbove = glm::dquat(channels.bones[places.at(above)].rest.rotation) * bones_[index].turnAbove;
            }
            bones_[index].turnAbove = glm::normalize(bones_[index].turnAbove);
        }
    }

    [[nodiscard]] const Transform& local(std::size_t bone) const { return bones_[bone].local; }
    /// The combined rest rotations from the root down to the bone's parent.
    [[nodiscard]] glm::dquat turnAbove(std::size_t bone) const { return bones_[bone].turnAbove; }
    /// The combined rest rotations from the root down to the bone.
    [[nodiscard]] glm::dquat turn(std::size_t bone) const
    {
        return glm::normalize(bones_[bone].turnAbove * glm::dquat(bones_[bone].local.rotation));
    }

private:
    struct Rest {
        Transform local;
        glm::dquat turnAbove{1., 0., 0., 0.};
    };
    std::vector<Rest> bones_;
};

/// Turns the motion of `source` into its mirror image for `target`. The mapping is linear in a channel's numbers, so it also holds for
/// tangents and between keys. Let R and R' be the combined rest rotations from the root down to `source` and `target`, S the reflection,
/// and A the rotation of `source` while all bones above it are at rest. Then `target` gets the rotation S A inverse(R) S R', with all bones
/// above it at rest.
class MirrorImage {
public:
    MirrorImage(const Rests& rests, std::size_t source, std::size_t target)
        : sourceRest_(rests.local(source))
        , targetRest_(rests.local(target))
        , before_(rests.turnAbove(source))
        , after_(glm::conjugate(rests.turn(source)))
        , outerBefore_(glm::conjugate(rests.turnAbove(target)))
        , outerAfter_(rests.turn(target))
    {
        glm::dmat3 own = glm::mat3_cast(rests.turn(source));
        for (int column = 0; column < 3; ++column) {
            own[column].x = -own[column].x;
        }
        own = glm::mat3_cast(glm::conjugate(rests.turn(target))) * own;
        for (int axis = 0; axis < 3; ++axis) {
            const glm::dvec3 row(std::abs(own[0][axis]), std::abs(own[1][axis]), std::abs(own[2][axis]));
            scaleAxes_[static_cast<std::size_t>(axis)] = row.x >= row.y && row.x >= row.z ? 0 : row.y >= row.z ? 1 : 2;
        }
    }

    void apply(EditableChannel& channel) const
    {
        const std::size_t size = channel.components;
        for (std::size_t i = 0; i * size < channel.values.size(); ++i) {
            const auto numbers = std::span(channel.values).subspan(i * size, size);
            const bool isTangent = channel.isCubic() && i % 3 != 1;
            if (channel.isRotation()) {
                turn(numbers);
            } else if (channel.path == ChannelPath::Translation) {
                move(numbers, isTangent);
            } else {
                scale(numbers);
            }
        }
    }

private:
    void turn(std::span<double> numbers) const
    {
        const glm::dquat turn = before_ * rotationOf(numbers) * after_;
        storeRotation(outerBefore_ * glm::dquat(turn.w, turn.x, -turn.y, -turn.z) * outerAfter_, numbers);
    }

    void move(std::span<double> numbers, bool isTangent) const
    {
        glm::dvec3 way(numbers[0], numbers[1], numbers[2]);
        way -= isTangent ? glm::dvec3(0.) : glm::dvec3(sourceRest_.translation);
        way = before_ * way;
        way = outerBefore_ * glm::dvec3(-way.x, way.y, way.z);
        way += isTangent ? glm::dvec3(0.) : glm::dvec3(targetRest_.translation);
        numbers[0] = way.x;
        numbers[1] = way.y;
        numbers[2] = way.z;
    }

    void scale(std::span<double> numbers) const
    {
        const std::array<double, 3> source{numbers[0], numbers[1], numbers[2]};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int from = scaleAxes_[axis];
            const auto rest = static_cast<double>(sourceRest_.scale[from]);
            const auto ratio = rest != 0. ? static_cast<double>(targetRest_.scale[static_cast<int>(axis)]) / rest : 1.;
            numbers[axis] = source[static_cast<std::size_t>(from)] * ratio;
        }
    }

    Transform sourceRest_;
    Transform targetRest_;
    glm::dquat before_;
    glm::dquat after_;
    glm::dquat outerBefore_;
    glm::dquat outerAfter_;
    std::array<int, 3> scaleAxes_{};  // for each axis of the target, the corresponding axis of the source
};

bool isSmall(char character)
{
    return std::islower(static_cast<unsigned char>(character)) != 0;
}

/// Whether the `length` letters from index `first` on ("left", "right", "l" or "r") are a word of their own, as in "leftHand" or
/// "hand_left" but not in "brightness" or "leftover".
bool isSideWord(std::string_view name, std::size_t first, std::size_t length)
{
    const bool begins = first == 0 || !isLetter(name[first - 1]) || (!isSmall(name[first]) && isSmall(name[first - 1]));
    const std::size_t end = first + length;
    return begins && (end == name.size() || !isLetter(name[end]) || (isSmall(name[end - 1]) && !isSmall(name[end])));
}

/// Returns the name of a curve's counterpart on the other side, or `name` itself if it names no side or more than one.
std::string otherSideOf(const std::string& name)
{
    std::vector<std::string> others;
    for (const std::string& other : counterpartNames(name)) {
        const auto first = static_cast<std::size_t>(std::ranges::mismatch(name, other).in1 - name.begin());
        const bool isLong = other.size() != name.size();
        const std::size_t length = !isLong ? 1 : other.size() > name.size() ? 4 : 5;
        if (isSideWord(name, first, length)) {
            others.push_back(other);
        }
    }
    return others.size() == 1 ? others.front() : name;
}

/// Appends the channels that move no bone; curves get their names on the other side.
void appendOthers(const AnimationClip& clip, const SkeletonChannels& found, std::vector<EditableChannel>& channels)
{
    std::vector<bool> movesBone(clip.channels().size(), false);
    for (const BoneChannels& bone : found.bones) {
        for (const auto& channel : {bone.translation, bone.rotation, bone.scale}) {
            if (channel) {
                movesBone[*channel] = true;
            }
        }
    }
    for (std::size_t index = 0; index < movesBone.size(); ++index) {
        if (!movesBone[index]) {
            channels.push_back(editable(clip, index));
            ChannelTarget& target = channels.back().target;
            target.name = target.kind == ChannelTarget::Kind::Curve ? otherSideOf(target.name) : target.name;
        }
    }
}

/// Returns the target of any of a bone's channels or, if the bone has no channel, a target that identifies the bone or the node that drives
/// it.
ChannelTarget targetOfBone(const AnimationClip& clip, const BoneChannels& channels, Bone& bone)
{
    for (const auto& channel : {channels.rotation, channels.translation, channels.scale}) {
        if (channel) {
            return clip.channels()[*channel].target;
        }
    }
    Node* const driver = bone.getTransformNode();
    return ChannelTarget::of(driver != nullptr ? *driver : bone);
}

}  // namespace

std::shared_ptr<const AnimationClip> mirrorClip(const AnimationClip& clip, Skeleton& skeleton, const MirrorMap& map)
{
    const std::size_t count = skeleton.bones().size();
    const bool isInRange = std::ranges::all_of(map, [&](std::size_t bone) { return bone < count; });
    if (map.size() != count || !isInRange) {
        refuseEdit(clip, fmt::format("{}: {}, but a mirror map of {}{}", named("skeleton", skeleton.getName()), counted(count, "bone"),
                                     map.size(), isInRange ? "" : " with a bone beyond them"));
    }
    const SkeletonChannels found = findSkeletonChannels(clip, skeleton);
    const Rests rests(skeleton, found);
    std::vector<EditableChannel> channels;
    std::unordered_set<const Node*> done;  // one node may drive several bones
    for (std::size_t target = 0; target < count; ++target) {
        const BoneChannels& own = found.bones[map[target]];
        Bone& bone = *skeleton.bones()[target];
        const MirrorImage image(rests, map[target], target);
        const bool isFirst =
            done.insert(bone.getTransformNode() != nullptr ? static_cast<const Node*>(bone.getTransformNode()) : &bone).second;
        for (const auto& channel : {own.translation, own.rotation, own.scale}) {
            if (channel && isFirst) {
                channels.push_back(editable(clip, *channel));
                image.apply(channels.back());
                channels.back().target = targetOfBone(clip, found.bones[target], bone);
            }
        }
    }
    appendOthers(clip, found, channels);
    return toClip(clip.getName(), channels);
}

}  // namespace armature
