#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "load_program.hpp"
#include "model_mutator.hpp"
#include "use_program.hpp"

// What libFuzzer calls, and scripts/fuzz runs. The environment variable ARMATURE_FUZZ chooses the program: "load" (models) or "use" (calls).

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed);

namespace {

bool usesCalls()
{
    static const char* const program = std::getenv("ARMATURE_FUZZ");
    return program != nullptr && std::string_view(program) == "use";
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto input = std::as_bytes(std::span(data, size));
    if (usesCalls()) {
        armature::test::useAtRandom(input);
    } else {
        armature::test::loadAndUse(input);
    }
    return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed)
{
    if (usesCalls()) {
        return LLVMFuzzerMutate(data, size, maxSize);
    }
    const auto mutateBytes = [](std::span<std::uint8_t> bytes) { LLVMFuzzerMutate(bytes.data(), bytes.size(), bytes.size()); };
    const auto mutant = armature::test::mutateModel(std::span(data, size), seed, mutateBytes);
    if (mutant.size() > maxSize) {
        return LLVMFuzzerMutate(data, size, maxSize);
    }
    std::ranges::copy(mutant, data);
    return mutant.size();
}
