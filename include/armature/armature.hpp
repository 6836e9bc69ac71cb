#pragma once

/// Includes everything of armature::core, armature::import and armature::render that is installed, and the parts of GLM that the library's
/// interface uses: vectors, matrices, rotations. Link the targets whose functions you call.
///
/// It does not include animation/gltf_names.hpp; format.hpp, which needs fmt; import/read_with_assimp.hpp, which belongs to
/// armature::import_assimp; and the headers of armature::support.
#include <armature/core.hpp>

#if __has_include(<armature/import/import.hpp>)
#include <armature/import/import.hpp>
#endif
#if __has_include(<armature/render/render.hpp>)
#include <armature/render/render.hpp>
#endif
