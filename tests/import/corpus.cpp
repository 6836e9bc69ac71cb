#include "corpus.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

namespace fs = std::filesystem;

fs::path corpusDirectory()
{
    return sharedDirectory().value() / "corpus";
}

std::vector<fs::path> modelsIn(std::string_view folder)
{
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpusDirectory() / folder)) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && (extension == ".gltf" || extension == ".glb")) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<fs::path> validModels()
{
    std::vector<fs::path> models;
    for (const auto& entry : fs::directory_iterator(sourceDirectory() / "tests/oracle/golden/gltf")) {
        models.push_back(entry.path());
    }
    if (sharedDirectory()) {
        std::ranges::copy(modelsIn("valid"), std::back_inserter(models));
    }
    std::ranges::sort(models);
    return models;
}

std::vector<std::byte> readAll(const fs::path& file)
{
    const std::string text = contentOf(file);
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

void writeAll(const fs::path& file, std::span<const std::byte> bytes)
{
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace armature::test
