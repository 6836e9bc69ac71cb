#include "skinning/asked_skinning.hpp"

#include <algorithm>

#include <glm/common.hpp>

#include <armature/mesh/mesh.hpp>

#include "skinning/kernels/blend_influences.hpp"

namespace armature {

namespace {

glm::vec3 mixDirections(const glm::vec3& linear, const glm::vec3& dual, float share) noexcept
{
    glm::vec3 mixed = glm::mix(linear, dual, share);
    normalizeOrZero(mixed.x, mixed.y, mixed.z);
    return mixed;
}

}  // namespace

SkinningKind askedSkinning(const SkinWeights& skin) noexcept
{
    const auto& shares = skin.dualQuaternionShares;
    const auto all = [&](float share) { return std::ranges::all_of(shares, [&](float each) { return each == share; }); };
    return all(0.f) ? SkinningKind::Linear : all(1.f) ? SkinningKind::DualQuaternions : SkinningKind::Shared;
}

SkinningKind askedSkinning(const Mesh& mesh) noexcept
{
    const std::vector<Primitive>& primitives = mesh.primitives();
    const SkinningKind first = primitives.empty() ? SkinningKind::Linear : askedSkinning(primitives.front().skin);
    const bool isSame = std::ranges::all_of(primitives, [&](const Primitive& each) { return askedSkinning(each.skin) == first; });
    return isSame ? first : SkinningKind::Shared;
}

void skinByShares(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette, const DualQuaternionPalette& split,
                  const SkinnedStreams& outStreams, SharedSkinningScratch& scratch)
{
    // The first result goes to scratch memory, because the output may be the input.
    scratch.positions.resize(streams.positions.size());
    scratch.normals.resize(streams.normals.size());
    scratch.tangents.resize(streams.tangents.size());
    skinVertices(streams, skin, split, {scratch.positions, scratch.normals, scratch.tangents});
    skinVertices(streams, skin, palette, outStreams);
    const std::span<const float> shares = skin.dualQuaternionShares;
    for (std::size_t vertex = 0; vertex < scratch.positions.size(); ++vertex) {
        outStreams.positions[vertex] = glm::mix(outStreams.positions[vertex], scratch.positions[vertex], shares[vertex]);
    }
    for (std::size_t vertex = 0; vertex < scratch.normals.size(); ++vertex) {
        outStreams.normals[vertex] = mixDirections(outStreams.normals[vertex], scratch.normals[vertex], shares[vertex]);
    }
    for (std::size_t vertex = 0; vertex < scratch.tangents.size(); ++vertex) {
        glm::vec4& tangent = outStreams.tangents[vertex];
        tangent = glm::vec4(mixDirections(glm::vec3(tangent), glm::vec3(scratch.tangents[vertex]), shares[vertex]), tangent.w);
    }
}

void skinVerticesAsAsked(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                         const SkinnedStreams& outStreams)
{
    const SkinningKind kind = askedSkinning(skin);
    if (kind == SkinningKind::Linear) {
        skinVertices(streams, skin, palette, outStreams);
        return;
    }
    DualQuaternionPalette split;
    split.assign(palette);
    if (kind == SkinningKind::DualQuaternions) {
        skinVertices(streams, skin, split, outStreams);
        return;
    }
    SharedSkinningScratch scratch;
    skinByShares(streams, skin, palette, split, outStreams, scratch);
}

Aabb enclose(const JointBounds& bounds, SkinningKind kind, std::span<const Affine> palette, const DualQuaternionPalette& split,
             std::span<const float> morphWeights) noexcept
{
    Aabb box;
    if (kind != SkinningKind::DualQuaternions) {
        box = bounds.enclose(palette, morphWeights);
    }
    if (kind != SkinningKind::Linear) {
        box.extend(bounds.enclose(split, morphWeights));
    }
    return box;
}

}  // namespace armature
