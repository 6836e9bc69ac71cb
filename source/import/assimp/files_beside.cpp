#include "import/assimp/read_foreign.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "import/assimp/messages.hpp"
#include "import/notes.hpp"
#include "import/pictures.hpp"

namespace armature::foreign {

std::optional<std::span<const std::byte>> FilesBeside::read(std::string_view path)
{
    constexpr std::size_t mostFiles = 1000;
    if (++filesAsked_ > mostFiles) {
        throw importing::Refusal("", fmt::format("asks for more than {} other files", mostFiles));
    }
    if (path.size() > longestPath) {
        throw importing::Refusal("", fmt::format("asks for a file whose path has {} bytes, more than {}", path.size(), longestPath));
    }
    if (!folder_ || !options_.allowExternalFiles) {
        return leaveOut(path, folder_ ? "is another file, but ImportOptions::allowExternalFiles is off"
                                      : "is another file, but this one was loaded from memory");
    }
    const auto resolved = importing::resolveUri(importing::uriOfPath(path), *folder_);
    if (const auto* problem = std::get_if<FileProblem>(&resolved)) {
        return leaveOut(path, problem->text);
    }
    const auto& file = std::get<std::filesystem::path>(resolved);
    if (const auto known = files_.find(file); known != files_.end()) {
        return known->second.bytes();
    }
    auto read = importing::readFile(file, options_.limits.fileBytes);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        return leaveOut(path, problem->text);
    }
    auto& bytes = std::get<importing::FileBytes>(read);
    if (bytes.bytes().size() > options_.limits.fileBytes - bytesGiven_) {
        return leaveOut(path, "brings the files of the model beyond ImportLimits::fileBytes");
    }
    bytesGiven_ += bytes.bytes().size();
    scene_.budget.addBacking(bytes.bytes().size());
    if (std::ranges::find(scene_.filesNamed, file) == scene_.filesNamed.end()) {
        scene_.filesNamed.push_back(file);
    }
    return files_.emplace(file, std::move(bytes)).first->second.bytes();
}

/// Reports a file as left out; always returns nothing. Adds no note if the file's name begins with the model's name: such requests are
/// mostly tests by which Assimp finds out whether the model comes with another file of its name.
std::optional<std::span<const std::byte>> FilesBeside::leaveOut(std::string_view path, std::string_view why)
{
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    if (!name.substr(0, name.rfind('.')).starts_with(stem_) && leftOut_.emplace(path).second) {
        scene_.notes.add("", fmt::format("{} {}: what it holds is left out; put it beside the model", importing::quoted(path), why));
    }
    return std::nullopt;
}

}  // namespace armature::foreign
