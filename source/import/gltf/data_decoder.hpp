#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "import/gltf/component_type.hpp"
#include "import/memory_budget.hpp"

namespace armature::gltf {

/// An attribute that a compressed mesh should have.
struct DracoWish {
    std::uint32_t id = 0;
    ComponentType type = ComponentType::Float;
    std::uint32_t components = 0;
};

/// What a compressed mesh must be, and what is wanted of it.
struct DracoRequest {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::vector<DracoWish> attributes = {};
};

enum class DracoOutcome : std::uint8_t {
    Decoded,
    NotThisMesh,    ///< It is broken, or has another number of vertices or triangles.
    TooMuchMemory,  ///< More than the budget.
};

/// What became of a wish.
struct DracoAttribute {
    bool isThere = false;
    std::uint32_t components = 0;  ///< What the mesh has. If they are not those of the wish, there are no values.
    bool isConverted = false;      ///< False: its values are beyond what the type holds.
};

struct DracoMesh {
    DracoOutcome outcome = DracoOutcome::NotThisMesh;
    std::vector<DracoAttribute> attributes = {};  ///< One for each wish.
    /// The values of those that are converted, in the order of the wishes and without gaps, then three 32-bit indices for each triangle.
    std::vector<std::byte> bytes = {};
};

enum class MeshoptMode : std::uint8_t { Attributes, Triangles, Indices };
enum class MeshoptFilter : std::uint8_t { None, Octahedral, Quaternion, Exponential };

/// What a compressed buffer view must decode to. The parameters are those that EXT_meshopt_compression allows.
struct MeshoptRequest {
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
    MeshoptMode mode = MeshoptMode::Attributes;
    MeshoptFilter filter = MeshoptFilter::None;
};

/// Why data could not be decoded that is not the data's own fault, as a clause of a message.
class DecoderFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Decodes compressed data in this process, or, if derived, elsewhere.
class DataDecoder {
public:
    DataDecoder() = default;
    DataDecoder(const DataDecoder&) = delete;
    DataDecoder& operator=(const DataDecoder&) = delete;
    virtual ~DataDecoder() = default;

    /// What is taken in between and for what comes out is charged to `budget`. Throws DecoderFailure.
    [[nodiscard]] virtual DracoMesh decodeDraco(std::span<const std::byte> bytes, const DracoRequest& request,
                                                importing::MemoryBudget& budget);

    /// count * stride bytes, which the caller has charged; none if the data are not that. Throws DecoderFailure.
    [[nodiscard]] virtual std::optional<std::vector<std::byte>> decodeMeshopt(std::span<const std::byte> bytes,
                                                                              const MeshoptRequest& request);
};

/// How many bytes `mesh` must have for `request`.
[[nodiscard]] std::uint64_t bytesOf(const DracoMesh& mesh, const DracoRequest& request) noexcept;

}  // namespace armature::gltf
