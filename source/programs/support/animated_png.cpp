#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <png.h>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include <armature/support/picture.hpp>

namespace armature::support {

namespace {

// Each frame is encoded as a separate PNG, and its chunks are passed on under the names that animations use: "Animated PNG graphics" in the
// PNG specification, third edition, sections 4.9 and 11.3.6. libpng provides the chunks, their checksums and the byte order.

constexpr std::size_t signatureBytes = 8;
constexpr std::size_t chunkOverhead = 12;  // length, name, checksum

/// Writes chunks to a file.
class ChunkWriter final {
public:
    explicit ChunkWriter(OutputFile& output)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr)), output_(output)
    {
        if (png_ == nullptr) {
            throw std::bad_alloc();
        }
        png_set_write_fn(png_, this, append, nullptr);
    }
    ~ChunkWriter() { png_destroy_write_struct(&png_, nullptr); }
    ChunkWriter(const ChunkWriter&) = delete;
    ChunkWriter& operator=(const ChunkWriter&) = delete;

    /// Writes a chunk. `name` has four letters; the chunk's data are `head` and then `body`.
    void write(const char* name, std::span<const std::uint8_t> head, std::span<const std::uint8_t> body = {})
    {
        // libpng calls append() from C code, through which no exception may pass: so append() only copies bytes into memory that is
        // reserved here.
        chunk_.clear();
        chunk_.reserve(head.size() + body.size() + chunkOverhead);
        png_write_chunk_start(png_, reinterpret_cast<png_const_bytep>(name), static_cast<png_uint_32>(head.size() + body.size()));
        png_write_chunk_data(png_, head.data(), head.size());
        png_write_chunk_data(png_, body.data(), body.size());
        png_write_chunk_end(png_);
        output_.write(chunk_);
    }

private:
    static void append(png_structp png, png_bytep bytes, std::size_t count)
    {
        auto& chunk = static_cast<ChunkWriter*>(png_get_io_ptr(png))->chunk_;
        chunk.insert(chunk.end(), bytes, bytes + count);
    }

    png_structp png_;
    OutputFile& output_;
    std::vector<std::uint8_t> chunk_;
};

std::array<std::uint8_t, 4> bigEndian(std::uint32_t value)
{
    std::array<std::uint8_t, 4> bytes{};
    png_save_uint_32(bytes.data(), value);
    return bytes;
}

struct Chunk {
    std::string_view name;
    std::span<const std::uint8_t> data;
    std::span<const std::uint8_t> whole;
};

/// Removes the first chunk from `rest`, which comes from libpng and is well formed.
Chunk takeChunk(std::span<const std::uint8_t>& rest)
{
    const std::size_t length = png_get_uint_32(rest.data());
    Chunk chunk{{reinterpret_cast<const char*>(rest.data()) + 4, 4}, rest.subspan(8, length), rest.first(length + chunkOverhead)};
    rest = rest.subspan(length + chunkOverhead);
    return chunk;
}

/// The duration of a frame in seconds, as a fraction of two 16-bit numbers.
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

    void writeNumbers(const char* name, std::initializer_list<std::uint32_t> numbers, std::span<const std::uint8_t> tail = {})
    {
        std::vector<std::uint8_t> bytes;
        for (const std::uint32_t number : numbers) {
            const auto big = bigEndian(number);
            bytes.insert(bytes.end(), big.begin(), big.end());
        }
        chunks.write(name, bytes, tail);
    }

    void writeFrameControl()
    {
        // The two 16-bit halves of the delay, then disposal 0 (leave the frame as it is) and blending 0 (overwrite the previous frame).
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
    ChunkWriter chunks{output};
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
        state.output.write(rest.first(signatureBytes));
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
                state.output.write(chunk.whole);
            } else {
                state.chunks.write("fdAT", bigEndian(state.sequence++), chunk.data);
            }
        } else if (isFirst && chunk.name != "IEND") {
            state.output.write(chunk.whole);
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
    state.chunks.write("IEND", {});
    state.output.finish();
}

}  // namespace armature::support
