#include <armature/import/load_scene.hpp>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <armature/error.hpp>

#include "import/file_access.hpp"
#include "import/gltf/readers.hpp"
#include "import/refusal.hpp"
#include "import/scene_builder.hpp"
#include "import/validate.hpp"

namespace armature {

namespace {

std::unique_ptr<Scene> readScene(std::span<const std::byte> bytes, bool isPadded, const std::optional<std::filesystem::path>& folder,
                                 const std::string& name, const ImportOptions& options)
{
    try {
        importing::SceneDescription description = gltf::readGltf(bytes, isPadded, folder, options);
        importing::validateMaterials(description);
        importing::validateSkins(description, options.limits);
        importing::validateInstances(description);
        importing::validateClips(description, options.limits);
        return importing::buildScene(std::move(description), options.limits);
    } catch (const importing::Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    } catch (const std::invalid_argument& refused) {
        throw ImportError(name, "", refused.what());  // what only the library itself checks: the message names the object
    } catch (const std::bad_alloc&) {
        throw ImportError(name, "", "there is not enough memory for what the file holds");
    }
}

}  // namespace

std::unique_ptr<Scene> loadScene(const std::filesystem::path& file, const ImportOptions& options)
{
    const std::u8string utf8 = file.u8string();
    const std::string name(utf8.begin(), utf8.end());
    const auto read = importing::readFile(file, options.limits.fileBytes);
    if (const auto* problem = std::get_if<importing::FileProblem>(&read)) {
        throw ImportError(name, "", problem->text);
    }
    return readScene(std::get<importing::FileBytes>(read).bytes(), true, file.parent_path(), name, options);
}

std::unique_ptr<Scene> loadScene(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options)
{
    if (bytes.size() > options.limits.fileBytes) {
        throw ImportError(name, "",
                          "has " + std::to_string(bytes.size()) + " bytes, but the limit is " + std::to_string(options.limits.fileBytes)
                              + " (ImportLimits::fileBytes)");
    }
    return readScene(bytes, false, std::nullopt, std::string(name), options);
}

}  // namespace armature
