#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <glm/ext/quaternion_float.hpp>

#include "ik/limits/turn_limit.hpp"
#include "ik/plain_turns.hpp"

namespace armature {

/// The joints of an unbranched chain of bones that scale evenly: a row of arms of constant length. Everything is in the axes above the
/// first joint, unless a comment says otherwise. PointReach maps goals to these axes.
struct ArmRow {
    struct Link {
        bool moves = false;
        bool isFree = false;     ///< Whether every rotation is allowed.
        bool isBall = false;     ///< Whether the joint may twist: it moves, and is neither a hinge nor stiff.
        bool isPlain = true;     ///< Whether the pose is stored as plain parts; otherwise it is in the JointTree.
        bool isFlipped = false;  ///< Whether the signs of the bone's scale act as a rotation, `flip`.
        bool isChanged = false;  ///< Whether `stored` is to be written.
        double freedom = 0.;     ///< 1 - stiffness; 0 if the joint does not move.
        TurnLimit limit;
        PlainTurn rest;                        ///< The rotation at rest; only for a joint that is not free.
        PlainTurn flip;                        ///< From the axes below the joint to the axes of its arm.
        PlainVector center;                    ///< The point about which the joint rotates, in its parent's axes.
        PlainVector arm;                       ///< From this joint to the next, or to the effector, before this joint's rotation.
        PlainTurn loaded;                      ///< The local rotation as read.
        PlainTurn incoming;                    ///< `loaded`, clamped to the limit.
        PlainTurn solved;                      ///< The local rotation that the solver has found.
        glm::quat stored{1.f, 0.f, 0.f, 0.f};  ///< `solved`, rounded to floats.

        /// Returns the axes below the joint, given the rotation of its arm.
        [[nodiscard, gnu::always_inline]] PlainTurn below(const PlainTurn& turn) const noexcept { return isFlipped ? turn * flip : turn; }
        /// Returns a local rotation relative to the rest rotation, from which limits are measured.
        [[nodiscard]] glm::dquat fromRest(const PlainTurn& rotation) const noexcept { return (back(rest) * rotation).toGlm(); }
        [[nodiscard]] PlainTurn limited(const PlainTurn& rotation) const noexcept
        {
            return isFree ? rotation : normalized(rest * PlainTurn(limit.apply(fromRest(rotation))));
        }
        [[nodiscard]] bool allows(const PlainTurn& rotation) const noexcept { return isFree || limit.violation(fromRest(rotation)) < 1e-9; }
    };

    /// Where a joint is: the rotation of its arm, and its centre.
    struct Place {
        PlainTurn turn;
        PlainVector point;
    };

    std::vector<Link> links;
    std::vector<Place> places;  ///< One for each link.
    PlainVector tip;            ///< The effector's position.

    [[nodiscard]] std::size_t size() const noexcept { return links.size(); }

    /// Computes the places from the local rotations `solved`.
    void place() noexcept
    {
        PlainTurn above;
        PlainVector point = links.front().center;
        for (std::size_t i = 0; i < links.size(); ++i) {
            const Link& link = links[i];
            const PlainTurn turn = above * link.solved;
            places[i] = {turn, point};
            point += turn * link.arm;
            above = link.below(turn);
        }
        tip = point;
    }
    /// Returns the axes above a joint, given the places of all joints before it.
    [[nodiscard]] PlainTurn above(std::size_t link) const noexcept
    {
        return link > 0 ? links[link - 1].below(places[link - 1].turn) : PlainTurn();
    }
};

}  // namespace armature
