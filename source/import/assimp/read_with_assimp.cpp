#include <armature/import/read_with_assimp.hpp>

#include <string>

#include "import/assimp/assimp_reader.hpp"

namespace armature {

std::vector<std::byte> readWithAssimp(const ForeignModel& model)
{
    const auto find = [&model](std::string_view path) { return model.fileBeside ? model.fileBeside(path) : std::nullopt; };
    return worker::readModel(model.bytes, std::string(model.extension), std::string(model.stem), find);
}

}  // namespace armature
