// A user's first program: a bone turned by a quarter about Z carries a point of its mesh from +X to +Y.
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

#ifdef CONSUMER_WORKER
// The smallest Collada file with a triangle.
constexpr std::string_view collada = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
      <accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>
    </technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

// Reads Collada with the worker process that the library finds by itself, then with the one that the package names.
bool readsCollada()
{
    for (const char* const worker : {"", CONSUMER_WORKER}) {
        armature::ImportOptions options;
        options.worker = worker;
        try {
            if (armature::loadScene(std::as_bytes(std::span(collada)), "triangle.dae", options)->meshInstances().size() != 1) {
                std::fputs("triangle.dae has no mesh\n", stderr);
                return false;
            }
        } catch (const armature::ImportError& error) {
            std::fprintf(stderr, "%s\n", error.what());
            return false;
        }
    }
    return true;
}
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
    if (!readsCollada()) {
        return EXIT_FAILURE;
    }
#endif
    std::puts("armature " ARMATURE_VERSION_STRING " works");
    return EXIT_SUCCESS;
}
