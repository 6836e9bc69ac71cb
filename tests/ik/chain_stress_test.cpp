#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <vector>

#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr std::uint64_t defaultChains = 2000;  // what instruments every access or is not optimised takes many times longer
#else
constexpr std::uint64_t defaultChains = 100000;
#endif

/// ARMATURE_IK_STRESS sets the number. Repetitions on other instruction sets, of which these solvers use none, make it short.
std::uint64_t chainCount()
{
    const char* const text = std::getenv("ARMATURE_IK_STRESS");
    if (text != nullptr) {
        return std::stoull(text);
    }
    return std::getenv("ARMATURE_SIMD") != nullptr ? 2000 : defaultChains;
}

struct Method {
    const char* name;
    ChainSolverOptions options;
};

std::array<Method, 3> methodsWith(std::size_t restarts)
{
    return {Method{"CCD", {.method = ChainMethod::Ccd, .restarts = restarts}},
            Method{"FABRIK", {.method = ChainMethod::Fabrik, .restarts = restarts}},
            Method{"DampedLeastSquares", {.method = ChainMethod::DampedLeastSquares, .restarts = restarts}}};
}

/// What became of many solves by one method.
class Tally {
public:
    void add(double error, std::size_t iterations, double microseconds)
    {
        errors_.push_back(error);
        reached_ += error <= 1e-4 ? 1 : 0;
        iterations_ += static_cast<double>(iterations);
        microseconds_ += microseconds;
    }

    void print(const char* name, std::size_t restarts)
    {
        const auto count = static_cast<double>(errors_.size());
        double sum = 0.;
        for (const double error : errors_) {
            sum += error;
        }
        const auto nearWorst = errors_.begin() + static_cast<std::ptrdiff_t>(0.95 * count);
        std::nth_element(errors_.begin(), nearWorst, errors_.end());
        std::cout << "  " << std::left << std::setw(20) << name << std::right << restarts << " restarts: reached " << std::fixed
                  << std::setprecision(3) << 100. * reached_ / count << " %, error of the chain's length mean " << std::scientific
                  << std::setprecision(1) << sum / count << ", 95 % below " << *nearWorst << "; " << std::fixed << std::setprecision(1)
                  << iterations_ / count << " iterations, " << microseconds_ / count << " us" << std::endl;
    }

private:
    std::vector<double> errors_;
    double reached_ = 0.;
    double iterations_ = 0.;
    double microseconds_ = 0.;
};

struct Outcome {
    std::uint64_t chains = 0;
    std::uint64_t reachedByOne = 0;
    float worstViolation = 0.f;
    bool hasNan = false;
};

/// Solves one chain by all methods; adds to their tallies.
void solveAll(RandomChain& stage, const IkGoal& goal, const std::array<Method, 3>& methods, std::array<Tally, 3>& tallies, Outcome& outcome)
{
    bool isReached = false;
    for (std::size_t i = 0; i < methods.size(); ++i) {
        stage.returnToRest();
        const double length = stage.length();
        ChainSolver solver(stage.chain(), methods[i].options);
        const auto begin = std::chrono::steady_clock::now();
        const IkReport report = solver.solve(stage.skeleton, goal, Space::Skeleton);
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
        const double distance = glm::distance(stage.effector(), *goal.position) / length;
        const double angle =
            goal.rotation ? angleBetweenRotations(stage.bones.back()->getRotationQuaternion(Space::Skeleton), *goal.rotation) : 0.;
        const double error = std::max(distance, 0.1 * angle);  // a rotation may be off by 1e-3 radians
        const float violation = stage.worstViolation();
        outcome.hasNan = outcome.hasNan || std::isnan(violation) || std::isnan(error);
        outcome.worstViolation = std::max(outcome.worstViolation, violation);
        tallies[i].add(error, report.iterations, time.count());
        isReached = isReached || error <= 1e-4;
    }
    ++outcome.chains;
    outcome.reachedByOne += isReached ? 1 : 0;
}

struct Setting {
    const char* name;
    Joints joints;
    Scales scales;
    bool hasRotationGoals;
    std::size_t restarts;
};

Outcome stress(std::uint64_t chains, const Setting& setting)
{
    Random random(20261121);
    const std::array<Method, 3> methods = methodsWith(setting.restarts);
    std::array<Tally, 3> tallies;
    Outcome outcome;
    for (std::uint64_t i = 0; i < chains; ++i) {
        RandomChain stage(random, setting.joints, setting.scales);
        stage.poseAtRandom(random);
        IkGoal goal{.position = stage.effector()};
        if (setting.hasRotationGoals) {
            goal.rotation = stage.bones.back()->getRotationQuaternion(Space::Skeleton);
        }
        solveAll(stage, goal, methods, tallies, outcome);
    }
    std::cout << chains << " chains, " << setting.name << ": one of three reached "
              << 100. * static_cast<double>(outcome.reachedByOne) / static_cast<double>(chains) << " %, worst violation "
              << outcome.worstViolation << " rad" << std::endl;
    for (std::size_t i = 0; i < methods.size(); ++i) {
        tallies[i].print(methods[i].name, setting.restarts);
    }
    return outcome;
}

void check(const Outcome& outcome, double successes)
{
    BOOST_TEST(outcome.chains > 0u);
    BOOST_TEST(!outcome.hasNan);
    BOOST_TEST(outcome.worstViolation <= 1e-4f);
    BOOST_TEST(static_cast<double>(outcome.reachedByOne) >= successes * static_cast<double>(outcome.chains));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chain_stress)

// Goals are where the effector is in a random pose that the limits allow, so that they can be reached; the search begins at rest.
BOOST_AUTO_TEST_CASE(random_chains_reach_what_they_can_and_keep_their_limits)
{
    const std::uint64_t chains = chainCount();
    check(stress(chains * 5 / 10, {"all limits, any scale", Joints::Limited, Scales::Any, false, 8}), 0.999);
    check(stress(chains * 2 / 10, {"all limits, unscaled", Joints::Limited, Scales::None, false, 8}), 0.999);
    check(stress(chains / 10, {"all limits, any scale", Joints::Limited, Scales::Any, false, 0}), 0.98);
    check(stress(chains / 10, {"ball joints, any scale", Joints::Free, Scales::Any, false, 0}), 0.999);
    check(stress(chains / 10, {"all limits, unscaled, goals with rotations", Joints::Limited, Scales::None, true, 8}), 0.998);
}

BOOST_AUTO_TEST_SUITE_END()
