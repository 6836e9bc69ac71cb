#pragma once

#include <string>
#include <string_view>

#include <armature/fwd.hpp>

namespace armature::tools {

/// What a scene holds, for people: nodes as a tree, skeletons with the bind and rest of each bone, meshes, clips, materials, warnings.
[[nodiscard]] std::string inspectAsText(std::string_view file, const Scene& scene);

/// The same for programs; docs/armature_program.md describes the members.
[[nodiscard]] std::string inspectAsJson(std::string_view file, const Scene& scene);

}  // namespace armature::tools
