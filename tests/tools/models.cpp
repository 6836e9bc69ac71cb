#include "models.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>

namespace armature::test {

namespace {

std::size_t componentsOf(std::string_view type)
{
    if (type == "SCALAR") {
        return 1;
    }
    return type == "MAT4" ? 16 : static_cast<std::size_t>(type.back() - '0');
}

std::string base64(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t first = 0; first < bytes.size(); first += 3) {
        std::uint32_t group = 0;
        for (std::size_t place = 0; place < 3; ++place) {
            group = group << 8 | (first + place < bytes.size() ? static_cast<std::uint8_t>(bytes[first + place]) : 0u);
        }
        for (std::size_t digit = 0; digit < 4; ++digit) {
            text += first + digit > bytes.size() ? '=' : digits[group >> (18 - 6 * digit) & 63u];
        }
    }
    return text;
}

}  // namespace

std::size_t GltfText::addFloats(std::string_view type, const std::vector<float>& numbers)
{
    const std::size_t first = bytes_.size();
    bytes_.resize(first + 4 * numbers.size());
    std::memcpy(bytes_.data() + first, numbers.data(), 4 * numbers.size());
    return addAccessor(type, 5126, numbers.size(), 4 * numbers.size());
}

std::size_t GltfText::addBytes(std::string_view type, const std::vector<unsigned char>& numbers)
{
    bytes_.append(numbers.begin(), numbers.end());
    const std::size_t accessor = addAccessor(type, 5121, numbers.size(), numbers.size());
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    return accessor;
}

std::string GltfText::text(std::string_view members) const
{
    return "{\"asset\": {\"version\": \"2.0\"}, " + std::string(members) + ", \"accessors\": [" + accessors_ + "], \"bufferViews\": ["
           + views_ + "], \"buffers\": [{\"byteLength\": " + std::to_string(bytes_.size())
           + ", \"uri\": \"data:application/octet-stream;base64," + base64(bytes_) + "\"}]}";
}

std::size_t GltfText::addAccessor(std::string_view type, int componentType, std::size_t numbers, std::size_t bytes)
{
    const std::string separator = count_ == 0 ? "" : ", ";
    views_ += separator + "{\"buffer\": 0, \"byteOffset\": " + std::to_string(bytes_.size() - bytes)
              + ", \"byteLength\": " + std::to_string(bytes) + "}";
    accessors_ += separator + "{\"bufferView\": " + std::to_string(count_) + ", \"componentType\": " + std::to_string(componentType)
                  + ", \"count\": " + std::to_string(numbers / componentsOf(type)) + ", \"type\": \"" + std::string(type) + "\"}";
    return count_++;
}

std::string stripModel(std::string_view jointName)
{
    GltfText model;
    // The order makes accessors 0 to 10 match the JSON text below.
    model.addFloats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0});
    model.addFloats("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    model.addFloats("VEC2", {0, 1, 1, 1, 0, 0.5f, 1, 0.5f, 0, 0, 1, 0});
    model.addBytes("VEC4", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    model.addFloats("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    model.addBytes("SCALAR", {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5});
    model.addFloats("MAT4", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
    model.addFloats("SCALAR", {0, 1});
    model.addFloats("VEC4", {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f});
    model.addFloats("SCALAR", {0, 2});
    model.addFloats("VEC3", {0, 0, 0, 0, 0, 4});
    std::string text = model.text(R"("scene": 0, "scenes": [{"nodes": [0, 3]}],
        "nodes": [{"name": "root", "translation": [10, 0, 0], "children": [1]}, {"name": "lower", "children": [2]},
                  {"name": "JOINT", "translation": [0, 1, 0]}, {"name": "strip", "mesh": 0, "skin": 0}],
        "meshes": [{"name": "stripMesh", "primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "JOINTS_0": 3,
                    "WEIGHTS_0": 4}, "indices": 5, "material": 0}]}],
        "materials": [{"name": "paint", "doubleSided": true, "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0.25, 1]}}],
        "skins": [{"name": "stripSkin", "joints": [1, 2], "inverseBindMatrices": 6}],
        "animations": [{"name": "bend", "samplers": [{"input": 7, "output": 8}],
                        "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]},
                       {"name": "0", "samplers": [{"input": 9, "output": 10, "interpolation": "STEP"}],
                        "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}])");
    constexpr std::string_view placeholder = "JOINT\"";
    return text.replace(text.find(placeholder), placeholder.size(), std::string(jointName) + '"');
}

std::vector<std::string> clipNames(const Scene& scene)
{
    std::vector<std::string> names;
    for (const AnimationGroup* const group : scene.animationGroups()) {
        names.push_back(group->getName());
    }
    return names;
}

std::string writeFile(const std::filesystem::path& file, std::string_view text)
{
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    if (!stream.flush()) {
        throw std::runtime_error(file.string() + " cannot be written");
    }
    return file.string();
}

}  // namespace armature::test
