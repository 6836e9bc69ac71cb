#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// Computes transforms of a pose's joints in skeleton space, and caches each of them. Computing all joints thus takes linear time even in a
/// deep rig, whereas JointAccess::absolute() walks up to the root each time. Both give the same bits. For one thread at a time.
class JointPlaces final {
public:
    /// Allocates for rigs of up to `count` joints.
    explicit JointPlaces(std::size_t count) : places_(count), known_(count), path_(count) {}

    /// Clears the cache and uses `joints` from now on. The joints must exist, and their pose must not change, as long as at() is called.
    /// Allocates only if there are more joints than in any earlier call.
    ARMATURE_PRIVATE_API void begin(const JointView& joints);
    /// Returns the joint's transform in skeleton space. Amortised O(1) for each joint not yet cached.
    [[nodiscard]] ARMATURE_PRIVATE_API Affine at(std::size_t joint) noexcept;

private:
    const JointView* joints_ = nullptr;
    std::uint64_t pose_ = 0;  // number of the current pose: the count of begin() calls
    std::vector<Affine> places_;
    std::vector<std::uint64_t> known_;  // number of the pose for which each joint was computed
    std::vector<std::uint32_t> path_;   // scratch of at(): the joints on the way up to one that is cached
};

}  // namespace armature
