#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <armature/math/decompose.hpp>

#include "import/assimp/read_foreign.hpp"
#include "import/notes.hpp"
#include "import/pictures.hpp"
#include "import/scene_builder.hpp"

namespace armature::foreign {

namespace {

std::string_view wordsOf(FindingKind kind)
{
    switch (kind) {
    case FindingKind::AmbiguousName:
        return "is the name of several nodes, and bones or animations refer to one of them: the first is taken; give them different names";
    case FindingKind::BoneWithoutNode: return "is a bone without a node of that name: it stays where it was bound; export the file again";
    case FindingKind::ChannelWithoutNode: return "is animated, but no node has that name: its keys are left out; export the file again";
    case FindingKind::ChannelTwice: return "is animated twice in one clip: the first keys are taken; export the file again";
    case FindingKind::TimesBeforeZero:
        return "is a clip that begins before 0: it is moved to begin there; delay what plays along with it, too";
    case FindingKind::KeysNotFinite: return "has keys that are not finite numbers: they are left out; export the file again";
    case FindingKind::MorphsDiffer: return "is a mesh with morph targets of another size: they are left out; export the file again";
    case FindingKind::IndexOutOfRange:
        return "is a mesh whose faces or weights name vertices that are not there: they are left out; export the "
               "file again";
    case FindingKind::ClipWithoutKeys: return "has no keys: left out";
    }
    return "";
}

/// Replaces a node's matrix by translation, rotation and scale if the matrix is a product of these three, so that they can be set
/// separately.
void splitMatrix(importing::NodeDescription& node)
{
    if (!node.matrix) {
        return;
    }
    for (glm::length_t column = 0; column < 4; ++column) {
        for (glm::length_t row = 0; row < 4; ++row) {
            if (!std::isfinite((*node.matrix)[column][row])) {
                return;  // validation refuses it later and names its place
            }
        }
    }
    const Decomposition parts = decompose(*node.matrix);
    if (parts.residual < 1e-6f) {
        node.transform = parts.transform;
        node.matrix.reset();
    }
}

/// Adds an image from the worker's answer to `scene.images` and returns its index in that list. Images without bytes that name the same
/// file beside the model share an index; the file is read once.
std::size_t readImage(Image image, std::size_t index, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                      importing::SceneDescription& scene)
{
    if (image.bytes.empty() && !image.name.empty()) {
        if (const auto beside = importing::addPictureBeside(image.name, fmt::format("/images/{}", index), folder, options, scene)) {
            return *beside;
        }
        image.name = image.name.substr(image.name.find_last_of("/\\") + 1);
    }
    image.mimeType = importing::imageTypeOf(image.bytes);
    scene.images.push_back(std::move(image));
    return scene.images.size() - 1;
}

void readImages(std::vector<Image> images, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
                importing::SceneDescription& scene)
{
    std::vector<std::size_t> numbers;
    numbers.reserve(images.size());
    for (Image& image : images) {
        numbers.push_back(readImage(std::move(image), numbers.size(), folder, options, scene));
    }
    for (Material& material : scene.materials) {
        for (std::optional<TextureReference>* const texture : material.textures()) {
            if (*texture && (*texture)->image < numbers.size()) {  // validation refuses other numbers later and names their place
                (*texture)->image = numbers[(*texture)->image];
            }
        }
    }
}

}  // namespace

void adopt(WorkerScene worker, const std::optional<std::filesystem::path>& folder, const ImportOptions& options,
           importing::SceneDescription& scene)
{
    for (const Finding& finding : worker.findings) {
        scene.notes.add(importing::quoted(finding.name), wordsOf(finding.kind));
    }
    scene.name = std::move(worker.scene.name);
    scene.extras = std::move(worker.scene.extras);
    scene.nodes = std::move(worker.scene.nodes);
    scene.skins = std::move(worker.scene.skins);
    scene.instances = std::move(worker.scene.instances);
    scene.materials = std::move(worker.scene.materials);
    scene.clips = std::move(worker.scene.clips);
    for (importing::NodeDescription& node : scene.nodes) {
        splitMatrix(node);
    }
    importing::validateNodes(scene, options.limits);
    for (std::size_t index = 0; index < worker.meshes.size(); ++index) {
        scene.meshes.push_back(importing::makeMesh(std::move(worker.meshes[index]), index, scene.notes));
    }
    readImages(std::move(worker.scene.images), folder, options, scene);
}

}  // namespace armature::foreign
