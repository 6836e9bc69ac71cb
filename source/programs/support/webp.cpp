#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <webp/encode.h>

#include <armature/error.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include <armature/support/picture.hpp>

namespace armature::support {

namespace {

constexpr std::size_t riffHeader = 12;    // "RIFF", length, "WEBP"
constexpr std::size_t chunkHeader = 8;    // name, length
constexpr std::size_t featureChunk = 18;  // VP8X, with its header
constexpr int effort = 2;                 // libwebp's level, 0 to 9; higher ones take longer and make files only a little smaller
constexpr std::uint8_t replaces = 0x02;   // flag: a frame replaces the one before it, without blending

/// libwebp's copy of a picture and its encoded bytes, freed with this object.
struct Encoder {
    WebPPicture picture{};
    WebPMemoryWriter writer{};

    Encoder()
    {
        if (WebPPictureInit(&picture) == 0) {
            throw Error("libwebp is another version than the one this program was built with");
        }
        WebPMemoryWriterInit(&writer);
        picture.writer = WebPMemoryWrite;
        picture.custom_ptr = &writer;
    }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;
    ~Encoder()
    {
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&writer);
    }
};

void requireQuality(std::optional<float> quality)
{
    if (quality && !(*quality >= 0.f && *quality <= 100.f)) {
        throw std::invalid_argument(fmt::format("the quality of a WebP picture is {}; it must be from 0 to 100", *quality));
    }
}

/// Returns libwebp's settings for a quality, or for lossless pictures if there is none. Returns nothing if libwebp is another version than
/// the one this program was built with.
std::optional<WebPConfig> makeConfig(std::optional<float> quality)
{
    WebPConfig config;
    if (WebPConfigInit(&config) == 0) {
        return std::nullopt;
    }
    if (quality) {
        config.quality = *quality;
        config.use_sharp_yuv = 1;  // keeps thin coloured lines sharp
        return config;
    }
    if (WebPConfigLosslessPreset(&config, effort) == 0) {
        return std::nullopt;
    }
    config.exact = 1;  // keeps the colours of transparent pixels too
    return config;
}

/// Encodes a picture as a whole file.
std::vector<std::uint8_t> encode(const std::filesystem::path& file, const Picture& picture, std::optional<float> quality)
{
    const auto fail = [&](std::string_view reason) -> Error {
        return Error(fmt::format("{}: {} x {} pixels cannot be encoded as WebP: {}", file.string(), picture.width, picture.height, reason));
    };
    if (std::max(picture.width, picture.height) > WEBP_MAX_DIMENSION) {
        throw fail(fmt::format("the limit is {} a side", WEBP_MAX_DIMENSION));
    }
    Encoder encoder;
    const std::optional<WebPConfig> config = makeConfig(quality);
    if (!config) {
        throw fail("libwebp is another version than the one this program was built with");
    }
    encoder.picture.use_argb = 1;
    encoder.picture.width = static_cast<int>(picture.width);
    encoder.picture.height = static_cast<int>(picture.height);
    if (WebPPictureImportRGBA(&encoder.picture, picture.pixels.data(), static_cast<int>(4 * picture.width)) == 0
        || WebPEncode(&*config, &encoder.picture) == 0) {
        throw fail(fmt::format("error {} of libwebp", static_cast<int>(encoder.picture.error_code)));
    }
    return {encoder.writer.mem, encoder.writer.mem + encoder.writer.size};
}

void append(std::vector<std::uint8_t>& bytes, std::uint64_t number, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
    }
}

void appendName(std::vector<std::uint8_t>& bytes, std::string_view name)
{
    bytes.insert(bytes.end(), name.begin(), name.end());
}

}  // namespace

void writeWebp(const std::filesystem::path& file, const Picture& picture, std::optional<float> quality)
{
    requireQuality(quality);
    OutputFile output(file);
    output.write(encode(file, picture, quality));
    output.finish();
}

// "WebP Container Specification", section "Extended File Format", describes the container: numbers are little-endian, sizes are stored
// minus one, chunks are padded to even lengths (libwebp pads its own).
struct AnimatedWebpWriter::State {
    State(const std::filesystem::path& path, const Options& wanted, std::optional<float> wantedQuality)
        : file(path), options(wanted), quality(wantedQuality), output(path)
    {
        appendName(body, "VP8X");
        append(body, 10, 4);
        append(body, 0x12, 4);  // animation, alpha
        append(body, options.width - 1, 3);
        append(body, options.height - 1, 3);
        appendName(body, "ANIM");
        append(body, 6, 4);
        append(body, 0, 4);  // background
        append(body, options.plays, 2);
    }

    /// Milliseconds from the beginning until frame `frame` ends.
    [[nodiscard]] std::uint64_t endOf(std::size_t frame) const
    {
        return static_cast<std::uint64_t>(std::llround(1000. * static_cast<double>(frame + 1) / options.framesPerSecond));
    }

    std::filesystem::path file;
    Options options;
    std::optional<float> quality;
    OutputFile output;
    std::vector<std::uint8_t> body;  // the chunks written so far
    std::size_t added = 0;
};

AnimatedWebpWriter::AnimatedWebpWriter(const std::filesystem::path& file, const Options& options, std::optional<float> quality)
{
    requireQuality(quality);
    if (options.frames == 0 || !(options.framesPerSecond > 0.) || !std::isfinite(options.framesPerSecond)) {
        throw std::invalid_argument(
            fmt::format("an animated picture needs frames and a rate: {} frames, {} a second", options.frames, options.framesPerSecond));
    }
    state_ = std::make_unique<State>(file, options, quality);
}

AnimatedWebpWriter::~AnimatedWebpWriter() = default;

void AnimatedWebpWriter::add(const Picture& picture)
{
    State& state = *state_;
    const Options& options = state.options;
    if (picture.width != options.width || picture.height != options.height || state.added == options.frames) {
        throw std::invalid_argument(fmt::format("frame {} of {} x {} pixels; announced are {} of {} x {}", state.added, picture.width,
                                                picture.height, counted(options.frames, "frame"), options.width, options.height));
    }
    const std::vector<std::uint8_t> encoded = encode(state.file, picture, state.quality);
    std::span<const std::uint8_t> chunks = std::span(encoded).subspan(riffHeader);
    constexpr std::string_view features = "VP8X";  // libwebp begins lossy pictures with alpha with it; frames must not have it
    if (std::ranges::equal(chunks.first(features.size()), features)) {
        chunks = chunks.subspan(featureChunk);
    }
    constexpr std::size_t frameHeader = 16;
    constexpr std::uint64_t longest = 0xffffff;  // milliseconds
    const std::uint64_t duration = state.endOf(state.added) - (state.added > 0 ? state.endOf(state.added - 1) : 0);
    appendName(state.body, "ANMF");
    append(state.body, frameHeader + chunks.size(), 4);
    append(state.body, 0, 6);  // position
    append(state.body, options.width - 1, 3);
    append(state.body, options.height - 1, 3);
    append(state.body, std::min(duration, longest), 3);
    state.body.push_back(replaces);
    state.body.insert(state.body.end(), chunks.begin(), chunks.end());
    ++state.added;
}

void AnimatedWebpWriter::finish()
{
    State& state = *state_;
    if (state.added != state.options.frames) {
        throw std::logic_error(fmt::format("{}: {} of {} frames were added", state.file.string(), state.added, state.options.frames));
    }
    const std::size_t bytes = state.body.size() + riffHeader - chunkHeader;
    if (bytes > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(fmt::format("{}: {} bytes; a WebP file has less than 4 GB", state.file.string(), bytes));
    }
    std::vector<std::uint8_t> header;
    appendName(header, "RIFF");
    append(header, bytes, 4);
    appendName(header, "WEBP");
    state.output.write(header);
    state.output.write(state.body);
    state.output.finish();
}

}  // namespace armature::support
