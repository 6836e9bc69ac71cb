#include "conversion.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/words.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

namespace fs = std::filesystem;

/// Endings by which models are found in folders, because folders also hold the pictures, buffers, materials and MD5 motions of models.
/// Files named on the command line may have any ending.
constexpr std::array<std::string_view, 28> endings{".glb", ".gltf", ".vrm",  ".vrma", ".fbx", ".bvh", ".dae", ".zae", ".md5mesh", ".smd",
                                                   ".x",   ".b3d",  ".ms3d", ".iqm",  ".mdl", ".md2", ".md3", ".ase", ".lwo",     ".lws",
                                                   ".3ds", ".x3d",  ".ogex", ".ply",  ".stl", ".obj", ".off", ".pmx"};

bool hasModelEnding(const fs::path& file)
{
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::find(endings, ending) != endings.end();
}

/// A model, and its path relative to the named folder.
struct Found {
    fs::path file;
    fs::path place;
};

void appendFolder(const fs::path& folder, std::vector<Found>& found)
{
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator each(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && each != fs::recursive_directory_iterator(); each.increment(error)) {
        std::error_code ignored;
        if (hasModelEnding(each->path()) && each->is_regular_file(ignored)) {
            files.push_back(each->path());
        }
    }
    if (error) {
        throw UsageError(fmt::format("{}: cannot be read: {}", printable(folder.string()), error.message()));
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        found.push_back({file, file.lexically_relative(folder)});
    }
}

std::vector<Found> findModels(const std::vector<std::string>& inputs)
{
    std::vector<Found> found;
    for (const std::string& input : inputs) {
        std::error_code ignored;
        if (fs::is_directory(input, ignored)) {
            appendFolder(input, found);
        } else {
            found.push_back({input, fs::path(input).filename()});
        }
    }
    if (found.empty()) {
        throw UsageError(fmt::format("{}: there is no model in it", printable(inputs.front())));
    }
    return found;
}

/// Throws UsageError if a job would overwrite an input, because jobs run in any order, or at the same time.
void requireInputsKept(const std::vector<Found>& found, const ConversionPlan& plan)
{
    std::error_code ignored;
    std::set<fs::path> inputs;
    for (const Found& model : found) {
        inputs.insert(fs::weakly_canonical(model.file, ignored));
    }
    for (const ConversionJob& job : plan.jobs) {
        if (inputs.contains(fs::weakly_canonical(job.output, ignored))) {
            throw UsageError(fmt::format("-o: {} would be written over, which is an input; choose another folder", printable(job.output)));
        }
    }
}

}  // namespace

std::span<const std::string_view> modelEndings() noexcept
{
    return endings;
}

ConversionPlan planConversions(const std::vector<std::string>& inputs, const std::string& output)
{
    if (inputs.size() == 1 && !isFolder(inputs.front()) && !isFolder(output)) {
        return {.jobs = {{{inputs.front()}, output}}};
    }
    std::error_code ignored;
    if (fs::exists(output, ignored) && !isFolder(output)) {
        throw UsageError(fmt::format("-o: {} is a file; to convert several a folder is needed, or --merge", printable(output)));
    }
    const std::vector<Found> found = findModels(inputs);
    std::map<fs::path, std::size_t> uses;
    for (const Found& model : found) {
        ++uses[fs::path(model.place).replace_extension()];
    }
    ConversionPlan plan{.jobs = {}, .isBatch = true};
    std::map<fs::path, fs::path> inputOf;
    for (const Found& model : found) {
        fs::path place = model.place;
        place = uses[fs::path(place).replace_extension()] == 1 ? place.replace_extension(".glb") : fs::path(place.string() + ".glb");
        const fs::path target = fs::path(output) / place;
        if (const auto [taken, isNew] = inputOf.emplace(target, model.file); !isNew) {
            throw UsageError(fmt::format("{} and {} would both become {}", printable(taken->second.string()),
                                         printable(model.file.string()), printable(target.string())));
        }
        plan.jobs.push_back({{model.file.string()}, target.string()});
    }
    requireInputsKept(found, plan);
    return plan;
}

ConversionPlan planMerge(const std::vector<std::string>& inputs, const std::string& output)
{
    if (isFolder(output)) {
        throw UsageError(fmt::format("-o: {} is a folder; --merge writes one file", printable(output)));
    }
    ConversionJob job{.inputs = {}, .output = output};
    for (const Found& model : findModels(inputs)) {
        job.inputs.push_back(model.file.string());
    }
    return {.jobs = {std::move(job)}};
}

}  // namespace armature::tools
