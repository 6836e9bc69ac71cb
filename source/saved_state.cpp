#include <armature/saved_state.hpp>

#include <stdexcept>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "math/bit_hash.hpp"
#include "scene/node_access.hpp"
#include "state_archive.hpp"
#include "text/names.hpp"

namespace armature {

namespace {

constexpr std::uint32_t noNode = 0xffffffffu;
constexpr std::uint32_t elsewhere = 0xfffffffeu;

}  // namespace

// --- archive --------------------------------------------------------------------------------------------------------

void StateArchive::start(Mode mode, std::vector<std::byte>* written, std::span<const std::byte> saved) noexcept
{
    mode_ = mode;
    written_ = written;
    saved_ = saved;
    position_ = 0;
    memberCount_ = mode == Mode::Save || mode == Mode::Check ? owners_.size() : memberCount_;
    enter("state");
}

void StateArchive::introduce(Scene& scene)
{
    owners_.push_back({&scene, nullptr, places_.size()});
    const auto nodes = scene.nodes();
    for (std::uint32_t place = 0; place < nodes.size(); ++place) {
        const std::size_t at = owners_.back().firstPlace + NodeAccess::slot(*nodes[place]);
        places_.resize(std::max(places_.size(), at + 1));
        places_[at] = place;
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        introduce(*skeleton);
    }
}

void StateArchive::introduce(Skeleton& skeleton)
{
    owners_.push_back({nullptr, &skeleton, places_.size()});
    const auto bones = skeleton.bones();
    for (std::uint32_t place = 0; place < bones.size(); ++place) {
        const std::size_t at = owners_.back().firstPlace + NodeAccess::slot(*bones[place]);
        places_.resize(std::max(places_.size(), at + 1));
        places_[at] = place;
    }
}

void StateArchive::finish() const
{
    if (position_ != saved_.size()) {
        refuse("there was more of it when it was saved");
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
    const std::string name = name_.empty() ? "" : ' ' + inQuotes(name_);  // a scene has none
    throw std::invalid_argument(fmt::format("the saved state does not fit: {}{}: {}", kind_, name, difference));
}

const std::byte* StateArchive::read(std::size_t size)
{
    if (size > saved_.size() - position_) {
        refuse("there was less of it when it was saved");
    }
    const std::byte* const at = saved_.data() + position_;
    position_ += size;
    return at;
}

std::size_t StateArchive::ownerOf(const Node& node)
{
    Scene* const scene = node.isBone() ? nullptr : &node.asTransformNode()->getScene();
    const Skeleton* const skeleton = node.isBone() ? &node.asBone()->getSkeleton() : nullptr;
    const auto found =
        std::ranges::find_if(owners_, [&](const SavedState::Owner& owner) { return owner.scene == scene && owner.skeleton == skeleton; });
    const auto owner = static_cast<std::size_t>(found - owners_.begin());
    if (found == owners_.end() && scene != nullptr) {
        introduce(*scene);
    } else if (found == owners_.end()) {
        introduce(const_cast<Skeleton&>(*skeleton));
    }
    return owner;
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
    const SavedState::Owner& member = owners_[owner];
    const std::size_t count = member.scene != nullptr ? member.scene->nodes().size() : member.skeleton->bones().size();
    if (place >= count) {
        refuse(fmt::format("its {} was number {} of more nodes or bones than there are now, {}", what, place, count));
    }
    return member.scene != nullptr ? static_cast<Node*>(member.scene->nodes()[place]) : member.skeleton->bones()[place];
}

// --- state ----------------------------------------------------------------------------------------------------------

void SavedState::introduce(Scene& scene, StateArchive& archive)
{
    archive.introduce(scene);
}

void SavedState::introduce(Skeleton& skeleton, StateArchive& archive)
{
    archive.introduce(skeleton);
}

void SavedState::saveItems(std::span<const Item> items)
{
    bytes_.clear();
    owners_.clear();
    places_.clear();
    try {
        StateArchive archive(owners_, places_);
        for (const Item& item : items) {
            item.introduce(item.object, archive);
        }
        archive.start(StateArchive::Mode::Save, &bytes_, {});
        archive.same("objects", items.size());
        for (const Item& item : items) {
            item.list(item.object, archive);
        }
    } catch (...) {
        bytes_.clear();
        throw;
    }
}

void SavedState::restoreItems(std::span<const Item> items) const
{
    std::vector<Owner> owners;
    std::vector<std::uint32_t> places;
    StateArchive archive(owners, places);
    for (const Item& item : items) {
        item.introduce(item.object, archive);
    }
    for (const auto mode : {StateArchive::Mode::Check, StateArchive::Mode::Cut, StateArchive::Mode::Restore}) {
        archive.start(mode, nullptr, bytes_);
        archive.same("objects", items.size());
        for (const Item& item : items) {
            item.list(item.object, archive);
        }
        archive.finish();
    }
}

std::uint64_t SavedState::hash() const noexcept
{
    return hashBytes(bytes_);
}

}  // namespace armature
