#pragma once

#include <cstddef>
#include <vector>

#include <armature/import/foreign_model.hpp>

namespace armature {

/// Reads a model with Assimp in this process, for ImportOptions::foreignReader. The one function of armature::import_assimp, which links
/// Assimp; its results are those of the worker process, and loadScene() checks them just so.
///
/// There is no protection: a file at which Assimp crashes, hangs or takes all memory does that here. For files that you trust.
/// Throws std::runtime_error with Assimp's words, std::bad_alloc. Any number of threads may call it.
///
///     armature::loadScene("robot.dae", {.foreignReader = armature::readWithAssimp});
[[nodiscard]] std::vector<std::byte> readWithAssimp(const ForeignModel& model);

}  // namespace armature
