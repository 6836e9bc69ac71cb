// A program that loads a model and counts its bones.
#include <cstdio>
#include <cstdlib>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

int main(int argumentCount, char** arguments)
try {
    const auto scene = armature::loadScene(argumentCount > 1 ? arguments[1] : "character.glb");
    std::printf("%zu bones\n", scene->skeletons().front()->bones().size());
    return EXIT_SUCCESS;
} catch (const armature::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
