#pragma once

namespace armature::test {

/// The transforms above the bones of a test stage.
enum class Above { Plain, Scaled, Mirrored, Uneven };

}  // namespace armature::test
