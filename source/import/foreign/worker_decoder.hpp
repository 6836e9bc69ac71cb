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

/// Decodes in a worker process, which is started for the first data and then does all of a file. Its limits are for all of them together.
class WorkerDecoder final : public gltf::DataDecoder {
public:
    /// `fileBytes`: what the file has; limits grow with it. `options` must outlive this.
    WorkerDecoder(const ImportOptions& options, std::uint64_t fileBytes);
    ~WorkerDecoder() override;

    [[nodiscard]] gltf::DracoMesh decodeDraco(std::span<const std::byte> bytes, const gltf::DracoRequest& request,
                                              importing::MemoryBudget& budget) override;
    [[nodiscard]] std::optional<std::vector<std::byte>> decodeMeshopt(std::span<const std::byte> bytes,
                                                                      const gltf::MeshoptRequest& request) override;

private:
    /// The answer, of at most `most` bytes.
    [[nodiscard]] std::vector<std::byte> ask(std::span<const std::byte> request, std::span<const std::byte> bytes, std::uint64_t most);

    const ImportOptions& options_;
    std::uint64_t fileBytes_;
    std::unique_ptr<WorkerSession> session_;
};

}  // namespace armature::foreign
