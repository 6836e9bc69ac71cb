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

/// A model of the file and the scene's nodes for it: usually one. If some child must not inherit the model's own scale, there are two:
/// `node`, which rotates and is the parent of such children, and below it `scaled`, which has the scale and everything else.
struct Model {
    ObjectIndex object = rootObject;
    ModelTransform transform;
    std::optional<ModelIndex> parent;
    std::size_t node = 0;
    std::size_t scaled = 0;
    /// Models whose scale multiplies the translation: they scale the parent, but not the node of which this one is a child.
    std::vector<ModelIndex> positionScales;
    /// Models whose scale is part of that of `scaled`, including this one.
    std::vector<ModelIndex> scales;
    bool hangsOnTurn = false;  ///< It is a child of the parent's `node` rather than of its `scaled`.
    bool isPure = true;        ///< `node` rotates and, at most, scales evenly.
    bool hasMovingScale = false;
    bool isMoving = false;  ///< Some take translates, rotates or scales it.
};

/// The file's unit and axes.
struct Settings {
    double metresPerUnit = 0.01;
    glm::dmat3 toYUp{1.};  ///< From the file's axes to +Y up, +Z to the front.
};

[[nodiscard]] Settings readSettings(const Objects& objects, importing::Notes& notes);

/// All models, in the file's order, and their nodes.
class ModelNodes {
public:
    /// Fills `scene.nodes`: first the root, which converts to metres and +Y up, then a node for each model in the file's order, then the
    /// nodes that only carry scales. Throws importing::Refusal.
    ModelNodes(const Objects& objects, const Takes& takes, const Settings& settings, const ImportOptions& options,
               importing::SceneDescription& scene);

    [[nodiscard]] const std::vector<Model>& all() const noexcept { return models_; }
    [[nodiscard]] std::optional<ModelIndex> find(ObjectIndex object) const;
    [[nodiscard]] const std::vector<ModelIndex>& parentsFirst() const noexcept { return order_; }

    struct Values {
        glm::dvec3 translation;
        glm::dquat rotation;  ///< The turn about the axes, without pre- and post-rotation.
        glm::dvec3 scaling;
    };
    /// The translation and rotation of a model's `node` and the scale of its `scaled`; a separate `node` has a scale of 1. They follow from
    /// values of the model's properties, and from the scaling that `scalingOf` gives for each model above. There may be thousands of those,
    /// so nothing else is asked about them.
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
    /// The values of the file's properties, without animation.
    [[nodiscard]] Values standing(ModelIndex model) const;
    [[nodiscard]] Parts standingParts(ModelIndex model) const;

    /// World matrices of all models in the file's own unit and axes, according to the properties.
    [[nodiscard]] std::vector<glm::dmat4> standingWorlds() const;

private:
    void readModels(const Objects& objects, const Takes& takes, importing::SceneDescription& scene);
    /// Takes over the values that `standing` has for the model.
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
    std::vector<ModelIndex> order_;  ///< Parents first.
};

}  // namespace armature::fbx
