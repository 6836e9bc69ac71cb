#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include "import/gltf/document.hpp"

/// The values of accessors. Any component type is accepted everywhere; normalised integers become numbers from -1 or 0 to 1 (glTF 2.0,
/// section 3.6.2.2). `user` is the value that refers to the accessor: where a refusal is placed. All throw importing::Refusal if the type
/// does not fit or the file declares more than it brings.
namespace armature::gltf {

/// Refuses at `user` unless the accessor can be read and has one of the given numbers of components, and is no matrix but for 16.
const Accessor& requireComponents(const Document& document, std::size_t accessor, std::initializer_list<std::size_t> allowed,
                                  const Json& user);

[[nodiscard]] std::vector<float> readFloats(Document& document, std::size_t accessor, std::size_t components, const Json& user);
[[nodiscard]] std::vector<glm::vec2> readVec2s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec3> readVec3s(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::vec4> readVec4s(Document& document, std::size_t accessor, const Json& user);
/// Four or, with an alpha of 1, three components.
[[nodiscard]] std::vector<glm::vec4> readColors(Document& document, std::size_t accessor, const Json& user);
[[nodiscard]] std::vector<glm::mat4> readMatrices(Document& document, std::size_t accessor, const Json& user);

/// Unsigned integers as they are.
[[nodiscard]] std::vector<std::uint32_t> readIntegers(Document& document, std::size_t accessor, std::size_t components, const Json& user);

/// Four joints or weights of every vertex v into [v * stride, v * stride + 4) of a span that holds that much: sets lie side by side.
/// Joints above 65535 are refused.
void readJoints(Document& document, std::size_t accessor, std::span<std::uint16_t> outJoints, std::size_t stride, const Json& user);
void readWeights(Document& document, std::size_t accessor, std::span<float> outWeights, std::size_t stride, const Json& user);

}  // namespace armature::gltf
