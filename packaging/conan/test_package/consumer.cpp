// A bone turned by a quarter about Z carries +X to +Y. With the importer, a file that is none is refused.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include <glm/gtc/constants.hpp>

#include <armature/armature.hpp>

int main()
{
    armature::Skeleton skeleton("consumer");
    armature::Bone& bone = skeleton.createBone("bone");
    bone.setRotation({0.f, 0.f, glm::half_pi<float>()});
    const glm::vec4 moved = bone.getFinalMatrix() * glm::vec4(1, 0, 0, 1);
    if (std::abs(moved.x) > 1e-6f || std::abs(moved.y - 1.f) > 1e-6f) {
        std::fprintf(stderr, "(1, 0, 0) moved to (%g, %g, %g)\n", double(moved.x), double(moved.y), double(moved.z));
        return EXIT_FAILURE;
    }
#ifdef HAS_IMPORT
    try {
        constexpr std::string_view nonsense = "nonsense";
        (void)armature::loadScene(std::as_bytes(std::span(nonsense)), "nonsense.glb");
        return EXIT_FAILURE;
    } catch (const armature::ImportError& error) {
        std::puts(error.what());
    }
#endif
    std::puts("armature " ARMATURE_VERSION_STRING " works");
    return EXIT_SUCCESS;
}
