#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// A mask in [0, 1] for each joint of a rig: values for some bones, and one value for the others.
class JointMasks {
public:
    void setAll(float mask) noexcept;
    /// Throws std::invalid_argument if other masks are of bones in another skeleton.
    void set(const Bone& bone, float mask);
    [[nodiscard]] float maskOf(const Bone& bone) const noexcept;

    /// Whether each joint's mask is 1.
    [[nodiscard]] bool areOne() const noexcept;
    /// Writes weight * mask for each joint. Throws std::invalid_argument that names bone and joints if the masks were set for a skeleton
    /// that is built differently.
    void multiply(const JointView& joints, float weight, std::span<float> outWeights) const;
    /// Updates the stored indices of the bones, which are still needed when the skeleton is gone. O(masks).
    void follow() noexcept;

    /// `own`: the skeleton in which bones are found if no mask was ever set here; may be null.
    void list(StateArchive& state, const Skeleton* own);

private:
    struct Mask {
        Handle<const Bone> bone;
        std::uint32_t number;  // index in Skeleton::bones(), as of follow(); noSlot: the bone was removed
        float mask;
    };

    float others_ = 1.f;
    Handle<const Skeleton> skeleton_;
    std::size_t jointCount_ = 0;  // joint count of the skeleton, as of follow()
    std::vector<Mask> masks_;
};

}  // namespace armature
