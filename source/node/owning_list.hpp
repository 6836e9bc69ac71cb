#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace armature {

/// Objects with stable addresses, and a view of them for users.
template <class T, class Deleter = std::default_delete<T>>
class OwningList {
public:
    void reserve(std::size_t count)
    {
        owned_.reserve(count);
        view_.reserve(count);
        numbers_.reserve(count);
    }

    T& add(std::unique_ptr<T, Deleter> object)
    {
        owned_.push_back(std::move(object));
        view_.push_back(owned_.back().get());
        numbers_.push_back(numberCount_++);
        return *owned_.back();
    }

    /// Calls visit(object) for each, including those added meanwhile. It may remove any of them, even the one it was called with.
    template <class Visitor>
    void visitAll(const Visitor& visit)
    {
        Walk walk(*this);
        while (walk.next < view_.size()) {
            visit(*view_[walk.next++]);
        }
    }

    template <class Predicate>
    void removeIf(const Predicate& isDoomed)
    {
        for (Walk* walk = innermost_; walk != nullptr; walk = walk->outer) {
            const auto passed = view_.begin() + static_cast<std::ptrdiff_t>(walk->next);
            walk->next -= static_cast<std::size_t>(std::count_if(view_.begin(), passed, [&](const T* each) { return isDoomed(*each); }));
        }
        std::vector<std::unique_ptr<T, Deleter>> doomed;  // and they are destroyed once the lists are consistent
        auto left = static_cast<std::size_t>(std::ranges::find_if(view_, [&](const T* each) { return isDoomed(*each); }) - view_.begin());
        for (std::size_t place = left; place < view_.size(); ++place) {
            if (isDoomed(*view_[place])) {
                doomed.push_back(std::move(owned_[place]));
                continue;
            }
            view_[left] = view_[place];
            owned_[left] = std::move(owned_[place]);
            numbers_[left++] = numbers_[place];
        }
        view_.resize(left);
        owned_.resize(left);
        numbers_.resize(left);
    }

    /// Moves an object before that at an earlier place. Not while they are visited.
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

    /// The last one first, like locals.
    void clear() noexcept
    {
        view_.clear();
        numbers_.clear();
        while (!owned_.empty()) {
            owned_.pop_back();
        }
    }

    [[nodiscard]] const std::vector<T*>& view() const noexcept { return view_; }
    /// The object added as the n-th, counted from 0; removals do not renumber the others.
    [[nodiscard]] std::size_t numberAt(std::size_t place) const { return numbers_[place]; }
    [[nodiscard]] std::size_t numberCount() const noexcept { return numberCount_; }

private:
    /// An iteration under way; what it calls may begin another.
    struct Walk {
        explicit Walk(OwningList& walked) : list(walked), outer(walked.innermost_) { list.innermost_ = this; }
        ~Walk() { list.innermost_ = outer; }
        Walk(const Walk&) = delete;
        Walk& operator=(const Walk&) = delete;

        OwningList& list;
        Walk* outer;
        std::size_t next = 0;
    };

    std::vector<std::unique_ptr<T, Deleter>> owned_;
    std::vector<T*> view_;
    std::vector<std::size_t> numbers_;
    std::size_t numberCount_ = 0;
    Walk* innermost_ = nullptr;
};

}  // namespace armature
