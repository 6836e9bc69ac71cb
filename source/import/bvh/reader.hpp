#pragma once

#include <cstddef>
#include <span>

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::bvh {

/// Whether `file` begins like a BVH file, with the word HIERARCHY.
[[nodiscard]] bool isBvh(std::span<const std::byte> file) noexcept;

/// Reads a whole BVH file. Precondition: isBvh(). Makes a node for each joint and End Site, in file order, a skin with all of them as
/// joints, and, if there is motion, one clip. Throws importing::Refusal, which names the line or the node, if the file is malformed or
/// exceeds a limit.
[[nodiscard]] importing::SceneDescription readBvh(std::span<const std::byte> file, const ImportOptions& options);

}  // namespace armature::bvh
