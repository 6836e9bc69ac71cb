#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/mesh/mesh.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

#include "import/notes.hpp"
#include "import/scene_builder.hpp"

// Expected values follow the rule in the comments of mendSkinWeights() and of its tolerance, computed here in double precision for each
// vertex by itself.

using namespace armature;
using namespace armature::test;

namespace {

constexpr double tolerance = 2e-7;  // per weight above 0, as in glTF-Validator

MeshDescription weightedMesh(std::vector<float> weights)
{
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions.resize(weights.size() / 4);
    primitive.skin.influencesPerVertex = 4;
    primitive.skin.joints.assign(weights.size(), std::uint16_t{9});
    primitive.skin.weights = std::move(weights);
    return mesh;
}

/// Weights of one vertex whose sum is about 1, off by a few times the tolerance at most; up to three of them are 0.
std::vector<float> weightsNearOne(Random& random)
{
    std::vector<float> weights(4, 0.f);
    const int used = random.integer(1, 4);
    double sum = 0.;
    for (int each = 0; each < used; ++each) {
        weights[static_cast<std::size_t>(each)] = random.real(0.001f, 1.f);
        sum += static_cast<double>(weights[static_cast<std::size_t>(each)]);
    }
    const double wanted = 1. + static_cast<double>(random.real(-1.f, 1.f)) * tolerance * static_cast<double>(used) * 1.5;
    for (float& weight : weights) {
        weight = static_cast<float>(static_cast<double>(weight) / sum * wanted);
    }
    std::ranges::shuffle(weights, random.engine());
    return weights;
}

struct Sum {
    double value = 0.;
    double allowed = 0.;
    [[nodiscard]] bool isFine() const { return std::abs(value - 1.) <= allowed; }
};

Sum sumOf(const float* weights)
{
    Sum sum;
    for (std::size_t each = 0; each < 4; ++each) {
        sum.value += static_cast<double>(weights[each]);
        sum.allowed += weights[each] > 0.f ? tolerance : 0.;
    }
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skin_weights)

BOOST_AUTO_TEST_CASE(sums_within_the_tolerance_are_kept_and_others_are_made_one)
{
    Random random(0x5E16);
    std::size_t kept = 0;
    std::size_t scaled = 0;
    std::size_t close = 0;
    for (int vertex = 0, count = rounds(40000); vertex < count; ++vertex) {
        const std::vector<float> before = weightsNearOne(random);
        MeshDescription mesh = weightedMesh(before);
        importing::Notes notes;
        const bool areFine = importing::mendSkinWeights(mesh, "mesh", notes);
        const Sum sum = sumOf(before.data());
        BOOST_TEST_REQUIRE(areFine == sum.isFine());
        const std::vector<float>& after = mesh.primitives[0].skin.weights;
        for (std::size_t each = 0; each < 4; ++each) {
            const double wanted = sum.isFine() ? static_cast<double>(before[each]) : static_cast<double>(before[each]) / sum.value;
            BOOST_TEST_REQUIRE(after[each] == static_cast<float>(wanted));
            BOOST_TEST_REQUIRE(mesh.primitives[0].skin.joints[each] == (before[each] > 0.f ? 9 : 0));
        }
        kept += sum.isFine() ? 1 : 0;
        scaled += sum.isFine() ? 0 : 1;
        close += std::abs(std::abs(sum.value - 1.) - sum.allowed) < 1e-7 ? 1 : 0;
        BOOST_TEST_REQUIRE(notes.take().empty());
    }
    BOOST_TEST(kept > 100u);
    BOOST_TEST(scaled > 100u);
    BOOST_TEST(close > 100u, "too few sums are near the bound");
}

BOOST_AUTO_TEST_CASE(one_vertex_among_many_is_found_wherever_it_is)
{
    for (const std::size_t vertices : {1u, 2u, 3u, 4u, 5u, 17u, 64u}) {
        for (std::size_t wrong = 0; wrong < vertices; ++wrong) {
            std::vector<float> weights(vertices * 4, .25f);
            weights[wrong * 4 + wrong % 4] = .2501f;
            MeshDescription mesh = weightedMesh(weights);
            importing::Notes notes;
            BOOST_TEST_REQUIRE(!importing::mendSkinWeights(mesh, "mesh", notes));
            for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
                const Sum sum = sumOf(&mesh.primitives[0].skin.weights[vertex * 4]);
                BOOST_TEST_REQUIRE(sum.isFine());
            }
            BOOST_TEST_REQUIRE(mesh.primitives[0].skin.weights[wrong * 4 + (wrong + 1) % 4] < .25f);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
