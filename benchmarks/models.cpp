#include "models.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace armature::bench {

Model readModel(std::string name, const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream) {
        throw std::runtime_error(file.string() + ": cannot be read");
    }
    Model model{std::move(name), std::vector<std::byte>(static_cast<std::size_t>(stream.tellg()))};
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(model.bytes.data()), static_cast<std::streamsize>(model.bytes.size()));
    return model;
}

namespace {

std::vector<Model> readForeignModels()
{
    std::vector<Model> models;
    if (const char* const shared = std::getenv("ARMATURE_SHARED")) {
        const std::filesystem::path corpus = std::filesystem::path(shared) / "corpus" / "valid";
        models.push_back(readModel("fox", corpus / "bevy" / "Fox.glb"));
        models.push_back(readModel("greenman", corpus / "raylib" / "greenman.glb"));
    }
    return models;
}

}  // namespace

const Model& character()
{
    static const Model model = readModel("character", ARMATURE_BENCH_CHARACTER);
    return model;
}

const std::vector<Model>& foreignModels()
{
    static const std::vector<Model> models = readForeignModels();
    return models;
}

}  // namespace armature::bench
