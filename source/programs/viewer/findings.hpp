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

/// The importer's warnings.
[[nodiscard]] std::vector<Finding> warningsOf(OpenModel& model);

/// Returns remarks on bones that move no vertex, rest elsewhere than they were bound, are sheared, or share a name; vertices without
/// weights; clips that move nothing, or only some of their targets, or hold one pose. Independent of the pose. O(vertices * influences +
/// keys).
[[nodiscard]] std::vector<Finding> findingsOf(OpenModel& model);

}  // namespace armature::tools
