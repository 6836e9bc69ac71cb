#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "import/fbx/meshes.hpp"

namespace armature::fbx {

namespace {

constexpr std::uint32_t noVertex = 0xffffffffu;

class MeshBuilder {
public:
    MeshBuilder(Document& document, const ShapedGeometry& shaped, const std::vector<std::size_t>& materials, const glm::dmat4& geometric)
        : document_(document)
        , shaped_(shaped)
        , geometry_(shaped.geometry)
        , materials_(materials)
        , geometric_(geometric)
        , forNormals_(glm::determinant(glm::dmat3(geometric)) == 0. ? glm::dmat3(1.) : glm::inverseTranspose(glm::dmat3(geometric)))
        , isMirrored_(glm::determinant(glm::dmat3(geometric)) < 0.)
    {}

    MeshDescription build()
    {
        document_.charge(geometry_.corners.size() * bytesOfCorner, geometry_.element);
        shareVertices();
        MeshDescription mesh;
        // The last slot is for polygons without a valid material.
        std::vector<std::vector<std::uint32_t>> polygonsOfSlot(materials_.size() + 1);
        for (std::uint32_t polygon = 0; polygon < geometry_.ends.size(); ++polygon) {
            polygonsOfSlot[slotOf(polygon)].push_back(polygon);
        }
        for (std::size_t slot = 0; slot < polygonsOfSlot.size(); ++slot) {
            if (!polygonsOfSlot[slot].empty()) {
                addPrimitive(slot, polygonsOfSlot[slot], mesh);
            }
        }
        mesh.morphWeights = shaped_.shapes.standingWeights();
        for (const ShapeTarget& target : shaped_.shapes.targets) {
            document_.charge(sizeof(std::string) + target.name.size(), geometry_.element);
            mesh.morphTargetNames.push_back(target.name);
        }
        return mesh;
    }

private:
    static constexpr std::uint64_t bytesOfCorner = 140;

    [[nodiscard]] std::size_t slotOf(std::uint32_t polygon) const
    {
        const std::int64_t slot = geometry_.materials.empty() ? 0 : geometry_.materials[polygon];
        return slot >= 0 && static_cast<std::uint64_t>(slot) < materials_.size() ? static_cast<std::size_t>(slot) : materials_.size();
    }

    /// Compares two corners by point and attributes. Sorting by this makes equal corners adjacent.
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b) const
    {
        if (geometry_.corners[a] != geometry_.corners[b]) {
            return geometry_.corners[a] < geometry_.corners[b] ? -1 : 1;
        }
        const auto compareIn = [a, b](const auto& values) {
            if (values.empty()) {
                return 0;
            }
            for (glm::length_t part = 0; part < values[a].length(); ++part) {
                if (values[a][part] != values[b][part]) {
                    // NaN compares as the largest value; otherwise this would not be a strict order.
                    const bool isLess = values[a][part] < values[b][part] || (std::isnan(values[b][part]) && !std::isnan(values[a][part]));
                    const bool areBothNone = std::isnan(values[a][part]) && std::isnan(values[b][part]);
                    if (!areBothNone) {
                        return isLess ? -1 : 1;
                    }
                }
            }
            return 0;
        };
        for (const int result : {compareIn(geometry_.normals), compareIn(geometry_.textureCoordinates[0]),
                                 compareIn(geometry_.textureCoordinates[1]), compareIn(geometry_.colors), compareIn(geometry_.tangents)}) {
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    /// Finds, for each corner, the first corner with the same point and equal attributes.
    void shareVertices()
    {
        std::vector<std::uint32_t> order(geometry_.corners.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, [this](std::uint32_t a, std::uint32_t b) {
            const int result = compare(a, b);
            return result != 0 ? result < 0 : a < b;
        });
        firstLike_.resize(order.size());
        for (std::size_t at = 0; at < order.size(); ++at) {
            const bool isSame = at > 0 && compare(order[at - 1], order[at]) == 0;
            firstLike_[order[at]] = isSame ? firstLike_[order[at - 1]] : order[at];
        }
        vertexOf_.assign(order.size(), noVertex);
    }

    void addPrimitive(std::size_t slot, const std::vector<std::uint32_t>& polygons, MeshDescription& mesh)
    {
        Primitive primitive;
        if (slot < materials_.size()) {
            primitive.material = materials_[slot];
        }
        std::vector<std::uint32_t> cornerOfVertex;
        for (const std::uint32_t polygon : polygons) {
            addPolygon(polygon, primitive, cornerOfVertex);
        }
        for (const std::uint32_t corner : cornerOfVertex) {
            addVertex(corner, primitive);
            vertexOf_[corner] = noVertex;  // reset for the next primitive
        }
        addSkin(cornerOfVertex, primitive);
        addMorphTargets(cornerOfVertex, primitive);
        mesh.primitives.push_back(std::move(primitive));
    }

    void addPolygon(std::uint32_t polygon, Primitive& primitive, std::vector<std::uint32_t>& cornerOfVertex)
    {
        const std::uint32_t begin = polygon == 0 ? 0 : geometry_.ends[polygon - 1];
        std::vector<glm::dvec3> points;
        for (std::uint32_t corner = begin; corner < geometry_.ends[polygon]; ++corner) {
            points.push_back(geometry_.points[geometry_.corners[corner]]);
        }
        if (points.size() > 128 && points.size() <= mostCornersWithEars) {  // the time for ear clipping is quadratic in this number
            document_.charge(std::uint64_t{points.size()} * points.size() / 2, geometry_.element);
        }
        triangles_.clear();
        triangulate(points, triangles_);
        for (auto triangle : triangles_) {
            if (isMirrored_) {
                std::swap(triangle[1], triangle[2]);
            }
            for (const std::uint32_t number : triangle) {
                const std::uint32_t corner = firstLike_[begin + number];
                if (vertexOf_[corner] == noVertex) {
                    vertexOf_[corner] = static_cast<std::uint32_t>(cornerOfVertex.size());
                    cornerOfVertex.push_back(corner);
                }
                primitive.indices.push_back(vertexOf_[corner]);
            }
        }
    }

    void addVertex(std::uint32_t corner, Primitive& primitive) const
    {
        primitive.positions.emplace_back(geometric_ * glm::dvec4(geometry_.points[geometry_.corners[corner]], 1.));
        if (!geometry_.normals.empty()) {
            primitive.normals.push_back(turned(forNormals_, geometry_.normals[corner]));
        }
        if (!geometry_.tangents.empty()) {
            const glm::vec4& tangent = geometry_.tangents[corner];
            primitive.tangents.emplace_back(turned(glm::dmat3(geometric_), glm::vec3(tangent)), isMirrored_ ? -tangent.w : tangent.w);
        }
        for (std::size_t set = 0; set < primitive.textureCoordinates.size(); ++set) {
            if (!geometry_.textureCoordinates[set].empty()) {
                primitive.textureCoordinates[set].push_back(geometry_.textureCoordinates[set][corner]);
            }
        }
        if (!geometry_.colors.empty()) {
            primitive.colors.push_back(geometry_.colors[corner]);
        }
    }

    [[nodiscard]] static glm::vec3 turned(const glm::dmat3& matrix, const glm::vec3& direction)
    {
        const glm::dvec3 result = matrix * glm::dvec3(direction);
        const double length = glm::length(result);
        return length > 0. ? glm::vec3(result / length) : direction;
    }

    void addSkin(const std::vector<std::uint32_t>& cornerOfVertex, Primitive& primitive) const
    {
        const SkinBinding& skin = shaped_.skin;
        if (skin.isEmpty()) {
            return;
        }
        const std::size_t most = std::max<std::size_t>(skin.mostInfluences, 1);
        const std::size_t each = (most + 3) / 4 * 4;
        document_.charge(std::uint64_t{cornerOfVertex.size()} * each * (sizeof(std::uint16_t) + sizeof(float)), geometry_.element);
        primitive.skin.influencesPerVertex = each;
        primitive.skin.joints.assign(cornerOfVertex.size() * each, 0);
        primitive.skin.weights.assign(cornerOfVertex.size() * each, 0.f);
        if (!skin.dualQuaternionShares.empty()) {
            document_.charge(cornerOfVertex.size() * sizeof(float), geometry_.element);
            for (const std::uint32_t corner : cornerOfVertex) {
                primitive.skin.dualQuaternionShares.push_back(skin.dualQuaternionShares[geometry_.corners[corner]]);
            }
        }
        for (std::size_t vertex = 0; vertex < cornerOfVertex.size(); ++vertex) {
            const std::uint32_t point = geometry_.corners[cornerOfVertex[vertex]];
            const std::uint32_t begin = skin.firstOfPoint[point];
            const std::uint32_t end = skin.firstOfPoint[point + 1];
            for (std::uint32_t number = begin; number < end; ++number) {
                primitive.skin.joints[vertex * each + number - begin] = static_cast<std::uint16_t>(skin.influences[number].cluster);
                primitive.skin.weights[vertex * each + number - begin] = skin.influences[number].weight;
            }
            if (begin == end) {  // a point without influences moves with the model, which is the joint after the last bone
                primitive.skin.joints[vertex * each] = static_cast<std::uint16_t>(skin.clusters.size());
                primitive.skin.weights[vertex * each] = 1.f;
            }
        }
    }

    void addMorphTargets(const std::vector<std::uint32_t>& cornerOfVertex, Primitive& primitive)
    {
        for (const ShapeTarget& shape : shaped_.shapes.targets) {
            const bool hasNormals = !shape.normals.empty() && !geometry_.normals.empty();
            document_.charge(sizeof(MorphTarget) + std::uint64_t{cornerOfVertex.size()} * sizeof(glm::vec3) * (hasNormals ? 2 : 1)
                                 + geometry_.points.size() * sizeof(std::uint32_t),
                             geometry_.element);
            std::vector<std::uint32_t> entryOf(geometry_.points.size(), noVertex);
            for (std::uint32_t entry = 0; entry < shape.points.size(); ++entry) {
                entryOf[shape.points[entry]] = entry;
            }
            MorphTarget target;
            target.positions.reserve(cornerOfVertex.size());
            for (const std::uint32_t corner : cornerOfVertex) {
                const std::uint32_t entry = entryOf[geometry_.corners[corner]];
                const bool moves = entry != noVertex;
                target.positions.emplace_back(moves ? glm::dmat3(geometric_) * shape.positions[entry] : glm::dvec3(0.));
                if (hasNormals) {
                    target.normals.emplace_back(moves ? forNormals_ * shape.normals[entry] : glm::dvec3(0.));
                }
            }
            primitive.morphTargets.push_back(std::move(target));
        }
    }

    Document& document_;
    const ShapedGeometry& shaped_;
    const Geometry& geometry_;
    const std::vector<std::size_t>& materials_;
    glm::dmat4 geometric_;
    glm::dmat3 forNormals_;
    bool isMirrored_;
    std::vector<std::uint32_t> firstLike_;  ///< For each corner, the first corner with the same point and equal attributes.
    std::vector<std::uint32_t> vertexOf_;   ///< For each corner in firstLike_, its vertex in the primitive being built.
    std::vector<std::array<std::uint32_t, 3>> triangles_;
};

}  // namespace

MeshDescription buildMesh(Document& document, const ShapedGeometry& shaped, const std::vector<std::size_t>& materials,
                          const glm::dmat4& geometric)
{
    return MeshBuilder(document, shaped, materials, geometric).build();
}

}  // namespace armature::fbx
