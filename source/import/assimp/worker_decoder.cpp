#include "import/assimp/worker_decoder.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "import/assimp/byte_reader.hpp"
#include "import/assimp/byte_writer.hpp"
#include "import/assimp/exchange_decoding.hpp"
#include "import/assimp/worker_session.hpp"

namespace armature::foreign {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
/// Limits for the bytes of an answer in addition to the decoded values: for the answer as a whole, and for each attribute.
constexpr std::uint64_t bytesAroundValues = 64;
constexpr std::uint64_t bytesOfAttribute = 16;

}  // namespace

gltf::DracoMesh readDracoAnswer(std::span<const std::byte> answer, const gltf::DracoRequest& request, importing::MemoryBudget& budget)
{
    importing::MemoryBudget ofReader(unlimited);  // unlimited, because the answer's length was limited on receipt
    ByteReader reader(answer, ofReader);
    gltf::DracoMesh mesh;
    std::uint64_t charged = 0;
    exchangeDracoMesh(reader, mesh, charged);
    reader.finish();
    const bool isDecoded = mesh.outcome == gltf::DracoOutcome::Decoded;
    if (isDecoded ? mesh.attributes.size() != request.attributes.size() || mesh.bytes.size() != gltf::bytesOf(mesh, request)
                  : !mesh.attributes.empty() || !mesh.bytes.empty()) {
        throw gltf::DecoderFailure("its answer does not match the request");
    }
    for (std::size_t i = 0; i < mesh.attributes.size(); ++i) {
        const gltf::DracoAttribute& attribute = mesh.attributes[i];
        if (attribute.isConverted && (!attribute.isThere || attribute.components != request.attributes[i].components)) {
            throw gltf::DecoderFailure("its answer does not match the request");
        }
    }
    if (!budget.charge(charged)) {
        return {.outcome = gltf::DracoOutcome::TooMuchMemory};
    }
    return mesh;
}

std::optional<std::vector<std::byte>> readMeshoptAnswer(std::span<const std::byte> answer, const gltf::MeshoptRequest& request)
{
    importing::MemoryBudget ofReader(unlimited);
    ByteReader reader(answer, ofReader);
    std::optional<std::vector<std::byte>> view;
    exchangeView(reader, view);
    reader.finish();
    if (view && view->size() != request.count * request.stride) {
        throw gltf::DecoderFailure("its answer does not match the request");
    }
    return view;
}

WorkerDecoder::WorkerDecoder(const ImportOptions& options, std::uint64_t fileBytes) : options_(options), fileBytes_(fileBytes) {}

WorkerDecoder::~WorkerDecoder() = default;

gltf::DracoMesh WorkerDecoder::decodeDraco(std::span<const std::byte> bytes, const gltf::DracoRequest& request,
                                           importing::MemoryBudget& budget)
{
    ByteWriter writer;
    writer.value(static_cast<std::uint8_t>(MessageKind::DecodeDraco));
    const std::uint64_t allowance = budget.left();
    exchangeDracoRequest(writer, request, allowance);
    // The worker charges its output to the allowance, so a valid answer cannot be longer than this.
    const std::uint64_t around = bytesAroundValues + bytesOfAttribute * request.attributes.size();
    const std::uint64_t most = allowance + std::min(around, std::numeric_limits<std::uint64_t>::max() - allowance);
    return readDracoAnswer(ask(writer.take(), bytes, most), request, budget);
}

std::optional<std::vector<std::byte>> WorkerDecoder::decodeMeshopt(std::span<const std::byte> bytes, const gltf::MeshoptRequest& request)
{
    ByteWriter writer;
    writer.value(static_cast<std::uint8_t>(MessageKind::DecodeMeshopt));
    exchangeMeshoptRequest(writer, request);
    return readMeshoptAnswer(ask(writer.take(), bytes, request.count * request.stride + bytesAroundValues), request);
}

std::vector<std::byte> WorkerDecoder::ask(std::span<const std::byte> request, std::span<const std::byte> bytes, std::uint64_t most)
{
    if (request.size() > longestMessage) {
        throw gltf::DecoderFailure(fmt::format("the request takes {} bytes, but the limit is {}", request.size(), longestMessage));
    }
    try {
        if (session_ == nullptr) {
            session_ = std::make_unique<WorkerSession>(
                findWorker("holds compressed data (ImportOptions::decodeIn), which", "decodes", options_), options_.limits, fileBytes_);
            session_->begin({.task = WorkerTask::Decoding});
        }
        session_->say(request, readOnlyCopy(bytes).get());
        importing::MemoryBudget ofAnswer(unlimited);
        return session_->receiveAnswer(ofAnswer, most,
                                       [](std::string_view) { throw WorkerFailure("it sent a message that is no answer"); });
    } catch (const WorkerFailure& failure) {
        throw gltf::DecoderFailure(failure.what());
    }
}

}  // namespace armature::foreign
