#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/handle.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/property_slot.hpp"
#include "base/flat_map.hpp"
#include "math/shared_values.hpp"

namespace armature {

/// Nodes and bones that players move: one list for all players of a scene or of a copy of a model.
using TargetTable = std::vector<Handle<Node>>;

/// Lists each node and bone once, for players that are made one after the other.
class TargetLister {
public:
    [[nodiscard]] std::uint32_t placeOf(Node& node);
    /// Starts a new list if the list has doubled since the last check, to at least 64 nodes, and more than half of them are gone. Players
    /// that have the old list keep it.
    void tidy();
    [[nodiscard]] const std::shared_ptr<TargetTable>& table() const noexcept { return table_; }

private:
    std::shared_ptr<TargetTable> table_ = std::make_shared<TargetTable>();
    FlatMap<const Node*> places_;
    std::size_t tidyAt_ = 64;
};

/// What the channels of a player move, stored compactly. A player and its copies share a plan, which holds each channel's index in a table.
/// All players of one copy of a model share the table.
class ChannelBindings {
public:
    ChannelBindings() = default;
    ChannelBindings(std::span<const ChannelBinding> bindings, TargetLister& lister);
    explicit ChannelBindings(std::span<const ChannelBinding> bindings);

    [[nodiscard]] std::size_t size() const noexcept { return plan_ != nullptr ? plan_->channels.size() : 0; }
    /// Precondition of the next three functions: there is such a channel.
    [[nodiscard]] Node* nodeOf(std::size_t channel) const noexcept;
    [[nodiscard]] ARMATURE_PRIVATE_API const PropertySlot* propertyOf(std::size_t channel) const noexcept;
    [[nodiscard]] ChannelBinding at(std::size_t channel) const;
    [[nodiscard]] std::vector<ChannelBinding> list() const;
    [[nodiscard]] std::size_t countUnbound() const noexcept;

    /// What copied() needs while the players of a model are copied. `tables` maps each table to its copy, so that a table is copied once.
    struct Copies {
        std::function<Node*(Node&)> counterpart;                             ///< Returns the copy of a node; null if it has none.
        std::function<PropertySlot(const PropertySlot&)> counterpartInList;  ///< Returns the copy of a material, camera or light.
        std::unordered_map<const TargetTable*, std::shared_ptr<const TargetTable>> tables = {};
    };
    [[nodiscard]] ChannelBindings copied(Copies& copies) const;

    static constexpr auto none = static_cast<std::uint32_t>(-1);
    struct Channel {
        std::uint32_t target = none;
        std::uint32_t property = none;
        UnboundReason reason = UnboundReason::NotThere;
        friend bool operator==(const Channel&, const Channel&) noexcept = default;
    };
    struct Plan {
        std::vector<Channel> channels;
        std::vector<PropertySlot> properties;

        [[nodiscard]] std::size_t hash() const noexcept;
        friend bool operator==(const Plan&, const Plan&) noexcept = default;
    };

    /// Shares the plan with other players that have an equal one.
    void sharePlan(SharedValues<Plan>& plans);

private:
    [[nodiscard]] bool isBound(const Channel& channel) const noexcept;

    std::shared_ptr<const Plan> plan_;
    std::shared_ptr<const TargetTable> table_;
};

}  // namespace armature
