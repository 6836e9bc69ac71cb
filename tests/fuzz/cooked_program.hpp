#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace armature::test {

/// Opens a cooked file, takes out everything and uses it. Throws Contradiction if something that was taken is not as it must be, or if what
/// is refused is refused in another way than by ImportError with a whole message.
void openAndUse(std::span<const std::byte> file);

/// A model's skeletons and clips, with some of these baked, and crowds, as a cooked file: what the program above begins with. Empty if it
/// is no model, or holds nothing of that.
[[nodiscard]] std::vector<std::byte> cookModel(std::span<const std::byte> model);

}  // namespace armature::test
