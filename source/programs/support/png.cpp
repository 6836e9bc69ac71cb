#include <png.h>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/output_file.hpp"
#include <armature/support/picture.hpp>

namespace armature::support {

namespace {

constexpr std::size_t pixelLimit = std::size_t{1} << 28;

/// libpng's description of a picture, freed with this object.
struct PngImage {
    png_image image{};

    PngImage() { image.version = PNG_IMAGE_VERSION; }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
    ~PngImage() { png_image_free(&image); }
};

void describe(png_image& image, const Picture& picture)
{
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGBA;
    image.flags = PNG_IMAGE_FLAG_FAST;
}

}  // namespace

void writePng(const std::filesystem::path& file, const Picture& picture)
{
    // png_image_write_to_file() would overwrite the old file, and on failure remove it, even if it is a device.
    OutputFile output(file);
    output.write(encodePng(picture));
    output.finish();
}

Picture readPng(const std::filesystem::path& file)
{
    PngImage png;
    if (png_image_begin_read_from_file(&png.image, file.c_str()) == 0) {
        throw Error(fmt::format("{}: cannot be read as PNG: {}", file.string(), png.image.message));
    }
    png.image.format = PNG_FORMAT_RGBA;
    Picture picture{png.image.width, png.image.height, {}};
    if (picture.width * picture.height > pixelLimit) {
        throw Error(fmt::format("{}: {} x {} pixels; the limit is {} in all", file.string(), picture.width, picture.height, pixelLimit));
    }
    picture.pixels.resize(4 * picture.width * picture.height);
    if (png_image_finish_read(&png.image, nullptr, picture.pixels.data(), 0, nullptr) == 0) {
        throw Error(fmt::format("{}: cannot be read as PNG: {}", file.string(), png.image.message));
    }
    return picture;
}

std::vector<std::uint8_t> encodePng(const Picture& picture)
{
    PngImage png;
    describe(png.image, picture);
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(png.image);
    std::vector<std::uint8_t> encoded(bytes);
    if (png_image_write_to_memory(&png.image, encoded.data(), &bytes, 0, picture.pixels.data(), 0, nullptr) == 0) {
        throw Error(
            fmt::format("a picture of {} x {} pixels cannot be encoded as PNG: {}", picture.width, picture.height, png.image.message));
    }
    encoded.resize(bytes);
    return encoded;
}

}  // namespace armature::support
