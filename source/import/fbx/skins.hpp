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

/// The places of some models apart from animations: Maya stores the bind pose so.
struct StoredPose {
    std::string name;
    std::map<ModelIndex, glm::dmat4> worlds;  ///< In the file's own unit and axes.
};

/// All poses of a file, bind and rest poses. Nodes that are not models are skipped.
[[nodiscard]] std::vector<StoredPose> readPoses(const Objects& objects, const ModelNodes& models, importing::Notes& notes);

/// The place of a model in a bind pose: the first that has it.
[[nodiscard]] std::optional<glm::dmat4> storedWorld(const std::vector<StoredPose>& poses, ModelIndex model);

/// Makes a clip of one key of each pose, into `scene.poses`: what its models' nodes are relative to those above, which stand as the pose
/// has them, or else as the file's properties say. `copies`: nodes that move with others: copy, original.
void addPoses(const std::vector<StoredPose>& poses, const Objects& objects, const ModelNodes& models,
              const std::vector<std::pair<std::size_t, std::size_t>>& copies, importing::SceneDescription& scene);

/// A bone's part in a skin.
struct Cluster {
    ModelIndex bone = 0;
    glm::dmat4 toBone{1.};    ///< From the mesh to the bone when the two were bound: the inverse bind matrix.
    glm::dmat4 meshBind{1.};  ///< The mesh's world matrix then.
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
    std::size_t mostInfluences = 0;           ///< The most influences that a point has.
    bool hasLoosePoints = false;              ///< Points that no bone moves.
    std::vector<float> dualQuaternionShares;  ///< Dual quaternion shares of each point; empty: skinned linearly.

    [[nodiscard]] bool isEmpty() const noexcept { return clusters.empty(); }
};

/// Reads the skin deformers of `owner`, a geometry with `pointCount` points. `poses` give binding places that clusters lack.
[[nodiscard]] SkinBinding readSkin(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses,
                                   ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

/// Makes skins for models whose mesh has a binding.
class SkinBuilder {
public:
    SkinBuilder(const Objects& objects, const ModelNodes& models, importing::SceneDescription& scene);

    /// The number of the skin of one placement. `isOneOfSeveral`: the mesh is at several models. Then bones alone would put all of them at
    /// one place; as in Maya, what a model has moved since the binding comes on top, by bones of its own. In files of Maya it does so for
    /// every model that some take moves; other programs let bones alone place a mesh.
    std::size_t add(const SkinBinding& binding, ModelIndex model, bool isOneOfSeveral);

    /// Nodes that are copies of others, and move with them: copy, original.
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
