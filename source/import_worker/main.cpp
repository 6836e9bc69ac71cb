#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <unistd.h>

#include "import_worker/channel.hpp"
#include "import_worker/confine.hpp"
#include "import_worker/convert.hpp"
#include "import_worker/model_files.hpp"

// armature-import-worker: reads one model with Assimp for a library that is its parent, locked in so that whatever is in the file stays
// here. It has no use of its own.

namespace {

using namespace armature;
using foreign::MessageKind;

/// Leaves only the importer of the format, so that no other one is tried on the file.
bool leaveImporter(Assimp::Importer& importer, const std::string& extension)
{
    const Assimp::BaseImporter* const wanted = importer.GetImporter(extension.c_str());
    for (std::size_t number = importer.GetImporterCount(); number-- > 0;) {
        if (importer.GetImporter(number) != wanted) {
            importer.UnregisterLoader(importer.GetImporter(number));
        }
    }
    return wanted != nullptr;
}

void read(const foreign::StartMessage& start, foreign::Descriptor model, worker::Channel& channel)
{
    Assimp::Importer importer;
    if (!leaveImporter(importer, start.extension)) {
        channel.send(MessageKind::Refused, "this build of Assimp does not read ." + start.extension);
        return;
    }
    const std::string name = start.stem + '.' + start.extension;
    importer.SetIOHandler(new worker::ModelFiles(name, std::move(model), channel));
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    // Texture coordinates begin at the top, as in glTF. Nothing is left out and nothing is made up.
    const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_FlipUVs);
    if (scene == nullptr) {
        const std::string_view words = importer.GetErrorString();
        const bool isMemory = words.find("bad_alloc") != std::string_view::npos || words.find("bad allocation") != std::string_view::npos;
        channel.send(isMemory ? MessageKind::OutOfMemory : MessageKind::Refused, isMemory ? std::string_view() : words.substr(0, 1000));
        return;
    }
    channel.sendAnswer(encode(worker::convert(*scene, start.extension == "md5anim")));
}

}  // namespace

int main()
{
    worker::dropInheritance(foreign::socketOfWorker);
    worker::Channel channel(foreign::socketOfWorker);
    try {
        auto [start, model] = channel.receiveStart();
        try {
            worker::confine(start.processorSeconds, start.addressBytes);
        } catch (const std::exception& error) {
            channel.send(MessageKind::NotConfined, error.what());
            _exit(0);
        }
        read(start, std::move(model), channel);
    } catch (const std::bad_alloc&) {
        channel.send(MessageKind::OutOfMemory);
    } catch (const std::exception& error) {
        channel.send(MessageKind::Refused, std::string_view(error.what()).substr(0, 1000));
    }
    _exit(0);  // nothing is worth being torn down
}
