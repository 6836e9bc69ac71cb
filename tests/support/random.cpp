#include <support/random.hpp>

#include <cstdlib>
#include <string>

namespace armature::test {

namespace {

std::uint64_t chosenSeed(std::uint64_t seed)
{
    const char* const fromEnvironment = std::getenv("ARMATURE_TEST_SEED");
    return fromEnvironment != nullptr ? std::stoull(fromEnvironment) : seed;
}

}  // namespace

Random::Random(std::uint64_t seed) : seed_(chosenSeed(seed)), engine_(seed_), context_(BOOST_TEST_LAZY_MSG("ARMATURE_TEST_SEED=" << seed_))
{}

float Random::real(float low, float high)
{
    return std::uniform_real_distribution<float>(low, high)(engine_);
}

int Random::integer(int low, int high)
{
    return std::uniform_int_distribution<int>(low, high)(engine_);
}

bool Random::chance(double probability)
{
    return std::bernoulli_distribution(probability)(engine_);
}

glm::vec3 Random::vector(float low, float high)
{
    const float x = real(low, high);
    const float y = real(low, high);
    const float z = real(low, high);
    return {x, y, z};
}

glm::vec3 Random::direction()
{
    return rotation() * glm::vec3(0, 0, 1);
}

glm::quat Random::rotation()
{
    std::normal_distribution<float> normal;
    const float x = normal(engine_);
    const float y = normal(engine_);
    const float z = normal(engine_);
    const float w = normal(engine_);
    return glm::normalize(glm::quat(w, x, y, z));
}

}  // namespace armature::test
