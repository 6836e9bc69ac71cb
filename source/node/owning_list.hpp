#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace armature {

/// The `Places` type of lists that do not support take().
struct NoPlaces {};

/// Owns objects at stable addresses, and gives users a view of them.
///
/// `Places::of(object)` returns a variable that stores the object's index in the list, so that take() need not search. A removed object
/// leaves a gap. Gaps are closed at the latest when the view is next read, so that removing any number of objects one by one takes linear
/// time.
template <class T, class Places = NoPlaces>
class OwningList {
public:
    void reserve(std::size_t count)
    {
        owned_.reserve(count);
        view_.reserve(count);
        numbers_.reserve(count);
    }

    T& add(std::unique_ptr<T> object)
    {
        owned_.push_back(std::move(object));
        view_.push_back(owned_.back().get());
        numbers_.push_back(numberCount_++);
        notePlace(view_.size() - 1);
        return *owned_.back();
    }

    /// Calls visit(object) for each object, including objects added meanwhile. `visit` may remove any object, even its argument.
    template <class Visitor>
    void visitAll(const Visitor& visit)
    {
        Walk walk(*this);
        while (walk.next < view_.size()) {
            if (T* const object = view_[walk.next++]) {
                visit(*object);
            }
        }
    }

    /// Removes an object from the list and returns it; the caller may keep it for a while. O(1) amortised.
    std::unique_ptr<T> take(T& object)
    {
        const std::size_t place = Places::of(object);
        std::unique_ptr<T> taken = std::move(owned_[place]);
        view_[place] = nullptr;
        if (++gapCount_ > view_.size() / 2) {
            closeGaps();
        }
        return taken;
    }

    template <class Predicate>
    void removeIf(const Predicate& isDoomed)
    {
        closeGaps();
        std::vector<std::unique_ptr<T>> doomed;  // destroyed at the end, when the lists are consistent again
        for (std::size_t place = 0; place < view_.size(); ++place) {
            if (isDoomed(*view_[place])) {
                doomed.push_back(std::move(owned_[place]));
                view_[place] = nullptr;
                ++gapCount_;
            }
        }
        closeGaps();
    }

    /// Moves an object to an earlier index, before the object there. Precondition: Places is NoPlaces, and no visit is under way.
    void moveUp(std::size_t place, std::size_t earlier)
    {
        const auto rotate = [&](auto& list) {
            const auto at = [&](std::size_t index) { return list.begin() + static_cast<std::ptrdiff_t>(index); };
            std::rotate(at(earlier), at(place), at(place + 1));
        };
        rotate(owned_);
        rotate(view_);
        rotate(numbers_);
    }

    void swapNumbers(std::size_t place, std::size_t other) { std::swap(numbers_[place], numbers_[other]); }

    /// Destroys all objects in the order in which local variables are destroyed: last one first.
    void clear() noexcept
    {
        view_.clear();
        numbers_.clear();
        gapCount_ = 0;
        while (!owned_.empty()) {
            owned_.pop_back();
        }
    }

    [[nodiscard]] const std::vector<T*>& view() const noexcept
    {
        closeGaps();
        return view_;
    }
    /// Returns an object's number: the count of objects added before it, including removed ones. Removals do not change it.
    [[nodiscard]] std::size_t numberAt(std::size_t place) const
    {
        closeGaps();
        return numbers_[place];
    }
    [[nodiscard]] std::size_t numberCount() const noexcept { return numberCount_; }

private:
    /// An iteration under way. Its visitor may begin another iteration.
    struct Walk {
        explicit Walk(OwningList& walked) : list(walked), outer(walked.innermost_) { list.innermost_ = this; }
        ~Walk() { list.innermost_ = outer; }
        Walk(const Walk&) = delete;
        Walk& operator=(const Walk&) = delete;

        OwningList& list;
        Walk* outer;
        std::size_t next = 0;
    };

    void notePlace(std::size_t place) const noexcept
    {
        if constexpr (!std::is_same_v<Places, NoPlaces>) {
            Places::of(*view_[place]) = static_cast<std::uint32_t>(place);
        }
    }

    void closeGaps() const noexcept
    {
        if (gapCount_ == 0) {
            return;
        }
        for (Walk* walk = innermost_; walk != nullptr; walk = walk->outer) {
            const auto passed = view_.begin() + static_cast<std::ptrdiff_t>(walk->next);
            walk->next -= static_cast<std::size_t>(std::count(view_.begin(), passed, nullptr));
        }
        auto left = static_cast<std::size_t>(std::ranges::find(view_, nullptr) - view_.begin());
        for (std::size_t place = left; place < view_.size(); ++place) {
            if (view_[place] != nullptr) {
                view_[left] = view_[place];
                owned_[left] = std::move(owned_[place]);
                numbers_[left] = numbers_[place];
                notePlace(left++);
            }
        }
        view_.resize(left);
        owned_.resize(left);
        numbers_.resize(left);
        gapCount_ = 0;
    }

    // The members are mutable, because closing gaps changes nothing that users see.
    mutable std::vector<std::unique_ptr<T>> owned_;
    mutable std::vector<T*> view_;  // null: a gap
    mutable std::vector<std::size_t> numbers_;
    mutable std::size_t gapCount_ = 0;
    std::size_t numberCount_ = 0;
    Walk* innermost_ = nullptr;
};

}  // namespace armature
