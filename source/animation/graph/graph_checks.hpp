#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_graph.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

/// A place in a GraphDescription.
struct GraphPlace {
    std::string_view node;    ///< The node's name; empty: the place is not in a node.
    std::string member = {};  ///< Path of member names and indices in the node or, without a node, in the description: "states/0/node".

    [[nodiscard]] GraphPlace operator/(std::string_view further) const;
    [[nodiscard]] GraphPlace operator/(std::size_t index) const { return *this / std::string_view(std::to_string(index)); }
};

/// Thrown for a description that breaks a rule.
class GraphRefusal final : public std::invalid_argument {
public:
    GraphRefusal(std::string pointer, const std::string& problem) : std::invalid_argument(problem), pointer_(std::move(pointer)) {}

    /// The place as a JSON pointer into the description: "/nodes/2/states/0/node".
    [[nodiscard]] const std::string& pointer() const noexcept { return pointer_; }

private:
    std::string pointer_;
};

/// The rules that a GraphDescription must follow. run() and the functions whose names begin with `require` throw a GraphRefusal, which
/// names the place and says what is wrong there.
class GraphChecks final {
public:
    static constexpr std::size_t maxNodes = 4096;  ///< Limit on the length of each list in a description: far more than anyone draws.
    static constexpr std::size_t maxPoints = 256;  ///< Limit on the points of a blend space.
    static constexpr std::size_t maxDepth = 64;    ///< Limit on the nesting depth of nodes.

    explicit GraphChecks(const GraphDescription& description) noexcept : description_(description) {}

    /// Checks the names and the number of parameters, clips and nodes, and the ranges and initial values of parameters.
    void run() const;

    [[nodiscard]] const GraphNode* findNode(std::string_view name) const noexcept;
    [[nodiscard]] std::size_t requireClipName(std::string_view name, const GraphPlace& place) const;
    void requireFirstUse(std::set<const GraphNode*>& used, const GraphNode& node, const GraphPlace& user) const;
    void requireDepth(std::size_t depth, const GraphPlace& user) const;
    void requireAllUsed(const std::set<const GraphNode*>& used) const;
    void requireClip(std::size_t index, std::span<const std::string> boneNames) const;
    void requireMemory(std::size_t bytes) const;
    /// Requires that the up axis of a clip's root motion equals `up`, the up axis of the clips before it.
    void requireUp(const glm::dvec3& up, std::size_t clip) const;
    [[nodiscard]] std::uint32_t requireParameter(std::string_view name, const GraphPlace& place) const;

    void requireFinite(double value, const GraphPlace& place) const;
    void requireRange(double value, double least, double most, const GraphPlace& place) const;
    void requireAtMost(std::size_t count, const GraphPlace& place) const;
    void requireSome(std::size_t count, const GraphPlace& place) const;
    void requireDifference(const GraphClip& clip, bool isDifference, const GraphPlace& place) const;
    void requirePose(bool isDifference, const GraphPlace& place) const;
    void requirePoints(const BlendSpaceNode& node, const GraphPlace& place) const;
    /// Returns the overlay's weight at each bone of the rig.
    [[nodiscard]] std::vector<float> requireMasks(const OverlayNode& node, const JointRig& rig, const GraphPlace& place) const;

    void requireStates(const StateMachineNode& machine, const GraphPlace& place) const;
    void requireTransition(const GraphTransition& transition, const GraphPlace& place) const;
    [[nodiscard]] std::uint32_t requireState(const StateMachineNode& machine, std::string_view name, const GraphPlace& place) const;
    [[nodiscard]] std::uint32_t requireCondition(const GraphCondition& condition, const GraphPlace& place) const;
    void requirePhase(bool hasPhase, std::string_view state, const GraphPlace& place) const;
    void requireLoop(bool loops, std::string_view state, const GraphPlace& place) const;

    void requireLeader(bool hasLeader, std::string_view input, const GraphPlace& place) const;
    void requireAlike(bool isAlike, std::string_view input, const GraphPlace& place) const;
    void requireMarkers(std::size_t first, std::size_t count, bool loop, std::string_view input, const GraphPlace& place) const;

private:
    [[noreturn]] void refuse(const GraphPlace& place, const std::string& problem) const;
    /// Requires that the items of a list have different names, none of them empty.
    template <class Named>
    void requireNames(const std::vector<Named>& list, const GraphPlace& place) const;
    void checkParameter(const GraphParameter& parameter, const GraphPlace& place) const;
    void checkEvents(const GraphClip& clip, const GraphPlace& place) const;
    void checkMarkers(const GraphClip& clip, const GraphPlace& place) const;

    const GraphDescription& description_;
};

}  // namespace armature
