#include "gpu_mesh.hpp"

#include <algorithm>
#include <cstdint>

#include <glm/common.hpp>

#include <armature/math/aabb.hpp>

namespace armature {

namespace {

GLenum toGlTopology(PrimitiveTopology topology)
{
    switch (topology) {
    case PrimitiveTopology::Points: return GL_POINTS;
    case PrimitiveTopology::Lines: return GL_LINES;
    case PrimitiveTopology::LineLoop: return GL_LINE_LOOP;
    case PrimitiveTopology::LineStrip: return GL_LINE_STRIP;
    case PrimitiveTopology::TriangleStrip: return GL_TRIANGLE_STRIP;
    case PrimitiveTopology::TriangleFan: return GL_TRIANGLE_FAN;
    case PrimitiveTopology::Triangles: break;
    }
    return GL_TRIANGLES;
}

bool isSurfaceMode(GLenum mode)
{
    return mode == GL_TRIANGLES || mode == GL_TRIANGLE_STRIP || mode == GL_TRIANGLE_FAN;
}

/// Packs arrays one after another into the buffer that is bound to GL_ARRAY_BUFFER.
class ArrayPacker {
public:
    template <typename Element>
    std::ptrdiff_t add(std::span<const Element> elements)
    {
        if (elements.empty()) {
            return -1;
        }
        const auto offset = static_cast<std::ptrdiff_t>(bytes_.size());
        const auto bytes = std::as_bytes(elements);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return offset;
    }

    void upload() const { glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes_.size()), bytes_.data(), GL_STATIC_DRAW); }

private:
    std::vector<std::byte> bytes_;
};

template <typename Element>
std::span<const Element> view(const std::vector<Element>& elements)
{
    return elements;
}

const void* toPointer(std::ptrdiff_t offset)
{
    return reinterpret_cast<const void*>(offset);
}

void describeFloats(VertexAttribute attribute, GLint components, std::size_t stride, std::ptrdiff_t offset)
{
    const auto index = static_cast<GLuint>(attribute);
    if (offset < 0) {
        glDisableVertexAttribArray(index);
        return;
    }
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), toPointer(offset));
}

void describeJoints(VertexAttribute attribute, std::size_t stride, std::ptrdiff_t offset)
{
    const auto index = static_cast<GLuint>(attribute);
    glEnableVertexAttribArray(index);
    glVertexAttribIPointer(index, 4, GL_UNSIGNED_SHORT, static_cast<GLsizei>(stride), toPointer(offset));
}

/// Returns the colour of a joint, as surface.vert computes it.
glm::vec3 jointColor(std::uint16_t joint)
{
    const float hue = glm::fract(0.6180340f * static_cast<float>(joint));
    return glm::clamp(glm::abs(glm::fract(hue + glm::vec3(0.f, 2.f, 1.f) / 3.f) * 6.f - 3.f) - 1.f, 0.f, 1.f);
}

}  // namespace

PackedInfluences packInfluences(const SkinWeights& skin, std::size_t vertices)
{
    PackedInfluences packed;
    if (skin.influencesPerVertex == 0) {
        return packed;
    }
    std::size_t most = 0;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        std::size_t used = 0;
        for (std::size_t i = vertex * skin.influencesPerVertex; i < (vertex + 1) * skin.influencesPerVertex; ++i) {
            if (skin.weights[i] != 0.f) {
                ++used;
                packed.jointCount = std::max<std::size_t>(packed.jointCount, skin.joints[i] + std::size_t{1});
            }
        }
        most = std::max(most, used);
    }
    packed.needsCpu = most > 8;
    if (packed.needsCpu) {
        return packed;
    }
    packed.perVertex = most > 4 ? 8 : 4;
    packed.joints.resize(vertices * packed.perVertex);
    packed.weights.resize(vertices * packed.perVertex);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        std::size_t to = vertex * packed.perVertex;
        for (std::size_t from = vertex * skin.influencesPerVertex; from < (vertex + 1) * skin.influencesPerVertex; ++from) {
            if (skin.weights[from] != 0.f) {
                packed.joints[to] = skin.joints[from];
                packed.weights[to] = skin.weights[from];
                ++to;
            }
        }
        // Padding repeats the vertex's first joint. The shader multiplies its matrix by 0, which gives 0 only for a finite matrix. The
        // matrix of the first joint is finite whenever all matrices that move the vertex are.
        const std::size_t first = vertex * packed.perVertex;
        std::fill(packed.joints.begin() + static_cast<std::ptrdiff_t>(to),
                  packed.joints.begin() + static_cast<std::ptrdiff_t>(first + packed.perVertex), packed.joints[first]);
    }
    return packed;
}

GpuPrimitive::GpuPrimitive(const Primitive& primitive)
    : mode(toGlTopology(primitive.topology))
    , vertexCount(primitive.positions.size())
    , isIndexed(!primitive.indices.empty())
    , isSurface(isSurfaceMode(mode))
    , hasNormals(!primitive.normals.empty())
{
    count = static_cast<GLsizei>(isIndexed ? primitive.indices.size() : vertexCount);
    Aabb box;
    for (const glm::vec3& position : primitive.positions) {
        box.extend(position);
    }
    center = box.isEmpty() ? glm::vec3(0.f) : box.getCenter();

    const PackedInfluences skin = packInfluences(primitive.skin, vertexCount);
    influences = skin.perVertex;
    needsCpu = skin.needsCpu;
    jointCount = skin.jointCount;
    asked = askedSkinning(primitive.skin);
    morphTexels = morphTexelCount(primitive);

    ArrayPacker packer;
    packer.add(view(primitive.positions));
    packer.add(view(primitive.normals));
    offsets.tangents = packer.add(view(primitive.tangents));
    for (std::size_t set = 0; set < 2; ++set) {
        offsets.coordinates[set] = packer.add(view(primitive.textureCoordinates[set]));
    }
    offsets.colors = packer.add(view(primitive.colors));
    offsets.weights = packer.add(view(skin.weights));
    if (asked == SkinningKind::Shared) {
        offsets.shares = packer.add(view(primitive.skin.dualQuaternionShares));
    }
    offsets.joints = packer.add(view(skin.joints));

    glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
    packer.upload();
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (isIndexed) {
        indices = GlBuffer();
        glBindBuffer(GL_COPY_WRITE_BUFFER, indices.name());
        glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(primitive.indices.size() * sizeof(std::uint32_t)),
                     primitive.indices.data(), GL_STATIC_DRAW);
        glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    }
    describe(array.name(), vertices.name());
}

void GpuPrimitive::describe(GLuint vertexArray, GLuint posed) const
{
    glBindVertexArray(vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, posed);
    describeFloats(VertexAttribute::Position, 3, sizeof(glm::vec3), 0);
    describeFloats(VertexAttribute::Normal, 3, sizeof(glm::vec3),
                   hasNormals ? static_cast<std::ptrdiff_t>(vertexCount * sizeof(glm::vec3)) : -1);
    describeFloats(VertexAttribute::Tangent, 4, sizeof(glm::vec4), offsets.tangents);

    glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
    describeFloats(VertexAttribute::Coordinates0, 2, sizeof(glm::vec2), offsets.coordinates[0]);
    describeFloats(VertexAttribute::Coordinates1, 2, sizeof(glm::vec2), offsets.coordinates[1]);
    describeFloats(VertexAttribute::Color, 4, sizeof(glm::vec4), offsets.colors);
    describeFloats(VertexAttribute::DualQuaternionShare, 1, sizeof(float), offsets.shares);
    if (influences > 0 && offsets.joints >= 0) {
        const std::size_t jointStride = influences * sizeof(std::uint16_t);
        const std::size_t weightStride = influences * sizeof(float);
        describeJoints(VertexAttribute::Joints0, jointStride, offsets.joints);
        describeFloats(VertexAttribute::Weights0, 4, weightStride, offsets.weights);
        if (influences > 4) {
            describeJoints(VertexAttribute::Joints1, jointStride, offsets.joints + 4 * static_cast<std::ptrdiff_t>(sizeof(std::uint16_t)));
            describeFloats(VertexAttribute::Weights1, 4, weightStride, offsets.weights + 4 * static_cast<std::ptrdiff_t>(sizeof(float)));
        }
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

DynamicVertices::DynamicVertices(const GpuPrimitive& primitive)
    : positions(primitive.vertexCount)
    , normals(primitive.hasNormals ? primitive.vertexCount : 0)
    , tangents(primitive.offsets.tangents >= 0 ? primitive.vertexCount : 0)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());  // the first binding creates the buffer object
    primitive.describe(array.name(), buffer.name());
}

void DynamicVertices::showJoints(const SkinWeights& skin)
{
    if (jointColors_) {
        return;
    }
    std::vector<glm::vec3> colors(positions.size(), glm::vec3(0.f));
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        colors[i / skin.influencesPerVertex] += skin.weights[i] * jointColor(skin.joints[i]);
    }
    jointColors_.emplace();
    glBindVertexArray(array.name());
    glBindBuffer(GL_ARRAY_BUFFER, jointColors_->name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(std::as_bytes(std::span(colors)).size()), colors.data(), GL_STATIC_DRAW);
    describeFloats(VertexAttribute::JointColor, 3, sizeof(glm::vec3), 0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void DynamicVertices::upload()
{
    const auto positionBytes = static_cast<GLsizeiptr>(std::as_bytes(std::span(positions)).size());
    const auto normalBytes = static_cast<GLsizeiptr>(std::as_bytes(std::span(normals)).size());
    const auto tangentBytes = static_cast<GLsizeiptr>(std::as_bytes(std::span(tangents)).size());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBufferData(GL_ARRAY_BUFFER, positionBytes + normalBytes + tangentBytes, nullptr, GL_DYNAMIC_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, positionBytes, positions.data());
    if (normalBytes > 0) {
        glBufferSubData(GL_ARRAY_BUFFER, positionBytes, normalBytes, normals.data());
    }
    if (tangentBytes > 0) {
        glBufferSubData(GL_ARRAY_BUFFER, positionBytes + normalBytes, tangentBytes, tangents.data());
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    isFilled = true;
}

}  // namespace armature
