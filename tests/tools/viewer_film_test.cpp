#include <boost/test/unit_test.hpp>

#include <iterator>
#include <string>
#include <vector>

#include <armature/support/picture.hpp>

#include "windowless_viewer.hpp"

#include <support/file_content.hpp>

// Films recorded by the viewer. Here, the tests supply the pictures that a window would draw.

namespace {

using namespace armature;
using namespace armature::test;
using namespace armature::tools;

support::Picture plainPicture(std::size_t width, std::uint8_t gray)
{
    support::Picture picture;
    picture.width = width;
    picture.height = 4;
    picture.pixels.assign(4 * width * 4, gray);
    return picture;
}

std::size_t countOf(const std::filesystem::path& file, std::string_view chunk)
{
    const std::string bytes = contentOf(file);
    std::size_t count = 0;
    for (std::size_t place = bytes.find(chunk); place != std::string::npos; place = bytes.find(chunk, place + 1)) {
        ++count;
    }
    return count;
}

struct Filmed : WindowlessViewer {
    void takePicture(std::size_t width = 4)
    {
        document.advance(1. / 60.);
        if (document.filming() != nullptr) {
            document.addToFilm(plainPicture(width, static_cast<std::uint8_t>(40 * ++taken)));
        }
    }

    std::size_t taken = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_films, Filmed)

BOOST_AUTO_TEST_CASE(a_film_shows_all_of_the_clip_and_then_all_is_as_it_was)
{
    std::vector<std::string> expected;
    for (const double seconds : {0., 0.25, 0.5, 0.75}) {  // the clip turns "upper" within a second
        pauseAt("bend", seconds, "upper");
        expected.push_back(state("rotation"));
    }
    BOOST_TEST(expected[1] != expected[2]);
    pauseAt("bend", 0.1, "upper");
    run("turn x 20");
    const std::string posed = state("rotation");
    const std::filesystem::path film = folder / "a film.png";
    run("film " + film.string() + " 4");
    std::vector<std::string> places;
    while (document.filming() != nullptr && taken < 10) {
        document.advance(1. / 60.);
        places.push_back(state("rotation"));
        document.addToFilm(plainPicture(4, static_cast<std::uint8_t>(40 * ++taken)));
    }
    BOOST_TEST((places == expected));
    BOOST_TEST(countOf(film, "fcTL") == 4U);
    BOOST_TEST(state("time") == "0.100");
    BOOST_TEST(state("rotation") == posed);
    BOOST_TEST(state("playing") == "off");
    BOOST_TEST(state("filming") == "none");
    BOOST_TEST(state("message") == "film in " + film.string() + ", 4 of 4 pictures");
}

BOOST_AUTO_TEST_CASE(a_turntable_turns_once_and_brings_the_camera_back)
{
    run("play");
    run("frame");
    const glm::vec3 before = document.getView().camera.getPosition();
    run("turntable " + (folder / "turn.webp").string() + " 4");
    std::vector<glm::vec3> places;
    while (document.filming() != nullptr && taken < 10) {
        document.advance(1. / 60.);
        places.push_back(document.getView().camera.getPosition());
        document.addToFilm(plainPicture(4, static_cast<std::uint8_t>(40 * ++taken)));
    }
    BOOST_REQUIRE(places.size() == 4U);
    BOOST_TEST((places[0] == before));
    const float radius = glm::distance(places[0], places[2]);
    BOOST_TEST(radius > 0.5f);
    BOOST_TEST(std::abs(glm::distance(places[1], places[3]) - radius) < 1e-4f * radius);
    BOOST_TEST((document.getView().camera.getPosition() == before));
    BOOST_TEST(state("playing") == "on");
    BOOST_TEST(std::filesystem::exists(folder / "turn.webp"));
}

BOOST_AUTO_TEST_CASE(a_turntable_that_another_clip_ends_brings_the_camera_back)
{
    run("frame");
    const glm::vec3 before = document.getView().camera.getPosition();
    run("turntable " + (folder / "turn.webp").string() + " 4");
    takePicture();
    takePicture();
    BOOST_TEST((document.getView().camera.getPosition() != before));
    run("clip 0");
    takePicture();
    BOOST_TEST(state("filming") == "none");
    BOOST_TEST((document.getView().camera.getPosition() == before));
    BOOST_TEST(state("clip") == "0");
}

BOOST_AUTO_TEST_CASE(a_film_that_is_cancelled_or_fails_leaves_no_file)
{
    const std::filesystem::path film = folder / "film.png";
    run("film " + film.string());
    BOOST_TEST(state("filming") == "0 of 30 pictures");  // the clip lasts one second
    takePicture();
    takePicture();
    BOOST_TEST(refusal("film " + film.string()).find("is being filmed: 2 of ") != std::string::npos);
    run("cancel");
    BOOST_TEST(state("filming") == "none");
    BOOST_TEST(!std::filesystem::exists(film));

    run("film " + film.string());
    takePicture();
    takePicture(8);  // the window has become larger
    BOOST_TEST(state("filming") == "none");
    BOOST_TEST(state("message").find("4x4 pixels when the film began, and is 8x4 now") != std::string::npos);
    BOOST_TEST(!std::filesystem::exists(film));

    run("film " + (folder / "nowhere" / "film.png").string());
    takePicture();
    BOOST_TEST(state("message").find("cannot be written") != std::string::npos);
    run("film " + film.string());
    takePicture();
    run("clip 0");
    takePicture();
    BOOST_TEST(state("message").find("another clip plays") != std::string::npos);
    BOOST_TEST(state("clip") == "0");
    run("film " + film.string());
    takePicture();
    run("close");
    document.advance(1. / 60.);
    BOOST_TEST(state("filming") == "none");
    BOOST_TEST(!std::filesystem::exists(film));
    BOOST_TEST(state("errors") == "4");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_filmed_is_said_at_once)
{
    BOOST_TEST(refusal("film " + file).find("it is an input") != std::string::npos);
    BOOST_TEST(refusal("film a.gif") == "film: \"a.gif\": .gif cannot be written; .png, .webp and .mp4 can");
    BOOST_TEST(refusal("film a.png 0") == "from 1 to 10000 pictures, not 0");
    BOOST_TEST(refusal("turntable a.png 10001") == "from 1 to 10000 pictures, not 10001");
    run("close");
    BOOST_TEST(refusal("film a.png") == "nothing is open");
    BOOST_TEST(state("filming") == "none");
}

BOOST_AUTO_TEST_SUITE_END()
