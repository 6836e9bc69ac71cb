// What a user's first program looks like: one bone turned by a quarter about Z carries a point of its mesh from +X to +Y.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/armature.hpp>
#ifdef CONSUMER_USES_IMPORT
#include <armature/import/load_scene.hpp>
#endif
#ifdef CONSUMER_USES_ASSIMP
#include <armature/import/read_with_assimp.hpp>
#endif

int main()
{
    armature::Skeleton skeleton("consumer");
    armature::Bone& bone = skeleton.createBone("bone");
    bone.setRotationQuaternion(glm::angleAxis(glm::half_pi<float>(), glm::vec3(0, 0, 1)));
    const glm::vec4 moved = bone.getFinalMatrix() * glm::vec4(1, 0, 0, 1);
    if (std::abs(moved.x) > 1e-6f || std::abs(moved.y - 1.f) > 1e-6f) {
        std::fprintf(stderr, "(1, 0, 0) moved to (%g, %g, %g)\n", double(moved.x), double(moved.y), double(moved.z));
        return EXIT_FAILURE;
    }
#ifdef CONSUMER_USES_IMPORT
    try {
        (void)armature::loadScene("no such file.glb");
        return EXIT_FAILURE;
    } catch (const armature::ImportError& error) {
        std::puts(error.what());
    }
#endif
#ifdef CONSUMER_USES_ASSIMP
    constexpr std::string_view square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n";
    armature::ImportOptions inProcess;
    inProcess.allowWorker = false;
    inProcess.foreignReader = armature::readWithAssimp;
    if (armature::loadScene(std::as_bytes(std::span(square)), "square.obj", inProcess)->meshInstances().size() != 1) {
        return EXIT_FAILURE;
    }
#endif
#ifdef CONSUMER_WORKER
    constexpr std::string_view triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    armature::ImportOptions options;
    options.worker = CONSUMER_WORKER;
    if (armature::loadScene(std::as_bytes(std::span(triangle)), "triangle.obj", options)->meshInstances().size() != 1) {
        return EXIT_FAILURE;
    }
#endif
    std::puts("armature " ARMATURE_VERSION_STRING " works");
    return EXIT_SUCCESS;
}
