#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <webp/decode.h>

#include "image_decoder.hpp"

namespace armature {

namespace {

std::string_view reasonOf(VP8StatusCode status) noexcept
{
    switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: return "there is no memory to decode it";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "it uses a feature that libwebp does not know";
    case VP8_STATUS_NOT_ENOUGH_DATA: return "the file ends too early";
    default: return "it is broken";
    }
}

}  // namespace

void decodeWebp(EncodedImage bytes, ImageTarget& target)
{
    const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) {
        target.fail("libwebp and its header are of different versions");
        return;
    }
    const VP8StatusCode header = WebPGetFeatures(data, bytes.size(), &config.input);
    if (header != VP8_STATUS_OK) {
        target.fail(std::string(reasonOf(header)));
        return;
    }
    if (config.input.has_animation != 0) {
        target.fail("it is an animation");
        return;
    }
    if (!target.begin(static_cast<std::size_t>(config.input.width), static_cast<std::size_t>(config.input.height))) {
        return;
    }
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {target.pixels(), static_cast<int>(target.rowBytes()), target.byteCount()};
    const VP8StatusCode status = WebPDecode(data, bytes.size(), &config);
    WebPFreeDecBuffer(&config.output);
    if (status != VP8_STATUS_OK) {
        target.fail(std::string(reasonOf(status)));
    }
}

}  // namespace armature
