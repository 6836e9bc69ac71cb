#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace armature::test {

/// Opens a cooked file, takes everything out of it and uses it. Throws Contradiction if an object from the file is not as it must be, or if
/// the message of an ImportError is not sound or differs the second time. Any other exception passes.
void openAndUse(std::span<const std::byte> file);

/// Cooks a model's skeletons and clips, some of the clips baked, and crowds: a seed for openAndUse(). Empty if `model` cannot be loaded or
/// has neither skeletons nor clips.
[[nodiscard]] std::vector<std::byte> cookModel(std::span<const std::byte> model);

}  // namespace armature::test
