#pragma once

namespace armature {

/// Which threads an evaluation uses. The results are the same, bit for bit. An application with a scheduler of its own passes a
/// ParallelFor.
enum class Threads {
    Caller,  ///< Only the calling thread.
    All,     ///< All of oneTBB's threads; only the calling thread if the library was built without oneTBB.
};

}  // namespace armature
