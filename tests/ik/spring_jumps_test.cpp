#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <ik/spring_stage.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_jumps)

namespace {

constexpr double roundLength = 0.77;  // seconds; not a multiple of any frame length used here

/// A body that walks in a curve while it bobs and nods, once per round. Each round begins where the last one ended or, like a looping
/// clip, where the first one began.
class Walk {
public:
    enum class Path { Onwards, Again };
    enum class Carrier { Body, Host };

    Walk(Path path, Carrier carrier, bool hasCenter) : path_(path), carrier_(carrier)
    {
        SpringChain chain = stage_.chain({.stiffness = 0.5f, .gravityPower = 0.3f, .drag = 0.2f});
        if (hasCenter) {
            chain.center = &stage_.body;
            chain.joints.front().parameters.gravityPower = 0.8f;
        }
        springs_ = SpringBones({&chain, 1});
    }

    /// The strand's rotations at every frame. If `tells` is true, the springs are told of each jump.
    [[nodiscard]] std::vector<std::vector<glm::quat>> play(int rounds, int rate, bool tells)
    {
        std::vector<std::vector<glm::quat>> seen;
        for (int round = 0; round < rounds; ++round) {
            pose(round, 0.);
            if (round == 0) {
                springs_->update(0.);
            } else if (tells) {
                BOOST_REQUIRE((springs_->jump() == IkStatus::Solved));
            }
            for (double time = 0.; time < roundLength;) {
                const double next = std::min(time + 1. / rate, roundLength);
                pose(round, next);
                springs_->update(next - time);
                seen.push_back(stage_.rotations());
                time = next;
            }
        }
        return seen;
    }

private:
    [[nodiscard]] static glm::mat4 stepAt(double time)
    {
        const auto part = static_cast<float>(time / roundLength);
        return glm::rotate(glm::translate(glm::mat4(1.f), {0.f, 0.f, 1.1f * part}), 0.9f * part, glm::vec3(0.f, 1.f, 0.f));
    }

    void pose(int round, double time)
    {
        glm::mat4 place = stepAt(time);
        for (int before = 0; before < (path_ == Path::Onwards ? round : 0); ++before) {
            place = stepAt(roundLength) * place;
        }
        const auto wave = static_cast<float>(std::sin(6.283185307179586 * time / roundLength));
        const glm::mat4 bob =
            glm::rotate(glm::translate(glm::mat4(1.f), {0.f, 1.f + 0.06f * wave, 0.f}), 0.4f * wave, glm::vec3(1.f, 0.f, 0.f));
        stage_.host.setLocalMatrix(carrier_ == Carrier::Host ? place : glm::mat4(1.f));
        stage_.body.setLocalMatrix(carrier_ == Carrier::Host ? bob : place * bob);
    }

    SpringStage stage_;
    std::optional<SpringBones> springs_;
    Path path_;
    Carrier carrier_;
};

double farthestTurn(const std::vector<std::vector<glm::quat>>& one, const std::vector<std::vector<glm::quat>>& other)
{
    BOOST_REQUIRE(one.size() == other.size());
    double most = 0.;
    for (std::size_t frame = 0; frame < one.size(); ++frame) {
        for (std::size_t bone = 0; bone < one[frame].size(); ++bone) {
            const double cosine = std::abs(static_cast<double>(glm::dot(one[frame][bone], other[frame][bone])));
            most = std::max(most, 2. * std::acos(std::min(cosine, 1.)));
        }
    }
    return most;
}

}  // namespace

// Expected: the rotations on a body that walks on, which has no jump. The springs' gravity does not depend on the body's heading.
BOOST_AUTO_TEST_CASE(a_round_that_starts_again_swings_as_one_that_goes_on)
{
    for (const Walk::Carrier carrier : {Walk::Carrier::Body, Walk::Carrier::Host}) {
        for (const bool hasCenter : {false, true}) {
            for (const int rate : {24, 60, 144}) {
                const auto onwards = Walk(Walk::Path::Onwards, carrier, hasCenter).play(6, rate, false);
                const double told = farthestTurn(Walk(Walk::Path::Again, carrier, hasCenter).play(6, rate, true), onwards);
                const double untold = farthestTurn(Walk(Walk::Path::Again, carrier, hasCenter).play(6, rate, false), onwards);
                const std::string where = std::to_string(rate) + " frames a second" + (hasCenter ? ", with a centre" : "");
                BOOST_TEST(told < 2e-3, where << ": " << told);
                BOOST_TEST((hasCenter || untold > 0.5), where << ", not told: " << untold);
            }
        }
    }
}

// Chains on another chain's bone, or on a bone that such a bone carries, jump along with it.
BOOST_AUTO_TEST_CASE(a_chain_on_a_chain_goes_along)
{
    const auto swungAfter = [](bool jumps) {
        SpringStage stage;
        SpringChain upper = stage.chain();
        upper.joints.erase(upper.joints.begin() + 3, upper.joints.end());
        Bone& between = stage.skeleton.createBone("between", {.parent = stage.strand[1], .bind = SpringStage::at({0.05f, 0.f, 0.f})});
        Bone& side = stage.skeleton.createBone("side", {.parent = &between, .bind = SpringStage::at({0.05f, 0.f, 0.f})});
        SpringChain other{.name = "side", .joints = {{&side, {.gravityPower = 0.4f, .drag = 0.1f}}}, .end = glm::vec3(0.1f, 0.f, 0.f)};
        const std::vector<SpringChain> chains{upper, other};
        SpringBones springs(chains);
        for (int frame = 0; frame < 40; ++frame) {
            stage.throwAbout(frame / 60.);
            springs.update(1. / 60.);
            if (frame == 30 && jumps) {
                stage.host.setPosition({3.f, 0.f, -2.f});
                springs.jump();
            }
        }
        std::vector<glm::quat> turns = stage.rotations();
        turns.push_back(side.getRotationQuaternion());
        return turns;
    };
    BOOST_TEST(farthestTurn({swungAfter(true)}, {swungAfter(false)}) < 2e-3);
}

BOOST_AUTO_TEST_CASE(a_jump_before_the_first_update_or_of_what_is_gone_changes_nothing)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    BOOST_TEST((springs.jump() == IkStatus::Solved));
    BOOST_TEST(springs.getMemory().empty());
    stage.swing(springs, 10);
    const std::vector<double> before(springs.getMemory().begin(), springs.getMemory().end());
    std::vector<double> memory(3, 0.);
    BOOST_CHECK_THROW(springs.jump(stage.skeleton, memory), std::invalid_argument);
    stage.skeleton.removeBone(*stage.strand[2]);
    BOOST_TEST((springs.jump() == IkStatus::Gone));
    BOOST_TEST((std::vector<double>(springs.getMemory().begin(), springs.getMemory().end()) == before));
}

// A carrier of zero size has no axes, so the springs cannot move along with it.
BOOST_AUTO_TEST_CASE(springs_on_what_had_no_size_forget_at_a_jump)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    stage.swing(springs, 10);
    stage.body.setScaling(glm::vec3(0.f));
    springs.update(1. / 60.);
    stage.body.setScaling(glm::vec3(1.f));
    BOOST_TEST((springs.jump() == IkStatus::Undefined));
    BOOST_TEST(springs.getMemory().empty());
    BOOST_TEST((springs.update(1. / 60.) == IkStatus::Solved));
}

BOOST_AUTO_TEST_SUITE_END()
