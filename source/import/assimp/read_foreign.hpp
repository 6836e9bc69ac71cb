#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <armature/import/import_options.hpp>

#include "import/assimp/worker_scene.hpp"
#include "import/file_access.hpp"
#include "import/scene_description.hpp"

namespace armature::foreign {

/// A format that only a worker process reads.
struct Format {
    std::string_view label;      ///< For messages: "Collada".
    std::string_view extension;  ///< The extension of such files, by which Assimp knows the format: "dae".
    std::string_view loss = {};  ///< A warning about what is never read from such a file; empty if that is nothing important.
};

/// FBX, if ImportOptions::fbxReader asks for Assimp. Messages point out that this is not the library's own reader.
constexpr Format fbxByAssimp{.label = "FBX for Assimp (ImportOptions::fbxReader)", .extension = "fbx"};

/// The format of a file, by its content. `fileName` only matters if the content cannot tell, as with lists of bare numbers. None: not one
/// of these formats.
[[nodiscard]] std::optional<Format> formatOf(std::span<const std::byte> file, std::string_view fileName);

/// The other files of a model, as far as they may be read: those in its own folder, within ImportLimits::fileBytes in all. Every file left
/// out becomes a note of the scene.
class FilesBeside {
public:
    /// `stem`: the model's name without extension. All arguments must outlive this object.
    FilesBeside(std::string_view stem, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                importing::SceneDescription& scene)
        : stem_(stem), folder_(folder), options_(options), scene_(scene)
    {}

    /// The bytes of a file, valid as long as this object. Throws importing::Refusal if too many files are requested.
    [[nodiscard]] std::optional<std::span<const std::byte>> read(std::string_view path);

private:
    std::optional<std::span<const std::byte>> leaveOut(std::string_view path, std::string_view why);

    std::string stem_;
    const std::optional<std::filesystem::path>& folder_;
    const ImportOptions& options_;
    importing::SceneDescription& scene_;
    std::size_t filesAsked_ = 0;
    std::uint64_t bytesGiven_ = 0;
    std::map<std::filesystem::path, importing::FileBytes> files_;
    std::set<std::string, std::less<>> leftOut_;
};

/// Reads a file of a foreign format in a worker process. `name` is the file's name, `folder` the folder of the model's other files; none:
/// loaded from memory. Whatever happens to the worker, the only error is importing::Refusal.
[[nodiscard]] importing::SceneDescription readForeign(const Format& format, std::span<const std::byte> file, std::string_view name,
                                                      const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

/// Turns a worker's result into a description like any other reader's: makes meshes, reads pictures, words the findings. Keeps
/// `scene.budget` and the rest of `scene`. Throws importing::Refusal.
void adopt(WorkerScene worker, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
           importing::SceneDescription& scene);

}  // namespace armature::foreign
