#include "import/gltf/writer/accessor_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <meshoptimizer.h>

// EXT_meshopt_compression allows only version 0 of the vertex encoding and version 1 of the index encoding. Where the version is not passed
// explicitly, these are meshoptimizer's defaults, which the program must not change (meshopt_encodeVertexVersion,
// meshopt_encodeIndexVersion).
namespace armature::gltf {

std::vector<std::byte> encodeElements(std::span<const std::byte> elements, std::size_t stride)
{
    const std::size_t count = elements.size() / stride;
    std::vector<std::byte> encoded(meshopt_encodeVertexBufferBound(count, stride));
    auto* out = reinterpret_cast<unsigned char*>(encoded.data());
#if MESHOPTIMIZER_VERSION >= 230
    encoded.resize(meshopt_encodeVertexBufferLevel(out, encoded.size(), elements.data(), count, stride, 2, 0));
#else
    encoded.resize(meshopt_encodeVertexBuffer(out, encoded.size(), elements.data(), count, stride));
#endif
    return encoded;
}

std::vector<std::byte> encodeIndices(std::span<const std::byte> indices, std::size_t stride, bool isTriangles)
{
    const std::size_t count = indices.size() / stride;
    std::vector<unsigned int> wide(count, 0);
    for (std::size_t index = 0; index < count; ++index) {
        std::memcpy(&wide[index], indices.data() + index * stride, stride);
    }
    const std::size_t vertices = std::size_t{std::ranges::max(wide)} + 1;
    std::vector<std::byte> encoded(isTriangles ? meshopt_encodeIndexBufferBound(count, vertices)
                                               : meshopt_encodeIndexSequenceBound(count, vertices));
    auto* out = reinterpret_cast<unsigned char*>(encoded.data());
    encoded.resize(isTriangles ? meshopt_encodeIndexBuffer(out, encoded.size(), wide.data(), count)
                               : meshopt_encodeIndexSequence(out, encoded.size(), wide.data(), count));
    return encoded;
}

}  // namespace armature::gltf
