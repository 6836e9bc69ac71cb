#include "import/fbx/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/words.hpp"

namespace armature::fbx {

namespace {

/// The parts of the mesh to which the values of a layer belong: one value for each corner, point or polygon, or one for all.
enum class Mapping { Corner, Point, Polygon, All, Unknown };

Mapping mappingNamed(std::string_view name)
{
    if (name == "ByPolygonVertex") {
        return Mapping::Corner;
    }
    if (name == "ByVertice" || name == "ByVertex") {
        return Mapping::Point;
    }
    if (name == "ByPolygon") {
        return Mapping::Polygon;
    }
    return name == "AllSame" ? Mapping::All : Mapping::Unknown;
}

/// Reads layers of attributes and expands each to one value per corner.
class LayerReader {
public:
    LayerReader(Document& document, Geometry& geometry, importing::Notes& notes) : document_(document), geometry_(geometry), notes_(notes)
    {}

    /// Returns `width` numbers per corner; empty if the layer is unusable.
    std::vector<double> read(ElementIndex layer, std::string_view dataName, std::string_view indexName, std::size_t width)
    {
        const auto data = document_.reals(document_.find(layer, dataName));
        const auto indices = document_.integers(document_.find(layer, indexName));
        if (data.empty()) {
            return {};
        }
        const Mapping mapping = mappingOf(layer);
        const bool isIndexed = isIndirect(layer) && !indices.empty();
        if (mapping == Mapping::Unknown) {
            notes_.add(document_.place(layer), "is mapped in a way that is not supported: left out");
            return {};
        }
        std::vector<double> out;
        document_.charge(geometry_.corners.size() * width * sizeof(double), layer);
        out.reserve(geometry_.corners.size() * width);
        std::size_t polygon = 0;
        for (std::size_t corner = 0; corner < geometry_.corners.size(); ++corner) {
            while (corner >= geometry_.ends[polygon]) {
                ++polygon;
            }
            std::size_t at = placeOf(mapping, corner, polygon);
            if (isIndexed) {
                const std::int64_t index = at < indices.size() ? indices[at] : -1;
                at = index < 0 ? data.size() : static_cast<std::size_t>(index);
            }
            if (at >= data.size() / width) {
                notes_.add(document_.place(layer),
                           fmt::format("has nothing for corner {} of the mesh: left out; export the file again", corner));
                return {};
            }
            out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(at * width),
                       data.begin() + static_cast<std::ptrdiff_t>((at + 1) * width));
        }
        return out;
    }

    std::vector<glm::vec3> readDirections(ElementIndex layer, std::string_view dataName, std::string_view indexName)
    {
        const auto numbers = read(layer, dataName, indexName, 3);
        std::vector<glm::vec3> out;
        out.reserve(numbers.size() / 3);
        for (std::size_t first = 0; first < numbers.size(); first += 3) {
            const glm::dvec3 direction(numbers[first], numbers[first + 1], numbers[first + 2]);
            const double length = glm::length(direction);
            out.emplace_back(length > 0. ? direction / length : direction);
        }
        return out;
    }

    [[nodiscard]] Mapping mappingOf(ElementIndex layer) const
    {
        return mappingNamed(document_.text(document_.find(layer, "MappingInformationType"), 0).value_or(std::string_view()));
    }

private:
    [[nodiscard]] bool isIndirect(ElementIndex layer) const
    {
        const auto name = document_.text(document_.find(layer, "ReferenceInformationType"), 0);
        return !name || *name != "Direct";
    }

    [[nodiscard]] std::size_t placeOf(Mapping mapping, std::size_t corner, std::size_t polygon) const
    {
        switch (mapping) {
        case Mapping::Corner: return corner;
        case Mapping::Point: return geometry_.corners[corner];
        case Mapping::Polygon: return polygon;
        default: return 0;
        }
    }

    Document& document_;
    Geometry& geometry_;
    importing::Notes& notes_;
};

void readPolygons(Document& document, Geometry& geometry)
{
    const ElementIndex pointsElement = document.find(geometry.element, "Vertices");
    const auto numbers = document.reals(pointsElement);
    document.charge(numbers.size() * sizeof(double), pointsElement);
    for (std::size_t first = 0; first + 3 <= numbers.size(); first += 3) {
        geometry.points.emplace_back(numbers[first], numbers[first + 1], numbers[first + 2]);
    }
    const ElementIndex cornersElement = document.find(geometry.element, "PolygonVertexIndex");
    const auto corners = document.integers(cornersElement);
    document.charge(corners.size() * 2 * sizeof(std::uint32_t), cornersElement);
    for (const std::int64_t corner : corners) {
        const std::int64_t point = corner < 0 ? -(corner + 1) : corner;  // a negative number marks the last corner of a polygon
        if (static_cast<std::uint64_t>(point) >= geometry.points.size()) {
            document.refuse(cornersElement, fmt::format("names point {} as number {}, but {}", point, geometry.corners.size(),
                                                        thereAre(geometry.points.size(), "point")));
        }
        geometry.corners.push_back(static_cast<std::uint32_t>(point));
        if (corner < 0) {
            geometry.ends.push_back(static_cast<std::uint32_t>(geometry.corners.size()));
        }
    }
    if (geometry.ends.empty() || geometry.ends.back() != geometry.corners.size()) {
        geometry.ends.push_back(static_cast<std::uint32_t>(geometry.corners.size()));
    }
}

void readTangents(LayerReader& reader, const Document& document, Geometry& geometry)
{
    const ElementIndex tangentLayer = document.find(geometry.element, "LayerElementTangent");
    if (geometry.normals.empty() || tangentLayer == noElement) {
        return;
    }
    const auto tangents = reader.readDirections(tangentLayer, "Tangents", "TangentsIndex");
    const auto binormals = reader.readDirections(document.find(geometry.element, "LayerElementBinormal"), "Binormals", "BinormalsIndex");
    for (std::size_t corner = 0; corner < tangents.size(); ++corner) {
        const bool isMirrored =
            !binormals.empty() && glm::dot(glm::cross(geometry.normals[corner], tangents[corner]), binormals[corner]) < 0.f;
        // The sign needs no change although v is flipped. The file's binormal and the mesh's bitangent are the same vector: it points along
        // growing v in the file, where v grows upwards, and against growing v in the mesh, where v grows downwards.
        geometry.tangents.emplace_back(tangents[corner], isMirrored ? -1.f : 1.f);
    }
}

void readTextureCoordinates(LayerReader& reader, const Document& document, Geometry& geometry)
{
    std::size_t set = 0;
    document.forEachChild(geometry.element, [&](ElementIndex child) {
        const bool isNested = document[child].name == "GeometryUVInfo";  // before version 6
        if ((document[child].name != "LayerElementUV" && !isNested) || set == geometry.textureCoordinates.size()) {
            return;
        }
        const auto numbers =
            isNested ? reader.read(child, "TextureUV", "TextureUVVerticeIndex", 2) : reader.read(child, "UV", "UVIndex", 2);
        auto& coordinates = geometry.textureCoordinates[set];
        for (std::size_t first = 0; first < numbers.size(); first += 2) {
            coordinates.emplace_back(static_cast<float>(numbers[first]), static_cast<float>(1. - numbers[first + 1]));
        }
        set += coordinates.empty() ? std::size_t{0} : std::size_t{1};
    });
}

void readMaterials(LayerReader& reader, Document& document, Geometry& geometry)
{
    ElementIndex layer = document.find(geometry.element, "LayerElementMaterial");
    auto mapping = reader.mappingOf(layer);
    if (document.isNested()) {
        layer = geometry.element;
        mapping = mappingNamed(document.text(document.find(layer, "MaterialAssignation"), 0).value_or(std::string_view()));
    }
    const auto indices = document.integers(document.find(layer, "Materials"));
    if (mapping == Mapping::Polygon && indices.size() >= geometry.ends.size()) {
        geometry.materials.assign(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(geometry.ends.size()));
    } else if (!indices.empty() && indices.front() != 0) {
        document.charge(geometry.ends.size() * sizeof(std::int64_t), layer);
        geometry.materials.assign(geometry.ends.size(), indices.front());
    }
}

/// Reads the normals of a file before version 6. Only their number tells whether there is one per point or one per corner. If both match,
/// version 5.0 has one per point, and other versions have one per corner.
std::vector<glm::vec3> readNestedNormals(Document& document, const Geometry& geometry)
{
    constexpr std::uint32_t prefersPoints = 5000;
    const auto numbers = document.reals(document.find(geometry.element, "Normals"));
    const std::size_t count = numbers.size() / 3;
    const bool ofCorners = count == geometry.corners.size();
    const bool ofPoints = count == geometry.points.size() && (!ofCorners || document.version() == prefersPoints);
    std::vector<glm::vec3> normals;
    for (std::size_t corner = 0; (ofCorners || ofPoints) && corner < geometry.corners.size(); ++corner) {
        const std::size_t first = 3 * (ofPoints ? geometry.corners[corner] : corner);
        const glm::dvec3 normal(numbers[first], numbers[first + 1], numbers[first + 2]);
        const double length = glm::length(normal);
        normals.emplace_back(length > 0. ? normal / length : normal);
    }
    return normals;
}

}  // namespace

bool hasGeometry(const Document& document, ElementIndex element)
{
    return document.find(element, "Vertices") != noElement && document.find(element, "PolygonVertexIndex") != noElement;
}

Geometry readGeometry(const Objects& objects, ElementIndex element, importing::Notes& notes)
{
    Document& document = objects.document();
    Geometry geometry;
    geometry.element = element;
    readPolygons(document, geometry);
    document.charge(geometry.corners.size() * 80, element);  // memory of the attributes read from layers
    LayerReader reader(document, geometry, notes);
    geometry.normals = document.isNested() ? readNestedNormals(document, geometry)
                                           : reader.readDirections(document.find(element, "LayerElementNormal"), "Normals", "NormalsIndex");
    readTangents(reader, document, geometry);
    readTextureCoordinates(reader, document, geometry);
    const auto colors = reader.read(document.find(element, "LayerElementColor"), "Colors", "ColorIndex", 4);
    for (std::size_t first = 0; first < colors.size(); first += 4) {
        geometry.colors.emplace_back(colors[first], colors[first + 1], colors[first + 2], colors[first + 3]);
    }
    readMaterials(reader, document, geometry);
    return geometry;
}

}  // namespace armature::fbx
