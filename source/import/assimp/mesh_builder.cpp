#include "import/assimp/convert.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include <glm/geometric.hpp>

namespace armature::worker {

namespace {

/// Placeholder for the index of the additional joint to which vertices without weights are bound. It comes after all bones, so its index is
/// known only when all bones are.
constexpr std::uint16_t unbound = std::numeric_limits<std::uint16_t>::max();

glm::vec3 vectorOf(const aiVector3D& vector)
{
    return {vector.x, vector.y, vector.z};
}

template <class Convert>
auto convertAll(const aiMesh& part, const Convert& convert)
{
    std::vector<decltype(convert(0u))> out;
    out.reserve(part.mNumVertices);
    for (unsigned vertex = 0; vertex < part.mNumVertices; ++vertex) {
        out.push_back(convert(vertex));
    }
    return out;
}

void addAttributes(const aiMesh& part, Primitive& primitive)
{
    primitive.positions = convertAll(part, [&](unsigned vertex) { return vectorOf(part.mVertices[vertex]); });
    if (part.HasNormals()) {
        primitive.normals = convertAll(part, [&](unsigned vertex) { return vectorOf(part.mNormals[vertex]); });
    }
    if (part.HasNormals() && part.HasTangentsAndBitangents()) {
        primitive.tangents = convertAll(part, [&](unsigned vertex) {
            const glm::vec3 tangent = vectorOf(part.mTangents[vertex]);
            const glm::vec3 bitangent = glm::cross(primitive.normals[vertex], tangent);
            return glm::vec4(tangent, glm::dot(bitangent, vectorOf(part.mBitangents[vertex])) < 0.f ? -1.f : 1.f);
        });
    }
    for (unsigned set = 0; set < primitive.textureCoordinates.size(); ++set) {
        if (part.HasTextureCoords(set)) {
            primitive.textureCoordinates[set] = convertAll(
                part, [&](unsigned vertex) { return glm::vec2(part.mTextureCoords[set][vertex].x, part.mTextureCoords[set][vertex].y); });
        }
    }
    if (part.HasVertexColors(0)) {
        primitive.colors = convertAll(part, [&](unsigned vertex) {
            const aiColor4D& color = part.mColors[0][vertex];
            return glm::vec4(color.r, color.g, color.b, color.a);
        });
    }
}

}  // namespace

void MeshBuilder::add(const aiMesh& part, unsigned materialCount)
{
    if (!part.HasPositions()) {
        return;
    }
    if (mesh_.primitives.empty()) {
        mesh_.name = textOf(part.mName);
        for (unsigned target = 0; target < part.mNumAnimMeshes; ++target) {
            mesh_.morphWeights.push_back(part.mAnimMeshes[target]->mWeight);
            mesh_.morphTargetNames.push_back(textOf(part.mAnimMeshes[target]->mName));
        }
    }
    constexpr std::array<std::pair<unsigned, PrimitiveTopology>, 3> topologies{
        {{3, PrimitiveTopology::Triangles}, {2, PrimitiveTopology::Lines}, {1, PrimitiveTopology::Points}}};
    for (const auto& [corners, topology] : topologies) {
        addTopology(part, corners, topology, materialCount);
    }
}

void MeshBuilder::addTopology(const aiMesh& part, unsigned corners, PrimitiveTopology topology, unsigned materialCount)
{
    Primitive primitive;
    primitive.topology = topology;
    for (unsigned number = 0; number < part.mNumFaces; ++number) {
        const aiFace& face = part.mFaces[number];
        if (face.mNumIndices != corners) {
            continue;
        }
        const std::span indices(face.mIndices, face.mNumIndices);
        if (std::ranges::any_of(indices, [&](unsigned index) { return index >= part.mNumVertices; })) {
            nodes_.note(foreign::FindingKind::IndexOutOfRange, textOf(part.mName));
            continue;
        }
        primitive.indices.insert(primitive.indices.end(), indices.begin(), indices.end());
    }
    if (primitive.indices.empty()) {
        return;
    }
    if (part.mMaterialIndex < materialCount) {
        primitive.material = part.mMaterialIndex;
    }
    addAttributes(part, primitive);
    if (part.HasBones()) {
        addSkin(part, primitive);
    }
    addMorphTargets(part, primitive);
    mesh_.primitives.push_back(std::move(primitive));
}

std::size_t MeshBuilder::slotOf(const aiBone& bone)
{
    BoneBinding binding{textOf(bone.mName), matrixOf(bone.mOffsetMatrix)};
    const auto known = std::ranges::find_if(
        bones_, [&](const BoneBinding& other) { return other.name == binding.name && other.offset == binding.offset; });
    if (known != bones_.end()) {
        return static_cast<std::size_t>(known - bones_.begin());
    }
    bones_.push_back(std::move(binding));
    if (bones_.size() >= unbound) {
        throw std::length_error("a mesh has more bones than a vertex can name");
    }
    return bones_.size() - 1;
}

void MeshBuilder::addSkin(const aiMesh& part, Primitive& primitive)
{
    struct Influence {
        std::uint16_t joint;
        float weight;
    };
    std::vector<std::vector<Influence>> influences(part.mNumVertices);
    for (unsigned number = 0; number < part.mNumBones; ++number) {
        const aiBone& bone = *part.mBones[number];
        const auto joint = static_cast<std::uint16_t>(slotOf(bone));
        for (unsigned entry = 0; entry < bone.mNumWeights; ++entry) {
            const aiVertexWeight& weight = bone.mWeights[entry];
            if (weight.mVertexId >= part.mNumVertices) {
                nodes_.note(foreign::FindingKind::IndexOutOfRange, textOf(part.mName));
            } else if (weight.mWeight != 0.f) {
                influences[weight.mVertexId].push_back({joint, weight.mWeight});
            }
        }
    }
    const auto most = std::ranges::max_element(influences, {}, [](const auto& list) { return list.size(); });
    const std::size_t each = (std::max<std::size_t>(most->size(), 1) + 3) / 4 * 4;
    primitive.skin.influencesPerVertex = each;
    primitive.skin.joints.assign(influences.size() * each, 0);
    primitive.skin.weights.assign(influences.size() * each, 0.f);
    for (std::size_t vertex = 0; vertex < influences.size(); ++vertex) {
        for (std::size_t number = 0; number < influences[vertex].size(); ++number) {
            primitive.skin.joints[vertex * each + number] = influences[vertex][number].joint;
            primitive.skin.weights[vertex * each + number] = influences[vertex][number].weight;
        }
        if (influences[vertex].empty()) {
            primitive.skin.joints[vertex * each] = unbound;
            primitive.skin.weights[vertex * each] = 1.f;
            hasUnbound_ = true;
        }
    }
}

void MeshBuilder::addMorphTargets(const aiMesh& part, Primitive& primitive)
{
    for (unsigned number = 0; number < part.mNumAnimMeshes; ++number) {
        const aiAnimMesh& shape = *part.mAnimMeshes[number];
        MorphTarget target;
        const bool isAlike = shape.mNumVertices == part.mNumVertices;
        if (!isAlike) {
            nodes_.note(foreign::FindingKind::MorphsDiffer, textOf(part.mName));
        }
        target.positions = convertAll(part, [&](unsigned vertex) {
            return isAlike && shape.HasPositions() ? vectorOf(shape.mVertices[vertex] - part.mVertices[vertex]) : glm::vec3(0.f);
        });
        if (isAlike && shape.HasNormals() && part.HasNormals()) {
            target.normals = convertAll(part, [&](unsigned vertex) { return vectorOf(shape.mNormals[vertex] - part.mNormals[vertex]); });
        }
        primitive.morphTargets.push_back(std::move(target));
    }
}

MeshDescription MeshBuilder::take()
{
    for (Primitive& primitive : mesh_.primitives) {
        std::ranges::replace(primitive.skin.joints, unbound, static_cast<std::uint16_t>(bones_.size()));
    }
    return std::exchange(mesh_, {});
}

}  // namespace armature::worker
