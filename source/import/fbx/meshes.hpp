#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/import/import_options.hpp>

#include "import/fbx/model_nodes.hpp"
#include "import/fbx/objects.hpp"
#include "import/fbx/skins.hpp"
#include "import/notes.hpp"
#include "import/scene_description.hpp"

namespace armature::fbx {

/// A mesh as stored in the file: points, polygons whose corners refer to points, and attributes per corner.
struct Geometry {
    ElementIndex element = noElement;
    std::vector<glm::dvec3> points;
    std::vector<std::uint32_t> corners;  ///< For each corner, the index of its point.
    std::vector<std::uint32_t> ends;     ///< For each polygon, one past its last corner.

    /// Each of these attributes is either empty or has one value per corner.
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;                           ///< w: the sign of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates;  ///< The origin is at the top left.
    std::vector<glm::vec4> colors;
    std::vector<std::int64_t> materials;  ///< For each polygon, an index into the model's materials; may be empty.
};

/// Reads the geometry in an element: a Geometry or, before version 7, a Model. Throws importing::Refusal if a corner refers to a point that
/// does not exist. Leaves out layers that do not fit the mesh, with a note.
[[nodiscard]] Geometry readGeometry(const Objects& objects, ElementIndex element, importing::Notes& notes);

/// Whether the element contains points and polygons.
[[nodiscard]] bool hasGeometry(const Document& document, ElementIndex element);

/// The largest number of corners for which a polygon is cut by ear clipping; larger polygons become fans.
constexpr std::size_t mostCornersWithEars = 1000;

/// Cuts a polygon into triangles, whose corners are indices into `points`, and appends them to `outTriangles`. Convex polygons become fans.
/// Others are cut by removing one ear after another, so that no triangle of a simple polygon lies outside. If the search finds no ear or
/// takes too long, the rest becomes a fan. Polygons with more than `mostCornersWithEars` corners always become fans. O(corners^2) with
/// ears, otherwise O(corners).
void triangulate(std::span<const glm::dvec3> points, std::vector<std::array<std::uint32_t, 3>>& outTriangles);

/// A blend shape: displacements of some points.
struct ShapeTarget {
    std::string name;
    std::vector<std::uint32_t> points;
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;  ///< Empty, or one per point of the shape.
};

/// A slider that blends through its shapes as its percentage changes: each shape has full weight at a percentage of its own.
struct ShapeChannel {
    ObjectIndex object = rootObject;
    std::string_view shape = {};  ///< The shape's name if the shape is a record of a geometry instead of an object.
    double percent = 0.;          ///< The percentage when not animated.
    std::size_t firstTarget = 0;  ///< Index into BlendShapes::targets.
    std::vector<double> full;     ///< The percentages at which the targets have full weight, in increasing order, never 0.

    /// Writes the weights of the channel's targets at a percentage. The shapes' percentages and 0 (no shape) are stops: weights are linear
    /// between neighbouring stops, and extrapolated beyond the first and the last.
    void weigh(double percentNow, std::span<double> outWeights) const;
};

struct BlendShapes {
    std::vector<ShapeChannel> channels;
    std::vector<ShapeTarget> targets;

    /// Returns the weights of all targets when not animated.
    [[nodiscard]] std::vector<float> standingWeights() const;
};

/// Reads the blend shape deformers of `owner`, a geometry with `pointCount` points.
[[nodiscard]] BlendShapes readBlendShapes(const Objects& objects, ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

/// Reads materials and their pictures, as far as glTF's material model can express them: diffuse colour becomes base colour, shininess
/// becomes roughness, and nothing is metallic.
class Materials {
public:
    /// `folder`: the file's folder, in which pictures are looked up; none means that the file was loaded from memory.
    Materials(const Objects& objects, const ImportOptions& options, const std::optional<std::filesystem::path>& folder,
              importing::SceneDescription& scene)
        : objects_(objects), options_(options), folder_(folder), scene_(scene)
    {}

    /// Returns the materials of a model as indices into the scene's list, in the order in which the model's geometry numbers them.
    [[nodiscard]] std::vector<std::size_t> of(ObjectIndex model);

private:
    std::size_t read(ObjectIndex material);
    [[nodiscard]] std::optional<TextureReference> findTexture(ObjectIndex material, std::string_view property);
    [[nodiscard]] std::optional<std::size_t> readImage(ObjectIndex texture);
    [[nodiscard]] std::optional<std::size_t> readEmbedded(ObjectIndex video, std::string_view name);
    [[nodiscard]] std::vector<std::byte> embedded(ObjectIndex video);

    const Objects& objects_;
    const ImportOptions& options_;
    const std::optional<std::filesystem::path>& folder_;
    importing::SceneDescription& scene_;
    std::map<ObjectIndex, std::size_t> materials_;
    std::map<ObjectIndex, std::optional<std::size_t>> images_;  ///< The image of each texture.
    std::map<ObjectIndex, std::optional<std::size_t>> videos_;  ///< For each video, the image of the picture embedded in the file.
};

/// A geometry of the file and its deformers.
struct ShapedGeometry {
    Geometry geometry;
    SkinBinding skin;
    BlendShapes shapes;
    std::size_t placements = 0;  ///< The number of models that use the geometry.
};

/// A node with blend shapes that can be animated.
struct MorphedModel {
    std::size_t node = 0;
    const BlendShapes* shapes = nullptr;
};

/// Makes meshes, skins and instances. A geometry becomes one mesh for each combination of materials and geometric transform with which
/// models use it.
class Meshes {
public:
    Meshes(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses, Materials& materials,
           importing::SceneDescription& scene);

    /// Reads the geometry of all models and adds meshes, skins and instances to the scene.
    void read();

    [[nodiscard]] const std::vector<MorphedModel>& morphed() const noexcept { return morphed_; }
    [[nodiscard]] const SkinBuilder& skins() const noexcept { return skins_; }

private:
    /// The geometry, its materials, and the sixteen elements of the geometric transform's matrix.
    using MeshKey = std::tuple<ElementIndex, std::vector<std::size_t>, std::array<double, 16>>;

    void countPlacements();
    /// Whether two models of version 6 have the same number of points and the same number of corners. This is checked because names of
    /// geometries need not be unique.
    [[nodiscard]] bool areAlike(ObjectIndex model, ObjectIndex other) const;
    void warnOfWhatIsLeftOut(ModelIndex model) const;
    /// Calls `visit(owner, element)` for each geometry of a model. `owner` is the object with the deformers, `element` contains the points.
    template <class Visit>
    void forEachGeometry(ObjectIndex model, Visit visit) const;
    ShapedGeometry& shaped(ObjectIndex owner, ElementIndex element);
    void place(ModelIndex model, ObjectIndex owner, ElementIndex element);
    std::size_t meshOf(ShapedGeometry& shaped, ModelIndex model);

    const Objects& objects_;
    const ModelNodes& models_;
    const std::vector<StoredPose>& poses_;
    Materials& materials_;
    importing::SceneDescription& scene_;
    SkinBuilder skins_;
    std::map<ElementIndex, std::unique_ptr<ShapedGeometry>> geometries_;
    std::map<ElementIndex, std::size_t> placements_;
    std::map<std::string_view, ObjectIndex> named_;  ///< In version 6: the first model with each geometry name.
    std::map<MeshKey, std::size_t> meshes_;
    std::vector<MorphedModel> morphed_;
};

/// Makes the mesh of a geometry with a model's materials and geometric transform. Corners of the same point with equal attributes and the
/// same material share a vertex, even across polygons.
[[nodiscard]] MeshDescription buildMesh(Document& document, const ShapedGeometry& shaped, const std::vector<std::size_t>& materials,
                                        const glm::dmat4& geometric);

}  // namespace armature::fbx
