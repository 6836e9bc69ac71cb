#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/debug_lines.hpp>

namespace armature::tools {

/// A bone, and the limit of its joint.
struct BoneLimit {
    Bone* bone = nullptr;
    JointLimit limit = BallJoint{};
};

/// The limits of a model's bones, at most one for each. The bones must outlive this object.
class BoneLimits final {
public:
    /// Sets the limit of a bone. Throws std::invalid_argument, and changes nothing, if limitTurn() refuses the limit.
    void set(Bone& bone, const JointLimit& limit);
    void remove(const Bone& bone);
    /// Returns the limit of a bone; null if it has none.
    [[nodiscard]] const JointLimit* find(const Bone& bone) const noexcept;
    [[nodiscard]] std::span<const BoneLimit> all() const noexcept { return limits_; }
    /// Appends the lines that show all limits: see appendLimitLines().
    void appendLines(std::vector<DebugLine>& outLines) const;

private:
    std::vector<BoneLimit> limits_;
};

/// Parses "cone 40", "cone 40 -20 20", "hinge x 0 140", "slide y 0 0.1" or "fixed". Angles are in degrees from the rest pose; a cone is
/// about the direction of the bone. Throws CommandError if the text has another form.
[[nodiscard]] JointLimit parseLimit(const Bone& bone, std::string_view text);
/// Describes a limit in the words that parseLimit() accepts; "none" for a joint without limits, which parseLimit() never returns.
[[nodiscard]] std::string describeLimit(const JointLimit& limit);

}  // namespace armature::tools
