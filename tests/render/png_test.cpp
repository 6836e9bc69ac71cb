#include <fstream>
#include <iterator>

#include <armature/error.hpp>
#include <armature/support/picture.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::support;
using armature::test::emptyOutputDirectory;
using armature::test::Random;
using armature::test::says;

namespace {

Picture randomPicture(Random& random, std::size_t width, std::size_t height)
{
    Picture picture{width, height, std::vector<std::uint8_t>(4 * width * height)};
    for (std::uint8_t& byte : picture.pixels) {
        byte = static_cast<std::uint8_t>(random.integer(0, 255));
    }
    return picture;
}

struct Chunk {
    std::string name;
    std::vector<std::uint8_t> data;
};

std::uint32_t numberAt(const std::vector<std::uint8_t>& bytes, std::size_t offset)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        number = number << 8 | bytes.at(offset + i);
    }
    return number;
}

/// Computes the CRC-32 bit by bit, as the PNG specification defines it in annex D.
std::uint32_t checksum(std::span<const std::uint8_t> bytes)
{
    std::uint32_t state = 0xffffffffu;
    for (const std::uint8_t byte : bytes) {
        state ^= byte;
        for (int bit = 0; bit < 8; ++bit) {
            state = (state & 1) != 0 ? 0xedb88320u ^ (state >> 1) : state >> 1;
        }
    }
    return ~state;
}

/// Returns all chunks of a file and checks each checksum.
std::vector<Chunk> readChunks(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    std::vector<Chunk> chunks;
    std::size_t at = 8;
    while (at < bytes.size()) {
        const std::size_t length = numberAt(bytes, at);
        BOOST_REQUIRE(at + 12 + length <= bytes.size());
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        chunks.push_back({{begin + 4, begin + 8}, {begin + 8, begin + 8 + static_cast<std::ptrdiff_t>(length)}});
        BOOST_TEST(numberAt(bytes, at + 8 + length) == checksum(std::span(bytes).subspan(at + 4, length + 4)));
        at += 12 + length;
    }
    return chunks;
}

void append(std::vector<std::uint8_t>& bytes, std::uint32_t number)
{
    for (const int shift : {24, 16, 8, 0}) {
        bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    }
}

void writeChunks(const std::filesystem::path& file, const std::vector<Chunk>& chunks)
{
    std::vector<std::uint8_t> bytes{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    for (const Chunk& chunk : chunks) {
        append(bytes, static_cast<std::uint32_t>(chunk.data.size()));
        const std::size_t begin = bytes.size();
        bytes.insert(bytes.end(), chunk.name.begin(), chunk.name.end());
        bytes.insert(bytes.end(), chunk.data.begin(), chunk.data.end());
        append(bytes, checksum(std::span(bytes).subspan(begin)));
    }
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(png)

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back)
{
    Random random(5);
    const auto file = emptyOutputDirectory("png") / "picture.png";
    for (const auto& [width, height] : {std::pair(1, 1), std::pair(3, 7), std::pair(64, 33)}) {
        const Picture picture = randomPicture(random, static_cast<std::size_t>(width), static_cast<std::size_t>(height));
        writePng(file, picture);
        BOOST_TEST((readPng(file) == picture));
    }
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_written_or_read_are_named)
{
    Random random(6);
    const auto folder = emptyOutputDirectory("png-bad");
    BOOST_CHECK_EXCEPTION(writePng(folder / "missing" / "picture.png", randomPicture(random, 2, 2)), Error, says("missing/picture.png"));
    BOOST_CHECK_EXCEPTION((void)readPng(folder / "nothing.png"), Error, says("nothing.png"));
    std::ofstream(folder / "text.png") << "no picture";
    BOOST_CHECK_EXCEPTION((void)readPng(folder / "text.png"), Error, says("text.png"));
}

// PNG specification, third edition, 11.3.6: acTL before the first IDAT; an fcTL before each frame; sequence numbers count fcTL and fdAT.
BOOST_AUTO_TEST_CASE(an_animation_has_the_chunks_of_the_specification)
{
    Random random(7);
    const auto file = emptyOutputDirectory("apng") / "animation.png";
    std::vector<Picture> frames;
    AnimatedPngWriter writer(file, {.width = 40, .height = 30, .frames = 5, .framesPerSecond = 30., .plays = 2});
    for (int i = 0; i < 5; ++i) {
        frames.push_back(randomPicture(random, 40, 30));
        writer.add(frames.back());
    }
    writer.finish();

    BOOST_TEST((readPng(file) == frames[0]));
    const auto chunks = readChunks(file);
    BOOST_TEST(chunks.front().name == "IHDR");
    BOOST_TEST(chunks.at(1).name == "acTL");
    BOOST_TEST(numberAt(chunks.at(1).data, 0) == 5u);
    BOOST_TEST(numberAt(chunks.at(1).data, 4) == 2u);
    BOOST_TEST(chunks.back().name == "IEND");
    std::uint32_t sequence = 0;
    std::size_t controls = 0;
    std::size_t framesWithData = 0;
    bool needsData = false;
    for (const Chunk& chunk : chunks) {
        if (chunk.name == "fcTL") {
            BOOST_TEST(!needsData);
            BOOST_TEST(chunk.data.size() == 26u);
            BOOST_TEST(numberAt(chunk.data, 0) == sequence++);
            BOOST_TEST(numberAt(chunk.data, 4) == 40u);
            BOOST_TEST(numberAt(chunk.data, 8) == 30u);
            BOOST_TEST(numberAt(chunk.data, 20) == ((1000u << 16) | 30000u));  // a thirtieth of a second
            ++controls;
            needsData = true;
        } else if (chunk.name == "fdAT" || chunk.name == "IDAT") {
            BOOST_TEST((chunk.name == "IDAT") == (controls == 1));
            if (chunk.name == "fdAT") {
                BOOST_TEST(numberAt(chunk.data, 0) == sequence++);
            }
            framesWithData += needsData ? 1u : 0u;
            needsData = false;
        }
    }
    BOOST_TEST(controls == 5u);
    BOOST_TEST(framesWithData == 5u);
}

// Each frame's data, written to a file of its own, can be read by libpng.
BOOST_AUTO_TEST_CASE(each_frame_of_an_animation_is_its_picture)
{
    Random random(8);
    const auto folder = emptyOutputDirectory("apng-frames");
    std::vector<Picture> frames;
    AnimatedPngWriter writer(folder / "animation.png", {.width = 16, .height = 8, .frames = 3});
    for (int i = 0; i < 3; ++i) {
        frames.push_back(randomPicture(random, 16, 8));
        writer.add(frames.back());
    }
    writer.finish();

    const auto chunks = readChunks(folder / "animation.png");
    std::vector<std::vector<std::uint8_t>> data;
    for (const Chunk& chunk : chunks) {
        if (chunk.name == "fcTL") {
            data.emplace_back();
        } else if (chunk.name == "IDAT" || chunk.name == "fdAT") {
            data.back().insert(data.back().end(), chunk.data.begin() + (chunk.name == "fdAT" ? 4 : 0), chunk.data.end());
        }
    }
    BOOST_REQUIRE(data.size() == 3u);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        const auto file = folder / "frame.png";
        writeChunks(file, {chunks[0], {"IDAT", data[frame]}, {"IEND", {}}});
        BOOST_TEST((readPng(file) == frames[frame]));
    }
}

BOOST_AUTO_TEST_CASE(an_animation_refuses_what_was_not_announced)
{
    Random random(9);
    const auto folder = emptyOutputDirectory("apng-bad");
    AnimatedPngWriter writer(folder / "animation.png", {.width = 4, .height = 4, .frames = 1});
    BOOST_CHECK_EXCEPTION(writer.add(randomPicture(random, 4, 5)), std::invalid_argument, says("4 x 5"));
    BOOST_CHECK_EXCEPTION(writer.finish(), std::logic_error, says("0 of 1"));
    writer.add(randomPicture(random, 4, 4));
    BOOST_CHECK_THROW(writer.add(randomPicture(random, 4, 4)), std::invalid_argument);
    writer.finish();
    BOOST_CHECK_THROW(AnimatedPngWriter(folder / "none.png", {.width = 4, .height = 4, .frames = 0}), std::invalid_argument);
    BOOST_CHECK_THROW(AnimatedPngWriter(folder / "slow.png", {.width = 4, .height = 4, .frames = 1, .framesPerSecond = 0.}),
                      std::invalid_argument);
    BOOST_CHECK_EXCEPTION(AnimatedPngWriter(folder / "missing" / "a.png", {.width = 4, .height = 4, .frames = 1}), Error,
                          says("missing/a.png"));
}

BOOST_AUTO_TEST_SUITE_END()
