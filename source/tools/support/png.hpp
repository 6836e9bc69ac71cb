#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "picture.hpp"

namespace armature::support {

/// Writes a PNG, all of it or nothing. Throws Error that names the file and why.
void writePng(const std::filesystem::path& file, const Picture& picture);

/// Reads any PNG as eight-bit RGBA. Throws Error that names the file and why: broken, or more than 2^28 pixels.
[[nodiscard]] Picture readPng(const std::filesystem::path& file);

/// The bytes of a PNG file. Throws Error that says why.
[[nodiscard]] std::vector<std::uint8_t> encodePng(const Picture& picture);

/// Writes an animated PNG frame by frame: a PNG whose first frame is the picture of programs that know no animation.
///
/// Frames go to the disk as they come, so memory does not grow with their number; under the file's name they appear all at once.
class AnimatedPngWriter final {
public:
    struct Options {
        std::size_t width = 0;
        std::size_t height = 0;
        std::size_t frames = 0;  ///< Must be known beforehand: the format starts with it.
        double framesPerSecond = 30.;
        std::size_t plays = 0;  ///< 0: for ever.
    };

    /// Throws Error that names the file and why; std::invalid_argument without frames or a rate above 0.
    AnimatedPngWriter(const std::filesystem::path& file, const Options& options);
    /// Without finish() nothing has been written.
    ~AnimatedPngWriter();
    AnimatedPngWriter(const AnimatedPngWriter&) = delete;
    AnimatedPngWriter& operator=(const AnimatedPngWriter&) = delete;

    /// Throws std::invalid_argument if the size differs or there are more frames than announced.
    void add(const Picture& picture);
    /// Throws std::logic_error if frames are missing, Error if the file cannot be written.
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace armature::support
