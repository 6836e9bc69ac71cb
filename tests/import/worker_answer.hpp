#pragma once

#include <cstddef>
#include <vector>

#include "import/assimp/worker_scene.hpp"

namespace armature::test {

/// A scene that a worker might hand over, with a value in each member, so that a member that is left out shows.
[[nodiscard]] foreign::WorkerScene fullScene();

/// A worker's possible answers to requests to decode a mesh of 3 vertices and 1 triangle with positions and one byte each, and a view of 2
/// elements of 4 bytes.
[[nodiscard]] std::vector<std::byte> meshAnswer();
[[nodiscard]] std::vector<std::byte> viewAnswer();

}  // namespace armature::test
