#include "register.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <simdjson.h>

#include "models.hpp"
#include "rig.hpp"

// Loads a rigged GLB without a library for models: a JSON parser, a vector of floats for each accessor, and plain structures. It trusts the
// file, and reads only the parts of glTF that the measured files have.

namespace armature::bench {

namespace {

using Object = simdjson::dom::object;
using Array = simdjson::dom::array;

std::int64_t number(const Object& object, std::string_view key, std::int64_t otherwise)
{
    std::int64_t value = otherwise;
    return object[key].get_int64().get(value) == simdjson::SUCCESS ? value : otherwise;
}

std::size_t index(const Object& object, std::string_view key)
{
    return static_cast<std::size_t>(number(object, key, 0));
}

template <typename Function>
void forEachIn(const Object& object, std::string_view key, Function function)
{
    Array array;
    if (object[key].get_array().get(array) == simdjson::SUCCESS) {
        for (const simdjson::dom::element element : array) {
            function(element);
        }
    }
}

struct NaiveNode {
    std::string name;
    std::size_t parent = 0;  // a root's is its own number
    glm::vec3 translation{0.f};
    glm::quat rotation{1.f, 0.f, 0.f, 0.f};
    glm::vec3 scale{1.f};
    glm::mat4 matrix{1.f};
    bool hasMatrix = false;
    glm::mat4 world{1.f};
};

struct NaiveSkin {
    std::vector<std::size_t> joints;
    std::vector<float> inverseBinds;
    std::vector<glm::mat4> palette;
};

struct NaivePrimitive {
    std::vector<std::vector<float>> attributes;
    std::vector<std::uint32_t> indices;
};

struct NaiveChannel {
    std::size_t node = 0;
    std::string path;
    std::vector<float> times;
    std::vector<float> values;
};

struct NaiveScene {
    std::vector<NaiveNode> nodes;
    std::vector<NaiveSkin> skins;
    std::vector<NaivePrimitive> primitives;
    std::vector<std::vector<NaiveChannel>> clips;
    std::vector<std::vector<std::byte>> images;
};

class NaiveLoader {
public:
    explicit NaiveLoader(std::span<const std::byte> file)
    {
        std::uint32_t jsonSize = 0;
        std::memcpy(&jsonSize, file.data() + 12, sizeof(jsonSize));
        root_ = parser_.parse(reinterpret_cast<const char*>(file.data()) + 20, jsonSize).get_object().value();
        binary_ = file.data() + 20 + jsonSize + 8;
        forEachIn(root_, "accessors", [&](const Object& accessor) { accessors_.push_back(accessor); });
        forEachIn(root_, "bufferViews", [&](const Object& view) { views_.push_back(view); });
    }

    [[nodiscard]] NaiveScene load()
    {
        NaiveScene scene;
        forEachIn(root_, "nodes", [&](const Object& node) { readNode(node, scene); });
        std::size_t parent = 0;
        forEachIn(root_, "nodes", [&](const Object& node) {
            forEachIn(node, "children",
                      [&](const simdjson::dom::element& child) { scene.nodes[child.get_uint64().value()].parent = parent; });
            ++parent;
        });
        forEachIn(root_, "skins", [&](const Object& skin) {
            NaiveSkin& made = scene.skins.emplace_back();
            forEachIn(skin, "joints", [&](const simdjson::dom::element& joint) { made.joints.push_back(joint.get_uint64().value()); });
            made.inverseBinds = floats(index(skin, "inverseBindMatrices"));
        });
        forEachIn(root_, "meshes", [&](const Object& mesh) {
            forEachIn(mesh, "primitives", [&](const Object& primitive) { readPrimitive(primitive, scene); });
        });
        forEachIn(root_, "animations", [&](const Object& animation) { readAnimation(animation, scene); });
        forEachIn(root_, "images", [&](const Object& image) {
            const Object& view = views_[index(image, "bufferView")];
            const std::byte* const first = binary_ + index(view, "byteOffset");
            scene.images.emplace_back(first, first + index(view, "byteLength"));
        });
        return scene;
    }

private:
    static void readNode(const Object& node, NaiveScene& scene)
    {
        NaiveNode& made = scene.nodes.emplace_back();
        made.parent = scene.nodes.size() - 1;
        std::string_view name;
        if (node["name"].get_string().get(name) == simdjson::SUCCESS) {
            made.name = name;
        }
        const auto read = [&](std::string_view key, float* out) {
            forEachIn(node, key, [&](const simdjson::dom::element& value) { *out++ = static_cast<float>(value.get_double().value()); });
        };
        glm::vec4 rotation{0.f, 0.f, 0.f, 1.f};
        read("translation", glm::value_ptr(made.translation));
        read("rotation", glm::value_ptr(rotation));
        read("scale", glm::value_ptr(made.scale));
        read("matrix", glm::value_ptr(made.matrix));
        made.rotation = glm::quat(rotation.w, rotation.x, rotation.y, rotation.z);
        made.hasMatrix = node["matrix"].error() == simdjson::SUCCESS;
    }

    void readPrimitive(const Object& primitive, NaiveScene& scene) const
    {
        NaivePrimitive& made = scene.primitives.emplace_back();
        const Object attributes = primitive["attributes"].get_object().value();
        for (const auto [name, accessor] : attributes) {
            made.attributes.push_back(floats(accessor.get_uint64().value()));
        }
        if (primitive["indices"].error() == simdjson::SUCCESS) {
            const std::vector<float> indices = floats(index(primitive, "indices"));
            made.indices.assign(indices.begin(), indices.end());
        }
        forEachIn(primitive, "targets", [&](const Object& target) {
            for (const auto [name, accessor] : target) {
                made.attributes.push_back(floats(accessor.get_uint64().value()));
            }
        });
    }

    void readAnimation(const Object& animation, NaiveScene& scene) const
    {
        std::vector<NaiveChannel>& clip = scene.clips.emplace_back();
        std::vector<Object> samplers;
        forEachIn(animation, "samplers", [&](const Object& sampler) { samplers.push_back(sampler); });
        forEachIn(animation, "channels", [&](const Object& channel) {
            const Object target = channel["target"].get_object().value();
            const Object& sampler = samplers[index(channel, "sampler")];
            clip.push_back({index(target, "node"), std::string(target["path"].get_string().value()), floats(index(sampler, "input")),
                            floats(index(sampler, "output"))});
        });
    }

    [[nodiscard]] std::vector<float> floats(std::size_t accessor) const
    {
        const Object& object = accessors_.at(accessor);
        if (object["sparse"].error() == simdjson::SUCCESS || object["bufferView"].error() != simdjson::SUCCESS) {
            throw std::runtime_error("the naive loader reads no sparse accessors");
        }
        const std::string_view type = object["type"].get_string().value();
        const std::size_t components = type == "SCALAR" ? 1 : type == "MAT4" ? 16 : static_cast<std::size_t>(type[3] - '0');
        const bool isNormalized = object["normalized"].error() == simdjson::SUCCESS && object["normalized"].get_bool().value();
        switch (number(object, "componentType", 0)) {
        case 5126: return values<float>(object, components, 1.f);
        case 5125: return values<std::uint32_t>(object, components, 1.f);
        case 5123: return values<std::uint16_t>(object, components, isNormalized ? 1.f / 65535.f : 1.f);
        case 5121: return values<std::uint8_t>(object, components, isNormalized ? 1.f / 255.f : 1.f);
        default: throw std::runtime_error("the naive loader does not read these components");
        }
    }

    template <typename T>
    [[nodiscard]] std::vector<float> values(const Object& accessor, std::size_t components, float factor) const
    {
        const Object& view = views_[index(accessor, "bufferView")];
        const std::byte* const first = binary_ + index(view, "byteOffset") + index(accessor, "byteOffset");
        const std::size_t count = index(accessor, "count");
        const auto stride = static_cast<std::size_t>(number(view, "byteStride", static_cast<std::int64_t>(components * sizeof(T))));
        std::vector<float> result(count * components);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t component = 0; component < components; ++component) {
                T value;
                std::memcpy(&value, first + i * stride + component * sizeof(T), sizeof(T));
                result[i * components + component] = static_cast<float>(value) * factor;
            }
        }
        return result;
    }

    simdjson::dom::parser parser_;
    Object root_;
    const std::byte* binary_ = nullptr;
    std::vector<Object> accessors_;
    std::vector<Object> views_;
};

const glm::mat4& worldOf(NaiveScene& scene, std::size_t number, std::vector<bool>& isDone)
{
    NaiveNode& node = scene.nodes[number];
    if (!isDone[number]) {
        const glm::mat4 local = node.hasMatrix ? node.matrix
                                               : glm::translate(glm::mat4(1.f), node.translation) * glm::mat4_cast(node.rotation)
                                                     * glm::scale(glm::mat4(1.f), node.scale);
        node.world = node.parent == number ? local : worldOf(scene, node.parent, isDone) * local;
        isDone[number] = true;
    }
    return node.world;
}

void computePalettes(NaiveScene& scene)
{
    std::vector<bool> isDone(scene.nodes.size());
    for (NaiveSkin& skin : scene.skins) {
        skin.palette.reserve(skin.joints.size());
        for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
            skin.palette.push_back(worldOf(scene, skin.joints[joint], isDone) * glm::make_mat4(&skin.inverseBinds[joint * 16]));
        }
    }
}

void naiveLoad(benchmark::State& state, const Model& model)
{
    for (auto _ : state) {
        NaiveScene scene = NaiveLoader(model.bytes).load();
        computePalettes(scene);
        for (const NaiveSkin& skin : scene.skins) {
            benchmark::DoNotOptimize(skin.palette.data());
        }
    }
    countItems(state, 1);
}

}  // namespace

void registerNaiveLoading()
{
    benchmark::RegisterBenchmark("naive_load_glb", naiveLoad, character())->Unit(benchmark::kMicrosecond);
    for (const Model& model : foreignModels()) {
        benchmark::RegisterBenchmark(("naive_load_glb/" + model.name).c_str(), naiveLoad, model)->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace armature::bench
