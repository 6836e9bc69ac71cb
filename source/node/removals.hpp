#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// Runs removals from one scene or skeleton one after the other. If an observer of a disposal requests another removal, this removal waits
/// until the current one is complete. The nodes passed to observers, now or later, are therefore intact.
class Removals {
public:
    [[nodiscard]] bool isUnderWay() const noexcept { return isUnderWay_; }
    /// Calls remove(thing) once the current removal is complete, unless `thing` no longer exists by then.
    template <class Thing, class Remove>
    void later(Thing& thing, Remove remove)
    {
        waiting_.push_back([doomed = Handle<Thing>(thing), remove = std::move(remove)] {
            if (Thing* const alive = doomed.get()) {
                remove(*alive);
            }
        });
    }

    /// Calls remove(), then the removals that wait for it. Precondition: no removal is under way.
    template <class Remove>
    void run(const Remove& remove)
    {
        std::vector<std::function<void()>> next;
        {
            const UnderWay underWay(*this);
            remove();
            next.swap(waiting_);
        }
        for (const auto& each : next) {  // one of these calls may destroy the skeleton, and this object with it
            each();
        }
    }

    /// Call when the owner is being destroyed together with all its objects: afterwards, nothing is removed individually.
    void close() noexcept { isUnderWay_ = true; }

private:
    /// Marks a removal as under way. An exception thrown by an observer ends the removal and cancels the waiting ones.
    struct UnderWay {
        explicit UnderWay(Removals& running) noexcept : removals(running) { removals.isUnderWay_ = true; }
        ~UnderWay()
        {
            removals.isUnderWay_ = false;
            removals.waiting_.clear();
        }
        UnderWay(const UnderWay&) = delete;
        UnderWay& operator=(const UnderWay&) = delete;
        Removals& removals;
    };

    std::vector<std::function<void()>> waiting_;
    bool isUnderWay_ = false;
};

/// Nodes that are removed together. contains() compares up to four nodes one by one, which is faster than a hash table.
class DoomedNodes {
public:
    explicit DoomedNodes(std::span<Node* const> nodes)
        : nodes_(nodes)
        , hashed_(nodes.size() > few ? std::unordered_set<const Node*>(nodes.begin(), nodes.end()) : std::unordered_set<const Node*>())
    {}

    [[nodiscard]] bool contains(const Node* node) const
    {
        return nodes_.size() > few ? hashed_.contains(node) : std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
    }

private:
    static constexpr std::size_t few = 4;

    std::span<Node* const> nodes_;
    std::unordered_set<const Node*> hashed_;
};

}  // namespace armature
