#pragma once

namespace armature {

/// Which cores an evaluation works on. The results are the same, bit for bit.
enum class Threads {
    Caller,  ///< The calling thread alone.
    All,     ///< All that oneTBB has.
};

}  // namespace armature
