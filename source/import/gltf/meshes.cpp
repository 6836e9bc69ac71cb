#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"
#include "import/scene_builder.hpp"

// Meshes (glTF 2.0, sections 3.7.2 and 5.23 to 5.24).
namespace armature::gltf {

namespace {

constexpr std::size_t mostInfluenceSets = 256;  // limit, because each set is searched among all attributes

PrimitiveTopology readTopology(const Json& primitive)
{
    const std::uint64_t mode = primitive.findUnsigned("mode").value_or(4);
    switch (mode) {
    case 0: return PrimitiveTopology::Points;
    case 1: return PrimitiveTopology::Lines;
    case 2: return PrimitiveTopology::LineLoop;
    case 3: return PrimitiveTopology::LineStrip;
    case 4: return PrimitiveTopology::Triangles;
    case 5: return PrimitiveTopology::TriangleStrip;
    case 6: return PrimitiveTopology::TriangleFan;
    default: primitive.refuse("mode", fmt::format("is {}, but must be from 0 to 6", mode));
    }
}

/// The attributes of a primitive or of one of its morph targets.
struct Attributes {
    Document& document;
    const Json& json;
    const DracoAccessors& decompressed;
    std::optional<std::size_t> count;  ///< The number of elements that each attribute must have; none: any number is valid.

    /// Returns `readValues(document, accessor, user)` for the accessor of attribute `name`; an empty vector if there is no such attribute.
    template <class Read>
    auto read(std::string_view name, Read readValues) const
    {
        using Values = decltype(readValues(document, std::size_t{}, json));
        const auto attribute = json.find(name);
        if (!attribute) {
            return Values();
        }
        const auto substitute = decompressed.attributes.find(name);
        const std::size_t declared = document.accessorIndex(*attribute);
        const std::size_t accessor = substitute == decompressed.attributes.end() ? declared : substitute->second;
        const std::size_t elements = document.accessors[accessor].count;
        if (count && elements != *count) {
            attribute->refuse(fmt::format("has {}, but POSITION has {}", counted(elements, "element"), *count));
        }
        return Values(readValues(document, accessor, *attribute));
    }
};

/// Reads the attributes JOINTS_<set> and WEIGHTS_<set> into `skin`, which has room for `setCount` sets of four influences per vertex.
/// Precondition: both attributes exist.
void readInfluenceSet(const Attributes& attributes, std::size_t set, std::size_t setCount, SkinWeights& skin)
{
    const std::size_t stride = setCount * influencesPerSet;
    const std::size_t first = set * influencesPerSet;
    attributes.read(fmt::format("JOINTS_{}", set), [&](Document& document, std::size_t accessor, const Json& user) {
        readJoints(document, accessor, std::span(skin.joints).subspan(first), stride, user);
    });
    attributes.read(fmt::format("WEIGHTS_{}", set), [&](Document& document, std::size_t accessor, const Json& user) {
        readWeights(document, accessor, std::span(skin.weights).subspan(first), stride, user);
    });
}

/// Counts the pairs of JOINTS_0 and WEIGHTS_0, JOINTS_1 and WEIGHTS_1, and so on. Refuses one without the other.
std::size_t countInfluenceSets(const Json& attributes)
{
    const auto [joints, weights, moreJoints, moreWeights] = attributes.findEach({"JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"});
    if (joints.has_value() == weights.has_value() && (!joints || (!moreJoints && !moreWeights))) {
        return joints ? 1 : 0;  // nearly always the case
    }
    for (std::size_t set = 0;; ++set) {
        const std::string jointsName = fmt::format("JOINTS_{}", set);
        const std::string weightsName = fmt::format("WEIGHTS_{}", set);
        const bool hasJoints = attributes.find(jointsName).has_value();
        const bool hasWeights = attributes.find(weightsName).has_value();
        if (hasJoints != hasWeights) {
            attributes.refuse(hasJoints ? jointsName : weightsName,
                              fmt::format("has no {} beside it; joints and weights come in pairs", hasJoints ? weightsName : jointsName));
        }
        if (!hasJoints) {
            return set;
        }
        if (set == mostInfluenceSets) {
            attributes.refuse(jointsName, fmt::format("is one set of joints more than the limit of {}", mostInfluenceSets));
        }
    }
}

void readInfluences(const Attributes& attributes, Primitive& primitive)
{
    const std::size_t sets = countInfluenceSets(attributes.json);
    if (sets == 0) {
        return;
    }
    const std::size_t vertexCount = primitive.positions.size();
    const std::size_t influences = sets * influencesPerSet;
    attributes.document.charge(std::uint64_t{vertexCount} * influences * (sizeof(std::uint16_t) + sizeof(float)), attributes.json);
    primitive.skin.influencesPerVertex = influences;
    if (sets == 1) {
        primitive.skin.joints = attributes.read("JOINTS_0", readFourJoints);
        primitive.skin.weights = attributes.read("WEIGHTS_0", readFourWeights);
        return;
    }
    primitive.skin.joints.resize(vertexCount * influences);
    primitive.skin.weights.resize(vertexCount * influences);
    for (std::size_t set = 0; set < sets; ++set) {
        readInfluenceSet(attributes, set, sets, primitive.skin);
    }
}

void readAttributes(Attributes attributes, Primitive& primitive)
{
    primitive.positions = attributes.read("POSITION", readVec3s);
    if (primitive.positions.empty()) {
        return;
    }
    attributes.count = primitive.positions.size();
    primitive.normals = attributes.read("NORMAL", readVec3s);
    primitive.tangents = attributes.read("TANGENT", readVec4s);
    primitive.textureCoordinates[0] = attributes.read("TEXCOORD_0", readVec2s);
    primitive.textureCoordinates[1] = attributes.read("TEXCOORD_1", readVec2s);
    primitive.colors = attributes.read("COLOR_0", readColors);
    readInfluences(attributes, primitive);
}

MorphTarget readMorphTarget(Document& document, const Json& target, const Primitive& primitive)
{
    const DracoAccessors nothing;  // displacements are never Draco-compressed
    const Attributes attributes{document, target, nothing, primitive.positions.size()};
    MorphTarget result;
    result.positions = attributes.read("POSITION", readVec3s);
    result.normals = attributes.read("NORMAL", readVec3s);
    result.tangents = attributes.read("TANGENT", readVec3s);
    const auto dropWithoutBase = [&](std::vector<glm::vec3>& displacements, bool hasBase, std::string_view name) {
        if (!displacements.empty() && !hasBase) {
            displacements.clear();
            document.notes.add(target.pointer(name), "moves an attribute that the primitive lacks: left out; export both or neither");
        }
    };
    dropWithoutBase(result.normals, !primitive.normals.empty(), "NORMAL");
    dropWithoutBase(result.tangents, !primitive.tangents.empty(), "TANGENT");
    return result;
}

constexpr std::array<std::string_view, 1> readOfPrimitive{"KHR_draco_mesh_compression"};

/// Reads a primitive. Returns an empty one if it has no positions: the specification recommends not drawing it.
Primitive readPrimitive(Document& document, const Json& value, std::size_t materialCount)
{
    Primitive primitive;
    primitive.topology = readTopology(value);
    primitive.material = value.findIndex("material", materialCount, "materials");
    const DracoAccessors decompressed = decodeDraco(document, value);
    if (const auto attributes = value.findObject("attributes")) {
        readAttributes({document, *attributes, decompressed, std::nullopt}, primitive);
    }
    if (primitive.positions.empty()) {
        document.notes.add(value.pointer(), "has no vertices with a POSITION: there is nothing to draw, so it is left out");
        return {};
    }
    primitive.extensions = readKeptExtensions(document, value, readOfPrimitive);
    if (decompressed.indices) {
        primitive.topology = PrimitiveTopology::Triangles;  // because Draco's meshes always decode to triangles
    }
    if (const auto indices = value.find("indices")) {
        primitive.indices = readIntegers(document, decompressed.indices.value_or(document.accessorIndex(*indices)), 1, *indices);
    }
    if (const auto targets = value.findArray("targets")) {
        document.reserve(primitive.morphTargets, *targets);
        targets->forEach(
            [&](std::size_t, const Json& target) { primitive.morphTargets.push_back(readMorphTarget(document, target, primitive)); });
    }
    return primitive;
}

/// Reads the names of morph targets. They are not part of glTF; by convention, the mesh's extras contain them.
std::vector<std::string> readMorphTargetNames(Document& document, const Json& mesh, std::size_t count)
{
    std::vector<std::string> names;
    const auto extras = mesh.find("extras");
    const auto list = extras && extras->isObject() ? extras->find("targetNames") : std::nullopt;
    if (!list || !list->isArray() || list->size() != count) {
        return names;
    }
    document.reserve(names, *list);
    list->forEach([&](std::size_t, const Json& name) { names.emplace_back(name.isString() ? name.asString() : std::string_view()); });
    return names;
}

MeshDescription readMesh(Document& document, const Json& value, std::size_t materialCount)
{
    MeshDescription mesh;
    mesh.name = readName(document, value);
    mesh.extras = value.findText("extras");
    document.charge(mesh.name.size() + mesh.extras.size(), value);
    mesh.extensions = readKeptExtensions(document, value, {});
    const Json primitives = value.require("primitives");
    document.reserve(mesh.primitives, primitives);
    primitives.forEach(
        [&](std::size_t, const Json& primitive) { mesh.primitives.push_back(readPrimitive(document, primitive, materialCount)); });
    const auto drawn = std::ranges::find_if(mesh.primitives, [](const Primitive& primitive) { return !primitive.positions.empty(); });
    const std::size_t targets = drawn == mesh.primitives.end() ? 0 : drawn->morphTargets.size();
    document.charge(std::uint64_t{targets} * sizeof(float), value);
    mesh.morphWeights = readMorphWeights(document, value, targets).value_or(std::vector<float>(targets, 0.f));
    mesh.morphTargetNames = readMorphTargetNames(document, value, targets);
    return mesh;
}

}  // namespace

std::optional<std::vector<float>> readMorphWeights(Document& document, const Json& owner, std::size_t targetCount)
{
    const auto list = owner.findArray("weights");
    if (!list) {
        return std::nullopt;
    }
    const std::size_t count = list->size();
    if (count != targetCount) {
        document.notes.add(list->pointer(), fmt::format("has {} for {}: missing ones are 0, others are left out; export the "
                                                        "file again",
                                                        counted(count, "weight"), counted(targetCount, "morph target")));
    }
    document.charge(std::uint64_t{targetCount} * sizeof(float), *list);
    std::vector<float> weights(targetCount, 0.f);
    list->forEach([&](std::size_t index, const Json& weight) {
        if (index < targetCount) {
            weights[index] = weight.asFloat();
        }
    });
    return weights;
}

void readMeshes(Document& document, importing::SceneDescription& scene)
{
    if (const auto meshes = document.root.findArray("meshes")) {
        document.reserve(scene.meshes, *meshes);
        meshes->forEach([&](std::size_t index, const Json& value) {
            document.charge(importing::bytesOfMesh, value);
            scene.meshes.push_back(importing::makeMesh(readMesh(document, value, scene.materials.size()), index, scene.notes));
        });
    }
}

}  // namespace armature::gltf
