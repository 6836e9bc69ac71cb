#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace armature {

/// A value shared between copies until one of them edits it. Copies may be used on different threads: reading needs no lock, because a
/// shared value never changes. (std::shared_ptr::use_count() is a relaxed read and cannot safely tell that the last other owner is gone.)
template <class T>
class CopyOnWrite {
public:
    CopyOnWrite() : box_(new Box) {}
    CopyOnWrite(const CopyOnWrite& other) noexcept : box_(other.box_) { box_->owners.fetch_add(1, std::memory_order_relaxed); }
    CopyOnWrite& operator=(const CopyOnWrite& other) noexcept
    {
        CopyOnWrite copy(other);
        std::swap(box_, copy.box_);
        return *this;
    }
    ~CopyOnWrite() { release(); }

    [[nodiscard]] const T& operator*() const noexcept { return box_->value; }
    [[nodiscard]] const T* operator->() const noexcept { return &box_->value; }

    /// Returns the value for editing; copies it first if other owners share it.
    [[nodiscard]] T& edit()
    {
        if (!isUnique()) {
            Box* copy = new Box(box_->value);
            release();
            box_ = copy;
        }
        return box_->value;
    }

    [[nodiscard]] bool isUnique() const noexcept { return box_->owners.load(std::memory_order_acquire) == 1; }

private:
    struct Box {
        Box() = default;
        explicit Box(const T& from) : value(from) {}

        T value;
        std::atomic<std::size_t> owners{1};
    };

    void release() noexcept
    {
        if (box_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete box_;
        }
    }

    Box* box_;
};

}  // namespace armature
