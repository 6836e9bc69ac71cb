#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/debug_lines.hpp>

namespace armature::tools {

/// A limit that a bone was given.
struct BoneLimit {
    Bone* bone = nullptr;
    JointLimit limit = BallJoint{};
};

/// The limits of a model's bones, one for each. The bones must outlive it.
class BoneLimits final {
public:
    /// Throws std::invalid_argument for what limitTurn() does not allow, and changes nothing.
    void set(Bone& bone, const JointLimit& limit);
    void remove(const Bone& bone);
    /// The limit of a bone; null if it has none.
    [[nodiscard]] const JointLimit* find(const Bone& bone) const noexcept;
    [[nodiscard]] std::span<const BoneLimit> all() const noexcept { return limits_; }
    /// See appendLimitLines().
    void appendLines(std::vector<DebugLine>& outLines) const;

private:
    std::vector<BoneLimit> limits_;
};

/// "cone 40", "cone 40 -20 20", "hinge x 0 140", "slide y 0 0.1" or "fixed": angles in degrees, from rest; the cone is about where the bone
/// points. Throws CommandError.
[[nodiscard]] JointLimit parseLimit(const Bone& bone, std::string_view text);
/// Writes a limit in the words that parsing accepts.
[[nodiscard]] std::string describeLimit(const JointLimit& limit);

}  // namespace armature::tools
