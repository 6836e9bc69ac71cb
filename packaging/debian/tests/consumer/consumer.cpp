// Plays the first clip of a model for half a second, which must move a bone; then reads a format that needs the import worker.
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include <armature/armature.hpp>

int main(int argumentCount, char** arguments)
try {
    if (argumentCount != 2) {
        std::fputs("usage: consumer MODEL\n", stderr);
        return EXIT_FAILURE;
    }
    const auto scene = armature::loadScene(arguments[1]);
    armature::Skeleton& skeleton = *scene->skeletons().front();
    const auto before = skeleton.bones().back()->getFinalMatrix();
    scene->animationGroups().front()->play();
    for (int frame = 0; frame < 30; ++frame) {
        scene->animate(1. / 60.);
    }
    if (skeleton.bones().back()->getFinalMatrix() == before) {
        std::fputs("the clip moves nothing\n", stderr);
        return EXIT_FAILURE;
    }

    constexpr std::string_view triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto foreign = armature::loadScene(std::as_bytes(std::span(triangle)), "triangle.obj");
    std::printf("armature %s: %zu bones, %zu clips; %zu mesh by the worker\n", ARMATURE_VERSION_STRING, skeleton.bones().size(),
                scene->animationGroups().size(), foreign->meshInstances().size());
    return foreign->meshInstances().size() == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const armature::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
