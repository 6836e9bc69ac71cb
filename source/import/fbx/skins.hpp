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

/// The places of some models, stored apart from animations. Maya stores the bind pose this way.
struct StoredPose {
    std::string name;
    std::map<ModelIndex, glm::dmat4> worlds;  ///< In the file's own unit and axes.
};

/// Reads all poses of a file, both bind and rest poses. Skips nodes that are not models.
[[nodiscard]] std::vector<StoredPose> readPoses(const Objects& objects, const ModelNodes& models, importing::Notes& notes);

/// A model's place in the first pose that has it.
[[nodiscard]] std::optional<glm::dmat4> storedWorld(const std::vector<StoredPose>& poses, ModelIndex model);

/// Makes a clip of one key from each pose, into `scene.poses`. Its keys place the pose's models relative to the nodes above, which stand as
/// in the pose or else as the file's properties say. `copies`: nodes that move with others, as pairs of copy and original.
void addPoses(const std::vector<StoredPose>& poses, const Objects& objects, const ModelNodes& models,
              const std::vector<std::pair<std::size_t, std::size_t>>& copies, importing::SceneDescription& scene);

/// A bone's part in a skin.
struct Cluster {
    ModelIndex bone = 0;
    glm::dmat4 toBone{1.};    ///< Leads from the mesh to the bone at the time of binding: the inverse bind matrix.
    glm::dmat4 meshBind{1.};  ///< The mesh's world matrix at that time.
};

struct PointInfluence {
    std::uint32_t cluster = 0;
    float weight = 0.f;
};

/// Binds the points of a geometry to bones.
struct SkinBinding {
    std::vector<Cluster> clusters;
    std::vector<std::uint32_t> firstOfPoint;  ///< Influences of point p are [firstOfPoint[p], firstOfPoint[p + 1]).
    std::vector<PointInfluence> influences;
    std::size_t mostInfluences = 0;           ///< The most influences of any point.
    bool hasLoosePoints = false;              ///< There are points that no bone moves.
    std::vector<float> dualQuaternionShares;  ///< The dual quaternion share of each point; empty: linear skinning.

    [[nodiscard]] bool isEmpty() const noexcept { return clusters.empty(); }
};

/// Reads the skin deformers of `owner`, a geometry with `pointCount` points. `poses` supply the bind places that clusters lack.
[[nodiscard]] SkinBinding readSkin(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses,
                                   ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

/// Makes skins for models whose mesh has a binding.
class SkinBuilder {
public:
    SkinBuilder(const Objects& objects, const ModelNodes& models, importing::SceneDescription& scene);

    /// Adds the skin of one placement of a mesh and returns its number. `isOneOfSeveral`: the mesh is at several models, and bones alone
    /// would put all of them at one place. As in Maya, a model's movement since the binding is then added, by bones of its own. In files
    /// from Maya, this also applies to every model that some take moves; in those from other programs, bones alone place a mesh otherwise.
    std::size_t add(const SkinBinding& binding, ModelIndex model, bool isOneOfSeveral);

    /// Nodes that are copies of others and move with them, as pairs of copy and original.
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
