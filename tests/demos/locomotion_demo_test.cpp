#include <array>
#include <optional>

#include <support/precompiled.hpp>
#include <support/shared_data.hpp>

#include "../../demos/locomotion/explorer.hpp"

namespace {

constexpr double explorerStep = 1. / 60.;

/// Measures how far a foot has slid since it came to the ground.
struct Track {
    std::optional<glm::vec3> since;

    double slide(const glm::vec3& contact)
    {
        constexpr float onGround = 0.005f;
        constexpr float rolled = 0.08f;  // the foot has rolled from heel to ball, so another part carries it
        if (contact.y >= onGround || (since && glm::distance(contact, *since) > rolled)) {
            since.reset();
            return 0.;
        }
        since = since.value_or(contact);
        return static_cast<double>(glm::distance(glm::vec2(contact.x, contact.z), glm::vec2(since->x, since->z)));
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(locomotion_demo)

// Plays every motion and every transition of the script. The measured value is the largest slide of a planted foot.
BOOST_AUTO_TEST_CASE(planted_feet_slide_less_than_5_millimetres)
{
    locomotion::Explorer explorer(armature::test::buildDirectory() / "demos" / "character.glb");
    const auto script = locomotion::scriptedRun();
    std::array<Track, 2> tracks;
    double worst = 0.;
    double lowest = 0.;
    std::size_t planted = 0;
    glm::vec3 before = explorer.position();
    double fastest = 0.;
    for (int i = 0; i < 22 * 60; ++i) {
        locomotion::follow(script, (i - 0.5) * explorerStep, (i + 0.5) * explorerStep, explorer);
        explorer.advance(explorerStep);
        for (std::size_t foot = 0; foot < tracks.size(); ++foot) {
            const glm::vec3 contact = explorer.feet()[foot].contact(explorer.skeleton());
            worst = std::max(worst, tracks[foot].slide(contact));
            lowest = std::min(lowest, static_cast<double>(contact.y));
            planted += tracks[foot].since ? 1u : 0u;
        }
        fastest = std::max(fastest, static_cast<double>(glm::distance(before, explorer.position())) / explorerStep);
        before = explorer.position();
    }
    BOOST_TEST_MESSAGE("largest slide " << worst * 1000. << " mm, lowest sole " << lowest * 1000. << " mm");
    BOOST_TEST(worst < 0.005);
    BOOST_TEST(lowest > -0.005);
    BOOST_TEST(planted > 1320u);  // each foot is planted more than half of the time
    BOOST_TEST(fastest > 2.4);    // the script includes a run
    BOOST_TEST(fastest < 2.8);
}

BOOST_AUTO_TEST_CASE(each_motion_leads_where_it_should)
{
    locomotion::Explorer explorer(armature::test::buildDirectory() / "demos" / "character.glb");
    const auto advance = [&](double seconds) {
        for (double now = 0.; now < seconds; now += explorerStep) {
            explorer.advance(explorerStep);
        }
    };
    const auto state = [&] { return explorer.player().getState("body"); };
    advance(0.5);
    BOOST_TEST(state() == "idle");
    explorer.steer(0.98f, 0.f);
    advance(2.);
    BOOST_TEST(state() == "move");
    BOOST_TEST(explorer.position().z > 0.9f);
    explorer.steer(0.f, 0.f);
    advance(3.);
    BOOST_TEST(state() == "idle");
    const glm::vec3 stopped = explorer.position();
    explorer.jump();
    advance(0.5);
    BOOST_TEST(state() == "jump");
    advance(2.);
    BOOST_TEST(glm::distance(stopped, explorer.position()) > 0.6f);
    explorer.turnLeft();
    advance(2.);
    explorer.steer(0.98f, 0.f);
    const float x = explorer.position().x;
    advance(3.);
    BOOST_TEST(explorer.position().x - x > 1.5f);  // to the character's left
}

BOOST_AUTO_TEST_SUITE_END()
