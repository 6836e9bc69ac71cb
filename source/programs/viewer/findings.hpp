#pragma once

#include <string>
#include <vector>

#include "message_place.hpp"

namespace armature::tools {

/// A remark on a model, and the place that it is about.
struct Finding {
    std::string text = {};
    MessagePlace place = {};
};

/// Returns the importer's warnings.
[[nodiscard]] std::vector<Finding> warningsOf(OpenModel& model);

/// Returns remarks on bones that move no vertex, whose rest pose differs from their bind pose, that are sheared, or that share a name; on
/// vertices that have no weights or are bound to a palette slot without a bone; on clips that move nothing, move only some of their
/// targets, or hold one pose. Independent of the current pose. O(vertices * influences + keys).
[[nodiscard]] std::vector<Finding> findingsOf(OpenModel& model);

}  // namespace armature::tools
