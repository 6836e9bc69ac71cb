#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "files/output_file.hpp"
#include "png.hpp"
#include "text/words.hpp"

namespace armature::support {

namespace {

// Each frame is encoded as a PNG of its own, and its chunks are sent on under the names that an animation has for them: "Animated PNG
// graphics" in the PNG specification, third edition, section 4.9 and 11.3.6.

constexpr std::size_t signatureBytes = 8;
constexpr std::size_t chunkOverhead = 12;  // length, name, checksum

constexpr std::array<std::uint32_t, 256> makeChecksumTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t value = 0; value < table.size(); ++value) {
        std::uint32_t remainder = value;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = (remainder & 1) != 0 ? 0xedb88320u ^ (remainder >> 1) : remainder >> 1;
        }
        table[value] = remainder;
    }
    return table;
}

/// CRC-32 as PNG (ISO 3309) has it.
class Checksum {
public:
    void add(std::span<const std::uint8_t> bytes)
    {
        static constexpr auto table = makeChecksumTable();
        for (const std::uint8_t byte : bytes) {
            state_ = table[(state_ ^ byte) & 0xff] ^ (state_ >> 8);
        }
    }
    [[nodiscard]] std::uint32_t value() const { return state_ ^ 0xffffffffu; }

private:
    std::uint32_t state_ = 0xffffffffu;
};

std::array<std::uint8_t, 4> bigEndian(std::uint32_t value)
{
    return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value)};
}

std::uint32_t fromBigEndian(std::span<const std::uint8_t> bytes)
{
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16
           | static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

struct Chunk {
    std::string_view name;
    std::span<const std::uint8_t> data;
    std::span<const std::uint8_t> whole;
};

/// Takes the first chunk off `rest`. `rest` comes from libpng and is well formed.
Chunk takeChunk(std::span<const std::uint8_t>& rest)
{
    const std::size_t length = fromBigEndian(rest);
    Chunk chunk{{reinterpret_cast<const char*>(rest.data()) + 4, 4}, rest.subspan(8, length), rest.first(length + chunkOverhead)};
    rest = rest.subspan(length + chunkOverhead);
    return chunk;
}

/// Fraction of a second, 16 bits each, that a frame stays.
struct Delay {
    std::uint32_t numerator;
    std::uint32_t denominator;
};

Delay delayOf(double framesPerSecond)
{
    for (const double numerator : {1000., 100., 10., 1.}) {
        if (numerator * framesPerSecond <= 65535. && numerator * framesPerSecond >= 1.) {
            return {static_cast<std::uint32_t>(numerator), static_cast<std::uint32_t>(std::lround(numerator * framesPerSecond))};
        }
    }
    return framesPerSecond > 1. ? Delay{1, 65535} : Delay{65535, static_cast<std::uint32_t>(std::lround(65535. * framesPerSecond))};
}

}  // namespace

struct AnimatedPngWriter::State {
    State(const std::filesystem::path& path, const Options& wanted)
        : file(path), options(wanted), delay(delayOf(wanted.framesPerSecond)), output(path)
    {}

    void write(std::span<const std::uint8_t> bytes) { output.write(bytes); }

    void writeChunk(std::string_view name, std::span<const std::uint8_t> head, std::span<const std::uint8_t> body = {})
    {
        const std::span<const std::uint8_t> nameBytes(reinterpret_cast<const std::uint8_t*>(name.data()), name.size());
        Checksum checksum;
        write(bigEndian(static_cast<std::uint32_t>(head.size() + body.size())));
        for (const auto part : {nameBytes, head, body}) {
            write(part);
            checksum.add(part);
        }
        write(bigEndian(checksum.value()));
    }

    void writeNumbers(std::string_view name, std::initializer_list<std::uint32_t> numbers, std::span<const std::uint8_t> tail = {})
    {
        std::vector<std::uint8_t> bytes;
        for (const std::uint32_t number : numbers) {
            const auto big = bigEndian(number);
            bytes.insert(bytes.end(), big.begin(), big.end());
        }
        writeChunk(name, bytes, tail);
    }

    void writeFrameControl()
    {
        // Two 16-bit halves of the delay, then: leave the frame as it is, overwrite the one before.
        const std::uint32_t fraction = delay.numerator << 16 | delay.denominator;
        const std::array<std::uint8_t, 2> disposeAndBlend{0, 0};
        writeNumbers("fcTL",
                     {sequence++, static_cast<std::uint32_t>(options.width), static_cast<std::uint32_t>(options.height), 0, 0, fraction},
                     disposeAndBlend);
    }

    std::filesystem::path file;
    Options options;
    Delay delay;
    OutputFile output;
    std::size_t added = 0;
    std::uint32_t sequence = 0;
};

AnimatedPngWriter::AnimatedPngWriter(const std::filesystem::path& file, const Options& options)
{
    if (options.frames == 0 || !(options.framesPerSecond > 0.) || !std::isfinite(options.framesPerSecond)) {
        throw std::invalid_argument(
            fmt::format("an animated picture needs frames and a rate: {} frames, {} a second", options.frames, options.framesPerSecond));
    }
    state_ = std::make_unique<State>(file, options);
}

AnimatedPngWriter::~AnimatedPngWriter() = default;

void AnimatedPngWriter::add(const Picture& picture)
{
    State& state = *state_;
    const Options& options = state.options;
    if (picture.width != options.width || picture.height != options.height || state.added == options.frames) {
        throw std::invalid_argument(fmt::format("frame {} of {} x {} pixels; announced are {} of {} x {}", state.added, picture.width,
                                                picture.height, counted(options.frames, "frame"), options.width, options.height));
    }
    const std::vector<std::uint8_t> encoded = encodePng(picture);
    std::span<const std::uint8_t> rest(encoded);
    const bool isFirst = state.added == 0;
    if (isFirst) {
        state.write(rest.first(signatureBytes));
    }
    rest = rest.subspan(signatureBytes);
    bool hasControl = false;
    while (!rest.empty()) {
        const Chunk chunk = takeChunk(rest);
        if (chunk.name == "IDAT") {
            if (!hasControl) {
                state.writeFrameControl();
                hasControl = true;
            }
            if (isFirst) {
                state.write(chunk.whole);
            } else {
                state.writeChunk("fdAT", bigEndian(state.sequence++), chunk.data);
            }
        } else if (isFirst && chunk.name != "IEND") {
            state.write(chunk.whole);
            if (chunk.name == "IHDR") {
                state.writeNumbers("acTL", {static_cast<std::uint32_t>(options.frames), static_cast<std::uint32_t>(options.plays)});
            }
        }
    }
    ++state.added;
}

void AnimatedPngWriter::finish()
{
    State& state = *state_;
    if (state.added != state.options.frames) {
        throw std::logic_error(fmt::format("{}: {} of {} frames were added", state.file.string(), state.added, state.options.frames));
    }
    state.writeChunk("IEND", {});
    state.output.finish();
}

}  // namespace armature::support
