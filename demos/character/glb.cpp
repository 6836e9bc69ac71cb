#include "glb.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "json.hpp"

namespace character {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian and are copied as they are");

// The numbers that the glTF 2.0 specification gives to these things (3.6.2.2, 5.11.5, 4.4).
enum class ComponentType : std::size_t { UnsignedByte = 5121, UnsignedShort = 5123, Float = 5126 };
enum class Target : std::size_t { None = 0, Vertices = 34962, Indices = 34963 };
constexpr std::uint32_t fileMagic = 0x46546c67;    // "glTF"
constexpr std::uint32_t jsonChunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t binaryChunk = 0x004e4942;  // "BIN"

/// A typed array in the binary chunk; each has a buffer view of its own, with the same index.
struct Accessor {
    ComponentType componentType = ComponentType::Float;
    std::string_view type;
    std::size_t count = 0;
    Target target = Target::None;
    bool isNormalized = false;
    std::optional<std::pair<glm::vec3, glm::vec3>> range = {};  ///< Smallest and largest positions, which glTF asks for.
    std::size_t offset = 0;
    std::size_t length = 0;
};

class Buffer {
public:
    template <class Element>
    std::size_t add(const std::vector<Element>& elements, Accessor accessor)
    {
        const auto bytes = std::as_bytes(std::span(elements));
        accessor.offset = bytes_.size();
        accessor.length = bytes.size();
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        bytes_.resize((bytes_.size() + 3) / 4 * 4);
        accessors_.push_back(accessor);
        return accessors_.size() - 1;
    }

    [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

    void describe(Json& json) const
    {
        json.beginArray("accessors");
        for (std::size_t i = 0; i < accessors_.size(); ++i) {
            const Accessor& accessor = accessors_[i];
            json.beginObject().number("bufferView", i).number("componentType", static_cast<std::size_t>(accessor.componentType));
            json.number("count", accessor.count).text("type", accessor.type);
            if (accessor.isNormalized) {
                json.flag("normalized", true);
            }
            if (accessor.range && accessor.type == "VEC3") {
                const auto& [low, high] = *accessor.range;
                json.numbers("min", {low.x, low.y, low.z}).numbers("max", {high.x, high.y, high.z});
            } else if (accessor.range) {
                json.numbers("min", {accessor.range->first.x}).numbers("max", {accessor.range->second.x});
            }
            json.endObject();
        }
        json.endArray().beginArray("bufferViews");
        for (const Accessor& accessor : accessors_) {
            json.beginObject().number("buffer", std::size_t{0}).number("byteOffset", accessor.offset).number("byteLength", accessor.length);
            if (accessor.target != Target::None) {
                json.number("target", static_cast<std::size_t>(accessor.target));
            }
            json.endObject();
        }
        json.endArray().beginArray("buffers").beginObject().number("byteLength", bytes_.size()).endObject().endArray();
    }

private:
    std::vector<std::byte> bytes_;
    std::vector<Accessor> accessors_;
};

// From sRGB to linear, IEC 61966-2-1; rounded so that every machine's pow gives the same text.
float linearComponent(std::uint32_t color, unsigned shift)
{
    const float value = static_cast<float>((color >> shift) & 0xffu) / 255.f;
    const float linear = value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
    return std::round(linear * 1e4f) / 1e4f;
}

void writeMaterials(Json& json, const std::vector<PaintedMesh>& meshes)
{
    json.beginArray("materials");
    for (const PaintedMesh& mesh : meshes) {
        const Material& material = materials[static_cast<std::size_t>(mesh.paint)];
        const auto component = [](std::uint32_t color, unsigned shift) { return linearComponent(color, shift); };
        json.beginObject().text("name", material.name).beginObject("pbrMetallicRoughness");
        json.numbers("baseColorFactor", {component(material.color, 16), component(material.color, 8), component(material.color, 0), 1.f});
        json.number("metallicFactor", material.metallic).number("roughnessFactor", material.roughness).endObject();
        if (material.glow != 0) {
            json.numbers("emissiveFactor", {component(material.glow, 16), component(material.glow, 8), component(material.glow, 0)});
        }
        json.endObject();
    }
    json.endArray();
}

// The root carries the skeleton and is no joint of the skin, whose joint i is the rig's joint i + 1.
std::vector<std::array<std::uint8_t, 4>> skinJoints(const PaintedMesh& mesh)
{
    std::vector<std::array<std::uint8_t, 4>> joints = mesh.joints;
    for (std::size_t v = 0; v < joints.size(); ++v) {
        for (std::size_t i = 0; i < 4; ++i) {
            joints[v][i] = mesh.weights[v][i] > 0 ? static_cast<std::uint8_t>(mesh.joints[v][i] - 1) : std::uint8_t{0};
        }
    }
    return joints;
}

void writeMesh(Json& json, Buffer& buffer, const std::vector<PaintedMesh>& meshes)
{
    json.beginArray("meshes").beginObject().text("name", "explorer").beginArray("primitives");
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const PaintedMesh& mesh = meshes[i];
        const std::size_t count = mesh.positions.size();
        std::pair<glm::vec3, glm::vec3> range{mesh.positions.front(), mesh.positions.front()};
        for (const glm::vec3& position : mesh.positions) {
            range = {glm::min(range.first, position), glm::max(range.second, position)};
        }
        json.beginObject().beginObject("attributes");
        json.number("POSITION", buffer.add(mesh.positions, {ComponentType::Float, "VEC3", count, Target::Vertices, false, range}));
        json.number("NORMAL", buffer.add(mesh.normals, {ComponentType::Float, "VEC3", count, Target::Vertices}));
        json.number("JOINTS_0", buffer.add(skinJoints(mesh), {ComponentType::UnsignedByte, "VEC4", count, Target::Vertices}));
        json.number("WEIGHTS_0", buffer.add(mesh.weights, {ComponentType::UnsignedByte, "VEC4", count, Target::Vertices, true}));
        json.endObject();
        json.number("indices", buffer.add(mesh.indices, {ComponentType::UnsignedShort, "SCALAR", mesh.indices.size(), Target::Indices}));
        json.number("material", i).endObject();
    }
    json.endArray().endObject().endArray();
}

// Node i is joint i; the mesh's node comes after them.
void writeNodes(Json& json, const Rig& rig)
{
    json.beginArray("nodes");
    for (std::size_t i = 0; i < jointCount; ++i) {
        const glm::vec3 translation = localTranslation(rig, Pose(), static_cast<Joint>(i));
        const glm::quat rotation = localRotation(rig, Pose(), static_cast<Joint>(i));
        json.beginObject().text("name", rig[i].name).numbers("translation", {translation.x, translation.y, translation.z});
        json.numbers("rotation", {rotation.x, rotation.y, rotation.z, rotation.w});
        std::vector<std::size_t> children;
        for (std::size_t child = 1; child < jointCount; ++child) {
            if (indexOf(rig[child].parent) == i) {
                children.push_back(child);
            }
        }
        if (!children.empty()) {
            json.beginArray("children");
            for (const std::size_t child : children) {
                json.number({}, child);
            }
            json.endArray();
        }
        json.endObject();
    }
    json.beginObject().text("name", "explorer").number("mesh", std::size_t{0}).number("skin", std::size_t{0}).endObject().endArray();
}

void writeSkin(Json& json, Buffer& buffer, const Rig& rig)
{
    std::vector<std::array<float, 16>> inverseBinds;
    json.beginArray("skins").beginObject().text("name", "explorer").number("skeleton", std::size_t{0}).beginArray("joints");
    for (std::size_t i = 1; i < jointCount; ++i) {
        json.number({}, i);
        // The inverse of "turn by the orientation, then move to the head".
        const glm::quat back = glm::conjugate(rig[i].orientation);
        const glm::mat3 turn = glm::mat3_cast(back);
        const glm::vec3 move = back * -rig[i].head;
        inverseBinds.push_back({turn[0].x, turn[0].y, turn[0].z, 0.f, turn[1].x, turn[1].y, turn[1].z, 0.f,  //
                                turn[2].x, turn[2].y, turn[2].z, 0.f, move.x, move.y, move.z, 1.f});
    }
    json.endArray().number("inverseBindMatrices", buffer.add(inverseBinds, {ComponentType::Float, "MAT4", jointCount - 1}));
    json.endObject().endArray();
}

void writeClip(Json& json, Buffer& buffer, const Clip& clip)
{
    std::vector<std::pair<std::vector<float>, std::size_t>> timeAccessors;  // channels share their times
    const auto timesOf = [&](const std::vector<float>& times) {
        for (const auto& [known, accessor] : timeAccessors) {
            if (known == times) {
                return accessor;
            }
        }
        const std::pair<glm::vec3, glm::vec3> range{glm::vec3(times.front()), glm::vec3(times.back())};
        timeAccessors.emplace_back(times, buffer.add(times, {ComponentType::Float, "SCALAR", times.size(), Target::None, false, range}));
        return timeAccessors.back().second;
    };
    json.beginObject().text("name", clip.name).beginArray("samplers");
    for (const Channel& channel : clip.channels) {
        const std::size_t components = channel.isRotation ? 4 : 3;
        const Accessor output{ComponentType::Float, channel.isRotation ? "VEC4" : "VEC3", channel.values.size() / components};
        json.beginObject().number("input", timesOf(channel.times)).number("output", buffer.add(channel.values, output));
        json.text("interpolation", channel.isCubic ? "CUBICSPLINE" : "LINEAR").endObject();
    }
    json.endArray().beginArray("channels");
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        const Channel& channel = clip.channels[i];
        json.beginObject().number("sampler", i).beginObject("target").number("node", indexOf(channel.joint));
        json.text("path", channel.isRotation ? "rotation" : "translation").endObject().endObject();
    }
    json.endArray().endObject();
}

void append(std::vector<std::byte>& file, std::uint32_t word)
{
    const auto bytes = std::bit_cast<std::array<std::byte, 4>>(word);
    file.insert(file.end(), bytes.begin(), bytes.end());
}

// The container: a header, then chunks of a length, a type and data that fills whole words.
std::vector<std::byte> assemble(std::string_view json, const std::vector<std::byte>& binary)
{
    std::vector<std::byte> text;
    std::transform(json.begin(), json.end(), std::back_inserter(text), [](char c) { return static_cast<std::byte>(c); });
    text.resize((text.size() + 3) / 4 * 4, static_cast<std::byte>(' '));
    std::vector<std::byte> file;
    append(file, fileMagic);
    append(file, 2u);
    append(file, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + binary.size()));
    append(file, static_cast<std::uint32_t>(text.size()));
    append(file, jsonChunk);
    file.insert(file.end(), text.begin(), text.end());
    append(file, static_cast<std::uint32_t>(binary.size()));
    append(file, binaryChunk);
    file.insert(file.end(), binary.begin(), binary.end());
    return file;
}

}  // namespace

std::vector<std::byte> writeGlb(const Rig& rig, const std::vector<PaintedMesh>& meshes, const std::vector<Clip>& clips)
{
    Buffer buffer;
    Json json;
    json.beginObject().beginObject("asset").text("version", "2.0").text("generator", "armature character_generator");
    json.text("copyright", "CC0 1.0 Universal: no rights reserved").endObject().number("scene", std::size_t{0});
    json.beginArray("scenes").beginObject().text("name", "explorer").beginArray("nodes").number({}, std::size_t{0}).number({}, jointCount);
    json.endArray().endObject().endArray();
    writeNodes(json, rig);
    writeMaterials(json, meshes);
    writeMesh(json, buffer, meshes);
    writeSkin(json, buffer, rig);
    json.beginArray("animations");
    for (const Clip& clip : clips) {
        writeClip(json, buffer, clip);
    }
    json.endArray();
    buffer.describe(json);
    json.endObject();
    return assemble(json.str(), buffer.bytes());
}

}  // namespace character
