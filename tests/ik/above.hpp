#pragma once

namespace armature::test {

/// What lies above the bones of a stage.
enum class Above { Plain, Scaled, Mirrored, Uneven };

}  // namespace armature::test
