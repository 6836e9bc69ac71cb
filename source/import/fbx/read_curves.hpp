#pragma once

#include <optional>

#include "import/fbx/curve.hpp"
#include "import/fbx/objects.hpp"

namespace armature::fbx {

/// FBX counts time in these.
constexpr double ticksPerSecond = 46'186'158'000.;

/// The curve of an AnimationCurve element of version 7; nullopt if it has no keys. Refuses arrays that do not belong together.
[[nodiscard]] std::optional<Curve> readCurve(Document& document, ElementIndex element);

/// The curve of a Channel element of version 6 ("X" below "T").
[[nodiscard]] std::optional<Curve> readChannelCurve(Document& document, ElementIndex element);

}  // namespace armature::fbx
