#include <span>
#include <vector>

#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>
#include <scene/pinned_scenes.hpp>
#include <support/precompiled.hpp>

#include "base/bit_hash.hpp"

using namespace armature;
using armature::test::PortableNumbers;

namespace {

constexpr std::size_t vertices = 1003;
constexpr std::size_t bones = 40;

/// A mesh whose neighbouring vertices share a few bones, except for some with any bones. Weights are uneven, some zero.
struct PinnedSkin {
    explicit PinnedSkin(std::size_t influences)
    {
        PortableNumbers numbers(static_cast<std::uint32_t>(influences));
        for (std::size_t bone = 0; bone < bones; ++bone) {
            palette.push_back(toAffine(numbers.transform()));
        }
        skin.influencesPerVertex = influences;
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            positions.push_back(numbers.vector(-1.f, 1.f));
            normals.push_back(glm::normalize(numbers.vector(-1.f, 1.f)));
            const glm::vec3 along = glm::normalize(numbers.vector(-1.f, 1.f));
            tangents.emplace_back(along, numbers.below(2) == 0 ? 1.f : -1.f);
            const bool isScattered = vertex % 100 < 20;
            for (std::size_t i = 0; i < influences; ++i) {
                const std::size_t joint = isScattered ? numbers.below(bones) : (vertex / 30 + numbers.below(5)) % bones;
                skin.joints.push_back(static_cast<std::uint16_t>(joint));
                skin.weights.push_back(numbers.below(4) == 0 ? 0.f : numbers.real(0.f, 1.f));
            }
        }
    }

    std::vector<Affine> palette;
    SkinWeights skin;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

template <class Influences, class Palette>
std::uint64_t hashOf(const PinnedSkin& model, const Influences& influences, const Palette& palette)
{
    std::vector<glm::vec3> positions(vertices);
    std::vector<glm::vec3> normals(vertices);
    std::vector<glm::vec4> tangents(vertices);
    skinVertices({model.positions, model.normals, model.tangents}, influences, palette, {positions, normals, tangents});
    const auto bytes = [](const auto& values) { return std::as_bytes(std::span(values)); };
    return hashBytes(bytes(tangents), hashBytes(bytes(normals), hashBytes(bytes(positions))));
}

}  // namespace

// The hashes must be the same on every instruction set and every processor.
BOOST_AUTO_TEST_SUITE(skinning_hashes)

BOOST_AUTO_TEST_CASE(skinned_vertices_have_the_pinned_bits)
{
    const PinnedSkin four(4);
    BOOST_TEST(hashOf(four, four.skin, four.palette) == 0xe57d5fa98b06042au);
    BOOST_TEST(hashOf(four, SkinPlan(four.skin, vertices), four.palette) == 0xf8bfc0e46fec44aeu);
    const PinnedSkin eight(8);
    BOOST_TEST(hashOf(eight, eight.skin, eight.palette) == 0x7250fd1764b7a1e0u);
    const PinnedSkin three(3);
    BOOST_TEST(hashOf(three, three.skin, three.palette) == 0x4e8d451333c2dd04u);
}

BOOST_AUTO_TEST_CASE(dual_quaternions_have_the_pinned_bits)
{
    const PinnedSkin model(4);
    DualQuaternionPalette palette;
    palette.assign(model.palette);
    BOOST_TEST(hashOf(model, model.skin, palette) == 0x609c3751b794e62eu);
    BOOST_TEST(hashOf(model, SkinPlan(model.skin, vertices), palette) == 0xd713c63b5c6edd20u);
}

BOOST_AUTO_TEST_SUITE_END()
