#pragma once

#include <ostream>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

// How Boost.Test prints GLM's types when a comparison fails; found by argument-dependent lookup.
namespace glm {

template <length_t L, typename T, qualifier Q>
std::ostream& boost_test_print_type(std::ostream& stream, const vec<L, T, Q>& v)
{
    stream << '(';
    for (length_t i = 0; i < L; ++i) {
        stream << (i > 0 ? ", " : "") << v[i];
    }
    return stream << ')';
}

/// Prints x, y, z, w.
template <typename T, qualifier Q>
std::ostream& boost_test_print_type(std::ostream& stream, const qua<T, Q>& q)
{
    return stream << '(' << q.x << ", " << q.y << ", " << q.z << ", " << q.w << ')';
}

/// Prints column by column.
template <length_t C, length_t R, typename T, qualifier Q>
std::ostream& boost_test_print_type(std::ostream& stream, const mat<C, R, T, Q>& m)
{
    stream << '[';
    for (length_t i = 0; i < C; ++i) {
        boost_test_print_type(stream, m[i]);
    }
    return stream << ']';
}

}  // namespace glm
