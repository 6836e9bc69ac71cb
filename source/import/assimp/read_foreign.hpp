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

/// A format that the library does not read itself: a worker process or ImportOptions::foreignReader reads it.
struct Format {
    std::string_view label;      ///< For messages: "Collada".
    std::string_view extension;  ///< The extension of such files, which tells Assimp the format: "dae".
    std::string_view loss = {};  ///< A warning about content that is never read from such files; empty if nothing important is lost.
};

/// FBX read by Assimp, if ImportOptions::fbxReader asks for this. The label shows that the library's own reader was not used.
constexpr Format fbxByAssimp{.label = "FBX for Assimp (ImportOptions::fbxReader)", .extension = "fbx"};

/// Returns a file's format, recognised by content. `fileName` matters only if the content does not identify the format: it may be a list of
/// bare numbers, for instance. Returns nothing if the file has none of these formats.
[[nodiscard]] std::optional<Format> formatOf(std::span<const std::byte> file, std::string_view fileName);

/// Reads the other files of a model, where this is allowed: files in the model's own folder, within ImportLimits::fileBytes in total. A
/// file that is left out becomes a note of the scene, unless its name begins with the model's name.
class FilesBeside {
public:
    /// `stem`: the model's name without its extension. Keeps references to the other arguments, which must outlive this object.
    FilesBeside(std::string_view stem, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                importing::SceneDescription& scene)
        : stem_(stem), folder_(folder), options_(options), scene_(scene)
    {}

    /// Returns the bytes of a file, valid as long as this object; none if the file is left out. Throws importing::Refusal if too many files
    /// are requested.
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

/// Reads a file of a foreign format, in a worker process or with ImportOptions::foreignReader. `name` is the file's name. `folder` is the
/// folder of the model's other files; none means that the model was loaded from memory. Whatever happens to the worker, throws nothing but
/// importing::Refusal and std::bad_alloc.
[[nodiscard]] importing::SceneDescription readForeign(const Format& format, std::span<const std::byte> file, std::string_view name,
                                                      const std::optional<std::filesystem::path>& folder, const ImportOptions& options);

/// Moves a worker's result into a description: validates the nodes, makes the meshes, reads pictures and turns findings into notes. Keeps
/// `scene.budget` and everything else in `scene` that the worker does not provide. Throws importing::Refusal if a node or a mesh is invalid
/// or the pictures exceed the budget.
void adopt(WorkerScene worker, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
           importing::SceneDescription& scene);

}  // namespace armature::foreign
