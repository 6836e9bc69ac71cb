#include <oracle/gltf_reference.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string_view>

#include <glm/gtc/type_ptr.hpp>
#include <support/oracle_json.hpp>

namespace armature::test::reference {

namespace {

std::vector<unsigned char> decodeBase64(std::string_view text)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<unsigned char> bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char digit : text.substr(0, text.find('='))) {
        group = group << 6 | static_cast<std::uint32_t>(alphabet.find(digit));
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<unsigned char>(group >> bits & 0xff));
        }
    }
    return bytes;
}

std::vector<unsigned char> embeddedBuffer(const Json& root)
{
    constexpr std::string_view prefix = "data:application/octet-stream;base64,";
    const std::string uri = root["buffers"].items().at(0)["uri"].text();
    return uri.starts_with(prefix) ? decodeBase64(std::string_view(uri).substr(prefix.size()))
                                   : throw std::runtime_error("golden glTF file: the buffer is not embedded");
}

std::size_t componentsOf(std::string_view type)
{
    return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
}

template <class Component>
double componentAt(const std::vector<unsigned char>& bytes, std::size_t first, std::size_t index)
{
    Component component;
    const std::size_t place = first + index * sizeof component;
    if (place + sizeof component > bytes.size()) {
        throw std::runtime_error("golden glTF file: an accessor ends past the buffer");
    }
    std::memcpy(&component, bytes.data() + place, sizeof component);
    return static_cast<double>(component);
}

// Section 3.6.2.2: normalised signed integers.
double normalized(double integer, double largest)
{
    return std::max(integer / largest, -1.);
}

// Appendix C.4. Keys keep the length that the file gives them. For two close keys that are both slightly too long, the dot product can
// exceed the range of an arc cosine; then interpolation is linear, as for an angle of 0. Normalising only such results would make a
// rotation jump at its keys.
glm::dvec4 slerp(const glm::dvec4& from, const glm::dvec4& to, double fraction)
{
    const double signedCosine = glm::dot(from, to);
    const glm::dvec4 nearTo = signedCosine < 0. ? -to : to;
    const double angle = std::acos(std::min(std::abs(signedCosine), 1.));
    if (angle < 1e-6) {
        return from * (1. - fraction) + nearTo * fraction;
    }
    return (from * std::sin((1. - fraction) * angle) + nearTo * std::sin(fraction * angle)) / std::sin(angle);
}

glm::dquat toRotation(const glm::dvec4& value)
{
    return {value.w, value.x, value.y, value.z};
}

}  // namespace

class GltfFile::Reader {
public:
    explicit Reader(const Json& root) : root_(root), bytes_(embeddedBuffer(root)) {}

    [[nodiscard]] std::vector<Node> nodes() const
    {
        const auto values = root_["nodes"].items();
        std::vector<Node> nodes(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            nodes[i].parts = partsOf(values[i]);
            if (const auto matrix = values[i].find("matrix")) {
                nodes[i].matrix = matrix->matrix();
            }
            if (const auto children = values[i].find("children")) {
                for (const Json& child : children->items()) {
                    nodes[child.index()].parent = i;
                }
            }
        }
        return nodes;
    }

    [[nodiscard]] std::vector<Channel> channels(const Json& animation) const
    {
        const auto samplers = animation["samplers"].items();
        std::vector<Channel> channels;
        for (const Json& channel : animation["channels"].items()) {
            const Json& sampler = samplers.at(channel["sampler"].index());
            const auto interpolation = sampler.find("interpolation");
            const Json target = channel["target"];
            const std::string path = target["path"].text();
            channels.push_back({target["node"].index(), path, interpolation ? interpolation->text() : "LINEAR", accessor(sampler["input"]),
                                vectors(accessor(sampler["output"]), path == "rotation" ? 4 : 3)});
        }
        return channels;
    }

    [[nodiscard]] Skin skin(const Json& value) const
    {
        Skin skin;
        for (const Json& joint : value["joints"].items()) {
            skin.joints.push_back(joint.index());
        }
        skin.inverseBinds.assign(skin.joints.size(), glm::dmat4(1.));
        if (const auto given = value.find("inverseBindMatrices")) {
            const auto numbers = accessor(*given);
            for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
                skin.inverseBinds[joint] = glm::make_mat4(&numbers.at(joint * 16));
            }
        }
        return skin;
    }

private:
    static Parts partsOf(const Json& node)
    {
        Parts parts;
        if (const auto translation = node.find("translation")) {
            parts.translation = translation->vector();
        }
        if (const auto rotation = node.find("rotation")) {
            parts.rotation = rotation->quaternion();
        }
        if (const auto scale = node.find("scale")) {
            parts.scale = scale->vector();
        }
        return parts;
    }

    [[nodiscard]] std::vector<double> accessor(const Json& index) const
    {
        const Json value = root_["accessors"].items().at(index.index());
        const Json view = root_["bufferViews"].items().at(value["bufferView"].index());
        const std::size_t first = view["byteOffset"].index();
        std::vector<double> numbers(value["count"].index() * componentsOf(value["type"].text()));
        const std::int64_t type = value["componentType"].integer();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (type == 5126) {
                numbers[i] = componentAt<float>(bytes_, first, i);
            } else if (type == 5120 && value.flag("normalized")) {
                numbers[i] = normalized(componentAt<std::int8_t>(bytes_, first, i), 127.);
            } else if (type == 5122 && value.flag("normalized")) {
                numbers[i] = normalized(componentAt<std::int16_t>(bytes_, first, i), 32767.);
            } else {
                throw std::runtime_error("golden glTF file: component type " + std::to_string(type) + " is not expected here");
            }
        }
        return numbers;
    }

    static std::vector<glm::dvec4> vectors(const std::vector<double>& numbers, std::size_t components)
    {
        std::vector<glm::dvec4> result(numbers.size() / components, glm::dvec4(0.));
        for (std::size_t i = 0; i < result.size() * components; ++i) {
            result[i / components][static_cast<glm::length_t>(i % components)] = numbers[i];
        }
        return result;
    }

    Json root_;
    std::vector<unsigned char> bytes_;
};

GltfFile::GltfFile(const std::filesystem::path& file)
{
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    if (const auto error = parser.load(file.string()).get(element); error != simdjson::SUCCESS) {
        throw std::runtime_error(file.string() + ": " + simdjson::error_message(error));
    }
    const Json root(element);
    const Reader reader(root);
    nodes_ = reader.nodes();
    for (const Json& animation : root["animations"].items()) {
        animations_.push_back(reader.channels(animation));
    }
    if (const auto skins = root.find("skins")) {
        for (const Json& skin : skins->items()) {
            skins_.push_back(reader.skin(skin));
        }
    }
}

glm::dvec4 GltfFile::Channel::at(double seconds) const
{
    const bool isSpline = interpolation == "CUBICSPLINE";
    const auto value = [&](std::size_t key) { return values.at(isSpline ? 3 * key + 1 : key); };
    if (seconds <= times.front()) {
        return value(0);
    }
    if (seconds >= times.back()) {
        return value(times.size() - 1);
    }
    const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, seconds) - times.begin());
    const std::size_t key = after - 1;
    const double interval = times[after] - times[key];
    const double t = (seconds - times[key]) / interval;
    if (interpolation == "STEP") {
        return value(key);
    }
    if (isSpline) {  // Appendix C.5
        const double t2 = t * t;
        const double t3 = t2 * t;
        const glm::dvec4 result = (2. * t3 - 3. * t2 + 1.) * value(key) + interval * (t3 - 2. * t2 + t) * values.at(3 * key + 2)
                                  + (3. * t2 - 2. * t3) * value(after) + interval * (t3 - t2) * values.at(3 * after);
        return path == "rotation" ? glm::normalize(result) : result;
    }
    return path == "rotation" ? slerp(value(key), value(after), t) : value(key) * (1. - t) + value(after) * t;
}

GltfFile::Pose GltfFile::pose(std::size_t animation, double seconds) const
{
    std::vector<Node> nodes = nodes_;
    for (const Channel& channel : animations_.at(animation)) {
        const glm::dvec4 value = channel.at(seconds);
        Parts& parts = nodes[channel.node].parts;
        if (channel.path == "rotation") {
            parts.rotation = toRotation(value);
        } else {
            (channel.path == "translation" ? parts.translation : parts.scale) = glm::dvec3(value);
        }
    }
    const std::function<glm::dmat4(std::size_t)> worldOf = [&](std::size_t node) {
        const glm::dmat4 local = nodes[node].matrix.value_or(compose(nodes[node].parts));
        return nodes[node].parent ? worldOf(*nodes[node].parent) * local : local;
    };
    Pose pose;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        pose.worlds.push_back(worldOf(node));
    }
    for (const Skin& skin : skins_) {
        auto& matrices = pose.skins.emplace_back();
        for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
            matrices.push_back(pose.worlds.at(skin.joints[joint]) * skin.inverseBinds[joint]);
        }
    }
    return pose;
}

GltfFile::Outside GltfFile::outsideTheirKeys(std::size_t animation, double seconds) const
{
    constexpr double straight = 0.999999;  // above this dot product of two rotations, Babylon.js interpolates linearly
    Outside outside;
    for (const Channel& channel : animations_.at(animation)) {
        if (seconds >= channel.times.front() && seconds <= channel.times.back()) {
            continue;
        }
        const glm::dvec4 held = channel.at(seconds);
        outside.spline = outside.spline || channel.interpolation == "CUBICSPLINE";
        outside.shortRotation =
            outside.shortRotation || (channel.interpolation == "LINEAR" && channel.path == "rotation" && glm::dot(held, held) <= straight);
    }
    return outside;
}

}  // namespace armature::test::reference
