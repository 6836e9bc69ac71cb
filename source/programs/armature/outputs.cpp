#include "outputs.hpp"

#include <cstdint>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"

namespace armature::tools {

namespace {

namespace fs = std::filesystem;

bool areSamePlaces(const fs::path& one, const fs::path& other)
{
    std::error_code error;
    if (fs::equivalent(one, other, error)) {
        return true;
    }
    const fs::path place = fs::weakly_canonical(fs::absolute(one, error), error);  // neither path needs to exist
    return !error && place == fs::weakly_canonical(fs::absolute(other, error), error) && !error;
}

std::string sizeInWords(std::uintmax_t bytes)
{
    const auto size = static_cast<double>(bytes);
    return size < 1000. ? fmt::format("{} bytes", bytes)
           : size < 1e6 ? fmt::format("{:.3g} kB", 1e-3 * size)
           : size < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * size)
                        : fmt::format("{:.3g} GB", 1e-9 * size);
}

std::vector<fs::path> withData(const std::vector<fs::path>& outputs)
{
    std::vector<fs::path> files;
    for (const fs::path& output : outputs) {
        files.push_back(output);
        if (output.extension() == ".gltf") {
            files.push_back(fs::path(output).replace_extension(".bin"));
        }
    }
    return files;
}

}  // namespace

std::string describeWritten(const std::string& file, std::string_view details)
{
    std::string text;
    for (const fs::path& written : withData({file})) {
        std::error_code error;
        std::error_code ignored;
        const bool isFile = fs::is_regular_file(written, error) && !fs::equivalent(written, "/dev/stdout", ignored);
        const std::uintmax_t bytes = isFile ? fs::file_size(written, error) : 0;
        if (!error && bytes > 0) {
            text +=
                fmt::format("wrote {}: {}{}{}\n", printable(written.string()), details, details.empty() ? "" : ", ", sizeInWords(bytes));
        }
    }
    return text;
}

bool isFolder(const std::string& path)
{
    std::error_code ignored;
    return path.ends_with('/') || fs::is_directory(path, ignored);
}

void requireFolderOf(const fs::path& file)
{
    const fs::path folder = file.parent_path();
    std::error_code error;
    const fs::file_type type = folder.empty() ? fs::file_type::directory : fs::status(folder, error).type();
    if (type == fs::file_type::none || type == fs::file_type::unknown || type == fs::file_type::directory) {
        return;  // a folder, or unknown: if it is not a folder, writing will fail
    }
    if (type == fs::file_type::not_found) {
        throw Error(fmt::format("{}: cannot be written: there is no folder {}", printable(file.string()), printable(folder.string())));
    }
    throw Error(fmt::format("{}: cannot be written: {} is not a folder", printable(file.string()), printable(folder.string())));
}

void createFolderOf(const std::string& file)
{
    const fs::path folder = fs::path(file).parent_path();
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw Error(fmt::format("{}: cannot be created: {}", printable(folder.string()), error.message()));
    }
}

void requireOutputs(const std::vector<fs::path>& outputs, std::span<const std::string> inputs)
{
    const std::vector<fs::path> files = withData(outputs);
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (const std::string& input : inputs) {
            if (areSamePlaces(files[i], input)) {
                throw Error(fmt::format("{}: cannot be written: it is an input; choose another name", printable(files[i].string())));
            }
        }
        for (std::size_t before = 0; before < i; ++before) {
            if (areSamePlaces(files[i], files[before])) {
                throw Error(fmt::format("{}: cannot be written: {} is the same file; choose another name", printable(files[i].string()),
                                        printable(files[before].string())));
            }
        }
    }
}

}  // namespace armature::tools
