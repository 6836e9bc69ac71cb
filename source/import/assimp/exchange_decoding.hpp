#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "import/gltf/data_decoder.hpp"

/// The contents of a decoding request and of its answer. exchange_scene.hpp describes how the functions are used.
namespace armature::foreign {

constexpr auto exchangeWish = [](auto& archive, auto& wish) {
    archive.value(wish.id);
    archive.plain(wish.type);
    archive.value(wish.components);
};

/// `allowance`: the worker's limit for memory, in bytes.
constexpr auto exchangeDracoRequest = [](auto& archive, auto& request, auto& allowance) {
    archive.value(allowance);
    archive.value(request.vertices);
    archive.value(request.faces);
    archive.list(request.attributes, sizeof(gltf::DracoWish), exchangeWish);
};

constexpr auto exchangeMeshoptRequest = [](auto& archive, auto& request) {
    archive.value(request.count);
    archive.value(request.stride);
    archive.choice(request.mode, gltf::MeshoptMode::Indices);
    archive.choice(request.filter, gltf::MeshoptFilter::Exponential);
};

constexpr auto exchangeAttribute = [](auto& archive, auto& attribute) {
    archive.value(attribute.isThere);
    archive.value(attribute.components);
    archive.value(attribute.isConverted);
};

/// `charged`: the memory that the worker used of its allowance, in bytes.
constexpr auto exchangeDracoMesh = [](auto& archive, auto& mesh, auto& charged) {
    archive.value(charged);
    archive.choice(mesh.outcome, gltf::DracoOutcome::TooMuchMemory);
    archive.list(mesh.attributes, sizeof(gltf::DracoAttribute), exchangeAttribute);
    archive.plains(mesh.bytes);
};

constexpr auto exchangeView = [](auto& archive, auto& view) {
    archive.optional(view, [](auto& inner, auto& bytes) { inner.plains(bytes); });
};

/// Decode a worker's answer, which may be forged. Throw importing::Refusal if the bytes are malformed, and gltf::DecoderFailure if the
/// answer does not match `request`. The bytes that the worker charged for a mesh are charged to `budget`; if they exceed it, the outcome is
/// TooMuchMemory.
[[nodiscard]] gltf::DracoMesh readDracoAnswer(std::span<const std::byte> answer, const gltf::DracoRequest& request,
                                              importing::MemoryBudget& budget);
[[nodiscard]] std::optional<std::vector<std::byte>> readMeshoptAnswer(std::span<const std::byte> answer,
                                                                      const gltf::MeshoptRequest& request);

}  // namespace armature::foreign
