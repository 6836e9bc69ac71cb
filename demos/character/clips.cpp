#include "clips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <glm/ext/quaternion_common.hpp>
#include <glm/gtc/quaternion.hpp>

namespace character {
namespace {

struct Motion {
    std::string_view name;
    Pose (*poseAt)(const Rig&, float);
    float seconds;
    int keysPerSecond;
    bool isCubic = false;
    bool endsAsItBegins = true;
    Travel (*travelAt)(float) = nullptr;  // nullptr: stays on the spot
};

constexpr std::array<Motion, 11> motions{{
    {"walk", walkPose, walkSeconds, 30},
    {"idle", idlePose, idleSeconds, 30},
    {"wave", wavePose, waveSeconds, 10, true},
    {"run", runPose, runSeconds, 30, false, true, runTravel},
    {"walkLeft", walkLeftPose, walkSeconds, 30, false, true, walkLeftTravel},
    {"walkRight", walkRightPose, walkSeconds, 30, false, true, walkRightTravel},
    {"turnLeft", turnLeftPose, turnSeconds, 30, false, true, turnLeftTravel},
    {"turnRight", turnRightPose, turnSeconds, 30, false, true, turnRightTravel},
    {"start", startPose, startSeconds, 30, false, false, startTravel},
    {"stop", stopPose, stopSeconds, 30, false, false, stopTravel},
    {"jump", jumpPose, jumpSeconds, 30, false, true, jumpTravel},
}};

// All keys of a motion. `before` and `after` are filled only if the motion is cubic, `travels` only if it travels.
struct Sampled {
    std::vector<float> times;
    std::vector<Pose> poses;
    std::vector<Pose> before;
    std::vector<Pose> after;
    std::vector<Travel> travels;
};

constexpr float tangentStep = 2e-3f;  // fraction of a cycle, to either side of a key

Sampled sample(const Rig& rig, const Motion& motion)
{
    const int intervals = static_cast<int>(std::lround(motion.seconds * static_cast<float>(motion.keysPerSecond)));
    const auto around = [](float phase) { return phase - std::floor(phase); };
    Sampled result;
    for (int key = 0; key <= intervals; ++key) {
        result.times.push_back(static_cast<float>(key) / static_cast<float>(motion.keysPerSecond));
        // If a motion ends as it begins, its last key is computed at phase 0, not 1, which makes the seam exact.
        const float part = static_cast<float>(key) / static_cast<float>(intervals);
        const float phase = key == intervals && motion.endsAsItBegins ? 0.f : part;
        result.poses.push_back(motion.poseAt(rig, phase));
        if (motion.isCubic) {
            result.before.push_back(motion.poseAt(rig, around(phase - tangentStep)));
            result.after.push_back(motion.poseAt(rig, around(phase + tangentStep)));
        }
        if (motion.travelAt != nullptr) {
            result.travels.push_back(motion.travelAt(part));
        }
    }
    return result;
}

using Value = std::array<float, 4>;

Value read(const Rig& rig, const Pose& pose, const Channel& channel)
{
    if (channel.isRotation) {
        const glm::quat rotation = localRotation(rig, pose, channel.joint);
        return {rotation.x, rotation.y, rotation.z, rotation.w};
    }
    const glm::vec3 translation = localTranslation(rig, pose, channel.joint);
    return {translation.x, translation.y, translation.z, 0.f};
}

// q and -q are the same rotation; returns the one nearer to `to`.
Value nearest(Value value, const Value& to, bool isRotation)
{
    float dot = 0.f;
    for (std::size_t i = 0; i < 4; ++i) {
        dot += value[i] * to[i];
    }
    if (isRotation && dot < 0.f) {
        for (float& component : value) {
            component = -component;
        }
    }
    return value;
}

void appendValue(Channel& channel, const Value& value)
{
    channel.values.insert(channel.values.end(), value.begin(), value.begin() + (channel.isRotation ? 4 : 3));
}

Channel makeChannel(const Rig& rig, const Motion& motion, const Sampled& sampled, Joint joint, bool isRotation)
{
    Channel channel{joint, isRotation, motion.isCubic, sampled.times, {}};
    Value previous = read(rig, sampled.poses.front(), channel);
    for (std::size_t key = 0; key < sampled.poses.size(); ++key) {
        const Value value = nearest(read(rig, sampled.poses[key], channel), previous, isRotation);
        if (!motion.isCubic) {
            appendValue(channel, value);
        } else {
            const Value before = nearest(read(rig, sampled.before[key], channel), value, isRotation);
            const Value after = nearest(read(rig, sampled.after[key], channel), value, isRotation);
            Value tangent{};
            for (std::size_t i = 0; i < 4; ++i) {
                tangent[i] = (after[i] - before[i]) / (2.f * tangentStep * motion.seconds);
            }
            appendValue(channel, tangent);
            appendValue(channel, value);
            appendValue(channel, tangent);
        }
        previous = value;
    }
    return channel;
}

bool isConstant(const Rig& rig, const std::vector<Pose>& poses, const Channel& channel)
{
    const Value first = read(rig, poses.front(), channel);
    return std::all_of(poses.begin(), poses.end(), [&](const Pose& pose) { return read(rig, pose, channel) == first; });
}

// One key is enough for a joint that does not move.
Channel constantChannel(const Rig& rig, const Pose& pose, Joint joint, bool isRotation)
{
    Channel channel{joint, isRotation, false, {0.f}, {}};
    appendValue(channel, read(rig, pose, channel));
    return channel;
}

// Appends the root's channels, which hold the motion's travel. A root that only translates, or only turns, has one channel.
void appendTravel(std::vector<Channel>& channels, const Rig& rig, const Sampled& sampled)
{
    Channel way{Joint::Root, false, false, sampled.times, {}};
    Channel turn{Joint::Root, true, false, sampled.times, {}};
    for (const Travel& travel : sampled.travels) {
        Pose pose;
        pose.turn(Joint::Root) = degreesTurn(0.f, travel.yaw, 0.f);
        const glm::vec3 at = localTranslation(rig, pose, Joint::Root) + travel.position;
        appendValue(way, {at.x, at.y, at.z, 0.f});
        appendValue(turn, read(rig, pose, turn));
    }
    const auto moves = [&](auto member) {
        return std::any_of(sampled.travels.begin(), sampled.travels.end(),
                           [&](const Travel& travel) { return travel.*member != Travel().*member; });
    };
    if (moves(&Travel::position)) {
        channels.push_back(std::move(way));
    }
    if (moves(&Travel::yaw)) {
        channels.push_back(std::move(turn));
    }
}

}  // namespace

std::vector<Clip> makeClips(const Rig& rig)
{
    std::vector<Sampled> sampled;
    std::vector<Pose> all{Pose()};
    for (const Motion& motion : motions) {
        sampled.push_back(sample(rig, motion));
        all.insert(all.end(), sampled.back().poses.begin(), sampled.back().poses.end());
    }
    std::vector<Clip> clips;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        Clip clip{motions[i].name, {}};
        appendTravel(clip.channels, rig, sampled[i]);
        for (std::size_t joint = 0; joint < jointCount; ++joint) {
            for (const bool isRotation : {false, true}) {
                const Channel target{static_cast<Joint>(joint), isRotation, false, {}, {}};
                if (isConstant(rig, all, target)) {
                    continue;
                }
                clip.channels.push_back(isConstant(rig, sampled[i].poses, target)
                                            ? constantChannel(rig, sampled[i].poses.front(), target.joint, isRotation)
                                            : makeChannel(rig, motions[i], sampled[i], target.joint, isRotation));
            }
        }
        clips.push_back(std::move(clip));
    }
    return clips;
}

}  // namespace character
