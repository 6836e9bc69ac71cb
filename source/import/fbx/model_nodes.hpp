#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/fbx/model_transform.hpp"
#include "import/fbx/takes.hpp"
#include "import/scene_description.hpp"

namespace armature::fbx {

using ModelIndex = std::size_t;

/// A model of the file and its nodes in the scene, usually one. If some child must not inherit the model's own scale, the model has two
/// nodes: `node` has the translation and rotation and is the parent of such children; `scaled`, below it, has the scale and is the parent
/// of everything else.
struct Model {
    ObjectIndex object = rootObject;
    ModelTransform transform;
    std::optional<ModelIndex> parent;
    std::size_t node = 0;
    std::size_t scaled = 0;
    /// Models whose scales multiply this model's translation. These scales apply to the parent, but not to the node to which this model is
    /// attached.
    std::vector<ModelIndex> positionScales;
    /// Models, including this one, whose scales multiply to the scale of `scaled`.
    std::vector<ModelIndex> scales;
    bool hangsOnTurn = false;  ///< Whether the model is a child of the parent's `node` rather than of the parent's `scaled`.
    bool isPure = true;        ///< Whether the world transform of `node` contains only translations, rotations and fixed uniform scales.
    bool hasMovingScale = false;
    bool isMoving = false;  ///< Whether any take translates, rotates or scales the model.
};

/// The file's unit and axes.
struct Settings {
    double metresPerUnit = 0.01;
    glm::dmat3 toYUp{1.};  ///< Converts from the file's axes to +Y up, +Z to the front.
};

[[nodiscard]] Settings readSettings(const Objects& objects, importing::Notes& notes);

/// All models, in file order, and their nodes.
class ModelNodes {
public:
    /// Fills `scene.nodes`: first the root, which converts to metres and +Y up; then a node for each model, in file order; then the nodes
    /// that only carry scales. Throws importing::Refusal if the hierarchy has a cycle, a number is not finite, or a limit is exceeded.
    ModelNodes(const Objects& objects, const Takes& takes, const Settings& settings, const ImportOptions& options,
               importing::SceneDescription& scene);

    [[nodiscard]] const std::vector<Model>& all() const noexcept { return models_; }
    [[nodiscard]] std::optional<ModelIndex> find(ObjectIndex object) const;
    [[nodiscard]] const std::vector<ModelIndex>& parentsFirst() const noexcept { return order_; }

    struct Values {
        glm::dvec3 translation;
        glm::dquat rotation;  ///< The rotation by the Euler angles, without pre- and post-rotation.
        glm::dvec3 scaling;
    };
    /// Returns the translation and rotation of a model's `node`, and the scale of its `scaled`. If the two differ, `node` itself has scale
    /// 1. `own` has the values of the model's properties; `scalingOf` returns the scaling of any other model. There may be thousands of
    /// models above this one, so only their scaling is evaluated.
    template <class ScalingOf>
    [[nodiscard]] Parts partsOf(ModelIndex model, const Values& own, const ScalingOf& scalingOf) const
    {
        const Model& found = models_[model];
        Parts parts = found.transform.parts(own.translation, own.rotation, own.scaling);
        for (const ModelIndex other : found.positionScales) {
            parts.translation *= scalingOf(other);
        }
        parts.scale = glm::dvec3(1.);
        for (const ModelIndex other : found.scales) {
            parts.scale *= scalingOf(other);
        }
        return parts;
    }
    /// Returns the values of a model's properties when not animated.
    [[nodiscard]] Values standing(ModelIndex model) const;
    [[nodiscard]] Parts standingParts(ModelIndex model) const;

    /// Returns the world matrices of all models when not animated, in the file's own unit and axes.
    [[nodiscard]] std::vector<glm::dmat4> standingWorlds() const;

private:
    void readModels(const Objects& objects, const Takes& takes, importing::SceneDescription& scene);
    /// Replaces those parts of the model's transform for which `standing` has values.
    static void stand(const Take& standing, Model& model);
    void connect(const Objects& objects, importing::SceneDescription& scene);
    void orderParentsFirst();
    void inheritScale(ModelIndex model, const Objects& objects, importing::SceneDescription& scene);
    [[nodiscard]] bool scalesUnevenly(const std::vector<ModelIndex>& scales) const;
    [[nodiscard]] bool isScaled(ModelIndex model) const;
    void addScaledNodes(const Objects& objects, importing::SceneDescription& scene);
    void placeNodes(importing::SceneDescription& scene) const;

    std::vector<Model> models_;
    std::vector<std::optional<ModelIndex>> byObject_;
    std::vector<ModelIndex> order_;  ///< Model indices, parents first.
};

}  // namespace armature::fbx
