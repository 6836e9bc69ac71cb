#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/flat_map.hpp"

namespace armature {

/// Maps each name to the first position of a node of that name in a list. Holds views of the names, which the nodes own. Call invalidate()
/// when a node is renamed.
class NameIndex {
public:
    void invalidate() noexcept { isCurrent_ = false; }

    /// Call after a node was added at the end of the list, so that a current index stays current. O(1).
    void append(std::string_view name, std::size_t position)
    {
        if (isCurrent_) {
            firstPositions_.tryEmplace(name, position);
        }
    }

    /// Rebuilds the index if it is not current. O(nodes), or O(1) if it is current.
    template <class Nodes>
    void refresh(const Nodes& nodes)
    {
        if (isCurrent_) {
            return;
        }
        firstPositions_.clear();
        firstPositions_.reserve(nodes.size());
        std::size_t position = 0;
        for (const auto* node : nodes) {
            firstPositions_.tryEmplace(node->getName(), position++);
        }
        isCurrent_ = true;
    }

    [[nodiscard]] bool isCurrent() const noexcept { return isCurrent_; }

    /// Returns the first position of `name`, if any node has that name. Precondition: isCurrent().
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const noexcept
    {
        const std::size_t* const found = firstPositions_.find(name);
        return found != nullptr ? std::optional(*found) : std::nullopt;
    }

private:
    FlatMap<std::string_view> firstPositions_;
    bool isCurrent_ = false;
};

}  // namespace armature
