#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "import/memory_budget.hpp"

namespace armature::gltf {

enum class ComponentType : std::uint16_t {
    Byte = 5120,
    UnsignedByte = 5121,
    Short = 5122,
    UnsignedShort = 5123,
    UnsignedInt = 5125,
    Float = 5126
};

/// Returns the size of one component in bytes.
[[nodiscard]] constexpr std::size_t sizeOf(ComponentType type) noexcept
{
    switch (type) {
    case ComponentType::Byte:
    case ComponentType::UnsignedByte: return 1;
    case ComponentType::Short:
    case ComponentType::UnsignedShort: return 2;
    case ComponentType::UnsignedInt:
    case ComponentType::Float: return 4;
    }
    return 0;
}

/// An attribute requested from a compressed mesh.
struct DracoWish {
    std::uint32_t id = 0;
    ComponentType type = ComponentType::Float;
    std::uint32_t components = 0;
};

/// The size that a compressed mesh must have, and the attributes requested from it.
struct DracoRequest {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::vector<DracoWish> attributes = {};
};

enum class DracoOutcome : std::uint8_t {
    Decoded,
    NotThisMesh,    ///< The data are corrupt, or do not have the requested numbers of vertices and triangles.
    TooMuchMemory,  ///< Decoding needs more memory than the budget allows.
};

/// The result for one requested attribute.
struct DracoAttribute {
    bool isThere = false;
    std::uint32_t components = 0;  ///< Components per value in the mesh; if their number is not the requested one, no values are returned.
    bool isConverted = false;      ///< Whether values are returned; false also if they do not fit the requested type.
};

struct DracoMesh {
    DracoOutcome outcome = DracoOutcome::NotThisMesh;
    std::vector<DracoAttribute> attributes = {};  ///< One for each requested attribute.
    /// The converted values in the order of the requested attributes, without gaps; then three 32-bit indices per triangle.
    std::vector<std::byte> bytes = {};
};

enum class MeshoptMode : std::uint8_t { Attributes, Triangles, Indices };
enum class MeshoptFilter : std::uint8_t { None, Octahedral, Quaternion, Exponential };

/// The encoding of a compressed buffer view and its decoded size. Precondition of decoding: EXT_meshopt_compression allows these
/// parameters.
struct MeshoptRequest {
    std::uint64_t count = 0;   ///< Number of elements.
    std::uint64_t stride = 0;  ///< Bytes per decoded element.
    MeshoptMode mode = MeshoptMode::Attributes;
    MeshoptFilter filter = MeshoptFilter::None;
};

/// Thrown if decoding fails for a reason other than the data. The message is a clause.
class DecoderFailure final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Decodes compressed data in this process. Derived classes may decode elsewhere.
class DataDecoder {
public:
    DataDecoder() = default;
    DataDecoder(const DataDecoder&) = delete;
    DataDecoder& operator=(const DataDecoder&) = delete;
    virtual ~DataDecoder() = default;

    /// Decodes a mesh. Charges temporary memory and output to `budget`. Throws DecoderFailure if decoding fails for a reason other than the
    /// data.
    [[nodiscard]] virtual DracoMesh decodeDraco(std::span<const std::byte> bytes, const DracoRequest& request,
                                                importing::MemoryBudget& budget);

    /// Decodes a view. Returns count * stride bytes, which the caller has already charged; nullopt if the data do not decode to that size.
    /// Throws DecoderFailure if decoding fails for a reason other than the data.
    [[nodiscard]] virtual std::optional<std::vector<std::byte>> decodeMeshopt(std::span<const std::byte> bytes,
                                                                              const MeshoptRequest& request);
};

/// Returns the size that DracoMesh::bytes must have, given the attributes of `mesh` that were converted.
[[nodiscard]] std::uint64_t bytesOf(const DracoMesh& mesh, const DracoRequest& request) noexcept;

}  // namespace armature::gltf
