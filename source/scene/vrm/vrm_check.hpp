#pragma once

#include <armature/scene/vrm_model.hpp>

namespace armature {

/// Both throw std::invalid_argument that names the part, the value and the limit unless all numbers refer to something in `scene` and are
/// in range, and names and roles are unique.
void requireVrm(const Scene& scene, const VrmModel& model);
void requireVrm(const Scene& scene, const VrmAnimation& animation);

}  // namespace armature
