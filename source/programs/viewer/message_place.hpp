#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "document.hpp"

namespace armature::tools {

/// The node or clip that a message is about, if its text names one.
struct MessagePlace {
    Node* node = nullptr;
    std::optional<std::size_t> clip = {};

    [[nodiscard]] bool isKnown() const noexcept { return node != nullptr || clip.has_value(); }
};

/// Finds the place by a path that importers write into messages, such as /nodes/3, /skins/0/joints/2 or /animations/1, or by a name in
/// quotes that exactly one node or bone has.
[[nodiscard]] MessagePlace findPlace(OpenModel& model, std::string_view message);

}  // namespace armature::tools
