#include "programs/import_worker/tasks.hpp"

#include <unistd.h>

#include "import/assimp/byte_reader.hpp"
#include "import/assimp/byte_writer.hpp"
#include "import/assimp/exchange_decoding.hpp"
#include "programs/import_worker/channel.hpp"

namespace armature::worker {

namespace {

using foreign::MessageKind;

std::vector<std::byte> decodeDraco(foreign::ByteReader& reader, std::span<const std::byte> bytes)
{
    gltf::DracoRequest request;
    std::uint64_t allowance = 0;
    foreign::exchangeDracoRequest(reader, request, allowance);
    reader.finish();
    importing::MemoryBudget budget(allowance);
    const gltf::DracoMesh mesh = gltf::DataDecoder().decodeDraco(bytes, request, budget);
    const std::uint64_t charged = allowance - budget.left();
    foreign::ByteWriter writer;
    foreign::exchangeDracoMesh(writer, mesh, charged);
    return writer.take();
}

std::vector<std::byte> decodeMeshopt(foreign::ByteReader& reader, std::span<const std::byte> bytes)
{
    gltf::MeshoptRequest request;
    foreign::exchangeMeshoptRequest(reader, request);
    reader.finish();
    const auto view = gltf::DataDecoder().decodeMeshopt(bytes, request);
    foreign::ByteWriter writer;
    foreign::exchangeView(writer, view);
    return writer.take();
}

}  // namespace

void answerDecodeRequests(Channel& channel)
{
    while (true) {
        const auto [message, file] = channel.receive();
        const Mapping data(file);
        importing::MemoryBudget budget(4 * foreign::longestMessage);
        foreign::ByteReader reader(std::span<const std::byte>(message).subspan(1), budget);
        switch (static_cast<MessageKind>(message.front())) {
        case MessageKind::DecodeDraco: channel.sendAnswer(decodeDraco(reader, data.bytes())); break;
        case MessageKind::DecodeMeshopt: channel.sendAnswer(decodeMeshopt(reader, data.bytes())); break;
        default: _exit(2);
        }
    }
}

}  // namespace armature::worker
