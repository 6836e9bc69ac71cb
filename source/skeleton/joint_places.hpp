#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// Joints of a pose in skeleton space, each found once and then remembered: looking at all of a rig is linear in its joints, however deep
/// it is, while JointAccess::absolute() walks up to the root each time. Both give the same bits. For one thread at a time.
class JointPlaces final {
public:
    /// Allocates for rigs of up to `count` joints.
    explicit JointPlaces(std::size_t count) : places_(count), known_(count), path_(count) {}

    /// Forgets all, and looks at `joints` from now on. They must exist, with an unchanged pose, as long as at() is called.
    /// Allocates only if there are more joints than ever before.
    void begin(const JointView& joints);
    /// The place of a joint in skeleton space. Amortised O(1) for each joint that is not known yet.
    [[nodiscard]] Affine at(std::size_t joint) noexcept;

private:
    const JointView* joints_ = nullptr;
    std::uint64_t pose_ = 0;  // number of the current pose: how many times begin() was called
    std::vector<Affine> places_;
    std::vector<std::uint64_t> known_;  // in which pose each joint was found
    std::vector<std::uint32_t> path_;   // scratch
};

}  // namespace armature
