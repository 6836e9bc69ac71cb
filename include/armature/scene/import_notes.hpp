#pragma once

#include <string>

#include <armature/fwd.hpp>

/// Functions for importers, including your own.
namespace armature {

/// Adds to Scene::warnings().
void addImportWarning(Scene& scene, std::string warning);
/// Adds to Scene::sourceFiles().
void addSourceFile(Scene& scene, std::string file);

}  // namespace armature
