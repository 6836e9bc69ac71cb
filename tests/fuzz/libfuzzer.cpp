#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "answer_program.hpp"
#include "cooked_program.hpp"
#include "graph_program.hpp"
#include "json_mutator.hpp"
#include "load_program.hpp"
#include "model_mutator.hpp"
#include "picture_program.hpp"
#include "use_program.hpp"

// The entry points that libFuzzer calls; scripts/fuzz runs them. The environment variable ARMATURE_FUZZ chooses the program: "load"
// (models), "answer" (of worker processes), "use" (calls), "picture" (decoders), "cooked" (cooked files) or "graph" (animation graphs).
// "cook" is not a fuzzed program: it cooks input models into numbered files in the folder ARMATURE_FUZZ_OUT, as seeds for "cooked".

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed);

namespace {

std::string_view program()
{
    static const char* const name = std::getenv("ARMATURE_FUZZ");
    return name != nullptr ? name : "load";
}

/// True if the data looks like glTF, which mutateModel() understands. It may still be anything else.
bool isGltf(std::span<const std::uint8_t> data)
{
    return !data.empty() && (data.front() == '{' || data.front() == 'g');
}

void writeCookedModel(std::span<const std::byte> model)
{
    static int number = 0;
    const char* const folder = std::getenv("ARMATURE_FUZZ_OUT");
    const auto cooked = armature::test::cookModel(model);
    constexpr std::size_t longest = 100'000;  // the limit in scripts/fuzz, which would cut a longer file
    if (folder != nullptr && !cooked.empty() && cooked.size() <= longest) {
        std::ofstream file(folder + ('/' + std::to_string(number++)), std::ios::binary);
        file.write(reinterpret_cast<const char*>(cooked.data()), static_cast<std::streamsize>(cooked.size()));
    }
}

// A cooked file whose size changes is refused before its content is examined, so most mutants keep their size.
std::size_t mutateInPlace(std::span<std::uint8_t> data, unsigned int seed)
{
    constexpr std::size_t longest = 16;
    std::minstd_rand random(seed);
    for (auto changes = random() % 3; changes < 3; ++changes) {
        const std::size_t begin = random() % data.size();
        const auto part = data.subspan(begin, std::min<std::size_t>(1 + random() % longest, data.size() - begin));
        LLVMFuzzerMutate(part.data(), part.size(), part.size());
    }
    return data.size();
}

std::size_t mutateGraph(std::span<std::uint8_t> data, std::size_t maxSize, unsigned int seed)
{
    std::string text(data.begin(), data.end());
    std::mt19937 random(seed);
    for (auto changes = random() % 4; changes < 4; ++changes) {
        armature::test::mutateJson(text, random);
    }
    const std::size_t size = std::min(text.size(), maxSize);
    std::copy_n(text.begin(), size, data.data());
    return size;
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
    } else if (program() == "cooked") {
        armature::test::openAndUse(input);
    } else if (program() == "graph") {
        armature::test::playGraph(input);
    } else if (program() == "cook") {
        writeCookedModel(input);
    } else {
        armature::test::loadAndUse(input);
    }
    return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed)
{
    if (program() == "cooked" && size > 0 && seed % 8 != 0) {
        return mutateInPlace(std::span(data, size), seed);
    }
    if (program() == "graph" && seed % 8 != 0) {
        return mutateGraph(std::span(data, size), maxSize, seed);
    }
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
