#pragma once

#include <string>
#include <string_view>

namespace armature::worker {

/// A Collada text that the reader of Assimp 5.2.5 understands as it is meant: it refuses colours after white space, takes zeros for the
/// bind shape matrix that a skin leaves out, not the identity, and scales by the length of a rotation's axis. O(length).
[[nodiscard]] std::string readableCollada(std::string_view text);

}  // namespace armature::worker
