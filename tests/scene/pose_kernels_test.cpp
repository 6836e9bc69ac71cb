#include <cstring>

#include <armature/math/simd.hpp>
#include <math/aligned_vector.hpp>
#include <node/kernels/pose_kernels.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t largestLength = 70;

// Numbers that break shortcuts: both zeros, denormals, numbers whose square overflows or vanishes, and ordinary ones.
float hostileNumber(Random& random)
{
    constexpr std::array numbers{0.f, -0.f, 1.f, -1.f, 1e-40f, -1e-45f, 1e-30f, -1e30f, 3e18f, 0.5f};
    return random.chance(0.4) ? numbers[static_cast<std::size_t>(random.integer(0, 9))] : random.real(-2.f, 2.f);
}

AlignedVector<TransformLanes> hostileLanes(Random& random, std::size_t length)
{
    AlignedVector<TransformLanes> blocks((length + laneCount - 1) / laneCount);
    for (TransformLanes& block : blocks) {
        for (auto& component : block.component) {
            for (float& number : component) {
                number = hostileNumber(random);
            }
        }
    }
    return blocks;
}

AlignedVector<Affine> hostileMatrices(Random& random, std::size_t length)
{
    AlignedVector<Affine> matrices(length);
    for (Affine& matrix : matrices) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                matrix[row][column] = hostileNumber(random);
            }
        }
    }
    return matrices;
}

// Parents come before children; some slots are roots, some directly follow their parent.
std::vector<std::uint32_t> randomParents(Random& random, std::size_t length)
{
    std::vector<std::uint32_t> parents(length, noSlot);
    for (std::size_t slot = 1; slot < length; ++slot) {
        if (!random.chance(0.1)) {
            parents[slot] = static_cast<std::uint32_t>(
                random.chance(0.5) ? slot - 1 : static_cast<std::size_t>(random.integer(0, static_cast<int>(slot) - 1)));
        }
    }
    return parents;
}

// If both values are NaN their bits may differ: the processor chooses which of two NaNs a sum propagates.
bool sameBits(std::span<const Affine> actual, std::span<const Affine> expected)
{
    return std::ranges::equal(actual, expected, [](const Affine& a, const Affine& b) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                const float left = a[row][column];
                const float right = b[row][column];
                if (std::memcmp(&left, &right, sizeof left) != 0 && !(std::isnan(left) && std::isnan(right))) {
                    return false;
                }
            }
        }
        return true;
    });
}

// Some slots have no final matrix; the others go anywhere in the palette.
std::vector<std::uint32_t> randomPaletteSlots(Random& random, std::size_t length)
{
    std::vector<std::uint32_t> slots(length);
    for (std::size_t i = 0; i < length; ++i) {
        slots[i] = static_cast<std::uint32_t>(i);
    }
    std::shuffle(slots.begin(), slots.end(), random.engine());
    for (std::uint32_t& slot : slots) {
        slot = random.chance(0.1) ? noSlot : slot;
    }
    return slots;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pose_kernels)

BOOST_AUTO_TEST_CASE(composing_equals_the_reference_bit_for_bit)
{
    Random random(701);
    BOOST_TEST_MESSAGE("instruction set: " << getInstructionSet());
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const auto lanes = hostileLanes(random, length);
        AlignedVector<Affine> expected(lanes.size() * laneCount);
        AlignedVector<Affine> actual(lanes.size() * laneCount);
        reference::composeLocal(lanes, expected);
        composeLocal(lanes, actual);
        BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length);
    }
}

BOOST_AUTO_TEST_CASE(absolute_matrices_equal_the_reference_bit_for_bit)
{
    Random random(702);
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const auto local = hostileMatrices(random, length);
        const auto parents = randomParents(random, length);
        auto expected = hostileMatrices(random, length);
        auto actual = expected;
        const auto first = static_cast<std::size_t>(random.integer(0, static_cast<int>(length) - 1));
        const auto last = static_cast<std::size_t>(random.integer(static_cast<int>(first), static_cast<int>(length)));
        for (const auto& [begin, end] : {std::pair(first, last), std::pair(std::size_t(0), length)}) {
            reference::localToAbsolute(local, parents, expected, begin, end);
            localToAbsolute(local, parents, actual, begin, end);
            BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", slots " << begin << " to " << end);
        }
    }
}

BOOST_AUTO_TEST_CASE(final_matrices_equal_the_reference_bit_for_bit)
{
    Random random(703);
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const auto absolute = hostileMatrices(random, length);
        const auto inverseBind = hostileMatrices(random, length);
        const auto paletteSlots = randomPaletteSlots(random, length);
        auto expected = hostileMatrices(random, length);
        auto actual = expected;
        const auto first = static_cast<std::size_t>(random.integer(0, static_cast<int>(length) - 1));
        for (const std::size_t begin : {first, std::size_t(0)}) {
            reference::absoluteToFinal(absolute, {inverseBind, paletteSlots, expected}, begin, length);
            absoluteToFinal(absolute, {inverseBind, paletteSlots, actual}, begin, length);
            BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", slots from " << begin);
        }
    }
}

// One pass and two passes give the same matrices at the same places, whether a parent is in the previous slot or far above.
BOOST_AUTO_TEST_CASE(absolute_and_final_matrices_in_one_pass_equal_the_reference_bit_for_bit)
{
    Random random(705);
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const auto local = hostileMatrices(random, length);
        const auto parents = randomParents(random, length);
        const auto inverseBind = hostileMatrices(random, length);
        const auto paletteSlots = randomPaletteSlots(random, length);
        auto expected = hostileMatrices(random, length);
        auto actual = expected;
        auto expectedPalette = hostileMatrices(random, length);
        auto actualPalette = expectedPalette;
        const auto first = static_cast<std::size_t>(random.integer(0, static_cast<int>(length)));
        for (const std::size_t begin : {first, std::size_t(0)}) {
            reference::localToAbsolute(local, parents, expected, begin, length);
            reference::absoluteToFinal(expected, {inverseBind, paletteSlots, expectedPalette}, begin, length);
            localToFinal(local, parents, actual, {inverseBind, paletteSlots, actualPalette}, begin, length);
            BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", slots from " << begin);
            BOOST_REQUIRE_MESSAGE(sameBits(actualPalette, expectedPalette), "palette, length " << length << ", slots from " << begin);
        }
    }
}

// Expected: glm's translate, mat4_cast and scale, and matrix products, all in double. The kernels lose less than a few units in the last
// place per product; chains here have up to ten products.
BOOST_AUTO_TEST_CASE(kernels_are_as_exact_as_float_allows)
{
    Random random(704);
    double worst = 0.;
    for (std::size_t length = 1; length <= largestLength; ++length) {
        AlignedVector<TransformLanes> lanes((length + laneCount - 1) / laneCount);
        std::vector<std::uint32_t> parents(length, noSlot);
        std::vector<std::uint32_t> slots(length);
        std::vector<glm::dmat4> expected(length);
        const AlignedVector<Affine> inverseBind(length, identityAffine());
        for (std::size_t slot = 0; slot < length; ++slot) {
            const glm::vec3 translation = random.vector(-1.f, 1.f);
            const glm::quat rotation = random.rotation();
            const glm::vec3 scale = random.vector(0.8f, 1.2f);
            const std::array parts{translation.x, translation.y, translation.z, rotation.x, rotation.y,
                                   rotation.z,    rotation.w,    scale.x,       scale.y,    scale.z};
            for (std::size_t part = 0; part < parts.size(); ++part) {
                lanes[slot / laneCount].component[part][slot % laneCount] = parts[part];
            }
            const glm::dmat4 local = glm::translate(glm::dmat4(1.), glm::dvec3(translation)) * glm::mat4_cast(glm::dquat(rotation))
                                     * glm::scale(glm::dmat4(1.), glm::dvec3(scale));
            parents[slot] = slot % 10 == 0 ? noSlot : static_cast<std::uint32_t>(slot - 1);
            expected[slot] = slot % 10 == 0 ? local : expected[slot - 1] * local;
            slots[slot] = static_cast<std::uint32_t>(slot);
        }
        AlignedVector<Affine> local(lanes.size() * laneCount);
        AlignedVector<Affine> absolute(length);
        AlignedVector<Affine> palette(length);
        composeLocal(lanes, local);
        localToAbsolute(local, parents, absolute, 0, length);
        absoluteToFinal(absolute, {inverseBind, slots, palette}, 0, length);
        for (std::size_t slot = 0; slot < length; ++slot) {
            BOOST_TEST(near(toDmat4(palette[slot]), expected[slot], 2e-6));
            const glm::dmat4 difference = toDmat4(palette[slot]) - expected[slot];
            for (int column = 0; column < 4; ++column) {
                worst = std::max(worst, glm::length(difference[column]));
            }
        }
    }
    BOOST_TEST_MESSAGE("largest error in ten products: " << worst);
}

BOOST_AUTO_TEST_SUITE_END()
