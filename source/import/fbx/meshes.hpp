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

/// A mesh as in the file: points, polygons whose corners are points, and the attributes of each corner.
struct Geometry {
    ElementIndex element = noElement;
    std::vector<glm::dvec3> points;
    std::vector<std::uint32_t> corners;  ///< The index of each corner's point.
    std::vector<std::uint32_t> ends;     ///< Where polygons end: one beyond the last corner of each.

    /// Empty, or one for each corner.
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;                           ///< w: the handedness of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates;  ///< Origin at the top left.
    std::vector<glm::vec4> colors;
    std::vector<std::int64_t> materials;  ///< Empty, or one for each polygon: an index into the model's materials.
};

/// Reads the geometry below an element: a Geometry or, in version 6, a Model. Throws importing::Refusal if a corner names no point; leaves
/// out layers that do not fit, with a note.
[[nodiscard]] Geometry readGeometry(const Objects& objects, ElementIndex element, importing::Notes& notes);

/// Whether there are points and polygons below the element.
[[nodiscard]] bool hasGeometry(const Document& document, ElementIndex element);

/// Polygons with more corners than this are cut less carefully.
constexpr std::size_t mostCornersWithEars = 1000;

/// Cuts a polygon into triangles, whose corners are indices into `points`, and appends them. Convex polygons become fans; others lose one
/// ear after the other, so that no triangle lies outside. Polygons of more than a thousand corners always become fans.
void triangulate(std::span<const glm::dvec3> points, std::vector<std::array<std::uint32_t, 3>>& outTriangles);

/// Displacements of some points.
struct ShapeTarget {
    std::string name;
    std::vector<std::uint32_t> points;
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;  ///< Empty, or one for each point.
};

/// A slider whose percentage fades through its shapes: each has full weight at its own percentage.
struct ShapeChannel {
    ObjectIndex object = rootObject;
    std::string_view shape = {};  ///< The name of the shape, if shapes are not objects but part of a geometry.
    double percent = 0.;          ///< The percentage without animation.
    std::size_t firstTarget = 0;  ///< Index into BlendShapes::targets.
    std::vector<double> full;     ///< Percentages of the targets, in increasing order, never 0.

    /// Writes the weights of the channel's targets: linear between the shapes, and extrapolated beyond the first and last.
    void weigh(double percentNow, std::span<double> outWeights) const;
};

struct BlendShapes {
    std::vector<ShapeChannel> channels;
    std::vector<ShapeTarget> targets;

    /// The weights of all targets without animation.
    [[nodiscard]] std::vector<float> standingWeights() const;
};

/// Reads the blend shape deformers of `owner`, a geometry with `pointCount` points.
[[nodiscard]] BlendShapes readBlendShapes(const Objects& objects, ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

/// Materials and their pictures, as far as glTF's model can express them: diffuse becomes base colour, shininess roughness; nothing is
/// metallic.
class Materials {
public:
    /// `folder`: the folder of pictures beside the file; none: loaded from memory.
    Materials(const Objects& objects, const ImportOptions& options, const std::optional<std::filesystem::path>& folder,
              importing::SceneDescription& scene)
        : objects_(objects), options_(options), folder_(folder), scene_(scene)
    {}

    /// The numbers that a model's materials have in the scene, in the order in which its geometry counts them.
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
    std::map<ObjectIndex, std::optional<std::size_t>> images_;  ///< By texture.
    std::map<ObjectIndex, std::optional<std::size_t>> videos_;  ///< Pictures that the file contains, by video.
};

/// A geometry of the file with its deformers.
struct ShapedGeometry {
    Geometry geometry;
    SkinBinding skin;
    BlendShapes shapes;
    std::size_t placements = 0;  ///< How many models use it.
};

/// A model at which blend shapes can be animated.
struct MorphedModel {
    std::size_t node = 0;
    const BlendShapes* shapes = nullptr;
};

/// Makes meshes, skins and instances. A geometry becomes one mesh for each combination of materials and geometric transform that models
/// give it.
class Meshes {
public:
    Meshes(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses, Materials& materials,
           importing::SceneDescription& scene);

    /// Reads the geometry of all models.
    void read();

    [[nodiscard]] const std::vector<MorphedModel>& morphed() const noexcept { return morphed_; }
    [[nodiscard]] const SkinBuilder& skins() const noexcept { return skins_; }

private:
    /// Geometry, its materials, and the geometric transform's numbers.
    using MeshKey = std::tuple<ElementIndex, std::vector<std::size_t>, std::array<double, 16>>;

    void countPlacements();
    /// Whether two models of version 6 have the same number of points and of corners: names of geometries need not be unique.
    [[nodiscard]] bool areAlike(ObjectIndex model, ObjectIndex other) const;
    void warnOfWhatIsLeftOut(ModelIndex model) const;
    /// Calls `visit(owner, element)` for each geometry of a model: deformers belong to the object `owner`, and `element` has the points.
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
    std::map<std::string_view, ObjectIndex> named_;  ///< Version 6: the first model with each geometry name.
    std::map<MeshKey, std::size_t> meshes_;
    std::vector<MorphedModel> morphed_;
};

/// Makes the mesh of a geometry with a model's materials and geometric transform. Corners that look the same share a vertex, whatever their
/// polygons.
[[nodiscard]] MeshDescription buildMesh(Document& document, const ShapedGeometry& shaped, const std::vector<std::size_t>& materials,
                                        const glm::dmat4& geometric);

}  // namespace armature::fbx
