#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <armature/c/base.h>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

#include "errors.hpp"

/// The handles of the C API: what they point to, and how they find out that their object is gone.
namespace armature::capi {

/// The kinds of objects that have handles.
enum class Kind : std::uint8_t {
    Strings,
    Buffer,
    Scene,
    Instance,
    Node,
    Bone,
    Skeleton,
    MeshInstance,
    Clip,
    Clips,
    Group,
    Mixer,
    Layer,
    BakedClip,
    Crowd,
    Graph,
    GraphPlayer,
    BoneIk,
    BoneLook,
    Chain,
    ChainSolver,
    FootPlacement,
    HumanoidMap,
    RetargetMap,
    Retargeter,
    Springs,
    CookedFile,
};

/// What a handle points to. Its context owns it, and keeps it when its object is gone.
struct Entry {
    Kind kind = Kind::Strings;
    armature_context* context = nullptr;
    void* object = nullptr;                     ///< Of the kind's class; a Node for nodes and bones.
    void (*destroy)(void*) noexcept = nullptr;  ///< Set while the application owns the object.
    Lifetime::Watch watch;                      ///< Of an object that something else owns.
    std::vector<Transform> transforms;          ///< Working memory for poses of a skeleton.

    [[nodiscard]] bool isGone() const noexcept { return destroy == nullptr && !watch.isAlive(); }
};

/// The class to which handles of a type refer, and its kind. Specialisations are in objects.hpp.
template <class Handle>
struct HandleTraits;
template <class Handle>
using ObjectOf = typename HandleTraits<Handle>::Object;

template <class ObjectClass, Kind itsKind>
struct Traits {
    using Object = ObjectClass;
    static constexpr Kind kind = itsKind;
};

[[nodiscard]] std::string_view nameOf(Kind kind) noexcept;

/// Returns the entry of a handle whose object exists, in which case its kind is `kind`. Throws a Refusal otherwise.
[[nodiscard]] Entry& entryAt(const void* handle, Kind kind);

}  // namespace armature::capi

// NOLINTNEXTLINE(readability-identifier-naming): the C API's name
struct armature_context {
    using Entry = armature::capi::Entry;
    using Kind = armature::capi::Kind;

    armature_context() = default;
    armature_context(const armature_context&) = delete;
    armature_context& operator=(const armature_context&) = delete;
    ~armature_context();

    /// Makes an entry for an object that the application owns from now on.
    Entry& own(Kind kind, void* object, void (*destroy)(void*) noexcept);
    /// Returns the entry of an object that something else owns: always the same one.
    Entry& refer(Kind kind, void* object, const armature::Lifetime& lifetime);
    /// Leaves the object of an entry to somebody else.
    void release(Entry& entry, const armature::Lifetime& lifetime);
    /// Destroys the object of an entry. Precondition: the application owns it.
    void destroy(Entry& entry) noexcept;
    /// Frees the entries whose objects are gone, and returns their number.
    std::size_t collect();

private:
    struct Key {
        const void* object;
        Kind kind;

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const noexcept
        {
            return std::hash<const void*>()(key.object) * 31 + static_cast<std::size_t>(key.kind);
        }
    };

    Entry& add(const Key& key, void* object);

    std::mutex mutex_;  // guards what follows, and which entries own their objects
    std::vector<std::unique_ptr<Entry>> entries_;
    std::unordered_map<Key, Entry*, Hash> byObject_;
};

namespace armature::capi {

/// Returns the entry of a handle. Throws a Refusal that names the kind if the handle is null, of another kind, or its object is gone.
template <class Handle>
[[nodiscard]] Entry& entryOf(const Handle* handle)
{
    return entryAt(handle, HandleTraits<Handle>::kind);
}

/// Returns the object of a handle. Throws as entryOf() does.
template <class Handle>
[[nodiscard]] ObjectOf<Handle>& objectOf(const Handle* handle)
{
    return *static_cast<ObjectOf<Handle>*>(entryOf(handle).object);
}

/// Returns the object of a handle, or null for null.
template <class Handle>
[[nodiscard]] ObjectOf<Handle>* objectOrNull(const Handle* handle)
{
    return handle == nullptr ? nullptr : &objectOf(handle);
}

template <class Handle>
[[nodiscard]] armature_context& contextOf(const Handle* handle)
{
    return *entryOf(handle).context;
}

/// Returns the handle of an object that a scene, skeleton or mixer owns.
template <class Handle>
[[nodiscard]] Handle* handleOf(armature_context& context, ObjectOf<Handle>& object)
{
    return reinterpret_cast<Handle*>(&context.refer(HandleTraits<Handle>::kind, &object, object.getLifetime()));
}

/// Returns the handle of an object, or null for null.
template <class Handle>
[[nodiscard]] Handle* handleOrNull(armature_context& context, ObjectOf<Handle>* object)
{
    return object == nullptr ? nullptr : handleOf<Handle>(context, *object);
}

/// Gives an object to the application, which destroys it by its handle, or with the context.
template <class Handle>
[[nodiscard]] Handle* own(armature_context& context, std::unique_ptr<ObjectOf<Handle>> object)
{
    Entry& entry =
        context.own(HandleTraits<Handle>::kind, object.get(), [](void* owned) noexcept { delete static_cast<ObjectOf<Handle>*>(owned); });
    object.release();  // NOLINT(bugprone-unused-return-value): the entry has it
    return reinterpret_cast<Handle*>(&entry);
}

/// Makes an object from arguments, and gives it to the application.
template <class Handle, class... Arguments>
[[nodiscard]] Handle* make(armature_context& context, Arguments&&... arguments)
{
    return own<Handle>(context, std::make_unique<ObjectOf<Handle>>(std::forward<Arguments>(arguments)...));
}

/// Destroys the object of a handle. Does nothing for null.
template <class Handle>
armature_result destroyOwned(Handle* handle) noexcept
{
    return guarded([&] {
        if (handle != nullptr) {
            Entry& entry = entryOf(handle);
            if (entry.destroy == nullptr) {
                throw Refusal(ARMATURE_INVALID_ARGUMENT, "the application does not own this object: its scene removes it");
            }
            entry.context->destroy(entry);
        }
    });
}

}  // namespace armature::capi
