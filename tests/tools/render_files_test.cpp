#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <armature/mesh/mesh.hpp>

#include "model_to_draw.hpp"
#include "render/image_decoder.hpp"

using namespace armature::test;

namespace {

struct RiffChunk {
    std::string name;
    std::string data;
};

std::uint32_t littleEndian(std::string_view bytes, std::size_t place, std::size_t count)
{
    std::uint32_t number = 0;
    for (std::size_t i = count; i-- > 0;) {
        number = number << 8 | static_cast<unsigned char>(bytes[place + i]);
    }
    return number;
}

/// Returns the chunks of a WebP file (WebP Container Specification, "RIFF File Format"). Checks that the file is as long as its header
/// says.
std::vector<RiffChunk> chunksOfWebp(const std::string& bytes)
{
    BOOST_TEST_REQUIRE(bytes.substr(0, 4) == "RIFF");
    BOOST_TEST_REQUIRE(bytes.substr(8, 4) == "WEBP");
    BOOST_TEST(littleEndian(bytes, 4, 4) + 8 == bytes.size());
    std::vector<RiffChunk> chunks;
    for (std::size_t place = 12; place + 8 <= bytes.size();) {
        const std::size_t length = littleEndian(bytes, place + 4, 4);
        chunks.push_back({bytes.substr(place, 4), bytes.substr(place + 8, length)});
        place += 8 + length + length % 2;
    }
    return chunks;
}

Picture decodeWebpBytes(const std::string& bytes)
{
    armature::Image image;
    image.bytes.resize(bytes.size());
    std::memcpy(image.bytes.data(), bytes.data(), bytes.size());
    const armature::DecodedImage decoded = armature::decodeImage(image, {.side = 4000, .pixels = 4'000'000});
    BOOST_TEST_REQUIRE(decoded.problem == "");
    return {decoded.width, decoded.height, {decoded.pixels.get(), decoded.pixels.get() + 4 * decoded.width * decoded.height}};
}

/// Wraps the chunks of one frame of an animation in a WebP file of their own.
std::string asFile(std::string_view chunks)
{
    std::string bytes = "RIFF....WEBP" + std::string(chunks);
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[4 + i] = static_cast<char>((bytes.size() - 8) >> (8 * i) & 0xff);
    }
    return bytes;
}

struct FilesOfModel : ModelToDraw {
    /// Runs `render` with a script of these lines in place of the program ffmpeg. `options` may contain redirections.
    [[nodiscard]] Outcome renderWithFfmpeg(const std::string& script, const std::string& options) const
    {
        std::filesystem::create_directories(folder / "bin");
        writeFile(folder / "bin/ffmpeg", "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
        return runShell("PATH='" + (folder / "bin").string() + "':\"$PATH\" \"$ARMATURE\" render '" + file + "' " + options);
    }

    [[nodiscard]] std::size_t fileCount() const
    {
        const std::filesystem::directory_iterator files(folder);
        return static_cast<std::size_t>(std::distance(begin(files), end(files)));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(render_files, FilesOfModel)

BOOST_AUTO_TEST_CASE(a_webp_has_the_pixels_of_the_png)
{
    for (const std::string more : {"", "--transparent"}) {
        std::vector<std::string> options{"--size", "121x77"};
        if (!more.empty()) {
            options.push_back(more);
        }
        const Picture expected = draw("still.png", options);
        std::vector<std::string> arguments{"render", file, "-o", picturePath("still.WebP")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        BOOST_TEST_REQUIRE(runArmature(arguments).status == 0);
        BOOST_TEST((decodeWebpBytes(contentOf(picturePath("still.WebP"))) == expected));
    }
}

// "bend" takes one second: seven frames of 142 or 143 milliseconds, which add up to one second.
BOOST_AUTO_TEST_CASE(an_animated_webp_has_all_frames_and_takes_as_long_as_the_clip)
{
    const std::vector<std::string> options{"--size", "64x48", "--frames", "7", "--animation", "bend"};
    const Picture first = draw("film.png", options);
    std::vector<std::string> arguments{"render", file, "-o", picturePath("film.webp")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    BOOST_TEST_REQUIRE(runArmature(arguments).status == 0);
    const auto chunks = chunksOfWebp(contentOf(picturePath("film.webp")));
    BOOST_TEST_REQUIRE(chunks.size() == 9u);
    BOOST_TEST(chunks[0].name == "VP8X");
    BOOST_TEST(chunks[0].data.size() == 10u);
    BOOST_TEST(chunks[0].data[0] == 0x12);  // animation, alpha
    BOOST_TEST(littleEndian(chunks[0].data, 4, 3) == 63u);
    BOOST_TEST(littleEndian(chunks[0].data, 7, 3) == 47u);
    BOOST_TEST(chunks[1].name == "ANIM");
    std::uint32_t milliseconds = 0;
    std::vector<Picture> frames;
    for (std::size_t i = 2; i < chunks.size(); ++i) {
        BOOST_TEST(chunks[i].name == "ANMF");
        BOOST_TEST(littleEndian(chunks[i].data, 6, 3) == 63u);
        milliseconds += littleEndian(chunks[i].data, 12, 3);
        frames.push_back(decodeWebpBytes(asFile(std::string_view(chunks[i].data).substr(16))));
    }
    BOOST_TEST(milliseconds == 1000u);
    BOOST_TEST((frames.front() == first));
    BOOST_TEST((frames.back() != first));
}

// Channels of a lossy picture differ a little on average. A frame with alpha has it in a chunk of its own, before the colours, and no chunk
// VP8X, which is only for whole files (WebP Container Specification, "Animation").
BOOST_AUTO_TEST_CASE(a_webp_with_a_quality_is_smaller_and_looks_alike)
{
    const std::vector<std::string> size{"--size", "121x77"};
    const Picture expected = draw("still.png", size);
    const auto render = [&](const std::string& name, std::vector<std::string> options) {
        options.insert(options.begin(), {"render", file, "-o", picturePath(name), "--size", "121x77"});
        BOOST_TEST_REQUIRE(runArmature(options).status == 0);
        return contentOf(picturePath(name));
    };
    const std::string lossy = render("lossy.webp", {"--quality", "80"});
    BOOST_TEST(chunksOfWebp(lossy).front().name == "VP8 ");
    const Picture found = decodeWebpBytes(lossy);
    BOOST_TEST_REQUIRE(found.pixels.size() == expected.pixels.size());
    double difference = 0.;
    for (std::size_t i = 0; i < found.pixels.size(); ++i) {
        difference += std::abs(found.pixels[i] - expected.pixels[i]);
    }
    BOOST_TEST_MESSAGE("mean difference " << difference / static_cast<double>(found.pixels.size()) << " of 255");
    BOOST_TEST(difference < 3. * static_cast<double>(found.pixels.size()));
    BOOST_TEST(render("worse.webp", {"--quality", "5"}).size() < lossy.size());

    const auto chunks = chunksOfWebp(render("film.webp", {"--quality", "80", "--frames", "2", "--animation", "bend", "--transparent"}));
    BOOST_TEST_REQUIRE(chunks.size() == 4u);
    const std::string& frame = chunks.back().data;
    BOOST_TEST(frame.substr(16, 4) == "ALPH");
    const std::size_t alpha = littleEndian(frame, 20, 4);
    BOOST_TEST(frame.substr(24 + alpha + alpha % 2, 4) == "VP8 ");
}

BOOST_AUTO_TEST_CASE(a_quality_out_of_range_is_refused)
{
    for (const float quality : {-1.f, 100.5f, std::numeric_limits<float>::quiet_NaN()}) {
        BOOST_CHECK_THROW(armature::support::writeWebp(folder / "no.webp", {1, 1, {1, 2, 3, 4}}, quality), std::invalid_argument);
        BOOST_CHECK_THROW(armature::support::AnimatedWebpWriter(folder / "no.webp", {.width = 1, .height = 1, .frames = 1}, quality),
                          std::invalid_argument);
    }
    BOOST_TEST(fileCount() == 1u);
}

// A script replaces ffmpeg. It records its arguments and stores the pictures as they come.
BOOST_AUTO_TEST_CASE(a_film_goes_through_ffmpeg_and_appears_whole)
{
    const std::string film = picturePath("film.mp4");
    const std::string words = (folder / "words").string();
    const Outcome outcome = renderWithFfmpeg("printf '%s\\n' \"$@\" > '" + words + "'; cat > /proc/self/fd/3",
                                             "-o '" + film + "' --size 33x21 --frames 4 --animation bend");
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const Picture first = draw("film.png", {"--size", "33x21", "--frames", "4", "--animation", "bend"});
    const std::string bytes = contentOf(film);
    BOOST_TEST_REQUIRE(bytes.size() == 4u * 4u * 33u * 21u);
    BOOST_TEST((std::memcmp(bytes.data(), first.pixels.data(), first.pixels.size()) == 0));
    const std::string given = contentOf(words);
    for (const std::string word : {"\n33x21\n", "\n4.000000\n", "\nrgba\n", "\nmp4\n", "\n/proc/self/fd/3\n"}) {
        BOOST_TEST(given.find(word) != std::string::npos, given);
    }
}

// Uses the real ffmpeg, which decodes what it wrote. H.264 stores one colour for four pixels, so edges differ, but little else does. Black
// pixels make an odd side even.
BOOST_AUTO_TEST_CASE(the_real_ffmpeg_writes_a_film_that_it_can_read)
{
    if (runShell("ffmpeg -hide_banner -h encoder=libx264 | grep -q Encoder && command -v ffprobe").status != 0) {
        BOOST_TEST_MESSAGE("ffmpeg with libx264 is not installed: no film was encoded");
        return;
    }
    const std::vector<std::string> options{"--size", "65x48", "--frames", "4", "--animation", "bend"};
    const Picture first = draw("film.png", options);
    const std::string film = picturePath("film.mp4");
    std::vector<std::string> arguments{"render", file, "-o", film};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = runArmature(arguments);
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(
        runShell("ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames,duration -of csv=p=0 '" + film + "'")
            .output
        == "66,48,1.000000,4\n");
    const std::string raw = picturePath("frame.rgba");
    BOOST_TEST_REQUIRE(
        runShell("ffmpeg -v error -i '" + film + "' -frames:v 1 -vf crop=65:48:0:0:exact=1 -pix_fmt rgba -f rawvideo '" + raw + "'").status
        == 0);
    const std::string bytes = contentOf(raw);
    BOOST_TEST_REQUIRE(bytes.size() == first.pixels.size());
    double sum = 0.;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        sum += std::abs(static_cast<unsigned char>(bytes[i]) - int{first.pixels[i]});
    }
    const double mean = sum / static_cast<double>(bytes.size());
    BOOST_TEST(mean < 3., "on average levels differ by " << mean);
}

BOOST_AUTO_TEST_CASE(what_ffmpeg_cannot_do_is_an_error_in_its_words_and_leaves_what_was_there)
{
    const std::string film = writeFile(folder / "film.mp4", "what was there");
    const std::string options = "-o '" + film + "' --size 64x64 --frames 50";
    for (const std::string script : {"echo 'no encoder' >&2; exit 1", "cat > /dev/null; echo 'no encoder' >&2; exit 3",
                                     "head -c 20000 > /dev/null; echo 'no encoder' >&2; exit 0"}) {
        const Outcome outcome = renderWithFfmpeg(script, options);
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST(outcome.errors == "error: " + film + ": cannot be written: ffmpeg: no encoder\n");
        BOOST_TEST(contentOf(film) == "what was there");
    }
    BOOST_TEST(renderWithFfmpeg("exit 7", options).errors == "error: " + film + ": cannot be written: ffmpeg failed without a word\n");
    BOOST_TEST(fileCount() == 3u);
}

// The model does not exist, but the message comes before the program reads it.
BOOST_AUTO_TEST_CASE(what_a_file_cannot_hold_is_said_before_any_work)
{
    const std::string film = picturePath("film.mp4");
    const auto render = [&](const std::string& output, const std::string& options) {
        return runShell("PATH=/nowhere \"$ARMATURE\" render /nowhere/model.glb -o '" + output + "' " + options);
    };
    const Outcome missing = render(film, "--frames 3");
    BOOST_TEST(missing.status == 1);
    BOOST_TEST(missing.errors
               == "error: " + film
                      + ": cannot be written: MP4 needs the program ffmpeg, which is not on the PATH; .png and .webp need nothing\n");
    const auto refuse = [&](const std::string& output, const std::string& options, std::string_view part) {
        const Outcome outcome = render(output, options);
        BOOST_TEST(outcome.status == 2);
        BOOST_TEST(outcome.errors.find(part) != std::string::npos, outcome.errors);
    };
    refuse(film, "", "needs --frames or --turntable");
    refuse(film, "--sheet 2x2", "needs --frames or --turntable");
    refuse(film, "--frames 3 --transparent", "--transparent");
    refuse(picturePath("picture.png"), "--quality 80", "picture.png\" has none; .webp has");
    refuse(picturePath("picture.webp"), "--quality 0", "100");
    refuse(picturePath("picture.webp"), "--quality 101", "100");
    refuse(picturePath("picture.JPG"), "", ".jpg cannot be written");
    refuse(picturePath("picture.gif"), "--frames 3", ".gif cannot be written");
    BOOST_TEST(fileCount() == 1u);
}

// Interrupts a film that takes far longer: no new or incomplete file appears, and the status is that of an interrupted program.
BOOST_AUTO_TEST_CASE(an_interrupted_film_leaves_what_was_there)
{
    for (const std::string name : {"film.png", "film.webp", "film.mp4"}) {
        const std::string film = writeFile(folder / name, "what was there");
        const Outcome outcome =
            renderWithFfmpeg("cat > /proc/self/fd/3", "-o '" + film + "' --size 256x256 --frames 10000 & sleep 2; kill -TERM $!; wait $!");
        BOOST_TEST(outcome.status == 130);
        BOOST_TEST(contentOf(film) == "what was there");
    }
    BOOST_TEST(fileCount() == 5u);  // the model, the three films and the ffmpeg script
    // Ctrl-C. `timeout` sends it, because a shell's background processes would ignore it.
    const std::string film = picturePath("film.webp");
    BOOST_TEST(
        runShell("timeout --preserve-status -s INT 2 \"$ARMATURE\" render '" + file + "' -o '" + film + "' --size 256x256 --frames 10000")
            .status
        == 130);
    BOOST_TEST(contentOf(film) == "what was there");
    BOOST_TEST(fileCount() == 5u);
}

BOOST_AUTO_TEST_CASE(a_terminal_sees_the_progress)
{
    if (runShell("command -v script").status != 0) {
        BOOST_TEST_MESSAGE("script (bsdutils) is not installed");
        return;
    }
    const Outcome outcome = runShell("TERM=xterm script -qec \"\\\"$ARMATURE\\\" render '" + file + "' -o '" + picturePath("film.png")
                                     + "' --size 32x32 --frames 3\" /dev/null < /dev/null");
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output.find("2 of 3") != std::string::npos, outcome.output);
    (void)draw("film.png", {"--size", "32x32", "--frames", "3"});  // without a terminal, no progress is shown
}

BOOST_AUTO_TEST_SUITE_END()
