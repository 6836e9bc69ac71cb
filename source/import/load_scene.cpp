#include <armature/import/load_scene.hpp>

#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/scene/import_notes.hpp>

#include "import/assimp/read_foreign.hpp"
#include "import/bvh/reader.hpp"
#include "import/fbx/document.hpp"
#include "import/fbx/reader.hpp"
#include "import/file_access.hpp"
#include "import/gltf/readers.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "import/utf16.hpp"

namespace armature {

namespace {

/// Detects the format and reads the file. The file's name matters only if the content does not identify the format.
importing::SceneDescription readContent(std::span<const std::byte> bytes, bool isPadded, const std::optional<std::filesystem::path>& folder,
                                        const std::string& name, const ImportOptions& options)
{
    if (gltf::isGlb(bytes)) {
        return gltf::readGltf(bytes, isPadded, folder, options);
    }
    if (fbx::isFbx(bytes)) {
        return options.fbxReader == FbxReader::Own ? fbx::readFbx(bytes, folder, options)
                                                   : foreign::readForeign(foreign::fbxByAssimp, bytes, name, folder, options);
    }
    if (bvh::isBvh(bytes)) {
        return bvh::readBvh(bytes, options);
    }
    if (const auto format = foreign::formatOf(bytes, name)) {
        return foreign::readForeign(*format, bytes, name, folder, options);
    }
    return gltf::readGltf(bytes, isPadded, folder, options);
}

/// Reads and checks the content of a file, then passes the description to `build` and returns its result.
template <class Build>
auto readModel(std::span<const std::byte> bytes, bool isPadded, const std::optional<std::filesystem::path>& folder, const std::string& name,
               const ImportOptions& options, const Build& build)
{
    try {
        const std::optional<std::string> converted = importing::utf8OfUtf16(bytes);
        importing::SceneDescription description = converted
                                                      ? readContent(std::as_bytes(std::span(*converted)), false, folder, name, options)
                                                      : readContent(bytes, isPadded, folder, name, options);
        importing::validateMaterials(description);
        importing::validateSkins(description, options.limits);
        importing::validateInstances(description);
        importing::validateClips(description, options.limits);
        return build(std::move(description));
    } catch (const importing::Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    } catch (const std::invalid_argument& refused) {
        throw ImportError(name, "", refused.what());  // only library checks throw this, and their messages name the object
    } catch (const std::bad_alloc&) {
        throw ImportError(name, "", "there is not enough memory for what the file holds");
    }
}

void requireSeconds(std::string_view limit, const std::optional<double>& seconds)
{
    if (seconds && !(*seconds > 0. && *seconds <= 1e6)) {
        throw std::invalid_argument(fmt::format("ImportLimits::{} is {}, but must be above 0 and at most a million", limit, *seconds));
    }
}

void requireOptions(const ImportOptions& options)
{
    requireSeconds("workerSeconds", options.limits.workerSeconds);
    requireSeconds("workerClockSeconds", options.limits.workerClockSeconds);
    if (options.decodeIn == DecodePlace::Worker && !options.allowWorker) {
        throw std::invalid_argument("ImportOptions::decodeIn is Worker, but ImportOptions::allowWorker is off");
    }
}

template <class Build>
auto readModelFile(const std::filesystem::path& file, const ImportOptions& options, const Build& build)
{
    requireOptions(options);
    const std::u8string utf8 = file.u8string();
    const std::string name(utf8.begin(), utf8.end());
    const auto read = importing::readFile(file, options.limits.fileBytes);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        throw ImportError(name, "", problem->text);
    }
    return readModel(std::get<importing::FileBytes>(read).bytes(), true, file.parent_path(), name, options, build);
}

template <class Build>
auto readBytes(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options, const Build& build)
{
    requireOptions(options);
    if (bytes.size() > options.limits.fileBytes) {
        throw ImportError(name, "",
                          "has " + std::to_string(bytes.size()) + " bytes, but the limit is " + std::to_string(options.limits.fileBytes)
                              + " (ImportLimits::fileBytes)");
    }
    return readModel(bytes, false, std::nullopt, std::string(name), options, build);
}

auto sceneBuilder(const ImportOptions& options)
{
    return [&options](importing::SceneDescription description) { return importing::buildScene(std::move(description), options); };
}

auto poseBuilder(const ImportOptions& options)
{
    return [&options](importing::SceneDescription description) {
        description.clips = std::move(description.poses);
        description.keys.clear();
        importing::validateClips(description, options.limits);
        return importing::buildClips(std::move(description));
    };
}

}  // namespace

std::unique_ptr<Scene> loadScene(const std::filesystem::path& file, const ImportOptions& options)
{
    std::unique_ptr<Scene> scene = readModelFile(file, options, sceneBuilder(options));
    addSourceFile(*scene, file.string());
    return scene;
}

std::unique_ptr<Scene> loadScene(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options)
{
    return readBytes(bytes, name, options, sceneBuilder(options));
}

std::vector<std::shared_ptr<const AnimationClip>> loadClips(const std::filesystem::path& file, const ImportOptions& options)
{
    return readModelFile(file, options, importing::buildClips);
}

std::vector<std::shared_ptr<const AnimationClip>> loadClips(std::span<const std::byte> bytes, std::string_view name,
                                                            const ImportOptions& options)
{
    return readBytes(bytes, name, options, importing::buildClips);
}

std::vector<std::shared_ptr<const AnimationClip>> loadPoses(const std::filesystem::path& file, const ImportOptions& options)
{
    return readModelFile(file, options, poseBuilder(options));
}

std::vector<std::shared_ptr<const AnimationClip>> loadPoses(std::span<const std::byte> bytes, std::string_view name,
                                                            const ImportOptions& options)
{
    return readBytes(bytes, name, options, poseBuilder(options));
}

}  // namespace armature
