#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/handle.hpp>
#include <armature/ik/spring_bones.hpp>

#include "ik/kernels/spring_kernels.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// Simulation steps per second, independent of the frame rate.
constexpr double springRate = 60.;

/// Stands for "no place", "no bone" or "no centre".
constexpr std::size_t noPlace = std::numeric_limits<std::size_t>::max();

/// A bone that springs read or write, tracked by identity.
struct SpringBone {
    static constexpr std::size_t root = noPlace - 1;

    Handle<const Bone> bone;
    std::size_t parent = noPlace;  ///< If springs rely on the parent: its index among these bones, or `root`; otherwise noPlace.
};

/// An object that the animation or the application moves, not a spring. Its movement is interpolated from the inputs. A bone moves in the
/// axes of the bone above it, which is another mover or a swinging bone. A head that shakes on a walking body then makes two simple
/// movements instead of a complicated one in the world.
struct SpringMover {
    enum class Kind { World, Skeleton, Bone, Node };

    std::size_t place = noPlace;
    Kind kind = Kind::World;
    std::size_t bone = noPlace;    ///< The bone's index among the plan's bones.
    std::size_t parent = noPlace;  ///< The place of the bone's parent.
    bool isCarried = false;        ///< Whether a swinging bone carries the mover; that bone is then placed first.
    Handle<const Node> node = {};  ///< A node outside the skeleton.
};

/// A bone that swings.
struct SpringSwing {
    std::size_t place = noPlace;
    std::size_t parent = noPlace;  ///< The place of the parent bone.
    std::size_t bone = noPlace;
    std::size_t chain = 0;
    std::size_t joint = 0;         ///< Index in the bone's chain.
    std::size_t center = noPlace;  ///< Index among the plan's centres.
    std::size_t pathBegin = 0;     ///< Range in the plan's path: the bones below this one, down to the bone whose origin is the tail. If
                                   ///< empty, `end` is the tail.
    std::size_t pathEnd = 0;
    std::size_t touchBegin = 0;  ///< Range in the plan's touched colliders.
    std::size_t touchEnd = 0;
    std::size_t group = 0;  ///< Index of its group, and its lane there.
    std::size_t lane = 0;
    glm::vec3 end{0.f};
};

/// The data of a swing that a frame reads if the bone is not sheared: few bytes, because they are read for every bone in every frame.
struct SpringSource {
    static constexpr std::uint32_t none = 0xffffffffu;
    static constexpr std::uint32_t far = none - 1;

    std::uint32_t bone = none;
    std::uint32_t child = none;  ///< The bone whose origin is the tail; `none`: the tail is SpringSwing::end; `far`: that bone is no child.
};

/// A collider, and the place of its node in the plan.
struct PlannedCollider {
    std::size_t place;
    SpringCollider collider;
};

/// The steps of a SpringBones, planned once. Each mover and each swinging bone has a place, which stands for its frame to the world: the
/// index of the mover, or one past the last mover plus the group's index times springLanes plus the lane.
struct SpringPlan {
    struct Step {
        enum class Kind : std::uint8_t { Carry, Swing, Solid, Center };

        Kind kind;
        std::size_t index;  ///< Index among movers, groups, solids or centres.
    };

    /// Swings that do not wait for each other and have the same centre; at most springLanes of them, one in each lane. Those that touch
    /// the same solids are neighbours. Chains side by side keep their lanes from joint to joint, as long as they have the same number of
    /// joints to come.
    struct Group {
        /// Where the frames above the swings are: all swings hang on one frame, each lane hangs on the same lane of another group, or
        /// neither.
        enum class Above : std::uint8_t { One, Group, Any };

        std::size_t begin;
        std::size_t end;
        std::size_t contactBegin = 0;  ///< Range in the plan's contacts.
        std::size_t contactEnd = 0;
        bool isCarrier = false;  ///< Whether anything depends on the place of one of the bones.
        Above above = Above::Any;

        [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
    };

    /// Throws std::invalid_argument if an argument is invalid (see requireSprings()), a bone swings twice, the chains touch too many
    /// colliders, or bones wait for each other in a circle or in too long a row.
    SpringPlan(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders, std::span<const SpringColliderGroup> groups);

    /// Sets the parameters of a swing from those of a checked joint.
    void setNumbers(const SpringSwing& swing, const SpringParameters& parameters) noexcept;
    /// The rest rotation of a swing.
    [[nodiscard]] glm::dquat rest(const SpringSwing& swing) const noexcept
    {
        return numbers[swing.group].turn(SpringNumbers::rest, swing.lane);
    }

    Handle<Skeleton> skeleton;
    std::vector<SpringBone> bones;
    std::vector<SpringMover> movers;    ///< Parents come before children.
    std::vector<SpringSwing> swings;    ///< In the order of the groups in `together`.
    std::vector<SpringSource> sources;  ///< One for each swing.
    std::vector<Group> together;
    AlignedVector<SpringNumbers> numbers;  ///< One for each group.
    std::vector<std::size_t> path;
    std::vector<PlannedCollider> solids;  ///< In the order given.
    std::vector<std::size_t> touched;
    std::vector<SpringContact> contacts;
    std::vector<std::size_t> centers;  ///< Places of the centres.
    std::vector<Step> steps;           ///< Each comes after the steps it depends on.
    std::size_t places = 0;
};

/// Throws std::invalid_argument whose text is "spring bones: " and the message.
[[noreturn]] void refuseSprings(const std::string& message);

/// Returns "chain "hair"", or "chain" and its number if the chain has no name.
[[nodiscard]] std::string chainLabel(const SpringChain& chain, std::size_t number);

/// Throws std::invalid_argument if an argument is invalid by itself. Does not check whether a bone swings twice, colliders are too many, or
/// bones wait for each other in a circle.
void requireSprings(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                    std::span<const SpringColliderGroup> groups);

/// Checks the parameters of one joint. Messages begin with `whose`.
void requireSpringNumbers(const std::string& whose, const SpringJoint& joint);

}  // namespace armature
