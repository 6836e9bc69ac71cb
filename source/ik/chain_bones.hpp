#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// Maps the bones of a Chain to joints of a view, by their places in the skeleton that the chain was made with.
class ChainBones {
public:
    struct Known {
        Handle<const Bone> bone;
        std::size_t joint = 0;  ///< The number in the view; valid after find().
    };

    /// Throws std::invalid_argument if bones of the chain were removed.
    explicit ChainBones(const Chain& chain);

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// The number in the view of a joint's bone; and the bones between it and the joint above or, for a root, all bones above: top first.
    [[nodiscard]] std::size_t joint(std::size_t joint) const noexcept { return known_[joints_[joint].end - 1].joint; }
    [[nodiscard]] std::span<const Known> above(std::size_t joint) const noexcept
    {
        return {known_.data() + joints_[joint].begin, known_.data() + joints_[joint].end - 1};
    }

    /// Looks up the joints in a view. Returns false if bones of the chain were removed or have other parents now. Throws
    /// std::invalid_argument if the view is of another skeleton with a different structure. O(bones of the chain).
    [[nodiscard]] bool find(const JointView& joints);
    /// Returns a view of a pose of the chain's own skeleton; no value once the skeleton is destroyed. Throws std::invalid_argument if the
    /// pose has another number of bones.
    [[nodiscard]] std::optional<JointView> viewOf(Pose& pose) const;

private:
    struct Joint {
        std::ptrdiff_t parent;
        std::size_t begin;  // range of its bones in known_; its own is the last
        std::size_t end;
    };

    [[nodiscard]] bool follow() noexcept;
    [[nodiscard]] std::optional<std::size_t> misplacedIn(const JointView& joints) const noexcept;

    Handle<const Skeleton> skeleton_;
    std::vector<Known> known_;
    std::vector<Joint> joints_;
    std::size_t needed_ = 0;  // one past the highest joint
};

}  // namespace armature
