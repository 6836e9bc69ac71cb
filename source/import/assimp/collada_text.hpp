#pragma once

#include <string>
#include <string_view>

namespace armature::worker {

/// Rewrites a Collada text so that Assimp 5.2.5 reads it as intended. That reader refuses colours after white space, takes a missing bind
/// shape matrix of a skin for zeros instead of the identity, and scales by the length of a rotation's axis. O(length).
[[nodiscard]] std::string readableCollada(std::string_view text);

}  // namespace armature::worker
