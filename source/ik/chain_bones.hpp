#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/chain_solver.hpp>

namespace armature {

struct Pose;

/// Where the bones of a Chain are: in the skeleton that it was made with by identity, in its clones and in poses by position.
class ChainBones {
public:
    struct Known {
        Handle<const Bone> bone;
        std::size_t position = 0;  ///< In Skeleton::bones().
    };

    /// Throws std::invalid_argument if bones of the chain have gone.
    explicit ChainBones(const Chain& chain);

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    /// Those of a joint, and of the bones between it and the joint above or, for a root, of all above: top first.
    [[nodiscard]] const Known& joint(std::size_t joint) const noexcept { return known_[joints_[joint].end - 1]; }
    [[nodiscard]] std::span<const Known> above(std::size_t joint) const noexcept
    {
        return {known_.data() + joints_[joint].begin, known_.data() + joints_[joint].end - 1};
    }

    /// Brings positions up to date, so that they are those of `skeleton`: the chain's own, or a clone of it. False: bones of the chain have
    /// gone, or hang on others now. Throws std::invalid_argument if another skeleton is built otherwise. O(bones), unless bones have moved.
    [[nodiscard]] bool find(const Skeleton& skeleton);
    /// The same for a pose of the chain's own skeleton. Throws std::invalid_argument if it has another number of bones.
    [[nodiscard]] bool find(const Pose& pose);
    /// The chain's own. Precondition: find() was true.
    [[nodiscard]] const Skeleton& skeleton() const noexcept { return *skeleton_.get(); }

private:
    struct Joint {
        std::ptrdiff_t parent;
        std::size_t begin;  // of its bones in known_, itself the last
        std::size_t end;
    };

    [[nodiscard]] bool follow() noexcept;
    [[nodiscard]] const Bone* misplacedIn(const Skeleton& skeleton) const noexcept;

    Handle<const Skeleton> skeleton_;
    std::vector<Known> known_;
    std::vector<Joint> joints_;
    std::size_t needed_ = 0;  // one past the highest position
};

}  // namespace armature
