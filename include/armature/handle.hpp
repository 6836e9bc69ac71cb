#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <utility>

/// Pointers that know when what they point to has gone.
///
/// Whatever keeps a reference to a node, a bone, a skeleton, a scene or a player of animations for longer than a call keeps a Handle:
///
///     Handle<Bone> foot(skeleton.createBone("foot"));
///     if (Bone* bone = foot.get()) { ... }  // null once the bone was removed, or its skeleton destroyed
///
/// Nobody is called back; who uses a handle asks it. Use is plain: ask once at the beginning of each call that works with the object, and
/// again after anything that may have run code of the application (events, observers, queries).
namespace armature {

/// Ends with the object that it is a member of. A copy or clone of that object has a lifetime of its own.
///
/// Costs a pointer. The first Handle to an object allocates 8 bytes that all of its handles share; objects without any allocate nothing.
class Lifetime {
    struct Token {
        std::atomic<std::uint32_t> owners{1};
        std::atomic<bool> isOver{false};
    };

public:
    Lifetime() noexcept = default;
    Lifetime(const Lifetime&) noexcept {}
    Lifetime& operator=(const Lifetime&) noexcept { return *this; }
    ~Lifetime()
    {
        if (Token* token = token_.load(std::memory_order_acquire)) {
            token->isOver.store(true, std::memory_order_release);
            release(token);
        }
    }

    /// Outlives the object and says whether it is still there. What a Handle has besides the pointer.
    class Watch {
    public:
        Watch() noexcept = default;
        explicit Watch(const Lifetime& lifetime) : token_(lifetime.share()) {}
        Watch(const Watch& other) noexcept : token_(other.token_) { retain(token_); }
        Watch(Watch&& other) noexcept : token_(std::exchange(other.token_, nullptr)) {}
        Watch& operator=(Watch other) noexcept
        {
            std::swap(token_, other.token_);
            return *this;
        }
        ~Watch() { release(token_); }

        /// False if it watches nothing.
        [[nodiscard]] bool isAlive() const noexcept { return token_ != nullptr && !token_->isOver.load(std::memory_order_acquire); }
        /// The lifetime that it watched is over.
        [[nodiscard]] bool isOver() const noexcept { return token_ != nullptr && token_->isOver.load(std::memory_order_acquire); }
        /// Whether they watch the same object, gone or not. An object that was made at its address later is another one.
        friend bool operator==(const Watch&, const Watch&) noexcept = default;

    private:
        Token* token_ = nullptr;
    };

private:
    // Any number of threads may read one object, and make handles to it, at once.
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

/// Refers to an object that somebody else owns, and that may go first: then it is null. For all that has getLifetime(): Node, Bone and
/// TransformNode, Skeleton, Scene, MeshInstance, AnimationGroup, AnimationMixer, AnimationLayer, Crowd; of const objects, too.
///
/// A value: copies refer to the same object. Handles to one object may be made, copied, asked and destroyed on several threads at once, as
/// long as the object may be read there; the object itself must not be removed meanwhile.
template <class T>
class Handle {
public:
    /// Refers to nothing.
    Handle() noexcept = default;
    explicit Handle(T& object) : object_(&object), watch_(object.getLifetime()) {}
    explicit Handle(T* object) : object_(object), watch_(object != nullptr ? Lifetime::Watch(object->getLifetime()) : Lifetime::Watch()) {}
    template <class Other>  // NOLINTNEXTLINE(google-explicit-constructor)
    requires std::convertible_to<Other*, T*> Handle(const Handle<Other>& other)
    noexcept : object_(other.object_), watch_(other.watch_)  // a Handle to what derives from T is one to T
    {}
    Handle(const Handle&) noexcept = default;
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)), watch_(std::move(other.watch_)) {}
    Handle& operator=(const Handle&) noexcept = default;
    Handle& operator=(Handle&& other) noexcept
    {
        object_ = std::exchange(other.object_, nullptr);
        watch_ = std::move(other.watch_);
        return *this;
    }
    ~Handle() = default;

    /// The object, or null if it has gone or there never was one. Stays good until the object is removed. O(1), one read.
    [[nodiscard]] T* get() const noexcept { return watch_.isAlive() ? object_ : nullptr; }
    [[nodiscard]] explicit operator bool() const noexcept { return watch_.isAlive(); }
    /// There was an object, and it is no longer.
    [[nodiscard]] bool hasGone() const noexcept { return watch_.isOver(); }

    /// Whether they refer to the same object, also when that has gone. Another object at its address is another one.
    friend bool operator==(const Handle& a, const Handle& b) noexcept { return a.watch_ == b.watch_; }

private:
    template <class Other>
    friend class Handle;

    T* object_ = nullptr;
    Lifetime::Watch watch_;
};

template <class T>
Handle(T&) -> Handle<T>;
template <class T>
Handle(T*) -> Handle<T>;

}  // namespace armature
