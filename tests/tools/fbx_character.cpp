#include "fbx_character.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace armature::test {

namespace {

using Place = std::array<double, 3>;

struct Part {
    const char* name;
    int parent;    // index in `parts`, -1 for the root
    Place place;   // relative to its parent
    Place boxLow;  // lowest corner of its box, relative to its place
    Place boxHigh;
};

constexpr std::array<Part, 11> parts{{
    {"Hips", -1, {0., 95., 0.}, {-16., -8., -9.}, {16., 8., 9.}},
    {"Spine", 0, {0., 10., 0.}, {-15., 0., -9.}, {15., 42., 9.}},
    {"Head", 1, {0., 48., 0.}, {-9., 0., -10.}, {9., 26., 10.}},
    {"LeftArm", 1, {18., 38., 0.}, {0., -5., -5.}, {28., 5., 5.}},
    {"LeftForeArm", 3, {30., 0., 0.}, {0., -4., -4.}, {34., 4., 4.}},
    {"RightArm", 1, {-18., 38., 0.}, {-28., -5., -5.}, {0., 5., 5.}},
    {"RightForeArm", 5, {-30., 0., 0.}, {-34., -4., -4.}, {0., 4., 4.}},
    {"LeftUpLeg", 0, {9., -8., 0.}, {-7., -42., -7.}, {7., 0., 7.}},
    {"LeftLeg", 7, {0., -44., 0.}, {-6., -43., -6.}, {6., 0., 12.}},
    {"RightUpLeg", 0, {-9., -8., 0.}, {-7., -42., -7.}, {7., 0., 7.}},
    {"RightLeg", 9, {0., -44., 0.}, {-6., -43., -6.}, {6., 0., 12.}},
}};

// Object IDs.
constexpr std::int64_t firstModel = 100;
constexpr std::int64_t firstCluster = 200;
constexpr std::int64_t body = 300;
constexpr std::int64_t geometry = 301;
constexpr std::int64_t skin = 302;
constexpr std::int64_t stack = 400;
constexpr std::int64_t layer = 401;
constexpr std::int64_t firstCurve = 500;

std::string jointName(const Part& part)
{
    return std::string("mixamorig:") + part.name;
}

std::int64_t numberOf(std::size_t part)
{
    return firstModel + static_cast<std::int64_t>(part);
}

Place worldPlace(std::size_t part)
{
    Place place = parts[part].place;
    for (int above = parts[part].parent; above >= 0; above = parts[static_cast<std::size_t>(above)].parent) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place[axis] += parts[static_cast<std::size_t>(above)].place[axis];
        }
    }
    return place;
}

void addModels(FbxRecord& objects, FbxRecord& connections)
{
    for (std::size_t part = 0; part < parts.size(); ++part) {
        objects.children.push_back(fbxModel(numberOf(part), jointName(parts[part]), "LimbNode", parts[part].place));
        const int parent = parts[part].parent;
        connections.children.push_back(fbxConnection(numberOf(part), parent < 0 ? 0 : numberOf(static_cast<std::size_t>(parent))));
    }
}

/// Returns the mesh: for each part, a box of eight corners and six quads.
FbxRecord boxes()
{
    std::vector<double> corners;
    std::vector<std::int64_t> polygons;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Place place = worldPlace(part);
        for (std::size_t corner = 0; corner < 8; ++corner) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Place& end = (corner >> axis & 1u) != 0 ? parts[part].boxHigh : parts[part].boxLow;
                corners.push_back(place[axis] + end[axis]);
            }
        }
        const auto first = static_cast<std::int64_t>(8 * part);
        for (const std::array<std::int64_t, 4>& quad : std::array<std::array<std::int64_t, 4>, 6>{
                 {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}}) {
            polygons.insert(polygons.end(), {first + quad[0], first + quad[1], first + quad[2], -(first + quad[3]) - 1});
        }
    }
    return {"Geometry",
            {geometry, std::string("Geometry::Body"), std::string("Mesh")},
            {{"Vertices", {corners}, {}}, {"PolygonVertexIndex", {polygons}, {}}}};
}

}  // namespace

std::vector<FbxRecord> fbxCharacter()
{
    FbxRecord objects{"Objects"};
    FbxRecord connections{"Connections"};
    addModels(objects, connections);
    objects.children.push_back(fbxModel(body, "Body", "Mesh", {0., 0., 0.}));
    objects.children.push_back(boxes());
    objects.children.push_back(fbxNamed("Deformer", skin, "Deformer::skin", "Skin"));
    connections.children.insert(connections.children.end(),
                                {fbxConnection(body, 0), fbxConnection(geometry, body), fbxConnection(skin, geometry)});
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const std::int64_t cluster = firstCluster + static_cast<std::int64_t>(part);
        std::vector<std::int64_t> corners;
        for (std::size_t corner = 0; corner < 8; ++corner) {
            corners.push_back(static_cast<std::int64_t>(8 * part + corner));
        }
        objects.children.push_back(fbxCluster(cluster, jointName(parts[part]), corners, std::vector<double>(8, 1.), worldPlace(part)));
        connections.children.push_back(fbxConnection(cluster, skin));
        connections.children.push_back(fbxConnection(numberOf(part), cluster));
    }
    return {fbxAxesAndUnit(1.), objects, connections};
}

std::vector<FbxRecord> fbxMotion(const std::vector<FbxTurn>& turns)
{
    FbxRecord objects{"Objects"};
    FbxRecord connections{"Connections"};
    addModels(objects, connections);
    objects.children.push_back(fbxNamed("AnimationStack", stack, "AnimStack::mixamo.com"));
    objects.children.push_back(fbxNamed("AnimationLayer", layer, "AnimLayer::base"));
    connections.children.push_back(fbxConnection(layer, stack));
    std::int64_t number = firstCurve;
    for (const FbxTurn& turn : turns) {
        const auto part = std::ranges::find_if(parts, [&](const Part& each) { return turn.bone == each.name; });
        std::int64_t model = numberOf(static_cast<std::size_t>(part - parts.begin()));
        if (part == parts.end()) {
            model = number++;
            objects.children.push_back(fbxModel(model, "mixamorig:" + turn.bone, "LimbNode", {0., 10., 0.}));
            connections.children.push_back(fbxConnection(model, numberOf(0)));
        }
        std::vector<double> seconds;
        for (std::size_t key = 0; key < turn.degrees.size(); ++key) {
            seconds.push_back(static_cast<double>(key) / static_cast<double>(turn.degrees.size() - 1));
        }
        const std::int64_t node = number++;
        const std::int64_t curve = number++;
        objects.children.push_back(fbxNamed("AnimationCurveNode", node, "AnimCurveNode::R"));
        objects.children.push_back(fbxCurve(curve, seconds, turn.degrees));
        connections.children.insert(connections.children.end(), {fbxConnection(node, layer), fbxConnection(node, model, "Lcl Rotation"),
                                                                 fbxConnection(curve, node, "d|" + turn.axis)});
    }
    return {fbxAxesAndUnit(1.), objects, connections};
}

}  // namespace armature::test
