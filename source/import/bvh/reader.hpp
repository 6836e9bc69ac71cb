#pragma once

#include <cstddef>
#include <span>

#include <armature/import/import_options.hpp>

#include "import/scene_description.hpp"

namespace armature::bvh {

/// True if `file` begins like a BVH file, with the word HIERARCHY.
[[nodiscard]] bool isBvh(std::span<const std::byte> file) noexcept;

/// Reads a whole BVH file, for which isBvh() holds: a node for each joint and End Site, in the order of the file, a skin of them all and
/// one clip. Throws importing::Refusal, which names the line.
[[nodiscard]] importing::SceneDescription readBvh(std::span<const std::byte> file, const ImportOptions& options);

}  // namespace armature::bvh
