#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <armature/math/transform.hpp>

/// The poses of a skeleton at several moments at once, and how far two such poses are apart. Plain functions over memory that the caller
/// owns: no allocation, no state. All numbers are double and no operations are fused: results have the same bits for any number of lanes,
/// on any machine.
namespace armature {

inline constexpr std::size_t momentLanes = 8;

/// Rows of numbers. Each row has one number for each moment.
template <std::size_t rowCount>
struct MomentRows {
    alignas(64) double numbers[rowCount][momentLanes] = {};
};

/// The local poses of one bone. Here and below, each constant is the index of a quantity's first row.
struct LocalMoments : MomentRows<10> {
    static constexpr std::size_t translation = 0;
    static constexpr std::size_t rotation = 3;  ///< x, y, z, w
    static constexpr std::size_t scale = 7;

    /// Each sets one part of the pose at one moment.
    void setTranslation(std::size_t lane, const glm::vec3& place) noexcept { setVector(translation, lane, place); }
    void setScale(std::size_t lane, const glm::vec3& factors) noexcept { setVector(scale, lane, factors); }
    void setRotation(std::size_t lane, const glm::quat& turn) noexcept
    {
        setVector(rotation, lane, {turn.x, turn.y, turn.z});
        numbers[rotation + 3][lane] = static_cast<double>(turn.w);
    }
    /// Sets the pose at one moment.
    void set(std::size_t lane, const Transform& pose) noexcept
    {
        setTranslation(lane, pose.translation);
        setRotation(lane, pose.rotation);
        setScale(lane, pose.scale);
    }
    /// Sets the pose at all moments.
    void fill(const Transform& pose) noexcept;

private:
    void setVector(std::size_t row, std::size_t lane, const glm::vec3& vector) noexcept
    {
        numbers[row][lane] = static_cast<double>(vector.x);
        numbers[row + 1][lane] = static_cast<double>(vector.y);
        numbers[row + 2][lane] = static_cast<double>(vector.z);
    }
};

/// The placements of one bone in skeleton space.
struct PlacedMoments : MomentRows<16> {
    static constexpr std::size_t linear = 0;  ///< Column by column.
    static constexpr std::size_t position = 9;
    static constexpr std::size_t turn = 12;  ///< The combined rotations from the root to this bone: x, y, z, w.

    /// Sets all placements to the identity.
    void reset() noexcept;
};

/// The differences between two placements of a bone, and a row that is never used: vectors are loaded from the middle of a row.
struct MomentDifferences : MomentRows<16> {
    static constexpr std::size_t position = 0;
    static constexpr std::size_t linear = 3;
    static constexpr std::size_t turn = 12;  ///< The axis of the difference in rotation, scaled by the sine of half its angle.
};

/// Squares of the sizes of differences: of positions, of linear parts (sums of the squares of all nine numbers) and of turns.
struct DifferenceSquares {
    double position = 0.;
    double linear = 0.;
    double turn = 0.;
};

/// A bone to place. Parents come before their children; `parent` is the index of a placement, which for roots is the identity.
struct PlacedBone {
    std::uint32_t bone = 0;
    std::uint32_t parent = 0;
};

/// Places bones as the library's bones are placed: a rotation that is not quite of unit length stretches a little. `locals` and
/// `inOutPlaced` are indexed by bone.
void placeMoments(std::span<const PlacedBone> bones, std::span<const LocalMoments> locals, std::span<PlacedMoments> inOutPlaced) noexcept;

/// Computes the differences `approximate` minus `exact` of each bone. Returns the largest squares of any bone at any moment; infinity
/// stands for numbers that are too large for double. All spans but `bones` are indexed by bone.
DifferenceSquares compareMoments(std::span<const std::uint32_t> bones, std::span<const PlacedMoments> approximate,
                                 std::span<const PlacedMoments> exact, std::span<MomentDifferences> outDifferences) noexcept;

/// Returns the largest squares of a bone's differences at any moment.
[[nodiscard]] DifferenceSquares largestOf(const MomentDifferences& differences) noexcept;

/// Returns the largest squares of any bone's second differences: the difference before a moment, minus twice that at it, plus that
/// after it.
[[nodiscard]] DifferenceSquares bendOf(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences) noexcept;

/// Writes, for each moment, how far the difference moves a point at the distance `radius` from the bone at most: the length of the
/// difference in position plus `radius` times the greatest factor by which the linear difference lengthens a vector. Its relative error is
/// below 1e-8.
void pointsOf(const MomentDifferences& differences, double radius, std::span<double, momentLanes> outDistances) noexcept;

/// The largest differences of any bone, by moment: squares for positions and turns, distances for points (see pointsOf()).
struct LargestMoments {
    alignas(64) double position[momentLanes] = {};
    alignas(64) double point[momentLanes] = {};
    alignas(64) double turn[momentLanes] = {};
};
/// Raises `inOutLargest` to the differences of some bones. `differences` is indexed by bone.
void raiseLargest(std::span<const std::uint32_t> bones, std::span<const MomentDifferences> differences, double radius,
                  LargestMoments& inOutLargest) noexcept;

/// Computes local poses at a quarter, half and three quarters of the way between two. Translations move along a line, rotations of about
/// unit length turn the shorter way, scales stay those of `from`. All spans have the same size.
struct QuarterMoments {
    std::span<LocalMoments> first;
    std::span<LocalMoments> middle;
    std::span<LocalMoments> last;
};
void mixQuarters(std::span<const LocalMoments> from, std::span<const LocalMoments> to, const QuarterMoments& out) noexcept;

}  // namespace armature
