#pragma once

#include <string>
#include <string_view>

namespace armature::worker {

/// Rewrites a Collada text so that Assimp 5.2.5 reads it correctly. That version refuses colours after white space, reads a skin without a
/// bind shape matrix as if the matrix were zero instead of the identity, and scales by the length of a rotation's axis. O(length).
[[nodiscard]] std::string readableCollada(std::string_view text);

}  // namespace armature::worker
