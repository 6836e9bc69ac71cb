#include "import/bvh/tokens.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "base/words.hpp"
#include "import/bvh/offsets.hpp"
#include "import/notes.hpp"

namespace armature::bvh {

namespace {

/// Returns the rotation about an axis by an angle in degrees, which may be many turns.
glm::dquat turnAbout(glm::length_t axis, double degrees)
{
    glm::dvec3 direction(0.);
    direction[axis] = 1.;
    return glm::angleAxis(glm::radians(std::remainder(degrees, 360.)), direction);
}

bool has(const Joint& joint, Channel::Kind kind)
{
    return std::ranges::any_of(joint.channels, [kind](const Channel& channel) { return channel.kind == kind; });
}

bool hasPosition(const Joint& joint, glm::length_t axis)
{
    return std::ranges::any_of(joint.channels, [axis](const Channel& channel) {
        return channel.kind == Channel::Kind::Position && static_cast<glm::length_t>(channel.axis) == axis;
    });
}

class MotionReader {
public:
    MotionReader(Tokens& tokens, std::span<const Joint> joints, importing::MemoryBudget& budget, importing::Notes& notes)
        : tokens_(tokens), joints_(joints), budget_(budget), notes_(notes)
    {
        for (const Joint& joint : joints) {
            width_ += joint.channels.size();
        }
    }

    Motion read()
    {
        readHead();
        const std::size_t frames = countFrames();
        if (frames > 0 && addChannels(frames)) {
            row_.resize(width_);
            const std::size_t firstLine = tokens_.line();
            for (std::size_t frame = 0; frame < frames; ++frame) {
                readFrame();
            }
            addOffsets(firstLine);
            motion_.clip = std::move(clip_);
        }
        return std::move(motion_);
    }

private:
    void readHead()
    {
        if (!tokens_.takeLabel({"Frames"})) {
            tokens_.refuse("must have \"Frames:\" after MOTION");
        }
        saidFrames_ = tokens_.number("the number of frames");
        if (!tokens_.takeLabel({"Frame", "Time"})) {
            tokens_.refuse("must have \"Frame Time:\" after the number of frames");
        }
        timeLine_ = tokens_.line();
        motion_.frameSeconds = tokens_.number("the frame time");
    }

    /// Returns the number of complete frames in the file, whatever number the file announces.
    std::size_t countFrames()
    {
        const std::size_t line = tokens_.line();
        const std::size_t numbers = tokens_.count();
        if (width_ == 0) {
            if (numbers > 0) {
                tokens_.refuse(fmt::format("has {} of motion, but no joint has CHANNELS", counted(numbers, "number")));
            }
            return 0;
        }
        const std::size_t frames = numbers / width_;
        if (numbers % width_ != 0) {
            notes_.add(fmt::format("line {}", line),
                       fmt::format("has {} in its last frame, but a frame has {}: the last one is left out; the file is cut off",
                                   counted(numbers % width_, "number"), width_));
        }
        if (static_cast<double>(frames) != saidFrames_) {
            notes_.add(fmt::format("line {}", line),
                       fmt::format("says \"Frames: {}\", but has numbers for {}: these are used", saidFrames_, counted(frames, "frame")));
        }
        const double last = static_cast<double>(frames) * motion_.frameSeconds;
        if (frames > 1 && (!(motion_.frameSeconds > 0.) || !(last <= std::numeric_limits<float>::max()))) {
            Tokens::refuse(timeLine_, fmt::format("has the frame time {} s, but {} must follow each other in finite time",
                                                  motion_.frameSeconds, counted(frames, "frame")));
        }
        return frames;
    }

    /// Adds the clip's channels. Returns false if no joint is animated.
    bool addChannels(std::size_t frames)
    {
        charge(importing::bytesOfClip + importing::bytesOfTimeTrack + 2 * frames * sizeof(float));
        clip_.name = "Motion";
        std::vector<float>& times = clip_.timeTracks.emplace_back();
        times.reserve(frames);
        for (std::size_t frame = 0; frame < frames; ++frame) {
            times.push_back(static_cast<float>(static_cast<double>(frame) * motion_.frameSeconds));
        }
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (has(joints_[joint], Channel::Kind::Position)) {
                addChannel(joint, ChannelPath::Translation, 3, frames);
            }
            if (has(joints_[joint], Channel::Kind::Rotation)) {
                addChannel(joint, ChannelPath::Rotation, 4, frames);
            }
        }
        return !clip_.channels.empty();
    }

    void addChannel(std::size_t joint, ChannelPath path, std::size_t components, std::size_t frames)
    {
        const std::string& name = joints_[joint].name;
        // While the clip is built, its keys exist twice: in the description and in the clip.
        charge(importing::bytesOfChannel + 2 * name.size() + 2 * frames * components * sizeof(float));
        ChannelDescription& channel = clip_.channels.emplace_back();
        channel.target.index = joint;
        channel.target.name = name;
        channel.path = path;
        channel.components = components;
        channel.values.reserve(frames * components);
    }

    void readFrame()
    {
        const std::size_t line = tokens_.line();
        for (double& number : row_) {
            number = tokens_.number("a number of motion");
        }
        std::size_t column = 0;
        auto channel = clip_.channels.begin();
        for (const Joint& joint : joints_) {
            const std::span<const double> numbers = std::span(row_).subspan(column, joint.channels.size());
            column += joint.channels.size();
            if (has(joint, Channel::Kind::Position)) {
                appendPosition(joint, numbers, line, (channel++)->values);
            }
            if (has(joint, Channel::Kind::Rotation)) {
                appendRotation(joint, numbers, (channel++)->values);
            }
        }
    }

    static glm::dvec3 positionIn(const Joint& joint, std::span<const double> numbers)
    {
        glm::dvec3 position(0.);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            if (joint.channels[at].kind == Channel::Kind::Position) {
                position[joint.channels[at].axis] += numbers[at];
            }
        }
        return position;
    }

    /// Appends a position as stored in the file, without adding OFFSET: whether to add it is decided once all frames are read. An axis
    /// without a channel takes its value from OFFSET.
    static void appendPosition(const Joint& joint, std::span<const double> numbers, std::size_t line, std::vector<float>& values)
    {
        const glm::dvec3 position = positionIn(joint, numbers);
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            if (!(std::abs(position[axis]) + std::abs(joint.offset[axis]) <= std::numeric_limits<float>::max())) {
                Tokens::refuse(line, fmt::format("places {} at {:.3g}, which is too far", importing::quoted(joint.name),
                                                 position[axis] + joint.offset[axis]));
            }
            values.push_back(static_cast<float>(hasPosition(joint, axis) ? position[axis] : joint.offset[axis]));
        }
    }

    void addOffsets(std::size_t firstLine)
    {
        std::vector<Positions> positions;
        for (const ChannelDescription& channel : clip_.channels) {
            if (channel.path == ChannelPath::Translation) {
                positions.push_back({channel.target.index, channel.values});
            }
        }
        const std::vector<bool> isReplaced = findReplacedOffsets(joints_, positions);
        if (const std::string decided = describeReplacedOffsets(joints_, positions, isReplaced); !decided.empty()) {
            notes_.add(fmt::format("line {}", firstLine), decided);
        }
        auto replaced = isReplaced.begin();
        for (ChannelDescription& channel : clip_.channels) {
            if (channel.path != ChannelPath::Translation || *replaced++) {
                continue;
            }
            const Joint& joint = joints_[channel.target.index];
            for (std::size_t at = 0; at < channel.values.size(); ++at) {
                const auto axis = static_cast<glm::length_t>(at % 3);
                const double offset = hasPosition(joint, axis) ? joint.offset[axis] : 0.;
                channel.values[at] = static_cast<float>(static_cast<double>(channel.values[at]) + offset);
            }
        }
    }

    // Multiplies rotations in file order, so that each rotation turns the axes of the rotations after it. Of the two quaternions for the
    // result, appends the one nearer to the previous frame's, so that a change of sign does not look like a rotation.
    static void appendRotation(const Joint& joint, std::span<const double> numbers, std::vector<float>& values)
    {
        glm::dquat rotation(1., 0., 0., 0.);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            if (joint.channels[at].kind == Channel::Kind::Rotation) {
                rotation = rotation * turnAbout(joint.channels[at].axis, numbers[at]);
            }
        }
        rotation = glm::normalize(rotation);
        std::array<float, 4> parts{static_cast<float>(rotation.x), static_cast<float>(rotation.y), static_cast<float>(rotation.z),
                                   static_cast<float>(rotation.w)};
        float alike = 0.f;
        for (std::size_t part = 0; part < 4 && !values.empty(); ++part) {
            alike += parts[part] * values[values.size() - 4 + part];
        }
        for (const float part : parts) {
            values.push_back(alike < 0.f ? -part : part);
        }
    }

    void charge(std::uint64_t bytes)
    {
        if (!budget_.charge(bytes)) {
            budget_.refuse(bytes, fmt::format("line {}", tokens_.line()));
        }
    }

    Tokens& tokens_;
    std::span<const Joint> joints_;
    importing::MemoryBudget& budget_;
    importing::Notes& notes_;
    std::size_t width_ = 0;  ///< Number of values in a frame.
    double saidFrames_ = 0.;
    std::size_t timeLine_ = 0;
    std::vector<double> row_;
    ClipDescription clip_;
    Motion motion_;
};

}  // namespace

Motion readMotion(Tokens& tokens, std::span<const Joint> joints, importing::MemoryBudget& budget, importing::Notes& notes)
{
    return MotionReader(tokens, joints, budget, notes).read();
}

}  // namespace armature::bvh
