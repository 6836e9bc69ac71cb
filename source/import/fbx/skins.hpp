#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>

#include "import/fbx/model_nodes.hpp"

namespace armature::fbx {

/// World matrices of some models, stored apart from animations. Maya stores the bind pose in this form.
struct StoredPose {
    std::string name;
    std::map<ModelIndex, glm::dmat4> worlds;  ///< In the file's own unit and axes.
};

/// Reads all poses of a file, both bind poses and rest poses. Skips nodes that are not models.
[[nodiscard]] std::vector<StoredPose> readPoses(const Objects& objects, const ModelNodes& models, importing::Notes& notes);

/// Returns a model's world matrix from the first pose that includes the model.
[[nodiscard]] std::optional<glm::dmat4> storedWorld(const std::vector<StoredPose>& poses, ModelIndex model);

/// For each pose, adds a clip with one key per channel to `scene.poses`. The keys place the pose's models relative to their parents. A
/// parent that the pose does not include keeps the local transform that it has when not animated. `copies`: nodes that move with others, as
/// pairs of copy and original.
void addPoses(const std::vector<StoredPose>& poses, const Objects& objects, const ModelNodes& models,
              const std::vector<std::pair<std::size_t, std::size_t>>& copies, importing::SceneDescription& scene);

/// A bone's part in a skin.
struct Cluster {
    ModelIndex bone = 0;
    glm::dmat4 toBone{1.};    ///< Transforms from the mesh to the bone at the time of binding: the inverse bind matrix.
    glm::dmat4 meshBind{1.};  ///< The mesh's world matrix at the time of binding.
};

struct PointInfluence {
    std::uint32_t cluster = 0;
    float weight = 0.f;
};

/// The skin weights of a geometry's points.
struct SkinBinding {
    std::vector<Cluster> clusters;
    std::vector<std::uint32_t> firstOfPoint;  ///< The influences of point p are [firstOfPoint[p], firstOfPoint[p + 1]).
    std::vector<PointInfluence> influences;
    std::size_t mostInfluences = 0;           ///< The largest number of influences of any point.
    bool hasLoosePoints = false;              ///< Whether some points have no influence.
    std::vector<float> dualQuaternionShares;  ///< Share of dual quaternion skinning (0 to 1) for each point; empty: linear skinning.

    [[nodiscard]] bool isEmpty() const noexcept { return clusters.empty(); }
};

/// Reads the skin deformers of `owner`, a geometry with `pointCount` points. `poses` supply the world matrices at binding that clusters do
/// not store.
[[nodiscard]] SkinBinding readSkin(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses,
                                   ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

/// Makes the skins of meshes placed at models.
class SkinBuilder {
public:
    SkinBuilder(const Objects& objects, const ModelNodes& models, importing::SceneDescription& scene);

    /// Adds the skin for the mesh at one model and returns the skin's index. `isOneOfSeveral` means that several models use the mesh. If
    /// only bones moved it, all its instances would be at the same place. As in Maya, each model's movement since binding is therefore
    /// applied as well, through copies of the bones. In files from Maya, this also applies to every model that some take moves. Otherwise,
    /// only the bones place the mesh.
    std::size_t add(const SkinBinding& binding, ModelIndex model, bool isOneOfSeveral);

    /// Returns the copied nodes, which move like their originals, as pairs of copy and original.
    [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& copies() const noexcept { return copies_; }

private:
    [[nodiscard]] bool standsWhereBound(const SkinBinding& binding, ModelIndex model) const;
    std::size_t copyOf(std::size_t node, std::size_t base, std::map<std::size_t, std::size_t>& copied);

    const Objects& objects_;
    const ModelNodes& models_;
    importing::SceneDescription& scene_;
    bool isMaya_;
    std::vector<glm::dmat4> worlds_;
    std::vector<std::pair<std::size_t, std::size_t>> copies_;
};

}  // namespace armature::fbx
