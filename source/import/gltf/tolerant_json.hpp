#pragma once

#include <string>
#include <string_view>

namespace armature::gltf {

/// A copy of `json` in which every `f` or `F` that directly follows a number (1.5f, as hand-written files have it) is a blank; empty if
/// there is none. Positions do not change. Strings are left alone.
[[nodiscard]] std::string withoutNumberSuffixes(std::string_view json);

}  // namespace armature::gltf
