#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>

#include "animation/clip/packed_clip.hpp"
#include "base/prefetch.hpp"
#include "math/shared_values.hpp"
#include "node/transform_hierarchy.hpp"

namespace armature {

struct PlayerMemory;

/// Writes a sampled pose to the nodes, bones and mesh instances that a clip's channels name in one scene.
///
/// The destinations (slots of hierarchies, and the bones that a written node drives) are looked up once. They are kept until one of these
/// hierarchies reports a change (TransformHierarchy::layoutVersion()) or is gone. So writing a frame accesses the hierarchies' arrays, but
/// no node or bone. Targets, their skeletons and the scene may be removed at any time; nothing is written to removed ones.
///
/// Writers whose numbers come from and go to the same places share their plans. If all targets are in one hierarchy and drive nothing, as
/// the bones of a character do, a writer holds little more than its list of targets.
class PoseWriter {
public:
    /// What one channel writes, and where its numbers are in the pose.
    struct Part {
        Node* node = nullptr;  ///< Null: nothing is written.
        ChannelPath path = ChannelPath::Translation;
        std::size_t components = 3;
        PoseEntry entry;
    };
    /// Where the numbers of one part are in the pose. A part that is not animated has a step of 0.
    struct Source {
        std::uint32_t first = 0;
        std::uint32_t step = 0;
        friend bool operator==(const Source&, const Source&) noexcept = default;
    };
    /// Translation, rotation and scale.
    static constexpr std::size_t partCount = 3;
    using Sources = std::array<Source, partCount>;
    /// The sources of all targets.
    struct Plan {
        std::vector<Sources> targets;
        [[nodiscard]] std::size_t hash() const noexcept { return hashOfNumbers(targets); }
        friend bool operator==(const Plan&, const Plan&) noexcept = default;
    };
    /// How to write all targets if they are in one hierarchy and drive no bones.
    struct LaneMoves {
        struct Move {
            std::uint32_t source;
            std::uint32_t target;  // index in the lanes of the hierarchy
            friend bool operator==(const Move&, const Move&) noexcept = default;
        };
        /// Moves that have the same number of components and the same step.
        struct Group {
            std::uint32_t components;
            std::uint32_t step;
            std::uint32_t end;  // end of its moves; they begin at the end of the previous group
            friend bool operator==(const Group&, const Group&) noexcept = default;
        };
        std::vector<Group> groups;
        std::vector<Move> moves;
        std::vector<TransformHierarchy::Slot> slots;  // the slots that the moves write to; empty if marksAll
        bool marksAll = false;                        // whether the moves write to all slots of the hierarchy

        [[nodiscard]] std::size_t hash() const noexcept { return hashOfNumbers(moves) * 31 + hashOfNumbers(groups); }
        friend bool operator==(const LaneMoves&, const LaneMoves&) noexcept = default;
    };

    /// A writer that writes nothing.
    PoseWriter() = default;
    PoseWriter(const Handle<AnimationTargets>& scene, std::shared_ptr<PlayerMemory> memory, std::span<const Part> parts);

    /// Writes the animated parts of each target and leaves its other parts as they are. Does not allocate as long as no slots change.
    void write(std::span<const float> pose) noexcept;

    /// Each moves to the cache a part of what write() touches, and reads what the call before it has fetched.
    void prefetchHierarchy() const noexcept { prefetch(layout_.hierarchy); }
    void prefetchParts() const noexcept
    {
        if (layout_.owner.isAlive()) {
            layout_.hierarchy->prefetchParts();
        }
    }

private:
    /// Morph weights for the mesh instances at a node.
    struct WeightsTarget {
        Handle<Node> node;
        const Node* address = nullptr;  // the sort key
        PoseEntry entry;
        std::size_t count = 0;
    };

    /// Where one target is written: the slot of its node or, for a linked bone, of the node that drives it.
    struct Destination {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
        std::uint32_t target;     // index in nodes_
        std::uint32_t drivenEnd;  // end of its driven slots in driven_; they begin at the end of the previous destination
    };
    /// The slot of a bone that a written node drives.
    struct Driven {
        TransformHierarchy* hierarchy;
        TransformHierarchy::Slot slot;
    };
    struct Layout {
        TransformHierarchy* hierarchy = nullptr;
        Lifetime::Watch owner;
        std::uint64_t version = 0;

        [[nodiscard]] bool isCurrent() const noexcept { return owner.isAlive() && hierarchy->layoutVersion() == version; }
    };
    /// How to write targets one by one: if they are in several hierarchies, drive bones, or are less than a quarter of a hierarchy's slots,
    /// or if a slot of the hierarchy has a matrix, a pivot or a driver.
    struct Scattered {
        std::vector<Destination> destinations;
        std::vector<Driven> driven;
        std::vector<Layout> layouts;  // of all hierarchies that lookUp() found
    };

    [[nodiscard]] bool isCurrent() const noexcept;
    void lookUp();
    void gather();
    [[nodiscard]] LaneMoves makeMoves(const Scattered& found) const;
    void writeScattered(std::span<const float> pose) noexcept;
    void writeMoves(std::span<const float> pose) noexcept;
    void writeWeights(std::span<const float> pose) const noexcept;

    Handle<AnimationTargets> scene_;
    std::shared_ptr<PlayerMemory> memory_;
    std::vector<Handle<Node>> nodes_;
    std::shared_ptr<const Plan> plan_;
    std::shared_ptr<const LaneMoves> moves_;  // null before lookUp(), or if lookUp() chose to write targets one by one
    Layout layout_;                           // of the one hierarchy that moves_ writes to
    std::unique_ptr<Scattered> scattered_;    // null unless targets are written one by one
    std::vector<WeightsTarget> weights_;      // sorted by the node's address
};

}  // namespace armature
