#pragma once

/// Includes armature::import. It does not include import/read_with_assimp.hpp, which belongs to armature::import_assimp.
#include <armature/import/foreign_model.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/import/humanoid_json.hpp>
#include <armature/import/humanoid_mapping.hpp>
#include <armature/import/import_options.hpp>
#include <armature/import/import_text.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/retarget_json.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/import/skeleton_json.hpp>
