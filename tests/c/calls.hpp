#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/c/armature.h>

/// What tests of the C API share.
namespace armature::test::capi {

/// Requires that a call succeeded.
inline void ok(armature_result result)
{
    BOOST_TEST_REQUIRE(result == ARMATURE_OK, armature_result_name(result) << ": " << armature_last_error());
}

/// Checks that a call failed with a result, and that its message contains a text.
inline void fails(armature_result result, armature_result expected, std::string_view text)
{
    BOOST_TEST(result == expected, armature_result_name(result)
                                       << " in place of " << armature_result_name(expected) << ": " << armature_last_error());
    BOOST_TEST(std::string_view(armature_last_error()).find(text) != std::string_view::npos, armature_last_error() << ": without " << text);
}

/// A context for one test.
class Context {
public:
    Context() { ok(armature_context_create(&context_)); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { armature_context_destroy(context_); }

    // NOLINTNEXTLINE(google-explicit-constructor): stands for its handle
    operator armature_context*() const noexcept { return context_; }

private:
    armature_context* context_ = nullptr;
};

/// Returns a matrix that a function of the C API writes for a handle.
template <class Handle>
[[nodiscard]] glm::mat4 matrixOf(armature_result (*read)(const Handle*, float*), const Handle* handle)
{
    float numbers[16];
    ok(read(handle, numbers));
    glm::mat4 matrix;
    for (glm::length_t column = 0; column < 4; ++column) {
        for (glm::length_t row = 0; row < 4; ++row) {
            matrix[column][row] = numbers[4 * column + row];
        }
    }
    return matrix;
}

/// Returns the 16 numbers of a matrix, column by column.
struct MatrixFloats {
    float numbers[16];

    explicit MatrixFloats(const glm::mat4& matrix)
    {
        for (glm::length_t column = 0; column < 4; ++column) {
            for (glm::length_t row = 0; row < 4; ++row) {
                numbers[4 * column + row] = matrix[column][row];
            }
        }
    }
};

[[nodiscard]] inline armature_skeleton* createSkeleton(armature_context* context)
{
    armature_skeleton* skeleton = nullptr;
    ok(armature_skeleton_create(context, "skeleton", &skeleton));
    return skeleton;
}

/// Adds a bone at a position relative to its parent's; null: a root.
[[nodiscard]] inline armature_bone* addBone(armature_skeleton* skeleton, const char* name, armature_bone* parent, const glm::vec3& position)
{
    armature_bone_options options;
    ok(armature_bone_options_default(&options, sizeof options));
    options.parent = parent;
    options.has_bind = true;
    for (glm::length_t i = 0; i < 3; ++i) {
        options.bind[12 + i] = position[i];
    }
    armature_bone* bone = nullptr;
    ok(armature_skeleton_create_bone(skeleton, name, &options, &bone));
    return bone;
}

}  // namespace armature::test::capi
