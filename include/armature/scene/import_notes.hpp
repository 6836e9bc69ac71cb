#pragma once

#include <string>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

/// Functions for importers, including your own.
namespace armature {

/// Adds to Scene::warnings().
ARMATURE_API void addImportWarning(Scene& scene, std::string warning);
/// Adds to Scene::sourceFiles().
ARMATURE_API void addSourceFile(Scene& scene, std::string file);

}  // namespace armature
