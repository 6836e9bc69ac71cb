#include "import/fbx/model_nodes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "import/notes.hpp"
#include "import/scene_builder.hpp"

namespace armature::fbx {

namespace {

Transform toTransform(const Parts& parts)
{
    return {glm::vec3(parts.translation), glm::quat(glm::normalize(parts.rotation)), glm::vec3(parts.scale)};
}

bool isBone(std::string_view subtype) noexcept
{
    return subtype == "LimbNode" || subtype == "Limb" || subtype == "Root";
}

/// Returns one of the file's three axes as a signed unit vector; nullopt if the file's value is not an axis. `fallback` is used if the file
/// has no value.
std::optional<glm::dvec3> axisOf(const Objects& objects, ElementIndex settings, std::string_view name, double fallback)
{
    const double axis = objects.realIn(settings, name).value_or(fallback);
    const double sign = objects.realIn(settings, std::string(name) + "Sign").value_or(1.);
    if (axis != 0. && axis != 1. && axis != 2.) {
        return std::nullopt;
    }
    glm::dvec3 direction(0.);
    direction[static_cast<glm::length_t>(axis)] = sign < 0. ? -1. : 1.;
    return direction;
}

ElementIndex settingsElement(const Objects& objects)
{
    const Document& document = objects.document();
    const ElementIndex newer = document.find(0, "GlobalSettings");
    return newer != noElement ? newer : document.find(document.find(0, "Objects"), "GlobalSettings");
}

}  // namespace

Settings readSettings(const Objects& objects, importing::Notes& notes)
{
    Settings settings;
    const ElementIndex element = settingsElement(objects);
    const double centimetres = objects.realIn(element, "UnitScaleFactor").value_or(1.);
    if (centimetres > 1e-9 && centimetres < 1e9) {
        settings.metresPerUnit = centimetres / 100.;
    } else {
        notes.add("GlobalSettings", fmt::format("has a unit of {} cm: taken as 1 cm; export the file again", centimetres));
    }
    const auto right = axisOf(objects, element, "CoordAxis", 0.);
    const auto up = axisOf(objects, element, "UpAxis", 1.);
    const auto front = axisOf(objects, element, "FrontAxis", 2.);
    const glm::dmat3 axes = right && up && front ? glm::transpose(glm::dmat3(*right, *up, *front)) : glm::dmat3(0.);
    if (glm::determinant(axes) == 0.) {
        notes.add("GlobalSettings", "names one axis twice: taken as +Y up; export the file again");
        return settings;
    }
    settings.toYUp = axes;
    return settings;
}

ModelNodes::ModelNodes(const Objects& objects, const Takes& takes, const Settings& settings, const ImportOptions& options,
                       importing::SceneDescription& scene)
{
    importing::NodeDescription& root = scene.nodes.emplace_back();
    root.name = "RootNode";
    if (glm::determinant(settings.toYUp) > 0.) {
        root.transform.rotation = glm::quat(glm::quat_cast(settings.toYUp));
        root.transform.scale = glm::vec3(static_cast<float>(settings.metresPerUnit));
    } else {
        root.matrix = glm::mat4(glm::dmat4(settings.toYUp * settings.metresPerUnit));
        (*root.matrix)[3][3] = 1.f;
    }
    readModels(objects, takes, scene);
    connect(objects, scene);
    importing::validateNodes(scene, options.limits);  // from here on, there are no cycles
    orderParentsFirst();
    for (const ModelIndex model : order_) {
        inheritScale(model, objects, scene);
    }
    addScaledNodes(objects, scene);
    placeNodes(scene);
    importing::validateNodes(scene, options.limits);
}

void ModelNodes::readModels(const Objects& objects, const Takes& takes, importing::SceneDescription& scene)
{
    byObject_.resize(objects.size());
    for (ObjectIndex object = 0; object < objects.size(); ++object) {
        if (objects[object].type != "Model") {
            continue;
        }
        const std::string_view name = objects[object].name;
        objects.document().charge(importing::bytesOfNode + sizeof(Model) + name.size(), objects[object].element);
        byObject_[object] = models_.size();
        Model& model = models_.emplace_back();
        model.object = object;
        model.transform = readTransform(objects, object);
        stand(takes.standing, model);
        model.node = scene.nodes.size();
        model.scaled = model.node;
        importing::NodeDescription& node = scene.nodes.emplace_back();
        node.name = std::string(name);
        node.isJoint = isBone(objects[object].subtype);
    }
    for (const Take& take : takes.takes) {
        for (const auto& [key, animated] : take.properties) {
            const auto model = byObject_[std::get<ObjectIndex>(key)];
            if (!model || animated.property == AnimatedProperty::ShapeWeight) {
                continue;
            }
            Model& moved = models_[*model];
            moved.hasMovingScale = moved.hasMovingScale || animated.property == AnimatedProperty::Scaling;
            animated.forEachCurve([&moved](const Curve& curve) { moved.isMoving = moved.isMoving || !curve.isConstant(); });
        }
    }
}

void ModelNodes::stand(const Take& standing, Model& model)
{
    const auto set = [&](AnimatedProperty property, glm::dvec3& value) {
        if (const AnimatedVector* found = standing.find(model.object, property)) {
            value = found->at(0., Side::At);
        }
    };
    set(AnimatedProperty::Translation, model.transform.translation);
    set(AnimatedProperty::Rotation, model.transform.rotation);
    set(AnimatedProperty::Scaling, model.transform.scaling);
}

void ModelNodes::connect(const Objects& objects, importing::SceneDescription& scene)
{
    for (Model& model : models_) {
        for (const Connection& connection : objects.parentsOf(model.object)) {
            if (connection.property.empty() && byObject_[connection.parent]) {
                model.parent = byObject_[connection.parent];
                break;
            }
        }
        scene.nodes[model.node].parent = model.parent ? models_[*model.parent].node : 0;
    }
}

void ModelNodes::orderParentsFirst()
{
    std::vector<bool> isOrdered(models_.size(), false);
    std::vector<ModelIndex> path;
    for (ModelIndex model = 0; model < models_.size(); ++model) {
        path.clear();
        for (std::optional<ModelIndex> above = model; above && !isOrdered[*above]; above = models_[*above].parent) {
            path.push_back(*above);
            isOrdered[*above] = true;
        }
        order_.insert(order_.end(), path.rbegin(), path.rend());
    }
}

bool ModelNodes::isScaled(ModelIndex model) const
{
    return models_[model].hasMovingScale || models_[model].transform.scaling != glm::dvec3(1.);
}

bool ModelNodes::scalesUnevenly(const std::vector<ModelIndex>& scales) const
{
    return std::ranges::any_of(scales, [this](ModelIndex model) {
        const glm::dvec3& scaling = models_[model].transform.scaling;
        return models_[model].hasMovingScale || scaling.x != scaling.y || scaling.x != scaling.z;
    });
}

// Apart from translations, a node's world matrix is a product of rotations and scales, beginning with the root's. The modes of Inherit
// differ in which ancestors' scales precede the node's own rotation in this product:
// - Whole: all of them, as in the node tree.
// - WithoutScaling: all but the parent's own. The child is therefore attached to the parent's unscaled node.
// - TurnThenScale: none. Below uniform scales, this is the same as Whole, because they commute with rotations. Otherwise the child is
//   attached to the parent's unscaled node, and the child's own scale includes the parent's. The node tree can express this only if no
//   uneven scale applies to the unscaled node; animated scales count as uneven.
// All ancestors' scales always apply to positions.
void ModelNodes::inheritScale(ModelIndex index, const Objects& objects, importing::SceneDescription& scene)
{
    Model& model = models_[index];
    const auto addOwnScale = [&] {
        objects.document().charge((model.scales.size() + model.positionScales.size() + 1) * sizeof(ModelIndex),
                                  objects[model.object].element);
        model.scales.push_back(index);
    };
    if (!model.parent) {
        addOwnScale();
        return;
    }
    const Model& parent = models_[*model.parent];
    const bool isEven = !scalesUnevenly(parent.scales);
    const auto warn = [&] {
        scene.notes.add(
            objects.place(model.object),
            fmt::format("{} inherits scale in a way that nodes cannot express below uneven scales: it is scaled like any child; "
                        "apply the scales above it before exporting",
                        importing::quoted(objects[model.object].name)));
    };
    if (model.transform.inherit == Inherit::WithoutScaling) {
        const bool inheritsMore = parent.scales.size() > 1;
        model.hangsOnTurn = !inheritsMore && isScaled(*model.parent);
        if (inheritsMore) {
            warn();
        }
    } else if (model.transform.inherit == Inherit::TurnThenScale && !(isEven && parent.isPure)) {
        model.hangsOnTurn = parent.isPure;
        if (parent.isPure) {
            model.scales = parent.scales;
        } else {
            warn();
        }
    }
    model.isPure = parent.isPure && (model.hangsOnTurn || isEven);
    if (model.hangsOnTurn) {
        model.positionScales = parent.scales;
    }
    std::erase_if(model.scales, [this](ModelIndex other) { return !isScaled(other); });
    addOwnScale();
}

void ModelNodes::addScaledNodes(const Objects& objects, importing::SceneDescription& scene)
{
    std::vector<bool> isSplit(models_.size(), false);
    for (const Model& model : models_) {
        if (model.hangsOnTurn) {
            isSplit[*model.parent] = true;
        }
    }
    for (ModelIndex index = 0; index < models_.size(); ++index) {
        if (isSplit[index]) {
            Model& model = models_[index];
            const std::string name = scene.nodes[model.node].name + ":scale";
            objects.document().charge(importing::bytesOfNode + name.size(), objects[model.object].element);
            model.scaled = scene.nodes.size();
            importing::NodeDescription& node = scene.nodes.emplace_back();
            node.parent = model.node;
            node.name = name;
        }
    }
    for (const Model& model : models_) {
        if (model.parent && !model.hangsOnTurn) {
            scene.nodes[model.node].parent = models_[*model.parent].scaled;
        }
    }
}

void ModelNodes::placeNodes(importing::SceneDescription& scene) const
{
    for (ModelIndex index = 0; index < models_.size(); ++index) {
        const Model& model = models_[index];
        Parts parts = standingParts(index);
        if (model.scaled != model.node) {
            scene.nodes[model.scaled].transform.scale = glm::vec3(parts.scale);
            parts.scale = glm::dvec3(1.);
        }
        scene.nodes[model.node].transform = toTransform(parts);
    }
}

std::optional<ModelIndex> ModelNodes::find(ObjectIndex object) const
{
    return object < byObject_.size() ? byObject_[object] : std::nullopt;
}

ModelNodes::Values ModelNodes::standing(ModelIndex model) const
{
    const ModelTransform& transform = models_[model].transform;
    return {transform.translation, eulerTurn(transform.rotation, transform.order), transform.scaling};
}

Parts ModelNodes::standingParts(ModelIndex model) const
{
    return partsOf(model, standing(model), [this](ModelIndex other) { return models_[other].transform.scaling; });
}

std::vector<glm::dmat4> ModelNodes::standingWorlds() const
{
    std::vector<glm::dmat4> turned(models_.size());
    std::vector<glm::dmat4> worlds(models_.size());
    for (const ModelIndex index : order_) {
        const Model& model = models_[index];
        const Parts parts = standingParts(index);
        const glm::dmat4 above = !model.parent ? glm::dmat4(1.) : model.hangsOnTurn ? turned[*model.parent] : worlds[*model.parent];
        turned[index] = above * toMatrix({parts.translation, parts.rotation, glm::dvec3(1.)});
        worlds[index] = above * toMatrix(parts);
    }
    return worlds;
}

}  // namespace armature::fbx
