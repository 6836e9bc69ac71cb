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

namespace armature {

/// Steps per second, whatever the frame rate.
constexpr double springRate = 60.;

/// Stands for no place, bone or centre.
constexpr std::size_t noPlace = std::numeric_limits<std::size_t>::max();

/// A bone that springs read or write, known by identity.
struct SpringBone {
    static constexpr std::size_t root = noPlace - 1;

    Handle<const Bone> bone;
    std::size_t parent = noPlace;  ///< Index of its parent among these bones, or root, where springs rely on the parent.
};

/// An object that no spring moves, but the animation or the application does: the input that is interpolated. A bone moves in the axes of
/// the bone above, which is another mover or swings: a head that shakes on a walking body makes two simple movements, but a complicated one
/// in the world.
struct SpringMover {
    enum class Kind { World, Skeleton, Bone, Node };

    std::size_t place = noPlace;
    Kind kind = Kind::World;
    std::size_t bone = noPlace;    ///< Index among the plan's bones.
    std::size_t parent = noPlace;  ///< Place of the bone's parent.
    bool isCarried = false;        ///< Whether a swinging bone, which is placed first, carries it.
    Handle<const Node> node = {};  ///< A node outside the skeleton.
};

/// A bone that swings.
struct SpringSwing {
    std::size_t place = noPlace;
    std::size_t parent = noPlace;  ///< The place of the bone above.
    std::size_t bone = noPlace;
    std::size_t chain = 0;
    std::size_t joint = 0;         ///< Index in its chain.
    std::size_t center = noPlace;  ///< Index among the centres.
    std::size_t pathBegin = 0;     ///< In the plan's path: bones up to the one whose origin is the tail. Empty: `end` is the tail.
    std::size_t pathEnd = 0;
    std::size_t touchBegin = 0;  ///< Range in the plan's touched colliders.
    std::size_t touchEnd = 0;
    glm::dvec3 end{0.};
    glm::dquat rest{1., 0., 0., 0.};
    double stiffness = 0.;   ///< World units per step.
    glm::dvec3 gravity{0.};  ///< World units per step.
    double kept = 0.;        ///< The fraction of its speed that remains after a step.
    double hitRadius = 0.;
    bool isCarrier = false;  ///< Whether anything depends on its place.
};

/// A collider and the place of its node.
struct SpringSolid {
    std::size_t place;
    SpringCollider shape;
};

/// The steps of a SpringBones, worked out once. Movers and swinging bones each have a place: a number by which others look up their frame
/// in the world.
struct SpringPlan {
    struct Step {
        enum class Kind : std::uint8_t { Carry, Swing, Solid, Center };

        Kind kind;
        std::size_t index;  ///< Index among movers, groups, solids or centres.
    };

    /// Swings that do not wait for each other and bounce off the same solids. At most springLanes.
    struct Group {
        std::size_t begin;
        std::size_t end;
    };

    /// Throws std::invalid_argument as SpringBones does.
    SpringPlan(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders, std::span<const SpringColliderGroup> groups);

    /// The solids that a swing touches, in the order in which a tail bounces off them.
    [[nodiscard]] std::span<const std::size_t> touchedBy(const SpringSwing& swing) const noexcept
    {
        return {touched.data() + swing.touchBegin, touched.data() + swing.touchEnd};
    }

    /// Sets the numbers of a swing from a checked joint.
    static void setNumbers(SpringSwing& swing, const SpringJoint& joint) noexcept;

    Handle<Skeleton> skeleton;
    std::vector<SpringBone> bones;
    std::vector<SpringMover> movers;  ///< Each after the one that it hangs on.
    std::vector<SpringSwing> swings;  ///< In the order of `together`.
    std::vector<Group> together;
    std::vector<std::size_t> path;
    std::vector<SpringSolid> solids;  ///< In the order given.
    std::vector<std::size_t> touched;
    std::vector<std::size_t> centers;  ///< Places of the centres.
    std::vector<Step> steps;           ///< Each after those it depends on.
    std::size_t places = 0;
};

/// Throws std::invalid_argument with "spring bones: " and the message.
[[noreturn]] void refuseSprings(const std::string& message);

/// Returns "chain "hair"", or the chain's number if it has no name.
[[nodiscard]] std::string chainLabel(const SpringChain& chain, std::size_t number);

/// Checks everything that does not depend on how bones wait for each other. Throws as SpringBones does.
void requireSprings(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                    std::span<const SpringColliderGroup> groups);

/// Checks the numbers of one joint. `whose` begins the message.
void requireSpringNumbers(const std::string& whose, const SpringJoint& joint);

}  // namespace armature
