#include "import/fbx/reader.hpp"

#include <string>

#include <fmt/format.h>

#include "import/fbx/animations.hpp"
#include "import/fbx/meshes.hpp"
#include "import/fbx/views.hpp"

namespace armature::fbx {

namespace {

/// Describes the file's version, unit and axes as JSON, for the root node's extras.
std::string describeSource(const Document& document, const Settings& settings)
{
    std::string rows;
    for (glm::length_t row = 0; row < 3; ++row) {
        rows += fmt::format("{}[{},{},{}]", row == 0 ? "" : ",", settings.toYUp[0][row], settings.toYUp[1][row], settings.toYUp[2][row]);
    }
    return fmt::format(R"({{"fbx":{{"version":{},"metresPerUnit":{},"toYUp":[{}]}}}})", document.version(), settings.metresPerUnit, rows);
}

}  // namespace

importing::SceneDescription readFbx(std::span<const std::byte> file, const std::optional<std::filesystem::path>& folder,
                                    const ImportOptions& options)
{
    importing::SceneDescription scene;
    scene.budget = importing::MemoryBudget(options.limits.unbackedBytes);
    Document document(file, options, scene.budget);
    const Objects objects(document);
    const Settings settings = readSettings(objects, scene.notes);
    const Takes takes = readTakes(objects, scene.notes);
    const ModelNodes models(objects, takes, settings, options, scene);
    scene.nodes.front().extras = describeSource(document, settings);
    readViews(objects, models, settings, scene);
    Materials materials(objects, options, folder, scene);
    const std::vector<StoredPose> poses = readPoses(objects, models, scene.notes);
    Meshes meshes(objects, models, poses, materials, scene);
    meshes.read();
    readAnimations(objects, takes, models, meshes, settings, scene);
    addPoses(poses, objects, models, meshes.skins().copies(), scene);
    return scene;
}

}  // namespace armature::fbx
