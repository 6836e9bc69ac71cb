#pragma once

#include <string_view>
#include <vector>

#include "motions.hpp"

namespace character {

/// The keys of one joint's rotation (x, y, z, w) or translation, in its parent's axes.
struct Channel {
    Joint joint = Joint::Root;
    bool isRotation = true;
    bool isCubic = false;  ///< In-tangent, value, out-tangent for each key, per second; otherwise a value for each key.
    std::vector<float> times;
    std::vector<float> values;
};

struct Clip {
    std::string_view name;
    std::vector<Channel> channels;
};

/// wave with 10 cubic keys a second, all others with 30 linear ones. In each but start and stop the last key repeats the first. Joints that
/// any clip moves have a channel in all of them, so that changing clips leaves nothing behind; only what travels moves the root.
[[nodiscard]] std::vector<Clip> makeClips(const Rig& rig);

}  // namespace character
