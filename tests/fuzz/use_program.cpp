#include "use_program.hpp"
namespace armature::test {
void useAtRandom(std::span<const std::byte>) {}
}  // namespace armature::test
