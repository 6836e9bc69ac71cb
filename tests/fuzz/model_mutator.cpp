#include "model_mutator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "json_mutator.hpp"

namespace armature::test {

namespace {

constexpr std::size_t headerSize = 12;
constexpr std::size_t chunkHeaderSize = 8;

std::uint32_t readNumber(std::span<const std::uint8_t> bytes, std::size_t at)
{
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

void appendNumber(std::vector<std::uint8_t>& out, std::size_t number)
{
    const auto narrow = static_cast<std::uint32_t>(number);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&narrow);
    out.insert(out.end(), bytes, bytes + sizeof narrow);
}

/// The parts of a .glb file; any other file is a text in `json`.
struct Model {
    std::string json;
    std::vector<std::uint8_t> binary;
    bool isGlb = false;
    bool hasBinary = false;
};

Model takeApart(std::span<const std::uint8_t> file)
{
    Model model;
    model.isGlb = file.size() >= headerSize + chunkHeaderSize && std::memcmp(file.data(), "glTF", 4) == 0;
    if (!model.isGlb) {
        model.json.assign(file.begin(), file.end());
        return model;
    }
    const auto rest = file.subspan(headerSize + chunkHeaderSize);
    const std::size_t length = std::min<std::size_t>(readNumber(file, headerSize), rest.size());
    model.json.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
    model.hasBinary = rest.size() >= length + chunkHeaderSize;
    if (model.hasBinary) {
        model.binary.assign(rest.begin() + static_cast<std::ptrdiff_t>(length + chunkHeaderSize), rest.end());
    }
    return model;
}

std::vector<std::uint8_t> putTogether(Model model)
{
    if (!model.isGlb) {
        return {model.json.begin(), model.json.end()};
    }
    model.json.resize((model.json.size() + 3) / 4 * 4, ' ');
    const std::size_t binarySize = model.hasBinary ? chunkHeaderSize + model.binary.size() : 0;
    std::vector<std::uint8_t> out{'g', 'l', 'T', 'F'};
    appendNumber(out, 2);
    appendNumber(out, headerSize + chunkHeaderSize + model.json.size() + binarySize);
    appendNumber(out, model.json.size());
    out.insert(out.end(), {'J', 'S', 'O', 'N'});
    out.insert(out.end(), model.json.begin(), model.json.end());
    if (model.hasBinary) {
        appendNumber(out, model.binary.size());
        out.insert(out.end(), {'B', 'I', 'N', 0});
        out.insert(out.end(), model.binary.begin(), model.binary.end());
    }
    return out;
}

// Infinities, NaN, the largest, zero, all ones, -0, the smallest, 1, a large one.
constexpr std::array<std::uint32_t, 10> floatBits{0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0,
                                                  0xffffffff, 0x80000000, 1,          0x3f800000, 0x7149f2ca};

void mutateBinary(std::vector<std::uint8_t>& binary, std::mt19937& engine, const ByteMutator& mutateBytes)
{
    const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine); };
    switch (below(6)) {
    case 0: binary[below(binary.size())] ^= static_cast<std::uint8_t>(1u << below(8)); break;
    case 1: binary[below(binary.size())] = static_cast<std::uint8_t>(engine()); break;
    case 2:
        if (binary.size() >= 4) {
            std::memcpy(binary.data() + below(binary.size() / 4) * 4, &floatBits[below(floatBits.size())], 4);
        }
        break;
    case 3: binary.resize(binary.size() - std::min(binary.size(), 4 * (1 + below(2)))); break;
    case 4: mutateBytes(binary); break;
    default: {
        const std::size_t count = 1 + below(std::min<std::size_t>(16, binary.size()));
        std::memmove(binary.data() + below(binary.size() - count + 1), binary.data() + below(binary.size() - count + 1), count);
    }
    }
}

}  // namespace

std::vector<std::uint8_t> mutateModel(std::span<const std::uint8_t> file, std::uint32_t seed, const ByteMutator& mutateBytes)
{
    std::mt19937 engine(seed);
    const auto oneIn = [&](unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(engine) == 0; };
    if (oneIn(12) && !file.empty()) {
        std::vector<std::uint8_t> out(file.begin(), file.end());
        mutateBytes(out);
        return out;
    }
    Model model = takeApart(file);
    for (int change = std::uniform_int_distribution<int>(1, 3)(engine); change > 0; --change) {
        if (!model.binary.empty() && oneIn(3)) {
            mutateBinary(model.binary, engine, mutateBytes);
        } else {
            mutateJson(model.json, engine);
        }
    }
    return putTogether(std::move(model));
}

}  // namespace armature::test
