#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace armature::test {

/// Changes bytes in place without knowing their meaning and without changing their number: libFuzzer's own mutation, or a test's.
using ByteMutator = std::function<void(std::span<std::uint8_t>)>;

/// Returns the model changed in a few places chosen by `seed`: values, members and elements of its JSON, numbers of its binary chunk. A
/// .glb stays one, with correct lengths; anything else is changed as text. One mutant in twelve has its raw bytes changed instead. Always
/// returns something, whatever `file` is.
[[nodiscard]] std::vector<std::uint8_t> mutateModel(std::span<const std::uint8_t> file, std::uint32_t seed, const ByteMutator& mutateBytes);

}  // namespace armature::test
