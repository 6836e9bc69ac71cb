#pragma once

#include <string_view>
#include <vector>

#include "motions.hpp"

namespace character {

/// The keys of one joint's rotation (x, y, z, w) or translation, in its parent's axes.
struct Channel {
    Joint joint = Joint::Root;
    bool isRotation = true;
    bool isCubic = false;  ///< Each key is in-tangent, value, out-tangent, with tangents per second; otherwise just a value.
    std::vector<float> times;
    std::vector<float> values;
};

struct Clip {
    std::string_view name;
    std::vector<Channel> channels;
};

/// Makes all clips: wave with 10 cubic keys per second, all others with 30 linear ones. In all but start and stop the last key repeats the
/// first. A joint that any clip moves has a channel in every clip, so that changing clips leaves no joint in an old pose; only clips that
/// travel move the root.
[[nodiscard]] std::vector<Clip> makeClips(const Rig& rig);

}  // namespace character
