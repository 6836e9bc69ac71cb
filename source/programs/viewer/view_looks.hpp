#pragma once

#include <array>
#include <string_view>

#include "document.hpp"
#include "programs/armature/stage.hpp"

namespace armature::tools {

// Names of the values of SkeletonViewOptions::Shape, DrawOptions::Shown and DrawOptions::Skinning, in the order of the enumerators.
inline constexpr std::array<std::string_view, 3> boneShapeNames{"octahedra", "sticks", "axes"};
inline constexpr std::array<std::string_view, 4> surfaceNames{"lit", "base-color", "normals", "joints"};
inline constexpr std::array<std::string_view, 3> skinningNames{"linear", "dual-quaternion", "as-asked"};

/// Returns how to draw the shown model, according to the settings. Valid until the document changes.
[[nodiscard]] StageLooks looksOf(ViewerDocument& document);

}  // namespace armature::tools
