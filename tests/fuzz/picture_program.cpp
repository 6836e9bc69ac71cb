#include "picture_program.hpp"

#include <algorithm>
#include <cstdint>

#include <render/image_decoder.hpp>

#include "oracle.hpp"

namespace armature::test {

void decodePicture(std::span<const std::byte> file)
{
    constexpr ImageLimits limits{512, 1u << 16};  // small enough to try many inputs a second
    Image image;
    image.bytes.assign(file.begin(), file.end());
    const DecodedImage decoded = decodeImage(image, limits);
    if (!decoded.problem.empty()) {
        requireMessage(decoded.problem);
        require(decoded.pixels == nullptr, "a refused picture has no pixels", decoded.problem);
        return;
    }
    require(decoded.pixels != nullptr && decoded.width > 0 && decoded.height > 0, "a picture has pixels or a problem");
    require(decoded.width <= limits.side && decoded.height <= limits.side && decoded.width * decoded.height <= limits.pixels,
            "a picture is within the limits");
    const DecodedImage again = decodeImage(image, limits);
    require(again.width == decoded.width && again.height == decoded.height, "a picture is as large each time");
    const std::size_t size = 4 * decoded.width * decoded.height;
    require(std::equal(decoded.pixels.get(), decoded.pixels.get() + size, again.pixels.get()), "a picture has the same pixels each time");
}

}  // namespace armature::test
