#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// A scene in a pose, and how it got there.
struct PoseReport {
    std::string_view file;
    const Scene& scene;
    std::optional<std::size_t> clip;  ///< Into Scene::animationGroups(); none: the file's own pose.
    double seconds = 0.;
};

/// {"file", "animation", "time", "nodes": [{"index", "name", "parent", "world"}], "skins": [{"index", "name", "host", "joints", "final",
/// "world"}]}: matrices column by column, indices those of the file's nodes, null where there is none.
[[nodiscard]] std::string poseAsJson(const PoseReport& report);

/// World positions of nodes and joints for people to read.
[[nodiscard]] std::string poseAsTable(const PoseReport& report);

}  // namespace armature::tools
