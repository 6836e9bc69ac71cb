#pragma once

#include <cstdint>

#include "scene/observer_list.hpp"

namespace armature {

enum class NodeEvent : std::uint8_t { Change, Disposal };

/// Who observes one node.
class NodeObservers final : public ObserverList<NodeEvent, Node&> {};

}  // namespace armature
