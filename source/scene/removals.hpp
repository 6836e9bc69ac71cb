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

/// Removals of what one scene or skeleton owns, one after the other. What the observers of a disposal ask for waits until the removal that
/// is under way is through: whoever is called, or still to be called, has a node that is whole.
class Removals {
public:
    [[nodiscard]] bool isUnderWay() const noexcept { return isUnderWay_; }
    /// Calls remove(thing) when what is under way now is through, unless `thing` has gone by then.
    template <class Thing, class Remove>
    void later(Thing& thing, Remove remove)
    {
        waiting_.push_back([doomed = Handle<Thing>(thing), remove = std::move(remove)] {
            if (Thing* const alive = doomed.get()) {
                remove(*alive);
            }
        });
    }

    /// Calls remove(), then what waits for it; precondition: nothing is under way.
    template <class Remove>
    void run(const Remove& remove)
    {
        std::vector<std::function<void()>> next;
        {
            const UnderWay underWay(*this);
            remove();
            next.swap(waiting_);
        }
        for (const auto& each : next) {  // the skeleton, and this with it, may go with one of them
            each();
        }
    }

    /// The owner goes, and all with it: nothing is removed by itself from now on.
    void close() noexcept { isUnderWay_ = true; }

private:
    /// What an observer throws ends the removal, and those that wait.
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

/// Things that are removed together. Few are looked for one by one, which takes less than a hash does.
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
