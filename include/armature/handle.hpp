#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <utility>

#include <armature/base/export.hpp>

/// Pointers that become null when the object to which they point is gone.
///
/// To keep a reference to a node, a bone, a skeleton, a scene or an animation player for longer than a call, keep a Handle:
///
///     Handle<Bone> foot(skeleton.createBone("foot"));
///     if (Bone* bone = foot.get()) { ... }  // null once the bone was removed, or its skeleton destroyed
///
/// A Handle does not notify anyone when its object goes. Call get() at the start of each function that uses the object, and again after
/// anything that may have run application code (events, observers, queries).
namespace armature {

/// A member through which handles learn that the object containing it has been destroyed. A copy or clone of the object has a lifetime of
/// its own.
///
/// A Lifetime has the size of one pointer. The first Handle to an object allocates 8 bytes that all handles to the object share; objects
/// without handles allocate nothing.
class ARMATURE_API Lifetime {
    struct Token {
        std::atomic<std::uint32_t> owners{1};
        std::atomic<bool> isOver{false};
    };

public:
    Lifetime() noexcept = default;  ///< Starts the lifetime of the object that contains it.
    Lifetime(const Lifetime&) noexcept {}
    Lifetime& operator=(const Lifetime&) noexcept { return *this; }
    ~Lifetime()
    {
        if (Token* token = token_.load(std::memory_order_acquire)) {
            token->isOver.store(true, std::memory_order_release);
            release(token);
        }
    }

    /// Tells whether an object still exists. A Watch may outlive the object. A Handle consists of a pointer and a Watch.
    class Watch {
    public:
        Watch() noexcept = default;                                             ///< Watches nothing.
        explicit Watch(const Lifetime& lifetime) : token_(lifetime.share()) {}  ///< Watches the object that contains `lifetime`.
        Watch(const Watch& other) noexcept : token_(other.token_) { retain(token_); }
        Watch(Watch&& other) noexcept : token_(std::exchange(other.token_, nullptr)) {}
        /// Watches the same object as `other`.
        Watch& operator=(Watch other) noexcept
        {
            std::swap(token_, other.token_);
            return *this;
        }
        ~Watch() { release(token_); }

        /// True if the watched object still exists; false if nothing is watched.
        [[nodiscard]] bool isAlive() const noexcept { return token_ != nullptr && !token_->isOver.load(std::memory_order_acquire); }
        /// True if the watched object is gone; false if nothing is watched.
        [[nodiscard]] bool isOver() const noexcept { return token_ != nullptr && token_->isOver.load(std::memory_order_acquire); }
        /// True if both watch the same object, gone or not. A new object at the same address counts as different.
        friend bool operator==(const Watch&, const Watch&) noexcept = default;

    private:
        Token* token_ = nullptr;
    };

private:
    // Any number of threads may read an object and make handles to it at once.
    [[nodiscard]] Token* share() const
    {
        Token* token = token_.load(std::memory_order_acquire);
        if (token == nullptr) {
            auto* made = new Token;
            if (token_.compare_exchange_strong(token, made, std::memory_order_acq_rel, std::memory_order_acquire)) {
                token = made;
            } else {
                delete made;
            }
        }
        retain(token);
        return token;
    }
    static void retain(Token* token) noexcept
    {
        if (token != nullptr) {
            token->owners.fetch_add(1, std::memory_order_relaxed);
        }
    }
    static void release(Token* token) noexcept
    {
        if (token != nullptr && token->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete token;
        }
    }

    mutable std::atomic<Token*> token_{nullptr};
};

/// Refers to an object owned elsewhere, and is null once that object is gone. T may be any type that has getLifetime(): Node, Bone and
/// TransformNode, Skeleton, Scene and AnimationTargets, MeshInstance, ClipPlayer, AnimationGroup and AnimationLayer, AnimationMixer,
/// ModifierStack and its Modifier, Crowd; also const versions of these.
///
/// Handles are values: copies refer to the same object. Handles to one object may be made, copied, queried and destroyed on several threads
/// at once, as long as the object may be read on these threads and is not removed meanwhile.
template <class T>
class Handle {
public:
    /// Makes a handle that refers to nothing.
    Handle() noexcept = default;
    explicit Handle(T& object) : object_(&object), watch_(object.getLifetime()) {}  ///< Refers to `object`.
    /// Refers to `object`, or to nothing if it is null.
    explicit Handle(T* object) : object_(object), watch_(object != nullptr ? Lifetime::Watch(object->getLifetime()) : Lifetime::Watch()) {}
    /// Converts from a handle to a class that derives from T.
    template <class Other>  // NOLINTNEXTLINE(google-explicit-constructor)
    requires std::convertible_to<Other*, T*> Handle(const Handle<Other>& other)
    noexcept : object_(other.object_), watch_(other.watch_)  // implicit, like the conversion from Other* to T*
    {}
    Handle(const Handle&) noexcept = default;
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)), watch_(std::move(other.watch_)) {}
    Handle& operator=(const Handle&) noexcept = default;
    /// Takes over the reference; `other` then refers to nothing.
    Handle& operator=(Handle&& other) noexcept
    {
        object_ = std::exchange(other.object_, nullptr);
        watch_ = std::move(other.watch_);
        return *this;
    }
    ~Handle() = default;

    /// The object, or null if it is gone or was never set. Valid until the object is removed. O(1), one read.
    [[nodiscard]] T* get() const noexcept { return watch_.isAlive() ? object_ : nullptr; }
    [[nodiscard]] explicit operator bool() const noexcept { return watch_.isAlive(); }  ///< True while the object exists.
    /// True if the handle referred to an object that is now gone.
    [[nodiscard]] bool hasGone() const noexcept { return watch_.isOver(); }

    /// True if both refer to the same object, even if it is gone. A new object at the same address counts as different.
    friend bool operator==(const Handle& a, const Handle& b) noexcept { return a.watch_ == b.watch_; }

private:
    template <class Other>
    friend class Handle;

    T* object_ = nullptr;
    Lifetime::Watch watch_;
};

/// Deduces the type of a handle from its object.
template <class T>
Handle(T&) -> Handle<T>;
/// Deduces the type of a handle from a pointer, which may be null.
template <class T>
Handle(T*) -> Handle<T>;

}  // namespace armature
