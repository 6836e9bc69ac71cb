#pragma once

#include <cstdint>

#include "node/observer_list.hpp"

namespace armature {

enum class NodeEvent : std::uint8_t { Change, Disposal };

/// The observers of one node.
class NodeObservers final : public ObserverList<NodeEvent, Node&> {};

}  // namespace armature
