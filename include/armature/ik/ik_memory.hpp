#pragma once

#include <vector>

namespace armature {

/// What a solver remembers about one character from one call to the next: where it smooths from, how bones swing, its last solution. Empty
/// at first, and whenever the motion begins anew.
///
/// These are plain numbers, which can be saved, compared and hashed; what they mean is the solver's own affair. They fit the solver that
/// wrote them and others made in the same way. A solver allocates only when it first fills a memory.
using IkMemory = std::vector<double>;

}  // namespace armature
