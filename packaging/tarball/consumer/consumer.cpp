// Says what a model is, and where its last bone is after a second of its first clip.
#include <cstdio>
#include <cstdlib>

#include <armature/armature.hpp>

int main(int argumentCount, char** arguments)
try {
    const auto scene = armature::loadScene(argumentCount == 2 ? arguments[1] : "");
    scene->animationGroups().front()->play();
    scene->animate(1.);
    const armature::Bone& last = *scene->skeletons().front()->bones().back();
    std::printf("%s: %s at x = %g\n", arguments[1], last.getName().c_str(), double(last.getFinalMatrix()[3].x));
    return EXIT_SUCCESS;
} catch (const armature::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
