#include "import/pictures.hpp"

#include <array>
#include <variant>

#include <fmt/format.h>

#include "import/file_access.hpp"
#include "import/notes.hpp"

namespace armature::importing {

namespace {

struct Signature {
    std::string_view begin;
    std::string_view mimeType;
};

constexpr std::array<Signature, 3> signatures{{{"\x89PNG", "image/png"}, {"\xFF\xD8\xFF", "image/jpeg"}, {"\xABKTX 20\xBB", "image/ktx2"}}};

}  // namespace

std::string_view imageTypeOf(std::span<const std::byte> bytes)
{
    const std::string_view text = textOf(bytes);
    for (const Signature& signature : signatures) {
        if (text.starts_with(signature.begin)) {
            return signature.mimeType;
        }
    }
    const bool isWebp = text.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP");
    return isWebp ? "image/webp" : "";
}

std::string uriOfPath(std::string_view path)
{
    std::string uri;
    for (const char character : path) {
        if (character == '\\') {
            uri += '/';
        } else if (character == '%') {
            uri += "%25";
        } else {
            uri += character;
        }
    }
    return uri;
}

std::optional<std::size_t> addPictureBeside(std::string_view path, const std::string& place,
                                            const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                                            SceneDescription& scene)
{
    const auto leaveOut = [&](std::string_view why) {
        scene.notes.add(place, fmt::format("{} {}: the picture is left out; put it beside the model", quoted(path), why));
        return std::nullopt;
    };
    if (!folder) {
        return leaveOut("is in another file, but this one was loaded from memory");
    }
    if (!options.allowExternalFiles) {
        return leaveOut("is in another file, but ImportOptions::allowExternalFiles is off");
    }
    // Each look-up in the file system takes time. Charging for it limits how many look-ups a file can cause.
    constexpr std::uint64_t costOfAsking = 1024;
    scene.budget.require(costOfAsking, place);
    const std::string uri = uriOfPath(path);
    auto resolved = resolveUri(uri, *folder);
    if (std::holds_alternative<FileProblem>(resolved)) {
        // Exporters write the path that the picture had on their own machine; users put the picture beside the model.
        resolved = resolveUri(uri.substr(uri.find_last_of('/') + 1), *folder);
    }
    if (const auto* problem = std::get_if<FileProblem>(&resolved)) {
        return leaveOut(problem->text);
    }
    const auto& file = std::get<std::filesystem::path>(resolved);
    if (const auto known = scene.picturesBeside.find(file); known != scene.picturesBeside.end()) {
        return known->second;
    }
    scene.filesNamed.push_back(file);
    auto read = readFile(file, options.limits.fileBytes);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        return leaveOut(problem->text);
    }
    const auto bytes = std::get<FileBytes>(read).bytes();
    scene.budget.addBacking(bytes.size());
    scene.budget.require(bytes.size(), place);
    Image& image = scene.images.emplace_back();
    image.name = std::string(path.substr(path.find_last_of("/\\") + 1));
    image.bytes.assign(bytes.begin(), bytes.end());
    image.mimeType = imageTypeOf(bytes);
    return scene.picturesBeside.emplace(file, scene.images.size() - 1).first->second;
}

}  // namespace armature::importing
