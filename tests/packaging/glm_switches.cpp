// The library is compiled without GLM_FORCE_* switches. Its results must be the same for an application that is compiled with some.
#include <cmath>
#include <cstdio>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>

namespace {

int failures = 0;

void check(const char* what, double actual, double expected)
{
    if (!(std::abs(actual - expected) <= 1e-5)) {
        std::fprintf(stderr, "%s: %g instead of %g\n", what, actual, expected);
        ++failures;
    }
}

}  // namespace

int main()
{
    // 2 atan(0.5) about (2, 1, 2) / 3, as quaternion (2, 1, 2) / 3 * sin, cos: by hand, with sin = 1 / sqrt(5), cos = 2 / sqrt(5).
    const float sine = 1.f / std::sqrt(5.f);
    glm::quat rotation;
    rotation.x = 2.f / 3.f * sine;
    rotation.y = 1.f / 3.f * sine;
    rotation.z = 2.f / 3.f * sine;
    rotation.w = 2.f * sine;
    armature::Skeleton skeleton("switches");
    armature::Bone& bone = skeleton.createBone("bone");
    bone.setTransform({glm::vec3(1.f, 2.f, 3.f), rotation, glm::vec3(1.f, 2.f, 1.f)});
    const armature::Transform transform = bone.getTransform();
    check("x", transform.rotation.x, rotation.x);
    check("y", transform.rotation.y, rotation.y);
    check("z", transform.rotation.z, rotation.z);
    check("w", transform.rotation.w, rotation.w);
    check("translation", transform.translation.z, 3.);
    check("scale", transform.scale.y, 2.);

    // A rotation leaves its axis (2, 1, 2) in place. The scale of 2 along y makes this point from (2, 0.5, 2).
    const glm::mat4 matrix = bone.getAbsoluteMatrix();
    for (int row = 0; row < 3; ++row) {
        const float expected[] = {2.f + 1.f, 1.f + 2.f, 2.f + 3.f};
        check("matrix", matrix[0][row] * 2.f + matrix[1][row] * 0.5f + matrix[2][row] * 2.f + matrix[3][row], expected[row]);
    }
    check("palette", skeleton.getFinalMatrices()[0][2][3], 3.);

    // OpenGL's convention, right-handed with depth from -1 to 1, whatever convention the switches select for the application.
    const armature::Camera camera = armature::perspectiveCamera(glm::vec3(0.f, 0.f, 5.f), glm::vec3(0.f), 1.f, 1.f, 9.f);
    check("depth direction", camera.view[2][2], 1.);
    check("near plane", camera.projection[2][2], -10. / 8.);
    if (failures == 0) {
        std::puts("as it should");
    }
    return failures == 0 ? 0 : 1;
}
