#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/fbx/objects.hpp"
#include "import/scene_description.hpp"

namespace armature::fbx {

/// Materials and their pictures, as far as glTF's model says them: diffuse becomes base colour, shininess roughness; nothing is a metal.
class Materials {
public:
    /// `folder`: where pictures beside the file lie; none: loaded from memory.
    Materials(const Objects& objects, const ImportOptions& options, const std::optional<std::filesystem::path>& folder,
              importing::SceneDescription& scene)
        : objects_(objects), options_(options), folder_(folder), scene_(scene)
    {}

    /// The numbers in the scene of the materials of a model, in the order that its geometry counts them.
    [[nodiscard]] std::vector<std::size_t> of(ObjectIndex model);

private:
    std::size_t read(ObjectIndex material);
    [[nodiscard]] std::optional<TextureReference> findTexture(ObjectIndex material, std::string_view property);
    [[nodiscard]] std::optional<std::size_t> readImage(ObjectIndex texture);
    [[nodiscard]] std::vector<std::byte> embedded(ObjectIndex video);

    const Objects& objects_;
    const ImportOptions& options_;
    const std::optional<std::filesystem::path>& folder_;
    importing::SceneDescription& scene_;
    std::map<ObjectIndex, std::size_t> materials_;
    std::map<ObjectIndex, std::optional<std::size_t>> images_;  ///< By texture.
};

}  // namespace armature::fbx
