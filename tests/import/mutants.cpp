#include "mutants.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/scene/scene.hpp>

#include "asset.hpp"
#include "spoil.hpp"

namespace armature::test {

int mutantCount(const char* variable, int usual)
{
    const char* wanted = std::getenv(variable);
    return wanted != nullptr ? std::atoi(wanted) : usual;
}

std::vector<std::byte> withSpoiltNumbers(std::span<const std::byte> bytes, Random& random)
{
    constexpr std::string_view lies[] = {"0",    "-1",  "1",   "2",   "7",    "255", "65535", "4294967295", "9223372036854775807",
                                         "1e38", "0.5", "nan", "1e9", "\"\"", "{",   "}",     "*"};
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (int change = random.integer(1, 4); change > 0; --change) {
        text = withSpoiltNumber(std::move(text), lies, random);
    }
    const auto spoilt = std::as_bytes(std::span(text));
    return {spoilt.begin(), spoilt.end()};
}

void MutantTally::use(std::span<const std::byte> bytes)
{
    ImportOptions options;
    options.limits.unbackedBytes = 16u << 20;
    const std::clock_t begin = std::clock();
    try {
        const auto scene = loadExact(bytes, options);
        for (AnimationGroup* group : scene->animationGroups()) {
            group->goTo(.7);
        }
        scene->update();
        ++loaded_;
    } catch (const ImportError&) {
        ++refused_;
    }
    longest_ = std::max(longest_, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

void MutantTally::report(std::string_view what) const
{
    std::cout << what << ": " << loaded_ << " loaded, " << refused_ << " refused, " << longest_ << " s the longest\n";
    BOOST_TEST(loaded_ > 0u);
    BOOST_TEST(refused_ > 0u);
    BOOST_TEST(longest_ < 5.);
}

}  // namespace armature::test
