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

#include "import/file_access.hpp"
#include "import/scene_description.hpp"

namespace armature::foreign {

/// The other files that a model consists of, as far as they may be read: those in its own folder, within ImportLimits::fileBytes in all.
/// What is left out becomes a note of the scene.
class FilesBeside {
public:
    /// `stem`: what the model is called without extension. All arguments must outlive this.
    FilesBeside(std::string_view stem, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                importing::SceneDescription& scene)
        : stem_(stem), folder_(folder), options_(options), scene_(scene)
    {}

    /// The bytes of one, for as long as this lives. Throws importing::Refusal if too many are asked for.
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

}  // namespace armature::foreign
