#include "posed_scene.hpp"

#include <array>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"

namespace armature::tools {

namespace {

// Splits a primitive's `count` corners into points, lines and triangles (glTF 2.0, section 3.7.2.1).
template <typename Point, typename Line, typename Face>
void forEachElement(PrimitiveTopology topology, std::size_t count, Point point, Line line, Face face)
{
    switch (topology) {
    case PrimitiveTopology::Points:
        for (std::size_t i = 0; i < count; ++i) {
            point(i);
        }
        break;
    case PrimitiveTopology::Lines:
        for (std::size_t i = 0; i + 1 < count; i += 2) {
            line(i, i + 1);
        }
        break;
    case PrimitiveTopology::LineLoop:
        for (std::size_t i = 0; i < count && count > 1; ++i) {
            line(i, (i + 1) % count);
        }
        break;
    case PrimitiveTopology::LineStrip:
        for (std::size_t i = 0; i + 1 < count; ++i) {
            line(i, i + 1);
        }
        break;
    case PrimitiveTopology::Triangles:
        for (std::size_t i = 0; i + 2 < count; i += 3) {
            face(i, i + 1, i + 2);
        }
        break;
    case PrimitiveTopology::TriangleStrip:
        for (std::size_t i = 0; i + 2 < count; ++i) {
            face(i, i + 1 + i % 2, i + 2 - i % 2);  // every other triangle winds the other way
        }
        break;
    case PrimitiveTopology::TriangleFan:
        for (std::size_t i = 1; i + 1 < count; ++i) {
            face(i, i + 1, 0);
        }
        break;
    }
}

// Writes one primitive after another; OBJ counts vertices from 1 through the whole file.
class ObjText {
public:
    void addObject(std::string_view name) { append("o {}\n", name.empty() ? "mesh" : printable(name)); }

    void addPrimitive(const Primitive& primitive, const PosedVertices& posed)
    {
        for (const glm::vec3& position : posed.positions) {
            append("v {} {} {}\n", position.x, position.y, position.z);
        }
        for (const glm::vec2& coordinates : primitive.textureCoordinates[0]) {
            append("vt {} {}\n", coordinates.x, 1.f - coordinates.y);  // OBJ has the origin at the bottom left
        }
        for (const glm::vec3& normal : posed.normals) {
            append("vn {} {} {}\n", normal.x, normal.y, normal.z);
        }
        addElements(primitive, posed);
        positions_ += posed.positions.size();
        coordinates_ += primitive.textureCoordinates[0].size();
        normals_ += posed.normals.size();
    }

    [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

private:
    template <typename... Arguments>
    void append(fmt::format_string<Arguments...> format, Arguments&&... arguments)
    {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    }

    // Appends a face's corner: position/coordinates/normal.
    void addCorner(const Primitive& primitive, std::size_t vertex)
    {
        const bool hasNormal = !primitive.normals.empty();
        append(" {}", positions_ + vertex);
        if (!primitive.textureCoordinates[0].empty()) {
            append("/{}", coordinates_ + vertex);
        } else if (hasNormal) {
            append("/");
        }
        if (hasNormal) {
            append("/{}", normals_ + vertex);
        }
    }

    void addFace(const Primitive& primitive, bool isMirrored, std::array<std::size_t, 3> corners)
    {
        if (isMirrored) {
            std::swap(corners[1], corners[2]);
        }
        append("f");
        for (const std::size_t corner : corners) {
            addCorner(primitive, corner);
        }
        append("\n");
    }

    void addElements(const Primitive& primitive, const PosedVertices& posed)
    {
        const auto& indices = primitive.indices;
        const std::size_t count = indices.empty() ? posed.positions.size() : indices.size();
        const auto at = [&indices](std::size_t place) { return indices.empty() ? place : std::size_t{indices[place]}; };
        const auto point = [&](std::size_t a) { append("p {}\n", positions_ + at(a)); };
        const auto line = [&](std::size_t a, std::size_t b) { append("l {} {}\n", positions_ + at(a), positions_ + at(b)); };
        const auto face = [&](std::size_t a, std::size_t b, std::size_t c) { addFace(primitive, posed.isMirrored, {at(a), at(b), at(c)}); };
        forEachElement(primitive.topology, count, point, line, face);
    }

    std::string text_;
    std::size_t positions_ = 1;
    std::size_t coordinates_ = 1;
    std::size_t normals_ = 1;
};

/// Transforms vertices to other axes, which may be left-handed.
void transform(PosedVertices& posed, const glm::dmat4& matrix)
{
    const glm::dmat3 normals = glm::inverseTranspose(glm::dmat3(matrix));
    for (glm::vec3& position : posed.positions) {
        position = glm::vec3(matrix * glm::dvec4(position, 1.));
    }
    for (glm::vec3& normal : posed.normals) {
        normal = glm::vec3(glm::normalize(normals * glm::dvec3(normal)));
    }
    posed.isMirrored = posed.isMirrored != (glm::determinant(glm::dmat3(matrix)) < 0.);
}

std::string headline(const PoseReport& report, bool isInFileSpace)
{
    const std::string pose = report.clip ? fmt::format("animation {} at {} s",
                                                       printable(report.scene.animationGroups()[*report.clip]->getName()), report.seconds)
                                         : "the file's own pose";
    return fmt::format("# {}, {}; {}\n", printable(report.file), pose,
                       isInFileSpace ? "the file's own unit and axes" : "world space, metres, +Y up");
}

}  // namespace

void writeObj(const std::filesystem::path& path, const PoseReport& report, bool isInFileSpace)
{
    const glm::dmat4 toFile = isInFileSpace ? worldToFile(report.scene) : glm::dmat4(1.);
    OutputFile file(path);
    file.write(headline(report, isInFileSpace));
    ObjText text;
    for (const MeshInstance* instance : report.scene.meshInstances()) {
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        text.addObject(instance->getName());
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            PosedVertices posed = poseVertices(*instance, primitive);
            if (isInFileSpace) {
                transform(posed, toFile);
            }
            text.addPrimitive(primitive, posed);
            file.write(text.take());
        }
    }
    file.finish();
}

}  // namespace armature::tools
