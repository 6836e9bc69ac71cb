#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <armature/base/export.hpp>

namespace armature::support {

/// A picture with four bytes per pixel (red, green, blue, alpha; sRGB, not premultiplied), in rows from top to bottom.
struct ARMATURE_API Picture {
    std::size_t width = 0;             ///< Pixels.
    std::size_t height = 0;            ///< Pixels.
    std::vector<std::uint8_t> pixels;  ///< 4 * width * height bytes.

    /// The pixel in column x of row y. Precondition: both are in the picture.
    [[nodiscard]] std::span<const std::uint8_t, 4> at(std::size_t x, std::size_t y) const
    {
        return std::span<const std::uint8_t, 4>(pixels.data() + 4 * (y * width + x), 4);
    }

    friend bool operator==(const Picture&, const Picture&) = default;
};

/// Writes a PNG file, which appears whole or not at all. Throws Error that names the file and the reason.
ARMATURE_API void writePng(const std::filesystem::path& file, const Picture& picture);

/// Reads any PNG file as eight-bit RGBA. Throws Error that names the file and the reason, for instance a broken file or more than 2^28
/// pixels.
[[nodiscard]] ARMATURE_API Picture readPng(const std::filesystem::path& file);

/// Encodes a PNG file in memory. Throws Error with the reason.
[[nodiscard]] ARMATURE_API std::vector<std::uint8_t> encodePng(const Picture& picture);

/// Writes a still picture as a WebP file, which appears whole or not at all. The file is lossless unless a quality is given, from 0
/// (smallest) to 100 (best). Throws Error that names the file and the reason, for instance a side longer than 16383 pixels, and
/// std::invalid_argument if the quality is out of range.
ARMATURE_API void writeWebp(const std::filesystem::path& file, const Picture& picture, std::optional<float> quality = {});

/// Writes an animated PNG frame by frame. Programs without support for animation show its first frame.
///
/// Each frame is written to disk when it is added, so memory does not grow with the number of frames; the file appears under its name only
/// when complete.
class ARMATURE_API AnimatedPngWriter final {
public:
    /// Options of the constructor.
    struct Options {
        std::size_t width = 0;         ///< Pixels.
        std::size_t height = 0;        ///< Pixels.
        std::size_t frames = 0;        ///< Number of frames; needed at the start, because the file's header contains it.
        double framesPerSecond = 30.;  ///< Above 0.
        std::size_t plays = 0;         ///< How often the animation plays; 0: forever.
    };

    /// Begins a file. Throws Error that names the file and the reason if it cannot be written, and std::invalid_argument if the number of
    /// frames is 0 or the rate is not above 0.
    AnimatedPngWriter(const std::filesystem::path& file, const Options& options);
    /// Discards the file unless finish() was called.
    ~AnimatedPngWriter();
    AnimatedPngWriter(const AnimatedPngWriter&) = delete;
    AnimatedPngWriter& operator=(const AnimatedPngWriter&) = delete;

    /// Adds a frame. Throws std::invalid_argument if the picture's size or the number of frames does not fit the options.
    void add(const Picture& picture);
    /// Completes the file. Throws std::logic_error if frames are missing, Error if the file cannot be written.
    void finish();

private:
    struct ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

/// Writes an animated WebP frame by frame, lossless or with a quality as for writeWebp().
///
/// The header contains the length of the file, so encoded frames wait in memory until finish(); the file appears only then.
class ARMATURE_API AnimatedWebpWriter final {
public:
    using Options = AnimatedPngWriter::Options;  ///< Frames last whole milliseconds; the rounding errors do not accumulate.

    /// Begins a file. Throws as the constructor of AnimatedPngWriter does, and std::invalid_argument if the quality is out of range.
    AnimatedWebpWriter(const std::filesystem::path& file, const Options& options, std::optional<float> quality = {});
    /// Discards the file unless finish() was called.
    ~AnimatedWebpWriter();
    AnimatedWebpWriter(const AnimatedWebpWriter&) = delete;
    AnimatedWebpWriter& operator=(const AnimatedWebpWriter&) = delete;

    /// Adds a frame. Throws std::invalid_argument if the picture's size or the number of frames does not fit the options.
    void add(const Picture& picture);
    /// Completes the file. Throws std::logic_error if frames are missing, Error if the file cannot be written or would be longer than 4 GB.
    void finish();

private:
    struct ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

}  // namespace armature::support
