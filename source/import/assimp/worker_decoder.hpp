#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/gltf/data_decoder.hpp"

namespace armature::foreign {

class WorkerSession;

/// Decodes in a worker process. The file's first compressed data start the worker, which then decodes all further data of the file. The
/// limits of time and memory apply to the whole file.
class WorkerDecoder final : public gltf::DataDecoder {
public:
    /// Limits grow with `fileBytes`, the size of the file. `options` must outlive this object.
    WorkerDecoder(const ImportOptions& options, std::uint64_t fileBytes);
    ~WorkerDecoder() override;

    [[nodiscard]] gltf::DracoMesh decodeDraco(std::span<const std::byte> bytes, const gltf::DracoRequest& request,
                                              importing::MemoryBudget& budget) override;
    [[nodiscard]] std::optional<std::vector<std::byte>> decodeMeshopt(std::span<const std::byte> bytes,
                                                                      const gltf::MeshoptRequest& request) override;

private:
    /// Sends a request with its compressed data and returns the worker's answer. An answer of more than `most` bytes counts as a failure of
    /// the worker.
    [[nodiscard]] std::vector<std::byte> ask(std::span<const std::byte> request, std::span<const std::byte> bytes, std::uint64_t most);

    const ImportOptions& options_;
    std::uint64_t fileBytes_;
    std::unique_ptr<WorkerSession> session_;
};

}  // namespace armature::foreign
