#include "bvh_model.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include <glm/gtc/matrix_transform.hpp>

namespace armature::test {

std::string bvhRig()
{
    return R"(HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT upper
  {
    OFFSET 0 2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT lower
    {
      OFFSET 0 3 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 1.5 0
      }
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.5
0 1 0 0 0 0 0 0 0 0 0 0
0 1 1 10 0 0 45 0 0 -30 0 0
0 1.5 2 20 5 0 90 0 10 -60 0 5
0 1 3 30 10 0 135 0 20 -90 0 10
)";
}

BvhModel::BvhModel(std::string_view text)
{
    std::string spaced;
    for (const char character : text) {
        spaced += character == '{' || character == '}' ? std::string{' ', character, ' '} : std::string(1, character);
    }
    // "Frames:8" and "Frame Time:0.01" are legal. A colon inside a name does not end a label.
    for (const std::string_view label : {"Frames:", "Time:"}) {
        if (const auto at = spaced.find(label, spaced.find("MOTION")); at != std::string::npos) {
            spaced.insert(at + label.size(), " ");
        }
    }
    std::istringstream words(spaced);
    std::vector<int> open;
    for (std::string word; words >> word && word != "MOTION";) {
        if (word == "ROOT" || word == "JOINT" || word == "End") {
            Joint joint;
            words >> joint.name;
            joint.isEnd = word == "End";
            joint.parent = open.empty() ? -1 : open.back();
            words >> word;
            open.push_back(static_cast<int>(joints_.size()));
            joints_.push_back(joint);
        } else if (word == "OFFSET") {
            glm::dvec3& offset = joints_[static_cast<std::size_t>(open.back())].offset;
            words >> offset.x >> offset.y >> offset.z;
        } else if (word == "CHANNELS") {
            auto& channels = joints_[static_cast<std::size_t>(open.back())].channels;
            std::size_t count = 0;
            words >> count;
            channels.resize(count);
            std::ranges::for_each(channels, [&](std::string& channel) { words >> channel; });
        } else if (word == "}") {
            open.pop_back();
        }
    }
    std::size_t width = 0;
    for (const Joint& joint : joints_) {
        width += joint.channels.size();
    }
    std::string word;
    std::size_t frames = 0;
    words >> word >> frames >> word >> word >> frameSeconds_;
    rows_.assign(frames, std::vector<double>(width));
    for (auto& row : rows_) {
        for (double& number : row) {
            words >> number;
        }
    }
    if (!words) {
        throw std::runtime_error("the test's reader of BVH does not understand a file");
    }
}

std::vector<BvhModel::Local> BvhModel::locals(std::size_t frame) const
{
    std::vector<Local> locals;
    std::size_t column = 0;
    for (const Joint& joint : joints_) {
        Local local{joint.offset, {1., 0., 0., 0.}};
        for (const std::string& channel : joint.channels) {
            const double value = rows_[frame][column++];
            const auto axis = static_cast<glm::length_t>(channel[0] - 'X');
            if (channel.substr(1) == "position") {
                local.position[axis] += value;
            } else {
                const double half = value * std::acos(-1.) / 360.;
                glm::dquat turn(std::cos(half), 0., 0., 0.);
                (axis == 0 ? turn.x : axis == 1 ? turn.y : turn.z) = std::sin(half);
                local.rotation = local.rotation * turn;
            }
        }
        locals.push_back(local);
    }
    return locals;
}

std::vector<glm::dmat4> BvhModel::pose(double frame) const
{
    const auto from = static_cast<std::size_t>(frame);
    const std::size_t to = std::min(from + 1, rows_.size() - 1);
    const double part = frame - static_cast<double>(from);
    const std::vector<Local> a = locals(from);
    const std::vector<Local> b = locals(to);
    std::vector<glm::dmat4> world;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const glm::dvec3 position = a[i].position + part * (b[i].position - a[i].position);
        const glm::dmat4 local = glm::translate(glm::dmat4(1.), position) * glm::mat4_cast(glm::slerp(a[i].rotation, b[i].rotation, part));
        world.push_back(joints_[i].parent < 0 ? local : world[static_cast<std::size_t>(joints_[i].parent)] * local);
    }
    return world;
}

}  // namespace armature::test
