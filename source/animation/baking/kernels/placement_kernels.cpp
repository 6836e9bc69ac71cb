#include "animation/baking/kernels/placement_kernels.hpp"

#include <algorithm>
#include <limits>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/baking/kernels/placement_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using MomentTag = hn::CappedTag<double, momentLanes>;
using Moments = hn::Vec<MomentTag>;

template <std::size_t count>
HWY_INLINE void loadMoments(const double (*rows)[momentLanes], std::size_t lane, Moments (&out)[count])
{
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = hn::LoadU(MomentTag(), rows[i] + lane);
    }
}

template <std::size_t count>
HWY_INLINE void storeMoments(const Moments (&numbers)[count], double (*rows)[momentLanes], std::size_t lane)
{
    for (std::size_t i = 0; i < count; ++i) {
        hn::StoreU(numbers[i], MomentTag(), rows[i] + lane);
    }
}

HWY_INLINE Moments dotOf(const Moments* a, const Moments* b, std::size_t count)
{
    Moments sum = hn::Mul(a[0], b[0]);
    for (std::size_t i = 1; i < count; ++i) {
        sum = hn::Add(sum, hn::Mul(a[i], b[i]));
    }
    return sum;
}

// Computes a vector's image under the linear map whose columns are given one after the other.
HWY_INLINE void mapBy(const Moments (&columns)[9], const Moments* vector, Moments* out)
{
    for (std::size_t row = 0; row < 3; ++row) {
        out[row] =
            hn::Add(hn::Add(hn::Mul(columns[row], vector[0]), hn::Mul(columns[3 + row], vector[1])), hn::Mul(columns[6 + row], vector[2]));
    }
}

HWY_INLINE void multiplyTurns(const Moments (&p)[4], const Moments (&q)[4], Moments (&out)[4])
{
    const auto term = [](Moments a, Moments b) HWY_ATTR { return hn::Mul(a, b); };
    out[0] = hn::Sub(hn::Add(hn::Add(term(p[3], q[0]), term(p[0], q[3])), term(p[1], q[2])), term(p[2], q[1]));
    out[1] = hn::Sub(hn::Add(hn::Add(term(p[3], q[1]), term(p[1], q[3])), term(p[2], q[0])), term(p[0], q[2]));
    out[2] = hn::Sub(hn::Add(hn::Add(term(p[3], q[2]), term(p[2], q[3])), term(p[0], q[1])), term(p[1], q[0]));
    out[3] = hn::Sub(hn::Sub(hn::Sub(term(p[3], q[3]), term(p[0], q[0])), term(p[1], q[1])), term(p[2], q[2]));
}

// Returns one over the square roots of squared lengths. Most lengths are so close to 1 that a series is as accurate as root and division.
HWY_INLINE Moments inverseRoot(Moments square)
{
    const MomentTag d;
    const auto one = hn::Set(d, 1.);
    const auto excess = hn::Sub(square, one);
    if (hn::AllTrue(d, hn::Lt(hn::Abs(excess), hn::Set(d, 1e-5)))) {
        return hn::Add(one, hn::Mul(excess, hn::Sub(hn::Mul(excess, hn::Set(d, 0.375)), hn::Set(d, 0.5))));
    }
    return hn::Div(one, hn::Sqrt(square));
}

// Computes the columns of a rotation's matrix, each times its scale.
HWY_INLINE void linearOf(const Moments (&q)[4], const Moments (&scale)[3], Moments (&out)[9])
{
    const MomentTag d;
    const auto twice = [](Moments a) HWY_ATTR { return hn::Add(a, a); };
    const auto one = hn::Set(d, 1.);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        const auto side = hn::Mul(q[i], q[j]);
        const auto otherSide = hn::Mul(q[i], q[k]);
        const auto onDiagonal = hn::Sub(one, twice(hn::Add(hn::Mul(q[j], q[j]), hn::Mul(q[k], q[k]))));
        out[3 * i + i] = hn::Mul(onDiagonal, scale[i]);
        out[3 * i + j] = hn::Mul(twice(hn::Add(side, hn::Mul(q[3], q[k]))), scale[i]);
        out[3 * i + k] = hn::Mul(twice(hn::Sub(otherSide, hn::Mul(q[3], q[j]))), scale[i]);
    }
}

HWY_INLINE void placeLanes(const LocalMoments& local, const PlacedMoments& parent, std::size_t lane, PlacedMoments& out)
{
    const MomentTag d;
    Moments translation[3], rotation[4], scale[3], above[9], origin[3], turnAbove[4];
    loadMoments(local.numbers + LocalMoments::translation, lane, translation);
    loadMoments(local.numbers + LocalMoments::rotation, lane, rotation);
    loadMoments(local.numbers + LocalMoments::scale, lane, scale);
    loadMoments(parent.numbers + PlacedMoments::linear, lane, above);
    loadMoments(parent.numbers + PlacedMoments::position, lane, origin);
    loadMoments(parent.numbers + PlacedMoments::turn, lane, turnAbove);

    Moments columns[9], linear[9], position[3];
    linearOf(rotation, scale, columns);
    for (std::size_t column = 0; column < 9; column += 3) {
        mapBy(above, columns + column, linear + column);
    }
    mapBy(above, translation, position);
    for (std::size_t i = 0; i < 3; ++i) {
        position[i] = hn::Add(position[i], origin[i]);
    }
    const auto square = dotOf(rotation, rotation, 4);
    const auto isTurn = hn::Gt(square, hn::Zero(d));
    const auto perLength = inverseRoot(square);
    Moments turn[4];
    for (Moments& number : rotation) {
        number = hn::Mul(number, perLength);
    }
    multiplyTurns(turnAbove, rotation, turn);
    for (std::size_t i = 0; i < 4; ++i) {
        turn[i] = hn::IfThenElse(isTurn, turn[i], turnAbove[i]);
    }
    storeMoments(linear, out.numbers + PlacedMoments::linear, lane);
    storeMoments(position, out.numbers + PlacedMoments::position, lane);
    storeMoments(turn, out.numbers + PlacedMoments::turn, lane);
}

void placeMoments(std::span<const PlacedBone> bones, std::span<const LocalMoments> locals, std::span<PlacedMoments> inOutPlaced)
{
    for (const PlacedBone& bone : bones) {
        for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(MomentTag())) {
            placeLanes(locals[bone.bone], inOutPlaced[bone.parent], lane, inOutPlaced[bone.bone]);
        }
    }
}

// Squares in the lanes of a vector; infinity instead of NaN, which results from numbers too large for double.
struct SquareLanes {
    Moments position;
    Moments linear;
    Moments turn;

    HWY_INLINE void raise(const SquareLanes& other)
    {
        const auto greater = [](Moments a, Moments b) HWY_ATTR {
            const auto infinity = hn::Set(MomentTag(), std::numeric_limits<double>::infinity());
            return hn::Max(a, hn::IfThenElse(hn::Eq(b, b), b, infinity));
        };
        position = greater(position, other.position);
        linear = greater(linear, other.linear);
        turn = greater(turn, other.turn);
    }

    [[nodiscard]] HWY_INLINE DifferenceSquares largest() const
    {
        const auto most = [](Moments a) HWY_ATTR { return hn::GetLane(hn::MaxOfLanes(MomentTag(), a)); };
        return {most(position), most(linear), most(turn)};
    }
};

HWY_INLINE SquareLanes zeroSquares()
{
    return {hn::Zero(MomentTag()), hn::Zero(MomentTag()), hn::Zero(MomentTag())};
}

HWY_INLINE SquareLanes squaresOf(const Moments* position, const Moments* linear, const Moments* turn)
{
    return {dotOf(position, position, 3), dotOf(linear, linear, 9), dotOf(turn, turn, 3)};
}

HWY_INLINE SquareLanes compareLanes(const PlacedMoments& approximate, const PlacedMoments& exact, std::size_t lane, MomentDifferences& out)
{
    const MomentTag d;
    Moments a[12], b[12];
    loadMoments(approximate.numbers, lane, a);
    loadMoments(exact.numbers, lane, b);
    for (std::size_t i = 0; i < 12; ++i) {
        a[i] = hn::Sub(a[i], b[i]);
    }
    const Moments* const position = a + PlacedMoments::position;
    Moments p[4], q[4];
    loadMoments(approximate.numbers + PlacedMoments::turn, lane, p);
    loadMoments(exact.numbers + PlacedMoments::turn, lane, q);
    const auto isOpposite = hn::Lt(dotOf(p, q, 4), hn::Zero(d));
    Moments axis[3];
    for (std::size_t i = 0; i < 3; ++i) {  // the axis of conjugate(q) * p
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        const auto number = hn::Sub(hn::Sub(hn::Mul(q[3], p[i]), hn::Mul(q[i], p[3])), hn::Sub(hn::Mul(q[j], p[k]), hn::Mul(q[k], p[j])));
        axis[i] = hn::IfThenElse(isOpposite, hn::Neg(number), number);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        hn::StoreU(position[i], d, out.numbers[MomentDifferences::position + i] + lane);
        hn::StoreU(axis[i], d, out.numbers[MomentDifferences::turn + i] + lane);
    }
    for (std::size_t i = 0; i < 9; ++i) {
        hn::StoreU(a[i], d, out.numbers[MomentDifferences::linear + i] + lane);
    }
    return squaresOf(position, a, axis);
}

DifferenceSquares compareMoments(std::span<const std::uint32_t> bones, std::span<const PlacedMoments> approximate,
                                 std::span<const PlacedMoments> exact, std::span<MomentDifferences> outDifferences)
{
    SquareLanes largest = zeroSquares();
    for (const std::uint32_t bone : bones) {
        for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(MomentTag())) {
            largest.raise(compareLanes(approximate[bone], exact[bone], lane, outDifferences[bone]));
        }
    }
    return largest.largest();
}

DifferenceSquares largestOf(const MomentDifferences& differences)
{
    SquareLanes largest = zeroSquares();
    for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(MomentTag())) {
        Moments position[3], linear[9], turn[3];
        loadMoments(differences.numbers + MomentDifferences::position, lane, position);
        loadMoments(differences.numbers + MomentDifferences::linear, lane, linear);
        loadMoments(differences.numbers + MomentDifferences::turn, lane, turn);
        largest.raise(squaresOf(position, linear, turn));
    }
    return largest.largest();
}

HWY_INLINE void raiseByBends(const MomentDifferences& differences, SquareLanes& inOutLargest)
{
    const MomentTag d;
    for (std::size_t lane = 1; lane + 1 < momentLanes; lane += hn::Lanes(d)) {
        const auto isInside = hn::FirstN(d, momentLanes - 1 - lane);
        const auto square = [&](std::size_t first, std::size_t count) HWY_ATTR {
            auto sum = hn::Zero(d);
            for (std::size_t row = first; row < first + count; ++row) {
                const double* const here = differences.numbers[row] + lane;
                const auto middle = hn::LoadU(d, here);
                const auto bend = hn::Add(hn::Sub(hn::LoadU(d, here - 1), hn::Add(middle, middle)), hn::LoadU(d, here + 1));
                sum = hn::Add(sum, hn::Mul(bend, bend));
            }
            return hn::IfThenElseZero(isInside, sum);
        };
        inOutLargest.raise(
            {square(MomentDifferences::position, 3), square(MomentDifferences::linear, 9), square(MomentDifferences::turn, 3)});
    }
}

DifferenceSquares bendOf(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences)
{
    SquareLanes largest = zeroSquares();
    for (const std::uint32_t bone : bones) {
        raiseByBends(differences[bone], largest);
    }
    return largest.largest();
}

// Returns cos(acos(c) / 3), where 2 s^2 - 1 = c and s >= 0: an interpolation at the roots of a Chebyshev polynomial, exact to 1e-10.
HWY_INLINE Moments thirdCosine(Moments s)
{
    static constexpr double factors[] = {0.7660444431277557,      0.2474090669645627,     -0.015509189063313718,   0.002466340114477078,
                                         -0.0005041174609468069,  0.00011649547549641426, -2.8950265819394083e-05, 7.385110199487066e-06,
                                         -1.9789996283936517e-06, 7.122739660303523e-07,  -2.073288527526529e-07};
    const MomentTag d;
    const auto x = hn::Sub(hn::Add(s, s), hn::Set(d, 1.));
    auto sum = hn::Set(d, factors[10]);
    for (std::size_t i = 10; i-- > 0;) {
        sum = hn::Add(hn::Mul(sum, x), hn::Set(d, factors[i]));
    }
    return sum;
}

// Returns the greatest factor by which a matrix lengthens a vector: the square root of the greatest eigenvalue of transpose(m) * m. The
// formula for this eigenvalue is that of O. Smith, "Eigenvalues of a symmetric 3x3 matrix", 1961.
HWY_INLINE Moments greatestStretch(const Moments (&m)[9])
{
    const MomentTag d;
    Moments diagonal[3], side[3];
    for (std::size_t i = 0; i < 3; ++i) {
        diagonal[i] = dotOf(m + 3 * i, m + 3 * i, 3);
        side[i] = dotOf(m + 3 * ((i + 1) % 3), m + 3 * ((i + 2) % 3), 3);
    }
    const auto mean = hn::Div(hn::Add(hn::Add(diagonal[0], diagonal[1]), diagonal[2]), hn::Set(d, 3.));
    for (Moments& number : diagonal) {
        number = hn::Sub(number, mean);
    }
    const auto sides = dotOf(side, side, 3);
    const auto spread = hn::Sqrt(hn::Div(hn::Add(dotOf(diagonal, diagonal, 3), hn::Add(sides, sides)), hn::Set(d, 6.)));
    const auto perSpread = hn::Div(hn::Set(d, 1.), spread);
    for (std::size_t i = 0; i < 3; ++i) {
        diagonal[i] = hn::Mul(diagonal[i], perSpread);
        side[i] = hn::Mul(side[i], perSpread);
    }
    const auto mixed = hn::Mul(hn::Mul(side[0], side[1]), side[2]);
    auto determinant = hn::Add(hn::Mul(hn::Mul(diagonal[0], diagonal[1]), diagonal[2]), hn::Add(mixed, mixed));
    for (std::size_t i = 0; i < 3; ++i) {
        determinant = hn::Sub(determinant, hn::Mul(diagonal[i], hn::Mul(side[i], side[i])));
    }
    const auto quarter = hn::Mul(hn::Set(d, 0.25), determinant);
    const auto s = hn::Sqrt(hn::Min(hn::Max(hn::Add(hn::Set(d, 0.5), quarter), hn::Zero(d)), hn::Set(d, 1.)));
    const auto greatest = hn::Add(mean, hn::Mul(hn::Add(spread, spread), thirdCosine(s)));
    const auto isSpread = hn::Gt(spread, hn::Mul(mean, hn::Set(d, 1e-14)));
    return hn::Sqrt(hn::IfThenElse(isSpread, greatest, mean));
}

void pointsOf(const MomentDifferences& differences, double radius, std::span<double, momentLanes> outDistances)
{
    const MomentTag d;
    for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(d)) {
        Moments position[3], linear[9];
        loadMoments(differences.numbers + MomentDifferences::position, lane, position);
        loadMoments(differences.numbers + MomentDifferences::linear, lane, linear);
        const auto length = hn::Sqrt(dotOf(position, position, 3));
        hn::StoreU(hn::Add(length, hn::Mul(hn::Set(d, radius), greatestStretch(linear))), d, &outDistances[lane]);
    }
}

void raiseLargest(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences, double radius,
                  LargestMoments& inOutLargest)
{
    const MomentTag d;
    for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(d)) {
        auto positions = hn::LoadU(d, inOutLargest.position + lane);
        auto points = hn::LoadU(d, inOutLargest.point + lane);
        auto turns = hn::LoadU(d, inOutLargest.turn + lane);
        for (const std::uint32_t bone : bones) {
            const double(*const rows)[momentLanes] = differences[bone].numbers;
            Moments position[3], linear[9], turn[3];
            loadMoments(rows + MomentDifferences::position, lane, position);
            loadMoments(rows + MomentDifferences::linear, lane, linear);
            loadMoments(rows + MomentDifferences::turn, lane, turn);
            const auto square = dotOf(position, position, 3);
            positions = hn::Max(positions, square);
            turns = hn::Max(turns, dotOf(turn, turn, 3));
            const auto length = hn::Sqrt(square);
            const auto pointAt = [&](Moments stretch) HWY_ATTR { return hn::Add(length, hn::Mul(hn::Set(d, radius), stretch)); };
            if (!hn::AllFalse(d, hn::Gt(pointAt(hn::Sqrt(dotOf(linear, linear, 9))), points))) {  // at least the greatest stretch
                points = hn::Max(points, pointAt(greatestStretch(linear)));
            }
        }
        hn::StoreU(positions, d, inOutLargest.position + lane);
        hn::StoreU(points, d, inOutLargest.point + lane);
        hn::StoreU(turns, d, inOutLargest.turn + lane);
    }
}

HWY_INLINE void makeUnit(Moments (&turn)[4])
{
    const MomentTag d;
    const auto perLength = hn::Div(hn::Set(d, 1.), hn::Sqrt(dotOf(turn, turn, 4)));
    for (Moments& number : turn) {
        number = hn::Mul(number, perLength);
    }
}

// Computes the turn half way between two unit turns that are at most a quarter turn of the sphere apart.
HWY_INLINE void middleOf(const Moments (&a)[4], const Moments (&b)[4], Moments (&out)[4])
{
    for (std::size_t i = 0; i < 4; ++i) {
        out[i] = hn::Add(a[i], b[i]);
    }
    makeUnit(out);
}

HWY_INLINE void mixLanes(const LocalMoments& from, const LocalMoments& to, std::size_t lane, LocalMoments* const (&out)[3])
{
    const MomentTag d;
    Moments a[10], b[7], first[4], last[4], turns[3][4];
    loadMoments(from.numbers, lane, a);
    loadMoments(to.numbers, lane, b);
    loadMoments(from.numbers + LocalMoments::rotation, lane, first);
    loadMoments(to.numbers + LocalMoments::rotation, lane, last);
    const auto isOpposite = hn::Lt(dotOf(first, last, 4), hn::Zero(d));
    for (Moments& number : last) {
        number = hn::IfThenElse(isOpposite, hn::Neg(number), number);
    }
    makeUnit(first);
    makeUnit(last);
    middleOf(first, last, turns[1]);
    middleOf(first, turns[1], turns[0]);
    middleOf(turns[1], last, turns[2]);
    for (std::size_t part = 0; part < 3; ++part) {
        const auto fraction = hn::Set(d, 0.25 * static_cast<double>(part + 1));
        for (std::size_t i = 0; i < 3; ++i) {
            const auto mixed = hn::Add(a[i], hn::Mul(hn::Sub(b[i], a[i]), fraction));
            hn::StoreU(mixed, d, out[part]->numbers[LocalMoments::translation + i] + lane);
            hn::StoreU(a[LocalMoments::scale + i], d, out[part]->numbers[LocalMoments::scale + i] + lane);
        }
        storeMoments(turns[part], out[part]->numbers + LocalMoments::rotation, lane);
    }
}

void mixQuarters(std::span<const LocalMoments> from, std::span<const LocalMoments> to, const QuarterMoments& out)
{
    for (std::size_t bone = 0; bone < from.size(); ++bone) {
        for (std::size_t lane = 0; lane < momentLanes; lane += hn::Lanes(MomentTag())) {
            mixLanes(from[bone], to[bone], lane, {&out.first[bone], &out.middle[bone], &out.last[bone]});
        }
    }
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(placeMoments);
HWY_EXPORT(compareMoments);
HWY_EXPORT(largestOf);
HWY_EXPORT(bendOf);
HWY_EXPORT(pointsOf);
HWY_EXPORT(raiseLargest);
HWY_EXPORT(mixQuarters);

void placeMoments(std::span<const PlacedBone> bones, std::span<const LocalMoments> locals, std::span<PlacedMoments> inOutPlaced) noexcept
{
    ARMATURE_DISPATCH(placeMoments)(bones, locals, inOutPlaced);
}

DifferenceSquares compareMoments(std::span<const std::uint32_t> bones, std::span<const PlacedMoments> approximate,
                                 std::span<const PlacedMoments> exact, std::span<MomentDifferences> outDifferences) noexcept
{
    return ARMATURE_DISPATCH(compareMoments)(bones, approximate, exact, outDifferences);
}

DifferenceSquares largestOf(const MomentDifferences& differences) noexcept
{
    return ARMATURE_DISPATCH(largestOf)(differences);
}

DifferenceSquares bendOf(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences) noexcept
{
    return ARMATURE_DISPATCH(bendOf)(bones, differences);
}

void pointsOf(const MomentDifferences& differences, double radius, std::span<double, momentLanes> outDistances) noexcept
{
    ARMATURE_DISPATCH(pointsOf)(differences, radius, outDistances);
}

void raiseLargest(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences, double radius,
                  LargestMoments& inOutLargest) noexcept
{
    ARMATURE_DISPATCH(raiseLargest)(bones, differences, radius, inOutLargest);
}

void mixQuarters(std::span<const LocalMoments> from, std::span<const LocalMoments> to, const QuarterMoments& out) noexcept
{
    ARMATURE_DISPATCH(mixQuarters)(from, to, out);
}

void LocalMoments::fill(const Transform& pose) noexcept
{
    for (std::size_t lane = 0; lane < momentLanes; ++lane) {
        set(lane, pose);
    }
}

void PlacedMoments::reset() noexcept
{
    *this = {};
    for (const std::size_t row : {std::size_t{0}, std::size_t{4}, std::size_t{8}, turn + 3}) {
        std::ranges::fill(numbers[row], 1.);
    }
}

}  // namespace armature
#endif
