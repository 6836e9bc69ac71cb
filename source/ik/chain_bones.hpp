#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// Maps the bones of a Chain to joints of a view, by the bones' indices in the chain's own skeleton.
class ChainBones {
public:
    struct Known {
        Handle<const Bone> bone;
        std::size_t joint = 0;  ///< The index in the view; valid after find().
    };

    /// Throws std::invalid_argument if bones of the chain were removed or have new parents.
    explicit ChainBones(const Chain& chain);

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// joint() returns the index of a joint's bone in the view. above() returns the bones between this bone and the bone of the joint's
    /// parent, top first; for a root, it returns all bones above.
    [[nodiscard]] std::size_t joint(std::size_t joint) const noexcept { return known_[joints_[joint].end - 1].joint; }
    [[nodiscard]] std::span<const Known> above(std::size_t joint) const noexcept
    {
        return {known_.data() + joints_[joint].begin, known_.data() + joints_[joint].end - 1};
    }

    /// Looks up the joints in a view. Returns false if bones of the chain were removed or have new parents. Throws std::invalid_argument if
    /// the view is of another skeleton with a different structure. O(bones of the chain).
    [[nodiscard]] bool find(const JointView& joints);

private:
    struct Joint {
        std::ptrdiff_t parent;
        std::size_t begin;  // range of the joint's bones in known_; the last is its own bone
        std::size_t end;
    };

    [[nodiscard]] bool follow() noexcept;
    [[nodiscard]] std::optional<std::size_t> misplacedIn(const JointView& joints) const noexcept;

    Handle<const Skeleton> skeleton_;
    std::vector<Known> known_;
    std::vector<Joint> joints_;
    std::size_t needed_ = 0;  // one past the highest index that a bone of the chain has in the skeleton
};

}  // namespace armature
