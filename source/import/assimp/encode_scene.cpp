#include "import/assimp/byte_writer.hpp"
#include "import/assimp/exchange_scene.hpp"

namespace armature::foreign {

std::vector<std::byte> encode(const WorkerScene& scene)
{
    ByteWriter writer;
    writer.value(magicAndVersion);
    exchangeScene(writer, scene);
    return writer.take();
}

}  // namespace armature::foreign
