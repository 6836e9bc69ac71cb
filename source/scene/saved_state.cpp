#include <armature/saved_state.hpp>

#include "base/bit_hash.hpp"
#include "node/state_archive.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

void SavedState::introduce(Scene& scene, StateArchive& archive)
{
    archive.introduce(*scene.state_);
    for (Skeleton* skeleton : scene.skeletons()) {
        introduce(*skeleton, archive);
    }
}

void SavedState::introduce(Skeleton& skeleton, StateArchive& archive)
{
    archive.introduce(*skeleton.state_);
}

void SavedState::saveItems(std::span<const Item> items)
{
    bytes_.clear();
    owners_.clear();
    places_.clear();
    controllers_.clear();
    warnings_.clear();
    try {
        StateArchive archive(owners_, places_, controllers_, warnings_);
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
    std::vector<const Updatable*> controllers;
    std::vector<std::string> warnings;
    StateArchive archive(owners, places, controllers, warnings);
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
