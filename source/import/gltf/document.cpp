#include "import/gltf/document.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace armature::gltf {

Document::Document(const Json& jsonRoot, const Container& source, const ImportOptions& importOptions,
                   std::optional<std::filesystem::path> folderOfFile, importing::Notes& importNotes, importing::MemoryBudget& memoryBudget)
    : root(jsonRoot), container(source), options(importOptions), folder(std::move(folderOfFile)), notes(importNotes), budget(memoryBudget)
{}

void Document::charge(std::uint64_t bytes, const Json& place)
{
    if (!budget.charge(bytes)) {
        budget.refuse(bytes, place.pointer());
    }
}

std::variant<std::span<const std::byte>, FileProblem> Document::readBeside(const Json& uri)
{
    if (!folder) {
        return FileProblem{"names another file, but this one was loaded from memory; put the data into it, or load it from its folder"};
    }
    if (!options.allowExternalFiles) {
        return FileProblem{"names another file, but ImportOptions::allowExternalFiles is off"};
    }
    // Each look-up in the file system takes time. Charging for it limits how many look-ups a file can cause.
    constexpr std::uint64_t costOfAsking = 1024;
    charge(costOfAsking, uri);
    auto resolved = importing::resolveUri(uri.asString(), *folder);
    if (auto* problem = std::get_if<FileProblem>(&resolved)) {
        return std::move(*problem);
    }
    auto& path = std::get<std::filesystem::path>(resolved);
    filesNamed.insert(path);
    const auto known = kept_->filesBeside.find(path);
    if (known != kept_->filesBeside.end()) {
        return known->second.bytes();
    }
    auto read = importing::readFile(path, options.limits.fileBytes);
    if (auto* problem = std::get_if<FileProblem>(&read)) {
        return std::move(*problem);
    }
    const auto& file = kept_->filesBeside.emplace(std::move(path), std::move(std::get<importing::FileBytes>(read))).first->second;
    budget.addBacking(file.bytes().size());
    charge(file.bytes().size(), uri);
    return file.bytes();
}

void Document::addCompressed(std::size_t buffer, std::uint64_t bytes)
{
    std::uint64_t& counted = buffers[buffer].compressed;
    const std::uint64_t fresh = std::min(bytes, buffers[buffer].length - std::min(buffers[buffer].length, counted));
    counted += fresh;
    budget.addCompressed(fresh);
}

std::span<const std::byte> Document::keep(std::vector<std::byte> bytes)
{
    return kept_->bytes.emplace_back(std::move(bytes));
}

std::span<const float> Document::keep(std::vector<float> numbers)
{
    return kept_->numbers.emplace_back(std::move(numbers));
}

std::string readName(const Document& document, const Json& value)
{
    return readName(document, value, value.find("name"));
}

std::string readName(const Document& document, const Json& value, const std::optional<Json>& member)
{
    constexpr std::size_t longest = 4096;
    std::string_view name = member ? member->asString() : std::string_view();
    if (name.size() > longest) {
        document.notes.add(value.pointer("name"), fmt::format("has {}: cut to about {}", counted(name.size(), "byte"), longest));
        const auto continuesCharacter = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; };
        std::size_t end = longest;
        while (end > 0 && continuesCharacter(name[end])) {
            --end;
        }
        name = name.substr(0, end);
    }
    return std::string(name);
}

}  // namespace armature::gltf
