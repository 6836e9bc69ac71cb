#include "animation/playing/channel_bindings.hpp"

#include <algorithm>
#include <utility>

#include <armature/node/node.hpp>

namespace armature {

std::uint32_t TargetLister::placeOf(Node& node)
{
    const auto [place, isNew] = places_.tryEmplace(&node, table_->size());
    if (!isNew && (*table_)[*place].get() != &node) {  // a new node at the address of one that is gone
        *place = table_->size();
    }
    if (*place == table_->size()) {
        table_->emplace_back(node);
    }
    return static_cast<std::uint32_t>(*place);
}

void TargetLister::tidy()
{
    if (table_->size() < tidyAt_) {
        return;
    }
    const auto alive = static_cast<std::size_t>(std::ranges::count_if(*table_, [](const Handle<Node>& node) { return bool(node); }));
    if (alive * 2 < table_->size()) {
        table_ = std::make_shared<TargetTable>();
        places_.clear();
    }
    tidyAt_ = std::max<std::size_t>(64, 2 * table_->size());
}

ChannelBindings::ChannelBindings(std::span<const ChannelBinding> bindings, TargetLister& lister) : table_(lister.table())
{
    auto plan = std::make_shared<Plan>();
    plan->channels.reserve(bindings.size());
    for (const ChannelBinding& binding : bindings) {
        Channel& channel = plan->channels.emplace_back();
        channel.reason = binding.reason;
        if (Node* const node = binding.node.get()) {
            channel.target = lister.placeOf(*node);
        } else if (binding.node.hasGone()) {
            channel.reason = UnboundReason::Gone;
        }
        if (binding.property) {
            channel.property = static_cast<std::uint32_t>(plan->properties.size());
            plan->properties.push_back(*binding.property);
        }
    }
    plan_ = std::move(plan);
}

std::size_t ChannelBindings::Plan::hash() const noexcept
{
    std::size_t result = channels.size();
    for (const Channel& channel : channels) {
        result = result * 31 + channel.target;
    }
    return result;
}

void ChannelBindings::sharePlan(SharedValues<Plan>& plans)
{
    if (plan_ != nullptr && plan_.use_count() == 1) {  // otherwise, it is shared already
        plan_ = plans.share(*plan_);
    }
}

ChannelBindings::ChannelBindings(std::span<const ChannelBinding> bindings)
{
    TargetLister own;
    *this = ChannelBindings(bindings, own);
}

Node* ChannelBindings::nodeOf(std::size_t channel) const noexcept
{
    const std::uint32_t target = plan_->channels[channel].target;
    return target != none ? (*table_)[target].get() : nullptr;
}

const PropertySlot* ChannelBindings::propertyOf(std::size_t channel) const noexcept
{
    const std::uint32_t property = plan_->channels[channel].property;
    return property != none ? &plan_->properties[property] : nullptr;
}

ChannelBinding ChannelBindings::at(std::size_t channel) const
{
    const Channel& listed = plan_->channels[channel];
    ChannelBinding binding;
    binding.reason = listed.reason;
    if (listed.target != none) {
        binding.node = (*table_)[listed.target];
    }
    if (listed.property != none) {
        binding.property = plan_->properties[listed.property];
    }
    return binding;
}

std::vector<ChannelBinding> ChannelBindings::list() const
{
    std::vector<ChannelBinding> bindings;
    bindings.reserve(size());
    for (std::size_t channel = 0; channel < size(); ++channel) {
        bindings.push_back(at(channel));
    }
    return bindings;
}

bool ChannelBindings::isBound(const Channel& channel) const noexcept
{
    const bool needsNode = channel.property == none || plan_->properties[channel.property].kind == ChannelTarget::Kind::Node;
    return !needsNode || (channel.target != none && bool((*table_)[channel.target]));
}

std::size_t ChannelBindings::countUnbound() const noexcept
{
    if (plan_ == nullptr) {
        return 0;
    }
    return static_cast<std::size_t>(std::ranges::count_if(plan_->channels, [this](const Channel& channel) { return !isBound(channel); }));
}

ChannelBindings ChannelBindings::copied(Copies& copies) const
{
    ChannelBindings copy = *this;
    auto& table = copies.tables[table_.get()];
    if (table == nullptr) {
        auto made = std::make_shared<TargetTable>(*table_);
        for (Handle<Node>& node : *made) {
            if (Node* const original = node.get()) {
                node = Handle<Node>(copies.counterpart(*original));
            }
        }
        table = std::move(made);
    }
    copy.table_ = table;
    const auto isListedSlot = [](const PropertySlot& slot) { return isListed(slot.kind); };
    if (std::ranges::any_of(plan_->properties, isListedSlot)) {
        auto plan = std::make_shared<Plan>(*plan_);
        for (PropertySlot& slot : plan->properties) {
            if (isListedSlot(slot)) {
                slot = copies.counterpartInList(slot);
            }
        }
        copy.plan_ = std::move(plan);
    }
    return copy;
}

}  // namespace armature
