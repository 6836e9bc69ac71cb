#include "asset.hpp"

#include <algorithm>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include "corpus.hpp"

namespace armature::test {

namespace {

std::string base64(std::span<const std::byte> bytes)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t byte = 0; byte < 3; ++byte) {
            group = group << 8 | (at + byte < bytes.size() ? std::to_integer<std::uint32_t>(bytes[at + byte]) : 0);
        }
        for (std::size_t digit = 0; digit < 4; ++digit) {
            out += at + digit > bytes.size() ? '=' : alphabet[group >> (18 - 6 * digit) & 63];
        }
    }
    return out;
}

void append32(std::vector<std::byte>& out, std::size_t value)
{
    for (int shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<std::byte>(value >> shift & 0xff));
    }
}

void pad(std::vector<std::byte>& out, char filler)
{
    while (out.size() % 4 != 0) {
        out.push_back(static_cast<std::byte>(filler));
    }
}

std::size_t componentsOf(std::string_view type)
{
    return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "MAT4" ? 16 : type == "MAT3" ? 9 : 4;
}

void addMesh(Asset& asset)
{
    const auto position = asset.addAccessor<float>("VEC3", {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0});
    const auto normal = asset.addAccessor<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    const auto coordinates = asset.addAccessor<float>("VEC2", {0, 1, 1, 1, 0, 0, 1, 0});
    const auto joints = asset.addAccessor<std::uint8_t>("VEC4", {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    const auto weights = asset.addAccessor<float>("VEC4", {1, 0, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0, .75f, .25f, 0, 0});
    const auto indices = asset.addAccessor<std::uint16_t>("SCALAR", {0, 1, 2, 2, 1, 3});
    asset.set("/meshes", R"([{"name":"quad","primitives":[{"attributes":{},"indices":0}]}])");
    asset.set("/meshes/0/primitives/0/indices", std::to_string(indices));
    const std::string attributes = "/meshes/0/primitives/0/attributes/";
    asset.set(attributes + "POSITION", std::to_string(position));
    asset.set(attributes + "NORMAL", std::to_string(normal));
    asset.set(attributes + "TEXCOORD_0", std::to_string(coordinates));
    asset.set(attributes + "JOINTS_0", std::to_string(joints));
    asset.set(attributes + "WEIGHTS_0", std::to_string(weights));
}

void addSkin(Asset& asset)
{
    // Joint 1 is at the mesh's origin. Joint 2 is one above it, so its inverse bind moves down by 1.
    const auto inverseBinds = asset.addAccessor<float>("MAT4", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,  //
                                                                1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
    asset.set("/skins", R"([{"name":"arm","joints":[1,2]}])");
    asset.set("/skins/0/inverseBindMatrices", std::to_string(inverseBinds));
}

void addClip(Asset& asset)
{
    const float half = 0.70710678f;
    const auto times = asset.addAccessor<float>("SCALAR", {0, .5f, 2});
    const auto turns = asset.addAccessor<float>("VEC4", {0, 0, 0, 1, 0, 0, half, half, 0, 0, 1, 0});
    const auto moves = asset.addAccessor<float>("VEC3", {0, 0, 0, 0, 0, 1, 0, 0, 3});
    asset.set("/animations", R"([{"name":"wave","samplers":[{},{}],"channels":[
        {"sampler":0,"target":{"node":2,"path":"rotation"}},{"sampler":1,"target":{"node":1,"path":"translation"}}]}])");
    asset.set("/animations/0/samplers/0/input", std::to_string(times));
    asset.set("/animations/0/samplers/0/output", std::to_string(turns));
    asset.set("/animations/0/samplers/1/input", std::to_string(times));
    asset.set("/animations/0/samplers/1/output", std::to_string(moves));
}

}  // namespace

Asset::Asset() : json_(JsonText::parse(R"({"asset":{"version":"2.0"}})")) {}

Asset Asset::rig()
{
    Asset asset;
    asset.set("/scene", "0").set("/scenes", R"([{"nodes":[0]}])");
    asset.set("/nodes", R"([{"name":"root","children":[1,3]},{"name":"upper","children":[2]},
                            {"name":"lower","translation":[0,1,0]},{"name":"body","mesh":0,"skin":0}])");
    addMesh(asset);
    addSkin(asset);
    addClip(asset);
    return asset;
}

Asset Asset::fromFiles(const std::filesystem::path& gltf, const std::filesystem::path& data)
{
    const auto text = readAll(gltf);
    Asset asset;
    asset.json_ = JsonText::parse({reinterpret_cast<const char*>(text.data()), text.size()});
    asset.remove("/buffers");
    asset.binary_ = readAll(data);
    return asset;
}

Asset& Asset::set(std::string_view pointer, std::string_view json)
{
    json_.set(pointer, json);
    return *this;
}

Asset& Asset::remove(std::string_view pointer)
{
    json_.remove(pointer);
    return *this;
}

std::size_t Asset::addView(std::span<const std::byte> bytes, std::string_view moreMembers)
{
    pad(binary_, '\0');
    if (json_.at("/bufferViews").size() == 0) {
        set("/bufferViews", "[]");
    }
    const std::size_t index = json_.at("/bufferViews").size();
    set("/bufferViews/-", R"({"buffer":0,"byteOffset":)" + std::to_string(binary_.size()) + R"(,"byteLength":)"
                              + std::to_string(bytes.size()) + std::string(moreMembers) + "}");
    binary_.insert(binary_.end(), bytes.begin(), bytes.end());
    return index;
}

std::size_t Asset::addAccessor(std::string_view type, int componentType, std::size_t components, std::span<const std::byte> bytes,
                               std::string_view moreMembers)
{
    const std::size_t view = addView(bytes);
    if (json_.at("/accessors").size() == 0) {
        set("/accessors", "[]");
    }
    const std::size_t index = json_.at("/accessors").size();
    set("/accessors/-", R"({"bufferView":)" + std::to_string(view) + R"(,"componentType":)" + std::to_string(componentType) + R"(,"type":")"
                            + std::string(type) + R"(","count":)" + std::to_string(components / componentsOf(type))
                            + std::string(moreMembers) + "}");
    return index;
}

std::string Asset::jsonWithBuffer(bool isGlb) const
{
    JsonText json = json_;
    if (!binary_.empty() && json.at("/buffers").size() == 0) {
        const std::string uri = isGlb ? "" : R"(,"uri":"data:application/octet-stream;base64,)" + base64(binary_) + "\"";
        json.set("/buffers", R"([{"byteLength":)" + std::to_string(binary_.size()) + uri + "}]");
    } else if (binary_.empty() && json.at("/buffers").size() == 0) {
        json.remove("/buffers");
    }
    return json.print();
}

std::vector<std::byte> Asset::gltf() const
{
    return bytesOf(jsonWithBuffer(false));
}

std::vector<std::byte> Asset::glb() const
{
    std::vector<std::byte> json = bytesOf(jsonWithBuffer(true));
    pad(json, ' ');
    std::vector<std::byte> binary = binary_;
    pad(binary, '\0');
    std::vector<std::byte> out = bytesOf("glTF");
    append32(out, 2);
    append32(out, 12 + 8 + json.size() + (binary.empty() ? 0 : 8 + binary.size()));
    append32(out, json.size());
    append32(out, 0x4E4F534A);
    out.insert(out.end(), json.begin(), json.end());
    if (!binary.empty()) {
        append32(out, binary.size());
        append32(out, 0x004E4942);
        out.insert(out.end(), binary.begin(), binary.end());
    }
    return out;
}

std::unique_ptr<Scene> Asset::load(const ImportOptions& options) const
{
    return loadExact(gltf(), options);
}

ImportError Asset::refusal(const ImportOptions& options) const
{
    try {
        const auto scene = load(options);
        BOOST_ERROR("the asset was loaded, but should be refused");
    } catch (const ImportError& error) {
        BOOST_TEST(error.getFile() == "asset");
        return error;
    }
    return {"", "", ""};
}

std::unique_ptr<Scene> loadExact(std::span<const std::byte> bytes, const ImportOptions& options)
{
    const auto exact = std::make_unique<std::byte[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), exact.get());
    return loadScene({exact.get(), bytes.size()}, "asset", options);
}

bool isRefused(std::span<const std::byte> bytes, const ImportOptions& options)
{
    try {
        const auto scene = loadExact(bytes, options);
        return false;
    } catch (const ImportError&) {
        return true;
    }
}

bool hasWarning(const Scene& scene, std::string_view part)
{
    const auto warnings = scene.warnings();
    return std::any_of(warnings.begin(), warnings.end(),
                       [&](const std::string& warning) { return warning.find(part) != std::string::npos; });
}

std::string jsonOf(const Scene& scene)
{
    const auto bytes = writeGltf(scene).bytes;
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::erase(text, ' ');
    return text;
}

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace armature::test
