#include "image_decoder.hpp"

#include <array>
#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace armature {

namespace {

struct Format {
    std::string_view name;
    std::string_view begin;    ///< The first bytes of the file.
    std::string_view atEight;  ///< The bytes after the first eight; empty: any.
    void (*decode)(EncodedImage, ImageTarget&);
};

constexpr std::array<Format, 3> formats{{
    {"PNG", "\x89PNG\r\n\x1a\n", "", decodePng},
    {"JPEG", "\xFF\xD8\xFF", "", decodeJpeg},
    {"WebP", "RIFF", "WEBP", decodeWebp},
}};

const Format* findFormat(EncodedImage bytes) noexcept
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Format& format : formats) {
        if (text.starts_with(format.begin) && (format.atEight.empty() || text.substr(0, 12).ends_with(format.atEight))) {
            return &format;
        }
    }
    return nullptr;
}

}  // namespace

bool ImageTarget::begin(std::size_t width, std::size_t height)
{
    if (width == 0 || height == 0) {
        fail("it has no pixels");
        return false;
    }
    if (width > limits_.side || height > limits_.side || width > limits_.pixels / height) {
        fail(fmt::format("{} x {} pixels; the limits are {} a side and {} in all", width, height, limits_.side, limits_.pixels));
        return false;
    }
    image_.pixels.reset(new (std::nothrow) std::uint8_t[4 * width * height]);
    if (!image_.pixels) {
        fail(fmt::format("there is no memory for {} x {} pixels", width, height));
        return false;
    }
    image_.width = width;
    image_.height = height;
    return true;
}

void ImageTarget::fail(std::string problem)
{
    image_ = DecodedImage();
    image_.problem = std::move(problem);
}

DecodedImage decodeImage(const Image& image, const ImageLimits& limits)
{
    ImageTarget target(limits);
    if (image.bytes.empty()) {
        target.fail("it has no bytes");
    } else if (const Format* format = findFormat(image.bytes)) {
        format->decode(image.bytes, target);
        DecodedImage decoded = target.take();
        if (!decoded.problem.empty()) {
            decoded.problem = fmt::format("{}: {}", format->name, decoded.problem);
        }
        return decoded;
    } else {
        target.fail(image.mimeType.empty() ? "it is neither PNG, JPEG nor WebP"
                                           : fmt::format("it is neither PNG, JPEG nor WebP but {}", image.mimeType));
    }
    return target.take();
}

}  // namespace armature
