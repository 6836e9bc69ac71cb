#include "image_decoder.hpp"

#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace armature {

namespace {

constexpr std::size_t pixelLimit = std::size_t{1} << 26;

// The decoder takes at most eight bytes a pixel and filter bytes at once; a file that asks for more is a decompression bomb.
constexpr std::size_t allocationLimit = 8 * pixelLimit + (std::size_t{1} << 24);

void* allocate(std::size_t size) noexcept
{
    return size <= allocationLimit ? std::malloc(size) : nullptr;
}

void* reallocate(void* memory, std::size_t size) noexcept
{
    return size <= allocationLimit ? std::realloc(memory, size) : nullptr;
}

}  // namespace

}  // namespace armature

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_MALLOC(size) armature::allocate(size)
#define STBI_REALLOC(memory, size) armature::reallocate(memory, size)
#define STBI_FREE(memory) std::free(memory)
// Casts around our allocation functions count as ours.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace armature {

namespace {

DecodedImage failure(std::string problem)
{
    DecodedImage result;
    result.problem = std::move(problem);
    return result;
}

}  // namespace

DecodedImage decodeImage(const Image& image, std::size_t largestSide)
{
    if (image.bytes.empty() || image.bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return failure(fmt::format("{} bytes are no image", image.bytes.size()));
    }
    const auto* const bytes = reinterpret_cast<const stbi_uc*>(image.bytes.data());
    const auto length = static_cast<int>(image.bytes.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(bytes, length, &width, &height, &channels) == 0 || width <= 0 || height <= 0) {
        return failure(fmt::format("{} bytes are neither PNG nor JPEG ({})", image.bytes.size(), stbi_failure_reason()));
    }
    DecodedImage result;
    result.width = static_cast<std::size_t>(width);
    result.height = static_cast<std::size_t>(height);
    if (result.width > largestSide || result.height > largestSide || result.width * result.height > pixelLimit) {
        return failure(fmt::format("{} x {} pixels; the limits are {} a side and {} in all", width, height, largestSide, pixelLimit));
    }
    result.pixels = {stbi_load_from_memory(bytes, length, &width, &height, &channels, STBI_rgb_alpha), std::free};
    if (result.pixels == nullptr) {
        return failure(fmt::format("{} x {} pixels cannot be decoded ({})", width, height, stbi_failure_reason()));
    }
    // The header is read twice: should the two disagree, the sizes are those of the pixels.
    result.width = static_cast<std::size_t>(width);
    result.height = static_cast<std::size_t>(height);
    return result;
}

}  // namespace armature
