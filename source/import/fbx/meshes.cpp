#include "import/fbx/meshes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "import/scene_builder.hpp"

namespace armature::fbx {

Meshes::Meshes(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses, Materials& materials,
               importing::SceneDescription& scene)
    : objects_(objects), models_(models), poses_(poses), materials_(materials), scene_(scene), skins_(objects, models, scene)
{}

template <class Visit>
void Meshes::forEachGeometry(ObjectIndex model, Visit visit) const
{
    const Document& document = objects_.document();
    if (hasGeometry(document, objects_[model].element)) {  // before version 7, the geometry is part of the model
        const auto name = document.text(document.find(objects_[model].element, "NodeAttributeName"), 0);
        const auto first = name ? named_.find(*name) : named_.end();
        const ObjectIndex owner = first != named_.end() && areAlike(first->second, model) ? first->second : model;
        visit(owner, objects_[owner].element);
    }
    for (const ObjectIndex geometry : objects_.childrenOf(model, "Geometry")) {
        if (objects_[geometry].subtype != "Shape" && hasGeometry(document, objects_[geometry].element)) {
            visit(geometry, objects_[geometry].element);
        }
    }
}

bool Meshes::areAlike(ObjectIndex model, ObjectIndex other) const
{
    const Document& document = objects_.document();
    return std::ranges::all_of(std::array{"Vertices", "PolygonVertexIndex"}, [&](const char* name) {
        return document.values(document.find(objects_[model].element, name)).size()
               == document.values(document.find(objects_[other].element, name)).size();
    });
}

void Meshes::countPlacements()
{
    // In version 6, each model that uses a geometry contains a copy of it, but deformers belong to the first of these models.
    const Document& document = objects_.document();
    for (const Model& model : models_.all()) {
        const ElementIndex element = objects_[model.object].element;
        const auto name = document.text(document.find(element, "NodeAttributeName"), 0);
        if (name && !name->empty() && hasGeometry(document, element)) {
            objects_.document().charge(64, element);
            named_.emplace(*name, model.object);
        }
    }
    for (const Model& model : models_.all()) {
        forEachGeometry(model.object, [&](ObjectIndex, ElementIndex element) {
            objects_.document().charge(64, element);
            ++placements_[element];
        });
    }
}

void Meshes::warnOfWhatIsLeftOut(ModelIndex model) const
{
    Document& document = objects_.document();
    const auto warn = [&](ObjectIndex object, const std::string& what) { scene_.notes.add(objects_.place(object), what); };
    const auto name = [&] { return importing::quoted(objects_[models_.all()[model].object].name); };
    const auto isSurface = [&](ObjectIndex object) {
        const ElementIndex element = objects_[object].element;
        return element != noElement && !hasGeometry(document, element)
               && (document.find(element, "KnotVector") != noElement || document.find(element, "KnotVectorU") != noElement
                   || document.find(element, "PointsIndex") != noElement);
    };
    const auto look = [&](ObjectIndex object) {
        const ElementIndex element = objects_[object].element;
        if (isSurface(object)) {
            warn(object, fmt::format("{} is a curve or a NURBS surface: left out; convert it to a mesh before exporting", name()));
        }
        constexpr std::int64_t firstSmooth = 2;
        if (hasGeometry(document, element) && document.integer(document.find(element, "Smoothness"), 0).value_or(0) >= firstSmooth) {
            warn(object, fmt::format("{} is to be smoothed by subdivision: its control mesh is shown", name()));
        }
        for (const ObjectIndex deformer : objects_.childrenOf(object, "Deformer")) {
            if (objects_[deformer].subtype == "VertexCacheDeformer") {
                warn(deformer, fmt::format("{} has its motion in a geometry cache, which is not read: its own points are shown", name()));
            }
        }
    };
    look(models_.all()[model].object);
    for (const ObjectIndex geometry : objects_.childrenOf(models_.all()[model].object, "Geometry")) {
        look(geometry);
    }
}

void Meshes::read()
{
    countPlacements();
    for (ModelIndex model = 0; model < models_.all().size(); ++model) {
        warnOfWhatIsLeftOut(model);
    }
    for (ModelIndex model = 0; model < models_.all().size(); ++model) {
        forEachGeometry(models_.all()[model].object, [&](ObjectIndex owner, ElementIndex element) { place(model, owner, element); });
    }
    std::ranges::stable_sort(scene_.instances, {}, &importing::InstanceDescription::node);
}

ShapedGeometry& Meshes::shaped(ObjectIndex owner, ElementIndex element)
{
    auto& known = geometries_[element];
    if (!known) {
        objects_.document().charge(sizeof(ShapedGeometry) + importing::bytesOfMesh, element);
        known = std::make_unique<ShapedGeometry>();
        known->geometry = readGeometry(objects_, element, scene_.notes);
        known->skin = readSkin(objects_, models_, poses_, owner, known->geometry.points.size(), scene_.notes);
        known->shapes = readBlendShapes(objects_, owner, known->geometry.points.size(), scene_.notes);
        known->placements = placements_[element];
    }
    return *known;
}

std::size_t Meshes::meshOf(ShapedGeometry& shaped, ModelIndex model)
{
    const ObjectIndex object = models_.all()[model].object;
    const glm::dmat4 geometric = readGeometricTransform(objects_, object);
    MeshKey key{shaped.geometry.element, materials_.of(object), {}};
    std::copy_n(glm::value_ptr(geometric), 16, std::get<2>(key).begin());
    objects_.document().charge(sizeof(MeshKey) + std::get<1>(key).size() * sizeof(std::size_t), objects_[object].element);
    const auto known = meshes_.find(key);
    if (known != meshes_.end()) {
        return known->second;
    }
    MeshDescription mesh = buildMesh(objects_.document(), shaped, std::get<1>(key), geometric);
    const std::string_view name = objects_[object].name;
    mesh.name = std::string(name);
    objects_.document().charge(importing::bytesOfMesh + mesh.name.size(), objects_[object].element);
    scene_.meshes.push_back(importing::makeMesh(std::move(mesh), scene_.meshes.size(), scene_.notes));
    return meshes_.emplace(std::move(key), scene_.meshes.size() - 1).first->second;
}

void Meshes::place(ModelIndex model, ObjectIndex owner, ElementIndex element)
{
    ShapedGeometry& found = shaped(owner, element);
    if (found.geometry.points.empty()) {
        return;
    }
    objects_.document().charge(importing::bytesOfInstance, element);
    importing::InstanceDescription instance;
    instance.node = models_.all()[model].scaled;
    instance.mesh = meshOf(found, model);
    if (!found.skin.isEmpty()) {
        instance.skin = skins_.add(found.skin, model, found.placements > 1);
    }
    if (!found.shapes.targets.empty() && (morphed_.empty() || morphed_.back().node != instance.node)) {
        morphed_.push_back({instance.node, &found.shapes});
    }
    scene_.instances.push_back(std::move(instance));
}

}  // namespace armature::fbx
