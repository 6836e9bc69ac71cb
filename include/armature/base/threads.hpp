#pragma once

namespace armature {

/// Which threads an evaluation uses. The results are the same in both cases, bit for bit. An application with its own scheduler can pass a
/// ParallelFor instead.
enum class Threads {
    Caller,  ///< Only the calling thread.
    All,     ///< All threads of oneTBB; only the calling thread if the library was built without oneTBB.
};

}  // namespace armature
