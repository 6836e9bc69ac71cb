#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// A number in [0, 1] for each joint of a rig: one for some bones, another for the rest.
class JointMasks {
public:
    void setAll(float mask) noexcept;
    /// Throws std::invalid_argument if other masks are of bones in another skeleton.
    void set(const Bone& bone, float mask);
    [[nodiscard]] float maskOf(const Bone& bone) const noexcept;

    /// Whether each joint's mask is 1.
    [[nodiscard]] bool areOne() const noexcept;
    /// weight * mask for each joint.
    void multiply(const JointView& joints, float weight, std::span<float> outWeights) const noexcept;

    void list(StateArchive& state);

private:
    struct Mask {
        Handle<const Bone> bone;  // null: known by number alone
        std::uint32_t number;     // in Skeleton::bones(), when it was set; noSlot: none
        float mask;
    };

    [[nodiscard]] std::uint32_t numberOf(const Mask& mask, const Skeleton* skeleton) const noexcept;

    float others_ = 1.f;
    Handle<const Skeleton> skeleton_;
    std::vector<Mask> masks_;
};

}  // namespace armature
