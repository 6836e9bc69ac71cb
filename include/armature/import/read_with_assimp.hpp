#pragma once

#include <cstddef>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/import/foreign_model.hpp>

namespace armature {

/// Reads a model with Assimp in this process, for ImportOptions::foreignReader. This is the only function of armature::import_assimp, which
/// links Assimp. The function gives the same results as the worker process, and loadScene() checks them in the same way.
///
/// There is no protection: if a file makes Assimp crash, hang or exhaust memory, this happens in your process. Use the function only for
/// files that you trust. Throws std::runtime_error with Assimp's message, std::length_error if a mesh has too many bones, or
/// std::bad_alloc. Any number of threads may call it at once.
///
///     armature::loadScene("robot.dae", {.foreignReader = armature::readWithAssimp});
[[nodiscard]] ARMATURE_API std::vector<std::byte> readWithAssimp(const ForeignModel& model);

}  // namespace armature
