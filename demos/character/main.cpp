#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "glb.hpp"

namespace {

void writeFile(const std::string& path, const std::vector<std::byte>& bytes)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file) {
        throw std::runtime_error(path + ": cannot be opened for writing: " + std::strerror(errno));
    }
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        throw std::runtime_error(path + ": could not be written completely");
    }
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount != 2) {
        std::fputs("usage: character_generator OUT.glb\nWrites the character of the demos as a glTF 2.0 binary file.\n", stderr);
        return 2;
    }
    try {
        const character::Rig rig = character::makeRig();
        writeFile(arguments[1], character::writeGlb(rig, character::makeMesh(rig), character::makeClips(rig)));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}
