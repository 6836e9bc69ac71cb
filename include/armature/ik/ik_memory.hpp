#pragma once

#include <vector>

namespace armature {

/// The state of a solver for one character between two calls, such as its last solution or the movement of swinging bones. Empty before the
/// first call; clear it to start the motion anew.
///
/// The numbers can be saved, compared and hashed, but only the solver defines their meaning. They fit the solver that wrote them and other
/// solvers made in the same way. A solver allocates only when it first fills a memory.
using IkMemory = std::vector<double>;

}  // namespace armature
