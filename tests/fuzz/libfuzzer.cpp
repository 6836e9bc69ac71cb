#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "answer_program.hpp"
#include "load_program.hpp"
#include "model_mutator.hpp"
#include "picture_program.hpp"
#include "use_program.hpp"

// What libFuzzer calls, and scripts/fuzz runs. The environment variable ARMATURE_FUZZ chooses the program: "load" (models), "answer"
// (of worker processes), "use" (calls) or "picture" (decoders).

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed);

namespace {

std::string_view program()
{
    static const char* const name = std::getenv("ARMATURE_FUZZ");
    return name != nullptr ? name : "load";
}

/// What mutateModel() knows its way about in; it may be anything else, too.
bool isGltf(std::span<const std::uint8_t> data)
{
    return !data.empty() && (data.front() == '{' || data.front() == 'g');
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto input = std::as_bytes(std::span(data, size));
    if (program() == "use") {
        armature::test::useAtRandom(input);
    } else if (program() == "answer") {
        armature::test::readAnswer(input);
    } else if (program() == "picture") {
        armature::test::decodePicture(input);
    } else {
        armature::test::loadAndUse(input);
    }
    return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed)
{
    if (program() != "load" || !isGltf(std::span(data, size))) {
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
