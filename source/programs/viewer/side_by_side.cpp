#include "side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/mesh/weight_colors.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "document.hpp"
#include "programs/armature/posed_scene.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec4 gray{0.3f, 0.3f, 0.3f, 1.f};

// Rounds up to 1, 2 or 5 times a power of ten: a scale that is easy to read, and that does not change when differences change a little.
float roundedUp(float metres)
{
    if (!(metres > 1e-9f) || !std::isfinite(metres)) {
        return 1e-9f;
    }
    const double power = std::pow(10., std::floor(std::log10(static_cast<double>(metres))));
    for (const double step : {1., 2., 5., 10.}) {
        if (static_cast<double>(metres) <= step * power * (1. + 1e-6)) {
            return static_cast<float>(step * power);
        }
    }
    return static_cast<float>(10. * power);
}

// Replaces a position that is not finite by the origin, because positions of meshes must be finite.
glm::vec3 finite(const glm::vec3& place)
{
    return std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z) ? place : glm::vec3(0.f);
}

// Returns the bone that moves a vertex most; the mesh's node if it has no bones.
Node* moverOf(const MeshInstance& instance, const Primitive& primitive, std::size_t vertex)
{
    const Skeleton* skeleton = instance.getSkeleton();
    const SkinWeights& skin = primitive.skin;
    if (skeleton == nullptr || skin.joints.empty()) {
        return &instance.getNode();
    }
    const auto first = vertex * skin.influencesPerVertex;
    const auto weights = skin.weights.begin() + static_cast<std::ptrdiff_t>(first);
    const auto heaviest = std::max_element(weights, weights + static_cast<std::ptrdiff_t>(skin.influencesPerVertex)) - skin.weights.begin();
    Bone* bone = instance.getSkeleton()->getBoneByIndex(skin.joints[static_cast<std::size_t>(heaviest)]);
    return bone != nullptr ? static_cast<Node*>(bone) : &instance.getNode();
}

std::string nameOfInstance(const MeshInstance& instance)
{
    const std::string& name = instance.getNode().getName();
    return printable(shown(name.empty() ? instance.getName() : name));
}

glm::vec3 worldPlace(const Node& node)
{
    return glm::vec3(node.getWorldMatrix()[3]);
}

std::vector<SideBySide::BonePair> pairBones(OpenModel& first, OpenModel& second)
{
    std::multimap<std::string_view, Node*> others;
    for (const OutlineRow& row : second.outline.rows()) {
        if (row.isBone) {
            others.emplace(row.label, row.node);
        }
    }
    std::vector<SideBySide::BonePair> pairs;
    for (const OutlineRow& row : first.outline.rows()) {
        const auto found = row.isBone ? others.find(row.label) : others.end();
        if (found != others.end()) {
            pairs.push_back({row.node, found->second});
            others.erase(found);
        }
    }
    return pairs;
}

SceneMatch matchMeshes(Scene& first, Scene& second, std::vector<std::string>& outReasons)
{
    std::vector<std::string> differences;
    SceneMatch match = matchByName(first, second, differences);
    if (match.instances.empty()) {
        match = matchInOrder(first, second).value_or(SceneMatch());
    }
    if (match.instances.empty() || match.instances.size() < first.meshInstances().size()) {
        std::copy_if(differences.begin(), differences.end(), std::back_inserter(outReasons),
                     [](const std::string& line) { return line.starts_with("mesh "); });
    }
    return match;
}

}  // namespace

SideBySide::SideBySide(OpenModel& first, OpenModel& second) : first_(first), second_(second), bones_(pairBones(first, second))
{
    const SceneMatch match = matchMeshes(*first.scene, *second.scene, reasons_);
    by_ = !match.instances.empty() ? By::Vertices : !bones_.empty() ? By::Bones : By::Nothing;
    colored_.addMaterial({.metallic = 0.f, .roughness = 1.f, .doubleSided = true});
    TransformNode& node = colored_.createTransformNode("differences");
    for (const MeshInstance* instance : std::as_const(*second.scene).meshInstances()) {
        const auto pair = std::find_if(match.instances.begin(), match.instances.end(),
                                       [instance](const SceneMatch::Instances& candidate) { return candidate.second == instance; });
        if (instance->getNode().isEnabled()) {
            const MeshInstance* other = pair != match.instances.end() ? pair->first : nullptr;
            coloredMeshes_.push_back({other, instance, &colored_.addMeshInstance(MeshDescription(), node)});
        }
    }
}

void SideBySide::update(std::optional<float> scale)
{
    bringToTime();
    worst_ = {};
    measureVertices();
    measureBones();
    const float wanted = scale.value_or(roundedUp(worst_.metres));
    isChanged_ = isChanged_ || wanted != scale_;
    scale_ = wanted;
    if (isChanged_) {
        color();
        isChanged_ = false;
    }
    colorBones();
}

void SideBySide::bringToTime()
{
    Playback& from = first_.playback;
    Playback& to = second_.playback;
    if (from.isGraphPlayed()) {
        followGraph();
        return;
    }
    if (isFollowingGraph_) {
        isFollowingGraph_ = false;
        to.setGraphPlayed(false);
    }
    if (from.current() == nullptr || to.current() == nullptr) {
        return;
    }
    const auto clips = to.clips();
    const std::string& name = from.clips()[from.getClip()]->getName();
    const auto same = std::find_if(clips.begin(), clips.end(), [&](const AnimationGroup* clip) { return clip->getName() == name; });
    const std::size_t clip = same != clips.end() ? static_cast<std::size_t>(same - clips.begin()) : to.getClip();
    bool isThere = true;
    if (clip != to.getClip()) {
        to.select(clip);
        isThere = false;
    }
    if (to.isInPlace() != from.isInPlace()) {
        to.setInPlace(from.isInPlace());
        isThere = false;
    }
    to.pause();
    if (!isThere || to.getTime() != std::min(from.getTime(), to.getDuration())) {
        to.goTo(from.getTime());
        second_.isPosed = false;
    }
}

// Makes the second model play the first model's graph with the same inputs at the same times. If it cannot play the graph, adds the reason
// to reasons_, once for each graph.
void SideBySide::followGraph()
{
    const Playback& from = first_.playback;
    Playback& to = second_.playback;
    const GraphSource& source = from.graph()->getSource();
    if (!isFollowingGraph_ || graphText_ != source.text) {
        graphText_ = source.text;
        isFollowingGraph_ = true;
        try {
            to.playGraph(source);
        } catch (const std::exception& error) {
            reasons_.push_back(fmt::format("{} cannot play the graph: {}", printable(second_.name), error.what()));
        }
        to.pause();
    }
    if (to.isGraphPlayed() && to.graph()->getSource().text == graphText_) {
        to.graph()->follow(*from.graph());
        to.setInPlace(from.isInPlace());
        to.applyGraph();
        second_.isPosed = false;
    }
}

void SideBySide::measureVertices()
{
    meshes_.clear();
    Farthest farthest;
    for (ColoredMesh& mesh : coloredMeshes_) {
        const std::size_t primitives = mesh.second->getMesh()->primitives().size();
        mesh.positions.resize(primitives);
        mesh.differences.resize(primitives);
        MeshPair pair{mesh.first, mesh.second};
        for (std::size_t primitive = 0; primitive < primitives; ++primitive) {
            measurePrimitive(mesh, primitive, pair, farthest);
        }
        if (mesh.first != nullptr) {
            pair.mean /= static_cast<double>(std::max<std::size_t>(pair.vertices, 1));
            meshes_.push_back(pair);
        }
    }
    if (farthest.mesh != nullptr) {
        const Primitive& primitive = farthest.mesh->getMesh()->primitives()[farthest.primitive];
        worst_ = {farthest.metres, fmt::format("vertex {} of {}", farthest.vertex, nameOfInstance(*farthest.mesh)), farthest.place,
                  farthest.otherPlace, moverOf(*farthest.mesh, primitive, farthest.vertex)};
    }
}

void SideBySide::measurePrimitive(ColoredMesh& mesh, std::size_t number, MeshPair& pair, Farthest& farthest)
{
    std::vector<glm::vec3> positions = poseVertices(*mesh.second, mesh.second->getMesh()->primitives()[number]).positions;
    std::vector<float> differences;
    if (mesh.first != nullptr) {
        const std::vector<glm::vec3> others = poseVertices(*mesh.first, mesh.first->getMesh()->primitives()[number]).positions;
        differences.reserve(positions.size());
        for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
            const float metres = glm::distance(positions[vertex], others[vertex]);
            differences.push_back(metres);
            pair.mean += static_cast<double>(metres);
            pair.largest = std::max(pair.largest, metres);
            if (farthest.mesh == nullptr || !(metres <= farthest.metres)) {  // true for NaN, too
                farthest = {mesh.first, number, vertex, metres, others[vertex], positions[vertex]};
            }
        }
        pair.vertices += positions.size();
    }
    isChanged_ = isChanged_ || positions != mesh.positions[number] || differences != mesh.differences[number];
    mesh.positions[number] = std::move(positions);
    mesh.differences[number] = std::move(differences);
}

void SideBySide::measureBones()
{
    for (BonePair& pair : bones_) {
        const glm::vec3 place = worldPlace(*pair.first);
        const glm::vec3 otherPlace = worldPlace(*pair.second);
        const float metres = glm::distance(place, otherPlace);
        pair.metres = metres;
        if (by_ == By::Bones && (worst_.what.empty() || !(metres <= worst_.metres))) {
            worst_ = {metres, fmt::format("bone {}", printable(shown(pair.first->getName()))), place, otherPlace, pair.first};
        }
    }
}

void SideBySide::color()
{
    for (const ColoredMesh& mesh : coloredMeshes_) {
        mesh.instance->setMesh(Mesh::create(coloredMesh(mesh)));
    }
}

void SideBySide::colorBones()
{
    lines_.clear();
    for (const BonePair& pair : bones_) {
        const Node* parent = pair.second->getParent();
        if (parent != nullptr && by_ == By::Bones) {
            lines_.push_back({worldPlace(*parent), worldPlace(*pair.second), heatColor(pair.metres / scale_)});
        }
    }
}

MeshDescription SideBySide::coloredMesh(const ColoredMesh& mesh) const
{
    MeshDescription description;
    const auto& primitives = mesh.second->getMesh()->primitives();
    for (std::size_t number = 0; number < primitives.size(); ++number) {
        Primitive primitive{.topology = primitives[number].topology, .indices = primitives[number].indices, .material = 0};
        primitive.positions.reserve(mesh.positions[number].size());
        primitive.colors.reserve(mesh.positions[number].size());
        for (std::size_t vertex = 0; vertex < mesh.positions[number].size(); ++vertex) {
            primitive.positions.push_back(finite(mesh.positions[number][vertex]));
            primitive.colors.push_back(mesh.first != nullptr ? heatColor(mesh.differences[number][vertex] / scale_) : gray);
        }
        description.primitives.push_back(std::move(primitive));
    }
    return description;
}

}  // namespace armature::tools
