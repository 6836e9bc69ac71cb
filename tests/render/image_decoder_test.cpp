#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <render/image_decoder.hpp>
#include <support/precompiled.hpp>

#include "encoded_pictures.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr ImageLimits roomy{1024, 1u << 20};

using DecodedPixel = std::array<int, 4>;

DecodedPixel decodedPixel(const DecodedImage& image, std::size_t index)
{
    const std::uint8_t* const pixel = image.pixels.get() + 4 * index;
    return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

void checkPixel(const DecodedImage& image, std::size_t index, const DecodedPixel& expected, int tolerance)
{
    const DecodedPixel actual = decodedPixel(image, index);
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(std::abs(actual[i] - expected[i]) <= tolerance,
                   "pixel " << index << ", channel " << i << ": " << actual[i] << " instead of " << expected[i]);
    }
}

DecodedImage decode(std::string_view hex, std::size_t width, std::size_t height)
{
    DecodedImage image = decodeImage(imageFromHex(hex), roomy);
    BOOST_REQUIRE_MESSAGE(image.problem.empty(), image.problem);
    BOOST_REQUIRE_EQUAL(image.width, width);
    BOOST_REQUIRE_EQUAL(image.height, height);
    return image;
}

const std::array allPictures{pictures::paletteWithAlpha, pictures::sixteenBitsWithGamma,
                             pictures::interlacedGray,   pictures::jpeg,
                             pictures::progressiveJpeg,  pictures::grayJpeg,
                             pictures::cmykJpeg,         pictures::losslessWebp,
                             pictures::lossyWebp};

}  // namespace

BOOST_AUTO_TEST_SUITE(image_decoder)

// The decoded colours are the original ones, within the loss of the compression. ImageMagick writes the grey of red and blue as 66 and 64.
BOOST_AUTO_TEST_CASE(jpeg_of_every_kind_is_decoded)
{
    for (const std::string_view picture : {pictures::jpeg, pictures::progressiveJpeg, pictures::cmykJpeg}) {
        const DecodedImage image = decode(picture, 16, 8);
        checkPixel(image, 0, {200, 30, 30, 255}, 2);
        checkPixel(image, 15, {30, 60, 200, 255}, 2);
        checkPixel(image, 7 * 16 + 7, {200, 30, 30, 255}, 2);
    }
    const DecodedImage gray = decode(pictures::grayJpeg, 16, 8);
    checkPixel(gray, 0, {66, 66, 66, 255}, 1);
    checkPixel(gray, 15, {64, 64, 64, 255}, 1);
}

// Scaling 16 bits to 8 by 255/65535 turns 0x8080 into 0x80. The file's gamma of 1.0 would make that 188, but glTF ignores gamma.
BOOST_AUTO_TEST_CASE(png_of_every_kind_is_decoded)
{
    const DecodedImage palette = decode(pictures::paletteWithAlpha, 3, 1);
    checkPixel(palette, 0, {255, 0, 0, 255}, 0);
    checkPixel(palette, 1, {0, 255, 0, 128}, 0);
    checkPixel(palette, 2, {0, 0, 255, 255}, 0);
    const DecodedImage deep = decode(pictures::sixteenBitsWithGamma, 2, 1);
    checkPixel(deep, 0, {255, 128, 0, 255}, 0);
    checkPixel(deep, 1, {64, 1, 255, 255}, 0);
    const DecodedImage interlaced = decode(pictures::interlacedGray, 2, 2);
    checkPixel(interlaced, 0, {64, 64, 64, 255}, 0);
    checkPixel(interlaced, 1, {128, 128, 128, 255}, 0);
    checkPixel(interlaced, 2, {192, 192, 192, 255}, 0);
    checkPixel(interlaced, 3, {255, 255, 255, 255}, 0);
}

BOOST_AUTO_TEST_CASE(webp_is_decoded_with_its_alpha)
{
    const DecodedImage lossless = decode(pictures::losslessWebp, 2, 1);
    checkPixel(lossless, 0, {255, 0, 0, 255}, 0);
    checkPixel(lossless, 1, {0, 255, 0, 128}, 0);
    checkPixel(decode(pictures::lossyWebp, 16, 8), 0, {200, 30, 30, 255}, 4);
}

BOOST_AUTO_TEST_CASE(content_decides_and_not_the_name)
{
    Image image = imageFromHex(pictures::jpeg);
    image.name = "picture.png";
    image.mimeType = "image/png";
    BOOST_TEST(decodeImage(image, roomy).width == 16u);
    image.bytes = {std::byte{1}, std::byte{2}};
    image.mimeType = "image/ktx2";
    BOOST_TEST(decodeImage(image, roomy).problem == "it is neither PNG, JPEG nor WebP but image/ktx2");
    image.bytes.clear();
    BOOST_TEST(decodeImage(image, roomy).problem == "it has no bytes");
}

BOOST_AUTO_TEST_CASE(a_picture_beyond_the_limits_is_refused_before_its_pixels_are_decoded)
{
    for (const std::string_view picture : {pictures::jpeg, pictures::lossyWebp}) {
        BOOST_TEST(decodeImage(imageFromHex(picture), {16, 128}).problem.empty());
        for (const ImageLimits limits : {ImageLimits{15, 1000}, ImageLimits{16, 127}, ImageLimits{16, 0}}) {
            const DecodedImage image = decodeImage(imageFromHex(picture), limits);
            BOOST_TEST(image.pixels == nullptr);
            BOOST_TEST(image.problem.find("16 x 8 pixels; the limits are") != std::string::npos, image.problem);
        }
    }
}

// A Huffman table declares more codes than its segment contains or than can exist: such a table can make a decoder write out of bounds. The
// segment begins with FFC4, two bytes of length and one of class; then come the numbers of codes of 1 to 16 bits.
BOOST_AUTO_TEST_CASE(huffman_tables_that_lie_are_refused)
{
    const Image good = imageFromHex(pictures::jpeg);
    std::size_t tables = 0;
    for (std::size_t i = 0; i + 21 < good.bytes.size(); ++i) {
        if (good.bytes[i] != std::byte{0xff} || good.bytes[i + 1] != std::byte{0xc4}) {
            continue;
        }
        ++tables;
        for (std::size_t length = 0; length < 16; ++length) {
            Image bad = good;
            bad.bytes[i + 5 + length] = std::byte{0xff};
            const DecodedImage image = decodeImage(bad, roomy);
            BOOST_TEST(!image.problem.empty(), "table " << tables << ", codes of " << length + 1 << " bits");
            BOOST_TEST(image.pixels == nullptr);
        }
    }
    BOOST_TEST(tables > 0u);
}

// The sanitizers watch this test. No decoder may crash, and each picture gives either pixels or a problem, never both.
BOOST_AUTO_TEST_CASE(no_prefix_and_no_flipped_bit_of_a_picture_does_harm)
{
    std::size_t examined = 0;
    std::size_t refused = 0;
    const auto examine = [&](const Image& image) {
        const DecodedImage decoded = decodeImage(image, roomy);
        BOOST_REQUIRE((decoded.pixels != nullptr) == decoded.problem.empty());
        ++examined;
        refused += decoded.problem.empty() ? 0u : 1u;
    };
    for (const std::string_view picture : allPictures) {
        const Image good = imageFromHex(picture);
        for (std::size_t i = 0; i < good.bytes.size(); ++i) {
            Image bad = good;
            bad.bytes.resize(i);
            bad.bytes.shrink_to_fit();
            examine(bad);
            for (int bit = 0; bit < 8; ++bit) {
                bad = good;
                bad.bytes[i] ^= static_cast<std::byte>(1 << bit);
                examine(bad);
            }
        }
    }
    BOOST_TEST(examined > 10000u);
    BOOST_TEST(refused > examined / 4);
}

// A progressive picture whose last scan is repeated 2000 times: each scan would be decoded over the whole picture.
BOOST_AUTO_TEST_CASE(scans_without_end_are_refused)
{
    Image image = imageFromHex(pictures::progressiveJpeg);
    std::size_t lastScan = 0;
    for (std::size_t i = 0; i + 1 < image.bytes.size(); ++i) {
        if (image.bytes[i] == std::byte{0xff} && image.bytes[i + 1] == std::byte{0xda}) {
            lastScan = i;
        }
    }
    const std::vector<std::byte> scan(image.bytes.begin() + static_cast<std::ptrdiff_t>(lastScan), image.bytes.end() - 2);
    for (int i = 0; i < 2000; ++i) {
        image.bytes.insert(image.bytes.end() - 2, scan.begin(), scan.end());
    }
    BOOST_TEST(decodeImage(image, roomy).problem == "JPEG: more than 1000 scans");
}

BOOST_AUTO_TEST_SUITE_END()
