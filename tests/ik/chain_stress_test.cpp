#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <vector>

#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/slow_build.hpp>

using namespace armature;
using namespace armature::test;

namespace {

const std::uint64_t defaultChains = isSlowBuild() ? 2000 : 20000;

/// The environment variable ARMATURE_IK_STRESS sets the number.
std::uint64_t chainCount()
{
    const char* const text = std::getenv("ARMATURE_IK_STRESS");
    return text != nullptr ? std::stoull(text) : defaultChains;
}

struct Method {
    const char* name;
    ChainSolverOptions options;
    double failures;  ///< The fraction of missed goals, measured on half a million chains (benchmarks/README.md).
};

struct StressSetting {
    const char* name;
    Joints joints;
    Scales scales;
    bool hasRotationGoals;
    std::array<Method, 2> methods;
};

/// The second method has the default options except for the restarts.
std::array<Method, 2> methodsWith(std::size_t restarts, const std::array<double, 2>& failures)
{
    ChainSolverOptions defaults;
    defaults.restarts = restarts;
    return {Method{"FABRIK", {.method = ChainMethod::Fabrik, .restarts = restarts}, failures[0]}, Method{"default", defaults, failures[1]}};
}

/// The results of many solves by one method.
class Tally {
public:
    void add(double error, bool isReached, std::size_t iterations)
    {
        errors_.push_back(error);
        missed_ += isReached ? 0 : 1;
        iterations_ += static_cast<double>(iterations);
    }

    void print(const Method& method)
    {
        const auto count = static_cast<double>(errors_.size());
        double sum = 0.;
        for (const double error : errors_) {
            sum += error;
        }
        const auto nearWorst = errors_.begin() + static_cast<std::ptrdiff_t>(0.95 * count);
        std::nth_element(errors_.begin(), nearWorst, errors_.end());
        std::cout << "  " << std::left << std::setw(8) << method.name << std::right << method.options.restarts << " restarts: reached "
                  << std::fixed << std::setprecision(3) << 100. * (count - missed_) / count << " %, error of the chain's length mean "
                  << std::scientific << std::setprecision(1) << sum / count << ", 95 % below " << *nearWorst << "; " << std::fixed
                  << std::setprecision(1) << iterations_ / count << " iterations" << std::endl;
    }

    /// Requires no more misses than were measured, plus three standard deviations for this many draws.
    void check(const Method& method) const
    {
        const double expected = method.failures * static_cast<double>(errors_.size());
        BOOST_TEST(missed_ <= expected + 3. * std::sqrt(expected) + 1.,
                   method.name << " missed " << missed_ << " of " << errors_.size() << " goals, " << expected << " are expected");
    }

private:
    std::vector<double> errors_;
    double missed_ = 0.;
    double iterations_ = 0.;
};

/// Solves one chain by all methods and adds the results to their tallies. Returns the worst violation of a limit; NaN if a pose holds one.
float solveAll(RandomChain& stage, const IkGoal& goal, const StressSetting& setting, std::array<Tally, 2>& tallies)
{
    // The solver's tolerance is relative to the chain's length in the pose that the limits allow. With uneven scale, that length differs
    // from the one measured here.
    const double tolerance = setting.scales == Scales::Any ? 1.1e-4 : 1.001e-4;
    float worst = 0.f;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        stage.returnToRest();
        const double length = stage.length();
        ChainSolver solver(stage.chain(), setting.methods[i].options);
        const auto report = solver.solve(stage.skeleton, goal, Space::Skeleton);
        const double distance = glm::distance(stage.effector(), *goal.position) / length;
        const double angle =
            goal.rotation ? angleBetweenRotations(stage.bones.back()->getRotationQuaternion(Space::Skeleton), *goal.rotation) : 0.;
        const double error = std::max(distance, 0.1 * angle);  // a rotation may be off by 1e-3 radians
        const float violation = std::isnan(error) ? std::nanf("") : stage.worstViolation();
        worst = violation <= worst ? worst : violation;
        tallies[i].add(error, error <= tolerance, report.iterations);
    }
    return worst;
}

void stress(std::uint64_t chains, const StressSetting& setting)
{
    Random random(20261121);
    std::array<Tally, 2> tallies;
    float worst = 0.f;
    for (std::uint64_t i = 0; i < chains; ++i) {
        RandomChain stage(random, setting.joints, setting.scales);
        stage.poseAtRandom(random);
        IkGoal goal{.position = stage.effector()};
        if (setting.hasRotationGoals) {
            goal.rotation = stage.bones.back()->getRotationQuaternion(Space::Skeleton);
        }
        const float violation = solveAll(stage, goal, setting, tallies);
        worst = violation <= worst ? worst : violation;
    }
    std::cout << chains << " chains, " << setting.name << ": worst violation " << worst << " rad" << std::endl;
    BOOST_TEST(chains > 0u);
    BOOST_TEST(worst <= 1e-4f);  // false for NaN
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        tallies[i].print(setting.methods[i]);
        tallies[i].check(setting.methods[i]);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chain_stress)

// Each goal is the effector's position in a random pose within the limits, so it can be reached; the search begins at rest.
BOOST_AUTO_TEST_CASE(each_solver_reaches_what_it_is_known_to_and_keeps_the_limits)
{
    const std::size_t byDefault = ChainSolverOptions{}.restarts;
    const std::uint64_t chains = chainCount();
    stress(chains * 5 / 10, {"all limits, any scale", Joints::Limited, Scales::Any, false, methodsWith(byDefault, {5.4e-4, 1.2e-4})});
    stress(chains * 2 / 10, {"all limits, unscaled", Joints::Limited, Scales::None, false, methodsWith(byDefault, {5e-5, 5e-5})});
    stress(chains / 10, {"all limits, any scale", Joints::Limited, Scales::Any, false, methodsWith(0, {7.5e-3, 7.6e-3})});
    stress(chains / 10, {"ball joints, any scale", Joints::Free, Scales::Any, false, methodsWith(0, {0., 6e-5})});
    stress(chains / 10,
           {"all limits, unscaled, with rotations", Joints::Limited, Scales::None, true, methodsWith(byDefault, {1e-4, 1e-4})});
    stress(chains / 10,
           {"all limits, any scale, with rotations", Joints::Limited, Scales::Any, true, methodsWith(byDefault, {7e-4, 2e-4})});
}

BOOST_AUTO_TEST_SUITE_END()
