#include "import/assimp/assimp_reader.hpp"

#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>

#include "import/assimp/convert.hpp"

namespace armature::worker {

namespace {

constexpr std::size_t longestWords = 1000;

/// Removes all importers except the one for the format, so that no other importer tries to read the file. Returns false if this build of
/// Assimp has no importer for the format.
bool leaveImporter(Assimp::Importer& importer, const std::string& extension)
{
    const Assimp::BaseImporter* const wanted = importer.GetImporter(extension.c_str());
    for (std::size_t number = importer.GetImporterCount(); number-- > 0;) {
        if (importer.GetImporter(number) != wanted) {
            const std::unique_ptr<Assimp::BaseImporter> other(importer.GetImporter(number));  // unregistering does not delete an importer
            importer.UnregisterLoader(other.get());
        }
    }
    return wanted != nullptr;
}

}  // namespace

std::vector<std::byte> readModel(std::span<const std::byte> model, const std::string& extension, const std::string& stem, FileFinder find)
{
    Assimp::Importer importer;
    if (!leaveImporter(importer, extension)) {
        throw std::runtime_error("this build of Assimp does not read ." + extension);
    }
    const std::string name = stem + '.' + extension;
    importer.SetIOHandler(new ModelFiles(name, model, std::move(find)));
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    // Makes each node of an FBX file one node; Assimp would otherwise add a node for each pivot.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    // Makes v = 0 the top of an image, as in glTF. No processing step removes or invents content.
    const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_FlipUVs);
    if (scene == nullptr) {
        const std::string_view words = importer.GetErrorString();
        if (words.find("bad_alloc") != std::string_view::npos || words.find("bad allocation") != std::string_view::npos) {
            throw std::bad_alloc();
        }
        throw std::runtime_error(std::string(words.substr(0, longestWords)));
    }
    return encode(convert(*scene, extension == "md5anim"));
}

}  // namespace armature::worker
