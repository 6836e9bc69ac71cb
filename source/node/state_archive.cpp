#include "node/state_archive.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "base/words.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

constexpr std::uint32_t noNode = 0xffffffffu;
constexpr std::uint32_t elsewhere = 0xfffffffeu;

}  // namespace

void StateArchive::start(Mode mode, std::vector<std::byte>* written, std::span<const std::byte> saved) noexcept
{
    mode_ = mode;
    written_ = written;
    saved_ = saved;
    position_ = 0;
    memberCount_ = mode == Mode::Save || mode == Mode::Check ? owners_.size() : memberCount_;
    enter("state");
}

void StateArchive::introduce(const HierarchyOwner& owner)
{
    owners_.push_back({&owner, places_.size()});
    const std::size_t count = owner.nodeCount();
    for (std::size_t place = 0; place < count; ++place) {
        const std::size_t at = owners_.back().firstPlace + NodeAccess::slot(*owner.nodeInOrder(place));
        places_.resize(std::max(places_.size(), at + 1));
        places_[at] = static_cast<std::uint32_t>(place);
    }
}

void StateArchive::finish() const
{
    if (position_ != saved_.size()) {
        refuse("more of it was saved");
    }
}

void StateArchive::object(std::string_view kind, std::string_view name)
{
    enter(kind, name);
    same("what it is:", kind);
}

std::string_view StateArchive::exchange(std::string_view current)
{
    const std::size_t size = exchange(current.size());
    if (isSaving()) {
        write(current.data(), size);
        return current;
    }
    return {reinterpret_cast<const char*>(read(size)), size};
}

void StateArchive::same(std::string_view what, std::uint64_t current)
{
    if (const std::uint64_t saved = exchange(current); saved != current) {
        refuse(fmt::format("{} {} when it was saved, {} now", saved, what, current));
    }
}

void StateArchive::same(std::string_view what, std::string_view current)
{
    if (const std::string_view saved = exchange(current); saved != current) {
        refuse(fmt::format("{} {} when it was saved, {} now", what, inQuotes(saved), inQuotes(current)));
    }
}

void StateArchive::refuseWhile(bool isFiring) const
{
    if (isFiring) {
        throw std::logic_error(
            fmt::format("{} {}: its state cannot be saved or restored by the action of an event", kind_, inQuotes(name_)));
    }
}

void StateArchive::refuse(std::string_view difference) const
{
    const std::string name = name_.empty() ? "" : ' ' + inQuotes(name_);  // a scene has no name
    throw std::invalid_argument(fmt::format("the saved state does not fit: {}{}: {}", kind_, name, difference));
}

void StateArchive::needs(const Updatable& controller, std::string_view className)
{
    if (isSaving() && std::ranges::find(controllers_, &controller) == controllers_.end()) {
        warnings_.push_back(fmt::format("{} {}: its {} is not part of the saved state: give it to save() and restore(), too", kind_,
                                        inQuotes(name_), className));
    }
}

const std::byte* StateArchive::read(std::size_t size)
{
    if (size > saved_.size() - position_) {
        refuse("less of it was saved");
    }
    const std::byte* const at = saved_.data() + position_;
    position_ += size;
    return at;
}

std::size_t StateArchive::ownerOf(const Node& node)
{
    const HierarchyOwner& owner = NodeAccess::hierarchy(node).owner();
    const auto found = std::ranges::find(owners_, &owner, &SavedState::Owner::owner);
    const auto number = static_cast<std::size_t>(found - owners_.begin());
    if (found == owners_.end()) {
        introduce(owner);
    }
    return number;
}

std::uint32_t StateArchive::placeOf(const Node& node)
{
    return places_[owners_[ownerOf(node)].firstPlace + NodeAccess::slot(node)];
}

Node* StateArchive::node(std::string_view what, Node* current)
{
    const auto numberOf = [this](const Node* each) {
        const std::size_t owner = each != nullptr ? ownerOf(*each) : 0;
        return each == nullptr ? noNode : owner < memberCount_ ? static_cast<std::uint32_t>(owner) : elsewhere;
    };
    const auto owner = exchange(isSaving() ? numberOf(current) : noNode);
    const auto place = exchange(isSaving() && current != nullptr ? placeOf(*current) : 0u);
    if (isSaving() || owner == noNode) {
        return isSaving() ? current : nullptr;
    }
    if (owner == elsewhere) {
        if (numberOf(current) != elsewhere || placeOf(*current) != place) {
            refuse(fmt::format("its {} was a node or bone that is not part of the state, and is another now", what));
        }
        return current;
    }
    if (owner >= memberCount_) {
        refuse(fmt::format("its {} was in one of more skeletons than there are now", what));
    }
    const HierarchyOwner& member = *owners_[owner].owner;
    const std::size_t count = member.nodeCount();
    if (place >= count) {
        refuse(fmt::format("its {} was number {} of more nodes or bones than there are now, {}", what, place, count));
    }
    return member.nodeInOrder(place);
}

}  // namespace armature
