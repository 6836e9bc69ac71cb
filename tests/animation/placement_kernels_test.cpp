#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>

#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "animation/baking/kernels/placement_kernels.hpp"
#include "math/aligned_vector.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Poses = std::vector<std::array<Transform, momentLanes>>;

/// A tree of bones, parents first. Rotations may be longer or shorter than 1, one has no length, and scales may mirror.
struct PlacedTree {
    explicit PlacedTree(Random& random, std::size_t count = 12) : bones(count), poses(count), locals(count), placed(count + 1)
    {
        std::iota(bones.begin(), bones.end(), 0U);
        placed.back().reset();
        for (std::uint32_t bone = 0; bone < count; ++bone) {
            const bool isRoot = bone < 2;
            links.push_back(
                {bone, static_cast<std::uint32_t>(isRoot ? static_cast<int>(count) : random.integer(0, static_cast<int>(bone) - 1))});
            for (std::size_t lane = 0; lane < momentLanes; ++lane) {
                poses[bone][lane] = {random.vector(-1.f, 1.f), random.rotation() * random.real(0.9f, 1.1f), random.vector(-1.5f, 1.5f)};
            }
        }
        poses[count / 2][3].rotation = {0.f, 0.f, 0.f, 0.f};
        place();
    }

    void place()
    {
        for (std::size_t bone = 0; bone < poses.size(); ++bone) {
            for (std::size_t lane = 0; lane < momentLanes; ++lane) {
                locals[bone].set(lane, poses[bone][lane]);
            }
        }
        placeMoments(links, locals, placed);
    }

    /// The product of matrices from the root down, and that of the rotations alone.
    [[nodiscard]] glm::dmat4 matrix(std::size_t bone, std::size_t lane) const
    {
        const auto& [place, turn, scale] = poses[bone][lane];
        const glm::dmat4 local = glm::translate(glm::dmat4(1.), glm::dvec3(place)) * glm::mat4_cast(glm::dquat(turn))
                                 * glm::scale(glm::dmat4(1.), glm::dvec3(scale));
        return links[bone].parent < poses.size() ? matrix(links[bone].parent, lane) * local : local;
    }
    [[nodiscard]] glm::dquat turn(std::size_t bone, std::size_t lane) const
    {
        const glm::dquat local = glm::normalize(glm::dquat(poses[bone][lane].rotation));  // none if it has no length
        return links[bone].parent < poses.size() ? turn(links[bone].parent, lane) * local : local;
    }

    std::vector<std::uint32_t> bones;
    std::vector<PlacedBone> links;
    Poses poses;
    AlignedVector<LocalMoments> locals;
    AlignedVector<PlacedMoments> placed;
};

/// The greatest factor by which a matrix lengthens a vector, by a power of transpose(m) * m.
double stretchOf(const glm::dmat3& m)
{
    glm::dmat3 power = glm::transpose(m) * m;
    const glm::dmat3 square = power;
    for (int i = 0; i < 60; ++i) {
        const double trace = power[0][0] + power[1][1] + power[2][2];
        if (!(trace > 0.)) {
            return 0.;
        }
        power = power / trace;
        power = power * power;
    }
    glm::dvec3 axis(0.);
    for (int column = 0; column < 3; ++column) {
        axis = glm::length(power[column]) > glm::length(axis) ? power[column] : axis;
    }
    axis = glm::normalize(axis);
    return std::sqrt(glm::dot(axis, square * axis));
}

glm::dvec3 columnOf(const MomentDifferences& differences, std::size_t row, std::size_t lane)
{
    return {differences.numbers[row][lane], differences.numbers[row + 1][lane], differences.numbers[row + 2][lane]};
}

void setLinear(MomentDifferences& differences, std::size_t lane, const glm::dmat3& linear)
{
    for (std::size_t i = 0; i < 9; ++i) {
        const auto column = static_cast<glm::length_t>(i / 3);
        differences.numbers[MomentDifferences::linear + i][lane] = linear[column][static_cast<glm::length_t>(i % 3)];
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(placement_kernels)

// Expected: products of GLM's matrices and rotations.
BOOST_AUTO_TEST_CASE(placements_are_products_of_matrices)
{
    Random random(90210);
    for (int round = 0; round < 20; ++round) {
        const PlacedTree tree(random);
        double off = 0.;
        for (std::size_t bone = 0; bone < tree.poses.size(); ++bone) {
            for (std::size_t lane = 0; lane < momentLanes; ++lane) {
                const auto& found = tree.placed[bone].numbers;
                const glm::dmat4 matrix = tree.matrix(bone, lane);
                for (std::size_t i = 0; i < 12; ++i) {  // the position follows the three columns
                    off = std::max(off,
                                   std::abs(found[i][lane] - matrix[static_cast<glm::length_t>(i / 3)][static_cast<glm::length_t>(i % 3)]));
                }
                const glm::dquat turn = tree.turn(bone, lane);
                for (std::size_t i = 0; i < 4; ++i) {
                    const std::array parts{turn.x, turn.y, turn.z, turn.w};
                    off = std::max(off, std::abs(found[PlacedMoments::turn + i][lane] - parts[i]));
                }
            }
        }
        BOOST_TEST(off < 1e-12 * 1e3);  // the largest scale of a chain
    }
}

// Expected: differences of GLM's matrices, and the half angle between rotations.
BOOST_AUTO_TEST_CASE(differences_and_their_squares_are_those_of_the_matrices)
{
    Random random(90211);
    PlacedTree exact(random);
    PlacedTree other = exact;
    for (auto& moments : other.poses) {
        for (Transform& pose : moments) {
            pose.rotation = pose.rotation * glm::angleAxis(random.real(0.f, 3.f), random.direction());
            pose.translation += random.vector(-0.1f, 0.1f);
        }
    }
    other.place();
    std::vector<MomentDifferences> differences(exact.poses.size());
    const DifferenceSquares whole = compareMoments(exact.bones, other.placed, exact.placed, differences);
    DifferenceSquares largest;
    for (std::size_t bone = 0; bone < exact.poses.size(); ++bone) {
        DifferenceSquares expected;
        for (std::size_t lane = 0; lane < momentLanes; ++lane) {
            const glm::dmat4 difference = other.matrix(bone, lane) - exact.matrix(bone, lane);
            double linear = 0.;
            for (int column = 0; column < 3; ++column) {
                linear += glm::dot(glm::dvec3(difference[column]), glm::dvec3(difference[column]));
                BOOST_TEST(
                    glm::distance(columnOf(differences[bone], MomentDifferences::linear + 3 * static_cast<std::size_t>(column), lane),
                                  glm::dvec3(difference[column]))
                    < 1e-9);
            }
            const glm::dquat turn = glm::conjugate(exact.turn(bone, lane)) * other.turn(bone, lane);
            const double sine = turn.x * turn.x + turn.y * turn.y + turn.z * turn.z;
            expected.position = std::max(expected.position, glm::dot(glm::dvec3(difference[3]), glm::dvec3(difference[3])));
            expected.linear = std::max(expected.linear, linear);
            expected.turn = std::max(expected.turn, sine);
        }
        const DifferenceSquares found = largestOf(differences[bone]);
        BOOST_TEST(found.position == expected.position, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(found.linear == expected.linear, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(found.turn == expected.turn, boost::test_tools::tolerance(1e-12));
        largest = {std::max(largest.position, found.position), std::max(largest.linear, found.linear), std::max(largest.turn, found.turn)};
    }
    BOOST_TEST(whole.position == largest.position);
    BOOST_TEST(whole.linear == largest.linear);
    BOOST_TEST(whole.turn == largest.turn);
}

// Expected: second differences of the six moments inside, worked out one by one. One moment after another stands out.
BOOST_AUTO_TEST_CASE(bends_are_second_differences)
{
    Random random(90212);
    const std::vector<std::uint32_t> bones{0, 2};
    for (std::size_t far = 0; far < momentLanes; ++far) {
        std::vector<MomentDifferences> differences(3);
        double position = 0.;
        double turn = 0.;
        for (std::size_t bone = 0; bone < differences.size(); ++bone) {
            for (auto& row : differences[bone].numbers) {
                std::ranges::generate(row, [&] { return static_cast<double>(random.real(-1.f, 1.f)) * (bone == 1 ? 100. : 1.); });
                row[far] *= 10.;
            }
            for (std::size_t lane = 1; lane + 1 < momentLanes && bone != 1; ++lane) {
                const auto bend = [&](std::size_t row) {
                    const glm::dvec3 second = columnOf(differences[bone], row, lane - 1) - 2. * columnOf(differences[bone], row, lane)
                                              + columnOf(differences[bone], row, lane + 1);
                    return glm::dot(second, second);
                };
                position = std::max(position, bend(MomentDifferences::position));
                turn = std::max(turn, bend(MomentDifferences::turn));
            }
        }
        const DifferenceSquares found = bendOf(bones, differences);
        BOOST_TEST(found.position == position, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(found.turn == turn, boost::test_tools::tolerance(1e-12));
    }
}

// Expected: the stretch by powers of the matrix, for all kinds of eigenvalues.
BOOST_AUTO_TEST_CASE(points_move_by_the_greatest_stretch)
{
    Random random(90213);
    for (int round = 0; round < 200; ++round) {
        const auto rotation = [&] { return glm::mat3_cast(glm::dquat(random.rotation())); };
        const auto size = static_cast<double>(random.real(0.1f, 3.f));
        const glm::dvec3 axis(random.direction());
        const glm::dmat3 matrices[momentLanes] = {
            glm::dmat3(0.),
            size * rotation(),                                               // three equal
            rotation() - rotation(),                                         // two equal, the third 0
            glm::outerProduct(axis, glm::dvec3(random.direction())) * size,  // two 0
            glm::dmat3(random.vector(-1.f, 1.f), random.vector(-1.f, 1.f), random.vector(-1.f, 1.f)),
            rotation() * glm::dmat3(size, 0., 0., 0., 1., 0., 0., 0., 1.),  // two equal
            1e-9 * (rotation() - rotation()),
            1e20 * rotation(),
        };
        std::vector<MomentDifferences> differences(1);
        for (std::size_t lane = 0; lane < momentLanes; ++lane) {
            setLinear(differences[0], lane, matrices[lane]);
            differences[0].numbers[MomentDifferences::position][lane] = 0.25 * static_cast<double>(lane);
        }
        std::array<double, momentLanes> distances{};
        pointsOf(differences[0], 0.5, distances);
        LargestMoments largest;
        const std::uint32_t bone = 0;
        raiseLargest(std::span(&bone, 1), differences, 0.5, largest);
        for (std::size_t lane = 0; lane < momentLanes; ++lane) {
            const double expected = 0.25 * static_cast<double>(lane) + 0.5 * stretchOf(matrices[lane]);
            BOOST_TEST(std::abs(distances[lane] - expected) <= 1e-8 * expected + 1e-30,
                       lane << ": " << distances[lane] << ", " << expected);
            BOOST_TEST(largest.point[lane] == distances[lane]);
            BOOST_TEST(largest.position[lane] == 0.0625 * static_cast<double>(lane * lane), boost::test_tools::tolerance(1e-12));
        }
    }
}

// Numbers that are too large for double never pass as small ones.
BOOST_AUTO_TEST_CASE(differences_of_infinities_are_infinite)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<PlacedMoments> placed(1);
    placed[0].reset();
    placed[0].numbers[PlacedMoments::position][5] = infinity;
    std::vector<MomentDifferences> differences(1);
    const std::uint32_t bone = 0;
    const DifferenceSquares squares = compareMoments(std::span(&bone, 1), placed, placed, differences);
    BOOST_TEST(squares.position == infinity);
    BOOST_TEST(squares.turn == 0.);
}

// Expected: GLM's slerp.
BOOST_AUTO_TEST_CASE(quarters_lie_on_arcs_and_lines)
{
    Random random(90214);
    std::vector<LocalMoments> from(5), to(5);
    std::vector<LocalMoments> parts[3] = {from, from, from};
    Poses first(5), last(5);
    for (std::size_t bone = 0; bone < from.size(); ++bone) {
        for (std::size_t lane = 0; lane < momentLanes; ++lane) {
            first[bone][lane] = {random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 2.f)};
            last[bone][lane] = {random.vector(-1.f, 1.f), lane == 0 ? first[bone][lane].rotation : random.rotation(), glm::vec3(1.f)};
            from[bone].set(lane, first[bone][lane]);
            to[bone].set(lane, last[bone][lane]);
        }
    }
    mixQuarters(from, to, {parts[0], parts[1], parts[2]});
    double off = 0.;
    for (std::size_t part = 0; part < 3; ++part) {
        const double fraction = 0.25 * static_cast<double>(part + 1);
        for (std::size_t bone = 0; bone < from.size(); ++bone) {
            for (std::size_t lane = 0; lane < momentLanes; ++lane) {
                const Transform& a = first[bone][lane];
                const Transform& b = last[bone][lane];
                const glm::dquat turn =
                    glm::slerp(glm::normalize(glm::dquat(a.rotation)), glm::normalize(glm::dquat(b.rotation)), fraction);
                const glm::dvec3 place = glm::mix(glm::dvec3(a.translation), glm::dvec3(b.translation), fraction);
                const std::array expected{place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w};
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    off = std::max(off, std::abs(parts[part][bone].numbers[i][lane] - expected[i]));
                }
                BOOST_TEST(parts[part][bone].numbers[LocalMoments::scale + 1][lane] == static_cast<double>(a.scale.y));
            }
        }
    }
    BOOST_TEST(off < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
