#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "import/fbx/blend_shapes.hpp"
#include "import/fbx/geometry.hpp"
#include "import/fbx/materials.hpp"
#include "import/fbx/model_nodes.hpp"
#include "import/fbx/skins.hpp"

namespace armature::fbx {

/// A geometry of the file and what deforms it.
struct ShapedGeometry {
    Geometry geometry;
    SkinBinding skin;
    BlendShapes shapes;
    std::size_t placements = 0;  ///< Models that have it.
};

/// A model at which blend shapes can be animated.
struct MorphedModel {
    std::size_t node = 0;
    const BlendShapes* shapes = nullptr;
};

/// Makes meshes, skins and instances. A geometry becomes one mesh for each set of materials and each geometric transform that models give
/// it.
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
    /// Calls `visit(owner, element)` for each geometry of a model: the object that deformers belong to, and where the points are.
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
    std::map<MeshKey, std::size_t> meshes_;
    std::vector<MorphedModel> morphed_;
};

/// The mesh that a geometry becomes with a model's materials and geometric transform. Places that look the same in all polygons share a
/// vertex.
[[nodiscard]] MeshDescription buildMesh(Document& document, const ShapedGeometry& shaped, const std::vector<std::size_t>& materials,
                                        const glm::dmat4& geometric);

}  // namespace armature::fbx
