#include <fmt/format.h>

#include "import/assimp/byte_reader.hpp"
#include "import/assimp/exchange_scene.hpp"

namespace armature::foreign {

WorkerScene decode(std::span<const std::byte> bytes, importing::MemoryBudget& budget)
{
    ByteReader reader(bytes, budget);
    std::uint64_t begin = 0;
    reader.value(begin);
    if (begin != magicAndVersion) {
        reader.refuse(fmt::format("begins with {:016x}, but must begin with {:016x}; install the worker that belongs to this library",
                                  begin, magicAndVersion));
    }
    WorkerScene scene;
    exchangeScene(reader, scene);
    reader.finish();
    return scene;
}

}  // namespace armature::foreign
