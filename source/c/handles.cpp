#include "handles.hpp"

#include <array>
#include <string>

namespace armature::capi {

std::string_view nameOf(Kind kind) noexcept
{
    static constexpr std::array names{"list of texts", "buffer",        "scene",        "instance",       "node",         "bone",
                                      "skeleton",      "mesh instance", "clip",         "list of clips",  "group",        "mixer",
                                      "layer",         "baked clip",    "crowd",        "graph",          "graph player", "limb solver",
                                      "look solver",   "chain",         "chain solver", "foot placement", "humanoid map", "retarget map",
                                      "retargeter",    "springs",       "cooked file"};
    static_assert(names.size() == static_cast<std::size_t>(Kind::CookedFile) + 1);
    return names[static_cast<std::size_t>(kind)];
}

Entry& entryAt(const void* handle, Kind kind)
{
    const std::string name(nameOf(kind));
    if (handle == nullptr) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "the " + name + " is null");
    }
    auto& entry = *static_cast<Entry*>(const_cast<void*>(handle));
    if (entry.kind != kind && !(kind == Kind::Node && entry.kind == Kind::Bone)) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "a " + name + " is expected, but the handle is of a " + std::string(nameOf(entry.kind)));
    }
    if (entry.isGone()) {
        throw Refusal(ARMATURE_STALE, "the " + name + " is gone");
    }
    return entry;
}

}  // namespace armature::capi

armature_context::~armature_context()
{
    // Solvers and players refer to scenes in ways that survive them, so that the order is free: the newest first.
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
        if ((*entry)->destroy != nullptr) {
            (*entry)->destroy((*entry)->object);
        }
    }
}

armature::capi::Entry& armature_context::add(const Key& key, void* object)
{
    entries_.push_back(std::make_unique<Entry>());
    Entry& entry = *entries_.back();
    try {
        byObject_[key] = &entry;
    } catch (...) {
        entries_.pop_back();
        throw;
    }
    entry.kind = key.kind;
    entry.context = this;
    entry.object = object;
    return entry;
}

armature::capi::Entry& armature_context::own(Kind kind, void* object, void (*destroy)(void*) noexcept)
{
    const std::lock_guard lock(mutex_);
    Entry& entry = add({object, kind}, object);
    entry.destroy = destroy;
    return entry;
}

armature::capi::Entry& armature_context::refer(Kind kind, void* object, const armature::Lifetime& lifetime)
{
    armature::Lifetime::Watch watch(lifetime);
    const std::lock_guard lock(mutex_);
    const Key key{object, kind};
    const auto known = byObject_.find(key);
    // A new object may have the address of one that is gone, whose handle stays stale.
    if (known != byObject_.end() && !known->second->isGone()) {
        return *known->second;
    }
    Entry& entry = add(key, object);
    entry.watch = std::move(watch);
    return entry;
}

void armature_context::release(Entry& entry, const armature::Lifetime& lifetime)
{
    armature::Lifetime::Watch watch(lifetime);
    const std::lock_guard lock(mutex_);
    entry.watch = std::move(watch);
    entry.destroy = nullptr;
}

void armature_context::destroy(Entry& entry) noexcept
{
    void (*destroyObject)(void*) noexcept = nullptr;
    {
        const std::lock_guard lock(mutex_);
        destroyObject = std::exchange(entry.destroy, nullptr);
    }
    destroyObject(entry.object);
}

std::size_t armature_context::collect()
{
    const std::lock_guard lock(mutex_);
    std::erase_if(byObject_, [](const auto& each) { return each.second->isGone(); });
    return std::erase_if(entries_, [](const auto& entry) { return entry->isGone(); });
}
