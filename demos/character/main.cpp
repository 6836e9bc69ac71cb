#include <cstdio>
#include <exception>

#include <armature/import/save_gltf.hpp>

#include "scene.hpp"

int main(int argumentCount, char** arguments)
{
    if (argumentCount != 2) {
        std::fputs("usage: character_generator OUT.glb\nWrites the character of the demos as a glTF 2.0 binary file.\n", stderr);
        return 2;
    }
    try {
        const character::Rig rig = character::makeRig();
        const auto scene = character::makeScene(rig, character::makeMesh(rig), character::makeClips(rig));
        const auto warnings = armature::saveGltf(
            *scene, arguments[1], {.copyright = "CC0 1.0 Universal: no rights reserved", .generator = "armature character_generator"});
        for (const std::string& warning : warnings) {
            std::fprintf(stderr, "warning: %s\n", warning.c_str());
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}
