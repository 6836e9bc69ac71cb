#pragma once

#include <string>

#include "arguments.hpp"
#include "difference_report.hpp"

namespace armature::tools {

/// Draws the two scenes of a report side by side in the pose in which they are farthest apart, and to the right of them the second one
/// coloured by how far each vertex is off there: blue not at all, red as far as any. All three from the same place. Leaves the scenes in
/// that pose. Throws Error.
void writeDifferencePicture(const std::string& output, const PictureSize& size, Scene& first, Scene& second,
                            const DifferenceReport& report);

}  // namespace armature::tools
