#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace armature::test {

/// Changes bytes without knowing what they mean, in place and keeping their number: libFuzzer's own mutation, or a test's.
using ByteMutator = std::function<void(std::span<std::uint8_t>)>;

/// A model changed in a few places that `seed` chooses: values, members and elements of its JSON, numbers of its binary chunk. A .glb stays
/// one, its lengths are mended; otherwise the text is changed. Always gives something, whatever `file` is.
[[nodiscard]] std::vector<std::uint8_t> mutateModel(std::span<const std::uint8_t> file, std::uint32_t seed, const ByteMutator& mutateBytes);

}  // namespace armature::test
