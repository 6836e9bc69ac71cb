#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/retarget/retarget_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/edits/editable_channel.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/key_parts.hpp"

namespace armature {

namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

class KeyRetargeting {
public:
    KeyRetargeting(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const RetargetKeysOptions& options)
        : clip_(clip), options_(options), motion_(clip, source), target_(target), from_(source), to_(target)
    {
        matchNames();
        matchChannels();
    }

    RetargetedKeys run()
    {
        RetargetedKeys result;
        std::vector<std::size_t> moverOf(to_.data().names.size(), nowhere);
        for (std::size_t channel = 0; channel < clip_.channels().size(); ++channel) {
            const std::size_t bone = boneOfChannel_[channel];
            const bool isKept = bone != nowhere && targetOf_[bone] != nowhere && (!options_.checksHierarchy || hangsAlike(bone));
            if (isKept) {
                std::size_t& mover = moverOf[targetOf_[bone]];
                mover = mover == nowhere ? bone : mover;
                if (mover != bone) {
                    refuseEdit(clip_, fmt::format(
                                          "it cannot be retargeted: bones {} and {}, the latter at {} among {}, both move {} of the target",
                                          inQuotes(from_.data().names[mover]), inQuotes(from_.data().names[bone]), bone,
                                          from_.data().names.size(), inQuotes(to_.data().names[targetOf_[bone]])));
                }
                add(channel, bone);
            } else if (!isBesideBones(clip_.channels()[channel])) {
                result.removedChannels.push_back(channel);
            }
        }
        if (!options_.groundReference.empty() && (options_.fixesRootTranslation || options_.fixesGround)) {
            fixRoot(result);
        }
        std::ranges::move(channelsBesideBones(clip_), std::back_inserter(channels_));
        result.clip = toClip(clip_.getName(), channels_);
        return result;
    }

private:
    void matchNames()
    {
        std::unordered_map<std::string_view, std::string_view> renamed;
        for (const auto& [from, to] : options_.names) {
            renamed.emplace(from, to);
        }
        std::size_t number = 0;
        std::unordered_map<std::string_view, std::size_t> bones;
        for (const Bone* const bone : target_.bones()) {
            bones.emplace(bone->getName(), number++);
        }
        for (const std::string& name : from_.data().names) {
            const auto given = renamed.find(name);
            const auto found = bones.find(given != renamed.end() ? given->second : std::string_view(name));
            targetOf_.push_back(found != bones.end() ? found->second : nowhere);
        }
    }

    void matchChannels()
    {
        boneOfChannel_.assign(clip_.channels().size(), nowhere);
        for (std::size_t bone = 0; bone < motion_.bones().size(); ++bone) {
            const BoneChannels& channels = motion_.bones()[bone];
            for (const auto& channel : {channels.translation, channels.rotation, channels.scale}) {
                if (channel) {
                    boneOfChannel_[*channel] = bone;
                }
            }
        }
    }

    /// Returns whether each ancestor of the bone's counterpart is the counterpart of the bone's ancestor at the same level. The bone may
    /// have further ancestors.
    [[nodiscard]] bool hangsAlike(std::size_t bone) const
    {
        std::size_t target = targetOf_[bone];
        while (target != noSlot && bone != noSlot && targetOf_[bone] == target) {
            bone = from_.data().parents[bone];
            target = to_.data().parents[target];
        }
        return target == noSlot;
    }

    void add(std::size_t index, std::size_t bone)
    {
        EditableChannel channel = editable(clip_, index);
        if (channel.isCubic()) {
            refuseEdit(clip_, fmt::format("the keys of {} are those of a spline, which cannot be retargeted one by one",
                                          inQuotes(from_.data().names[bone])));
        }
        const std::size_t target = targetOf_[bone];
        channel.target = channelTargetOf(*target_.bones()[target]);
        if (options_.retargetsKeys) {
            retargetAll(channel, bone, target);
        }
        if (options_.fixesRotations && channel.isRotation()) {
            fixRotations(channel);
        }
        channels_.push_back(std::move(channel));
        bones_.push_back(target);
    }

    void retargetAll(EditableChannel& channel, std::size_t bone, std::size_t target) const
    {
        const Frame left = inverse(to_, target, to_.above(target)) * from_.above(bone);
        const Frame right = inverse(from_, bone, from_.frame(bone)) * to_.frame(target);
        for (std::size_t key = 0; key < channel.times.size(); ++key) {
            KeyParts parts = KeyParts::of(from_.data().rests[bone].toParts());
            parts.set(channel.path, channel.value(key));
            KeyParts::of(left * parts.frame() * right).get(channel.path, channel.value(key));
        }
    }

    [[nodiscard]] Frame inverse(const RestMatrices& rig, std::size_t bone, const Frame& frame) const
    {
        if (!frame.isInvertible()) {
            refuseEdit(clip_, fmt::format("it cannot be retargeted: a matrix at rest of {} or of a bone above it is singular",
                                          inQuotes(rig.data().names[bone])));
        }
        return frame.inverse();
    }

    static void fixRotations(EditableChannel& channel)
    {
        constexpr double orthogonal = 0.001;
        for (std::size_t key = 0; key + 1 < channel.times.size(); ++key) {
            if (std::abs(glm::dot(rotationOf(channel.value(key)), rotationOf(channel.value(key + 1)))) < orthogonal) {
                std::ranges::copy(channel.value(key), channel.value(key + 1).begin());
                ++key;
            }
        }
    }

    /// Returns the source's bone of that name if it has a channel and a counterpart; otherwise `nowhere`.
    [[nodiscard]] std::size_t animated(const std::string& name) const
    {
        for (const std::size_t bone : boneOfChannel_) {
            if (bone != nowhere && targetOf_[bone] != nowhere && from_.data().names[bone] == name) {
                return bone;
            }
        }
        return nowhere;
    }

    [[nodiscard]] std::size_t findRoot() const
    {
        if (!options_.root.empty()) {
            return animated(options_.root);
        }
        for (std::size_t target = 0; target < to_.data().names.size(); ++target) {
            const auto bone = std::ranges::find_if(boneOfChannel_, [&](std::size_t each) {
                return each != nowhere && targetOf_[each] == target && to_.data().parents[target] == noSlot;
            });
            if (bone != boneOfChannel_.end()) {
                return *bone;
            }
        }
        return nowhere;
    }

    void fixRoot(RetargetedKeys& result)
    {
        const std::size_t root = findRoot();
        const std::size_t ground = animated(options_.groundReference);
        if (root == nowhere || ground == nowhere) {
            return;
        }
        const std::size_t targetRoot = targetOf_[root];
        std::size_t place = 0;
        while (place < channels_.size() && (bones_[place] != targetRoot || channels_[place].path != ChannelPath::Translation)) {
            ++place;
        }
        if (place == channels_.size()) {
            return;
        }
        const glm::dvec3 height = from_.frame(root).origin - from_.frame(ground).origin;
        const glm::dvec3 targetHeight = to_.frame(targetRoot).origin - to_.frame(targetOf_[ground]).origin;
        const int axis = options_.verticalAxis ? static_cast<int>(*options_.verticalAxis) : longestAxis(height);
        const double ratio = height[axis] != 0. ? targetHeight[axis] / height[axis] : 1.;
        result.verticalAxis = static_cast<RetargetAxis>(axis);
        result.ratio = ratio;
        if (options_.fixesRootTranslation) {
            fixTravel(channels_[place], root, ratio);
        }
        if (options_.fixesGround) {
            fixGround(channels_[place], axis, root, ground);
        }
    }

    void fixTravel(EditableChannel& channel, std::size_t root, double ratio) const
    {
        const std::size_t target = targetOf_[root];
        const Frame intoParent = inverse(to_, target, to_.above(target));
        for (std::size_t key = 0; key < channel.times.size(); ++key) {
            const glm::dvec3 travel = ratio * (sourceAt(channel.times[key])[root].origin - from_.frame(root).origin);
            store(intoParent.point(to_.frame(target).origin + travel), channel.value(key));
        }
    }

    void fixGround(EditableChannel& channel, int axis, std::size_t root, std::size_t ground) const
    {
        const std::size_t target = targetOf_[root];
        const Frame intoParent = inverse(to_, target, to_.above(target));
        for (std::size_t key = 0; key < channel.times.size(); ++key) {
            const auto value = channel.value(key);
            glm::dvec3 offset(0.);
            offset[axis] = groundOffset(channel.times[key], axis, root, ground);
            store(glm::dvec3(value[0], value[1], value[2]) - intoParent.vector(offset), value);
        }
    }

    static void store(const glm::dvec3& vector, std::span<double> outNumbers)
    {
        outNumbers[0] = vector.x;
        outNumbers[1] = vector.y;
        outNumbers[2] = vector.z;
    }

    static int longestAxis(const glm::dvec3& vector)
    {
        const glm::dvec3 size = glm::abs(vector);
        return size.y > size.x && size.y >= size.z ? 1 : size.z > size.x && size.z > size.y ? 2 : 0;
    }

    /// Returns how much farther along `axis` the target's bone for `ground` is than the source's, at time `seconds`. With findsLowest,
    /// compares the bone that replaces the ground reference, if there is one: see RetargetKeysOptions::findsLowest.
    [[nodiscard]] double groundOffset(double seconds, int axis, std::size_t root, std::size_t ground) const
    {
        const std::vector<Frame> source = sourceAt(seconds);
        const std::vector<Frame> target = targetAt(seconds);
        const double top = target[targetOf_[root]].origin[axis];
        const double reach = top - target[targetOf_[ground]].origin[axis];
        double offset = target[targetOf_[ground]].origin[axis] - source[ground].origin[axis];
        std::vector<bool> isSeen(source.size(), false);
        for (const std::size_t bone : boneOfChannel_) {
            if (!options_.findsLowest || bone == nowhere || bone == ground || isSeen[bone] || targetOf_[bone] == nowhere) {
                continue;
            }
            isSeen[bone] = true;
            const double other = top - target[targetOf_[bone]].origin[axis];
            if (std::abs(other) > std::abs(reach) && (other > 0.) == (reach > 0.)) {
                offset = target[targetOf_[bone]].origin[axis] - source[bone].origin[axis];
            }
        }
        return offset;
    }

    [[nodiscard]] std::vector<Frame> sourceAt(double seconds) const
    {
        std::vector<Frame> locals = from_.locals();
        for (const std::size_t bone : boneOfChannel_) {
            if (bone != nowhere) {
                locals[bone] = KeyParts::of(motion_.sample(bone, seconds)).frame();
            }
        }
        return from_.inWorld(locals);
    }

    [[nodiscard]] std::vector<Frame> targetAt(double seconds) const
    {
        std::vector<KeyParts> parts;
        parts.reserve(to_.locals().size());
        for (const Frame& local : to_.locals()) {
            parts.push_back(KeyParts::of(local));
        }
        for (std::size_t i = 0; i < channels_.size(); ++i) {
            const std::vector<double> value = channels_[i].valueAt(seconds);
            parts[bones_[i]].set(channels_[i].path, value);
        }
        std::vector<Frame> locals;
        locals.reserve(parts.size());
        for (const KeyParts& each : parts) {
            locals.push_back(each.frame());
        }
        return to_.inWorld(locals);
    }

    const AnimationClip& clip_;
    const RetargetKeysOptions& options_;
    SkeletonMotion motion_;
    Skeleton& target_;
    RestMatrices from_;
    RestMatrices to_;
    std::vector<std::size_t> targetOf_;       // for each bone of the source, its counterpart, or nowhere
    std::vector<std::size_t> boneOfChannel_;  // for each channel, the bone of the source that it moves, or nowhere
    std::vector<EditableChannel> channels_;
    std::vector<std::size_t> bones_;  // for each channel in channels_, the bone of the target that it moves
};

}  // namespace

RetargetedKeys retargetKeys(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const RetargetKeysOptions& options)
{
    return KeyRetargeting(clip, source, target, options).run();
}

}  // namespace armature
