#pragma once

#include <armature/c/scene.h>
#include <armature/import/import_options.hpp>

namespace armature::capi {

/// Returns the options for loading a file; null: the defaults.
[[nodiscard]] ImportOptions importOptionsAt(const armature_load_options* given);

}  // namespace armature::capi
