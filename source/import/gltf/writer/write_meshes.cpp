#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/writer/vertex_integers.hpp"
#include "import/gltf/writer/writer.hpp"
#include "math/numbers.hpp"

// Meshes (glTF 2.0, sections 3.7.2 and 5.23 to 5.24; KHR_mesh_quantization).
namespace armature::gltf {

namespace {

constexpr float largestShort = std::numeric_limits<std::int16_t>::max();
constexpr float largestUnsignedShort = std::numeric_limits<std::uint16_t>::max();

/// Returns skin weights as glTF requires them (section 3.7.3.3): each joint has only one non-zero weight per vertex, the sum of its
/// weights, and the weights of a vertex sum to 1, within the validator's tolerance of 2e-7 per non-zero weight. Weights that already
/// conform stay bitwise the same; so do vertices whose weights are all 0.
SkinWeights mended(SkinWeights skin)
{
    constexpr double sumTolerance = 2e-7;
    for (std::size_t first = 0; first < skin.joints.size(); first += skin.influencesPerVertex) {
        const auto joints = std::span(skin.joints).subspan(first, skin.influencesPerVertex);
        const auto weights = std::span(skin.weights).subspan(first, skin.influencesPerVertex);
        double sum = 0.;
        double count = 0.;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            for (std::size_t earlier = 0; earlier < i && weights[i] > 0.f; ++earlier) {
                if (joints[earlier] == joints[i] && weights[earlier] > 0.f) {
                    weights[earlier] += std::exchange(weights[i], 0.f);
                }
            }
        }
        for (const float weight : weights) {
            sum += static_cast<double>(weight);
            count += weight > 0.f ? 1. : 0.;
        }
        if (sum > 0. && std::abs(sum - 1.) > sumTolerance * count) {
            std::ranges::transform(weights, weights.begin(),
                                   [sum](float weight) { return static_cast<float>(static_cast<double>(weight) / sum); });
        }
    }
    return skin;
}

/// Writes one primitive.
class PrimitiveWriter {
public:
    /// `grid`: the grid of the positions; null if positions are floats.
    PrimitiveWriter(WriterContext& context, const Primitive& primitive, std::size_t jointCount, SharedFileNumbers numbers,
                    const PositionGrid* grid)
        : context_(context)
        , json_(context.json)
        , primitive_(primitive)
        , skin_(mended(primitive.skin))
        , jointCount_(jointCount)
        , numbers_(std::move(numbers))
        , grid_(grid)
    {}

    void write()
    {
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.key("attributes");
        json_.beginObject();
        writeAttributes();
        json_.endObject();
        if (!primitive_.indices.empty()) {
            json_.member("indices", addIndices());
        }
        if (primitive_.material) {
            json_.member("material", *primitive_.material);
        }
        if (primitive_.topology != PrimitiveTopology::Triangles) {
            json_.member("mode", modeOf(primitive_.topology));
        }
        writeTargets();
        writeKeptExtensions(context_, {.json = primitive_.extensions, .place = "a primitive", .numbers = numbers_});
        json_.endObject();
    }

private:
    static std::size_t modeOf(PrimitiveTopology topology) noexcept
    {
        switch (topology) {
        case PrimitiveTopology::Points: return 0;
        case PrimitiveTopology::Lines: return 1;
        case PrimitiveTopology::LineLoop: return 2;
        case PrimitiveTopology::LineStrip: return 3;
        case PrimitiveTopology::Triangles: return 4;
        case PrimitiveTopology::TriangleStrip: return 5;
        case PrimitiveTopology::TriangleFan: break;
        }
        return 6;
    }

    void writeAttributes()
    {
        const std::size_t count = primitive_.positions.size();
        json_.member("POSITION", addPositions());
        writeDirections("NORMAL", primitive_.normals);
        writeDirections("TANGENT", primitive_.tangents);
        const auto& [first, second] = primitive_.textureCoordinates;
        if (first.empty() && !second.empty()) {
            // Texture coordinate sets must be numbered from 0. This one fills in for the missing set 0; nothing refers to it.
            writeFractions("TEXCOORD_0", std::vector<glm::vec2>(count, glm::vec2(0.f)));
        }
        writeFractions("TEXCOORD_0", first);
        writeFractions("TEXCOORD_1", second);
        writeFractions("COLOR_0", primitive_.colors);
        writeInfluences();
    }

    std::size_t addPositions()
    {
        const std::size_t count = primitive_.positions.size();
        if (grid_ == nullptr) {
            return context_.pool.add(std::span(primitive_.positions), {.components = 3, .use = ViewUse::Vertices, .hasRange = true}, count);
        }
        context_.require("KHR_mesh_quantization");
        std::vector<float> fractions;
        for (const glm::vec3& position : primitive_.positions) {
            for (int axis = 0; axis < 3; ++axis) {
                const double part =
                    (static_cast<double>(position[axis]) - static_cast<double>(grid_->origin[axis])) / static_cast<double>(grid_->size);
                fractions.push_back(static_cast<float>(std::clamp(part, 0., 1.)));
            }
        }
        const std::vector<std::uint16_t> small = quantized<std::uint16_t>(fractions, 3, largestUnsignedShort);
        return context_.pool.add(std::span<const std::uint16_t>(small),
                                 {.componentType = ComponentType::UnsignedShort,
                                  .components = 3,
                                  .use = ViewUse::Vertices,
                                  .isNormalized = true,
                                  .hasRange = true},
                                 count);
    }

    /// Returns displacements scaled to the grid; unchanged if there is no grid.
    [[nodiscard]] std::vector<glm::vec3> scaled(std::vector<glm::vec3> displacements) const
    {
        for (glm::vec3& displacement : displacements) {
            displacement = grid_ != nullptr ? displacement / grid_->size : displacement;
        }
        return displacements;
    }

    template <class Vector>
    void writeFloats(std::string_view name, const std::vector<Vector>& vectors)
    {
        const ElementFormat format{.components = static_cast<std::size_t>(Vector::length()), .use = ViewUse::Vertices};
        json_.member(name, context_.pool.add(std::span(vectors), format, vectors.size()));
    }

    template <class Integer>
    void writeIntegers(std::string_view name, const std::vector<Integer>& integers, std::size_t components, ComponentType type)
    {
        const ElementFormat format{.componentType = type, .components = components, .use = ViewUse::Vertices, .isNormalized = true};
        json_.member(name, context_.pool.add(std::span<const Integer>(integers), format, integers.size() / strideOf<Integer>(components)));
    }

    /// Writes numbers as the smallest integers with exactly the same values. If there are no such integers, writes nothing and returns
    /// false.
    bool writeExactly(std::string_view name, std::span<const float> numbers, std::size_t components)
    {
        if (isExactIn<std::uint8_t>(numbers)) {
            writeIntegers(name, quantized<std::uint8_t>(numbers, components, 255.f), components, ComponentType::UnsignedByte);
            return true;
        }
        if (isExactIn<std::uint16_t>(numbers)) {
            writeIntegers(name, quantized<std::uint16_t>(numbers, components, largestUnsignedShort), components,
                          ComponentType::UnsignedShort);
            return true;
        }
        return false;
    }

    /// Writes vectors. Uses integers if quantisation is enabled and all components are in [-1, 1].
    template <class Vector>
    void writeDirections(std::string_view name, const std::vector<Vector>& vectors)
    {
        if (vectors.empty()) {
            return;
        }
        if (!context_.options.quantize || !isWithin(numbersOf(vectors), -1.f, 1.f)) {
            writeFloats(name, vectors);
            return;
        }
        context_.require("KHR_mesh_quantization");
        constexpr auto components = static_cast<std::size_t>(Vector::length());
        writeIntegers(name, quantized<std::int16_t>(numbersOf(vectors), components, largestShort), components, ComponentType::Short);
    }

    /// Writes vectors whose components are often in [0, 1]. Uses integers if they are exact, or if quantisation is enabled and all
    /// components are in [0, 1].
    template <class Vector>
    void writeFractions(std::string_view name, const std::vector<Vector>& vectors)
    {
        constexpr auto components = static_cast<std::size_t>(Vector::length());
        if (vectors.empty() || writeExactly(name, numbersOf(vectors), components)) {
            return;
        }
        if (!context_.options.quantize || !isWithin(numbersOf(vectors), 0.f, 1.f)) {
            writeFloats(name, vectors);
            return;
        }
        writeIntegers(name, quantized<std::uint16_t>(numbersOf(vectors), components, largestUnsignedShort), components,
                      ComponentType::UnsignedShort);
    }

    void writeInfluences()
    {
        const std::size_t sets = (skin_.influencesPerVertex + influencesPerSet - 1) / influencesPerSet;
        for (std::size_t set = 0; set < sets; ++set) {
            const std::string joints = fmt::format("JOINTS_{}", set);
            if (jointCount_ <= 256) {
                writeJoints<std::uint8_t>(joints, set, ComponentType::UnsignedByte);
            } else {
                writeJoints<std::uint16_t>(joints, set, ComponentType::UnsignedShort);
            }
        }
        if (context_.options.quantize && !isExactIn<std::uint16_t>(skin_.weights)) {
            writeQuantizedWeights(sets);
            return;
        }
        for (std::size_t set = 0; set < sets; ++set) {
            const std::string name = fmt::format("WEIGHTS_{}", set);
            const std::vector<float> weights = setOf<float>(set, [&](std::size_t influence) { return skin_.weights[influence]; });
            const ElementFormat format{.components = 4, .use = ViewUse::Vertices};
            if (isWithin(skin_.weights, 0.f, 0.f)) {
                // The specification asks for weights that sum to 1, so such data would not conform. An accessor without data is valid,
                // because extensions may override its zeros.
                json_.member(name, context_.pool.addZeros(format, primitive_.positions.size()));
                continue;
            }
            if (writeExactly(name, weights, influencesPerSet)) {
                continue;
            }
            json_.member(name, context_.pool.add(std::span<const float>(weights), format, weights.size() / influencesPerSet));
        }
    }

    /// Returns valueOf(influence) for the four influences of a set, for each vertex; 0 where a vertex has fewer influences.
    template <class Value, class ValueOf>
    std::vector<Value> setOf(std::size_t set, const ValueOf& valueOf) const
    {
        const std::size_t perVertex = skin_.influencesPerVertex;
        std::vector<Value> values(primitive_.positions.size() * influencesPerSet, Value(0));
        for (std::size_t vertex = 0; vertex < primitive_.positions.size(); ++vertex) {
            const std::size_t first = set * influencesPerSet;
            for (std::size_t i = first; i < std::min(first + influencesPerSet, perVertex); ++i) {
                values[vertex * influencesPerSet + i - first] = valueOf(vertex * perVertex + i);
            }
        }
        return values;
    }

    // Writes joints without weight as joint 0, as the specification recommends.
    template <class Integer>
    void writeJoints(const std::string& name, std::size_t set, ComponentType type)
    {
        const std::vector<Integer> joints = setOf<Integer>(set, [&](std::size_t influence) {
            return skin_.weights[influence] > 0.f ? static_cast<Integer>(skin_.joints[influence]) : Integer(0);
        });
        const ElementFormat format{.componentType = type, .components = 4, .use = ViewUse::Vertices};
        json_.member(name, context_.pool.add(std::span<const Integer>(joints), format, joints.size() / influencesPerSet));
    }

    // Rounds the weights of each vertex so that their sum is exactly 1: the largest weight absorbs the rounding errors.
    void writeQuantizedWeights(std::size_t sets)
    {
        std::vector<std::uint16_t> small(skin_.weights.size());
        for (std::size_t first = 0; first < small.size(); first += skin_.influencesPerVertex) {
            const auto weights = std::span(skin_.weights).subspan(first, skin_.influencesPerVertex);
            const auto rounded = std::span(small).subspan(first, skin_.influencesPerVertex);
            std::ranges::transform(weights, rounded.begin(), [](float weight) {
                return static_cast<std::uint16_t>(std::lround(std::min(weight, 1.f) * largestUnsignedShort));
            });
            long sum = 0;
            for (const std::uint16_t part : rounded) {
                sum += part;
            }
            if (sum > 0) {
                auto& largest = *std::ranges::max_element(rounded);
                largest = static_cast<std::uint16_t>(largest + std::numeric_limits<std::uint16_t>::max() - sum);
            }
        }
        for (std::size_t set = 0; set < sets; ++set) {
            const auto weights = setOf<std::uint16_t>(set, [&](std::size_t influence) { return small[influence]; });
            writeIntegers(fmt::format("WEIGHTS_{}", set), weights, influencesPerSet, ComponentType::UnsignedShort);
        }
    }

    // Uses 16-bit indices for up to 65535 vertices: the largest value of an index type restarts strips and is not a valid index.
    std::size_t addIndices()
    {
        const std::vector<std::uint32_t>& indices = primitive_.indices;
        const bool isTriangles = primitive_.topology == PrimitiveTopology::Triangles && indices.size() % 3 == 0;
        if (primitive_.positions.size() > std::numeric_limits<std::uint16_t>::max()) {
            return context_.pool.add(std::span(indices),
                                     {.componentType = ComponentType::UnsignedInt, .use = ViewUse::Indices, .isTriangles = isTriangles},
                                     indices.size());
        }
        std::vector<std::uint16_t> small(indices.size());
        std::ranges::transform(indices, small.begin(), [](std::uint32_t index) { return static_cast<std::uint16_t>(index); });
        return context_.pool.add(std::span<const std::uint16_t>(small),
                                 {.componentType = ComponentType::UnsignedShort, .use = ViewUse::Indices, .isTriangles = isTriangles},
                                 small.size());
    }

    void writeTargets()
    {
        if (primitive_.morphTargets.empty()) {
            return;
        }
        const std::vector<glm::vec3> none(primitive_.positions.size(), glm::vec3(0.f));
        json_.key("targets");
        json_.beginArray();
        for (const MorphTarget& target : primitive_.morphTargets) {
            const bool isEmpty = target.positions.empty() && target.normals.empty() && target.tangents.empty();
            json_.beginObject();
            if (isEmpty || !target.positions.empty()) {  // a target must have at least one member
                json_.member("POSITION", context_.pool.addDisplacements(isEmpty ? none : scaled(target.positions), true));
            }
            if (!target.normals.empty()) {
                json_.member("NORMAL", context_.pool.addDisplacements(target.normals, false));
            }
            if (!target.tangents.empty()) {
                json_.member("TANGENT", context_.pool.addDisplacements(target.tangents, false));
            }
            json_.endObject();
        }
        json_.endArray();
    }

    WriterContext& context_;
    JsonWriter& json_;
    const Primitive& primitive_;
    SkinWeights skin_;
    std::size_t jointCount_;
    SharedFileNumbers numbers_;
    const PositionGrid* grid_;
};

}  // namespace

void writeMeshes(WriterContext& context)
{
    if (context.scene.meshes.empty()) {
        return;
    }
    JsonWriter& json = context.json;
    json.key("meshes");
    json.beginArray();
    for (std::size_t number = 0; number < context.scene.meshes.size(); ++number) {
        const Mesh& mesh = *context.scene.meshes[number];
        const auto& numbersOfMeshes = context.scene.written->meshes;
        const SharedFileNumbers numbers = number < numbersOfMeshes.size() ? numbersOfMeshes[number] : nullptr;
        const PositionGrid* grid = context.grids.empty() ? nullptr : &context.grids[number];
        json.beginObject();
        context.memberUnlessEmpty("name", mesh.getName());
        json.key("primitives");
        json.beginArray();
        for (const Primitive& primitive : mesh.primitives()) {
            PrimitiveWriter(context, primitive, mesh.jointCount(), numbers, grid).write();
        }
        json.endArray();
        if (!mesh.getMorphWeights().empty()) {
            json.member("weights", std::span<const float>(mesh.getMorphWeights()));
        }
        const std::string place = fmt::format("mesh {}", inQuotes(mesh.getName()));
        if (std::ranges::any_of(mesh.primitives(), [](const Primitive& each) { return !each.skin.dualQuaternionShares.empty(); })) {
            context.scene.notes.add(place, "asks for dual quaternion skinning, which glTF cannot express: it is skinned linearly there");
        }
        writeKeptExtensions(context, {.json = mesh.getExtensions(), .place = place, .numbers = numbers});
        context.writeMeshExtras(mesh, place);
        json.endObject();
    }
    json.endArray();
}

}  // namespace armature::gltf
