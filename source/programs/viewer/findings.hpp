#pragma once

#include <string>
#include <vector>

#include "message_place.hpp"

namespace armature::tools {

/// Something to know about a model, and what it is about.
struct Finding {
    std::string text = {};
    MessagePlace place = {};
};

/// The importer's warnings.
[[nodiscard]] std::vector<Finding> warningsOf(OpenModel& model);

/// Bones that move no vertex, rest elsewhere than they were bound, are sheared, or share a name; vertices without weights; clips that move
/// nothing, or less than they say. Whatever the pose. O(vertices * influences + keys).
[[nodiscard]] std::vector<Finding> findingsOf(OpenModel& model);

}  // namespace armature::tools
