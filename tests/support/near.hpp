#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <support/print.hpp>

namespace armature::test {

/// A rotation by an angle in radians about an axis of any length.
[[nodiscard]] inline glm::quat turned(const glm::vec3& axis, float angle)
{
    return glm::angleAxis(angle, glm::normalize(axis));
}

/// Whether two sequences of numbers agree: the largest difference is at most `tolerance` times the largest expected magnitude (at least 1).
/// A NaN agrees with nothing. The message names the worst element, both values and the error.
[[nodiscard]] inline boost::test_tools::assertion_result nearNumbers(std::span<const double> actual, std::span<const double> expected,
                                                                     double tolerance)
{
    boost::test_tools::assertion_result result(actual.size() == expected.size());
    if (!result) {
        result.message() << actual.size() << " numbers instead of " << expected.size();
        return result;
    }
    double magnitude = 1;
    double worst = 0;
    std::size_t worstIndex = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        magnitude = std::max(magnitude, std::abs(expected[i]));
        const double difference = std::abs(actual[i] - expected[i]);
        if (!(difference <= worst)) {
            worst = difference;
            worstIndex = i;
        }
        if (std::isnan(difference)) {
            break;
        }
    }
    if (!(worst <= tolerance * magnitude)) {
        result = false;
        result.message() << "element " << worstIndex << " is " << actual[worstIndex] << " instead of " << expected[worstIndex]
                         << ": relative error " << worst / magnitude << ", limit " << tolerance;
    }
    return result;
}

/// Applies nearNumbers() to consecutive 4x4 matrices: to each on its own, and to its first three columns apart from its translation, so
/// that no large number elsewhere hides an error.
[[nodiscard]] inline boost::test_tools::assertion_result nearMatrices(std::span<const double> actual, std::span<const double> expected,
                                                                      double tolerance)
{
    boost::test_tools::assertion_result result(actual.size() == expected.size() && actual.size() % 16 == 0);
    if (!result) {
        result.message() << actual.size() << " numbers instead of " << expected.size();
    }
    for (std::size_t first = 0; result && first < actual.size(); first += 16) {
        for (const auto& [begin, count] : {std::pair{0u, 12u}, std::pair{12u, 4u}}) {
            const auto part = nearNumbers(actual.subspan(first + begin, count), expected.subspan(first + begin, count), tolerance);
            if (!part) {
                result = false;
                result.message() << "matrix " << first / 16 << (begin == 0 ? ", axes: " : ", translation: ") << part.message();
                break;
            }
        }
    }
    return result;
}

/// Whether two GLM matrices or vectors of the same shape agree, in any precision: vectors by nearNumbers(), matrices of the scene (mat4,
/// and mat3x4 as an Affine) by nearMatrices(), axes apart from translation.
template <typename Actual, typename Expected>
[[nodiscard]] boost::test_tools::assertion_result near(const Actual& actual, const Expected& expected, double tolerance)
{
    constexpr auto count = sizeof(Actual) / sizeof(typename Actual::value_type);
    static_assert(count == sizeof(Expected) / sizeof(typename Expected::value_type), "two things of one shape");
    if constexpr (count == 12) {  // three rows: turned back into columns
        using Matrix = glm::mat<4, 4, double>;
        return near(Matrix(glm::transpose(glm::mat<3, 4, double>(actual))), Matrix(glm::transpose(glm::mat<3, 4, double>(expected))),
                    tolerance);
    } else {
        double a[count];
        double b[count];
        std::copy_n(glm::value_ptr(actual), count, a);
        std::copy_n(glm::value_ptr(expected), count, b);
        return count == 16 ? nearMatrices(a, b, tolerance) : nearNumbers(a, b, tolerance);
    }
}

/// Whether two quaternions agree as rotations: q and -q are the same.
template <typename A, typename B>
[[nodiscard]] boost::test_tools::assertion_result nearRotation(const glm::qua<A>& actual, const glm::qua<B>& expected, double tolerance)
{
    const glm::dvec4 a(actual.x, actual.y, actual.z, actual.w);
    const glm::dvec4 b(expected.x, expected.y, expected.z, expected.w);
    return near(glm::dot(a, b) < 0 ? -a : a, b, tolerance);
}

/// The one of a rotation's two quaternions that is nearer to `reference`.
[[nodiscard]] inline glm::dquat alignedTo(const glm::dquat& reference, const glm::dquat& rotation)
{
    return glm::dot(reference, rotation) < 0. ? -rotation : rotation;
}

/// The angle between two rotations, in [0, pi], exact for small angles too. The quaternions need not have unit length.
template <typename A, typename B>
[[nodiscard]] double angleBetweenRotations(const glm::qua<A>& from, const glm::qua<B>& to)
{
    const glm::dquat turn = glm::conjugate(glm::normalize(glm::dquat(from))) * glm::normalize(glm::dquat(to));
    return 2. * std::atan2(glm::length(glm::dvec3(turn.x, turn.y, turn.z)), std::abs(turn.w));
}

/// Whether a text contains `part`.
[[nodiscard]] inline bool says(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Predicate for BOOST_CHECK_EXCEPTION: the message contains `part`.
[[nodiscard]] inline auto says(std::string_view part)
{
    return [part](const std::exception& exception) {
        const bool found = says(exception.what(), part);
        BOOST_TEST(found, "\"" << exception.what() << "\" does not say \"" << part << "\"");
        return found;
    };
}

}  // namespace armature::test
