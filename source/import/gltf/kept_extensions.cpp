#include "import/gltf/readers.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/json_writer.hpp"

namespace armature::gltf {

namespace {

/// Limit for the depth to which values are searched or renumbered. Extensions nest their data only a few levels deep.
constexpr int deepest = 32;

/// Calls `visit(key, member)` for each member of the objects in `value`, at any depth up to the limit.
template <class Visitor>
void visitJsonMembers(const Json& value, const Visitor& visit, int depth = 0)
{
    if (depth < deepest && value.isObject()) {
        value.forEachMember([&](std::string_view key, const Json& member) {
            visit(key, member);
            visitJsonMembers(member, visit, depth + 1);
        });
    } else if (depth < deepest && value.isArray()) {
        value.forEach([&](std::size_t, const Json& element) { visitJsonMembers(element, visit, depth + 1); });
    }
}

/// Whether a value refers to accessors or buffer views, judging by the member names that glTF and its extensions use for such references.
bool namesBinaryData(const Json& value)
{
    constexpr std::array<std::string_view, 4> names{"bufferView", "accessor", "accessors", "attributes"};
    bool isFound = false;
    visitJsonMembers(value, [&](std::string_view key, const Json&) {
        isFound = isFound || std::ranges::find(names, key) != names.end() || key.ends_with("Accessor") || key.ends_with("BufferView");
    });
    return isFound;
}

std::size_t jsonMemberCount(const Json& object)
{
    std::size_t count = 0;
    object.forEachMember([&](std::string_view, const Json&) { ++count; });
    return count;
}

/// Returns the number of the texture that a member refers to; nullopt if it refers to no texture.
std::optional<std::size_t> textureOf(std::string_view key, const Json& member)
{
    if (!key.ends_with("Texture") || !member.isObject()) {
        return std::nullopt;
    }
    const auto index = member.find("index");
    return index && index->isUnsigned() ? std::optional(static_cast<std::size_t>(index->asUnsigned())) : std::nullopt;
}

/// Writes a value with its texture references renumbered. Leaves out references to textures that have no new number.
class TextureRenumberer {
public:
    TextureRenumberer(JsonWriter& json, const TextureNumbers& numberOf) : json_(json), numberOf_(numberOf) {}

    void write(const Json& value, int depth = 0)
    {
        if (depth < deepest && value.isObject()) {
            json_.beginObject(JsonWriter::Layout::Inline);
            value.forEachMember([&](std::string_view key, const Json& member) { writeMember(key, member, depth); });
            json_.endObject();
        } else if (depth < deepest && value.isArray()) {
            json_.beginArray(JsonWriter::Layout::Inline);
            value.forEach([&](std::size_t, const Json& element) { write(element, depth + 1); });
            json_.endArray();
        } else {
            json_.raw(value.asText());
        }
    }

private:
    void writeMember(std::string_view key, const Json& member, int depth)
    {
        const auto texture = textureOf(key, member);
        if (!texture) {
            json_.key(key);
            write(member, depth + 1);
        } else if (const auto number = numberOf_(*texture)) {
            json_.key(key);
            json_.beginObject(JsonWriter::Layout::Inline);
            member.forEachMember([&](std::string_view name, const Json& part) {
                json_.key(name);
                json_.raw(name == "index" ? fmt::to_string(*number) : part.asText());
            });
            json_.endObject();
        }
    }

    JsonWriter& json_;
    const TextureNumbers& numberOf_;
};

}  // namespace

std::string textOf(JsonWriter& json)
{
    std::string text = json.take();
    text.pop_back();  // the trailing line end
    return text;
}

std::string withBoneLength(const std::string& extensions, std::optional<float> length)
{
    constexpr std::string_view name = "KHR_skeleton_bone";
    simdjson::dom::parser parser;
    simdjson::dom::element parsed;
    const bool hasSome = !extensions.empty() && parser.parse(extensions).get(parsed) == simdjson::SUCCESS && parsed.is_object();
    if (!hasSome && (!length || !extensions.empty())) {
        return extensions;
    }
    JsonWriter json;
    bool isEmpty = true;
    bool isWritten = false;
    const auto writeBone = [&](const std::optional<Json>& bone) {
        const bool hadLength = bone && bone->find("length");
        if (!length && hadLength && jsonMemberCount(*bone) == 1) {
            return;
        }
        isEmpty = false;
        json.key(name);
        json.beginObject(JsonWriter::Layout::Inline);
        if (length) {
            json.member("length", *length);
        }
        if (bone) {
            bone->forEachMember([&](std::string_view key, const Json& member) {
                if (key != "length") {
                    json.key(key);
                    json.raw(member.asText());
                }
            });
        }
        json.endObject();
    };
    json.beginObject(JsonWriter::Layout::Inline);
    if (hasSome) {
        const Json all(parsed);
        all.forEachMember([&](std::string_view key, const Json& extension) {
            if (key == name && extension.isObject()) {
                isWritten = true;
                writeBone(extension);
            } else {
                isEmpty = false;
                json.key(key);
                json.raw(extension.asText());
            }
        });
    }
    if (!isWritten && length) {
        writeBone(std::nullopt);
    }
    json.endObject();
    return isEmpty ? std::string() : textOf(json);
}

std::string readKeptExtensions(Document& document, const Json& owner, std::span<const std::string_view> read,
                               const TextureNumbers& numberOf)
{
    const auto extensions = owner.findObject("extensions");
    if (!extensions) {
        return {};
    }
    JsonWriter json;
    bool isEmpty = true;
    json.beginObject(JsonWriter::Layout::Inline);
    extensions->forEachMember([&](std::string_view name, const Json& extension) {
        if (std::ranges::find(read, name) != read.end()) {
            return;
        }
        if (namesBinaryData(extension)) {
            document.notes.add(extension.pointer(), "refers to binary data, which this reader does not know: left out");
            return;
        }
        isEmpty = false;
        json.key(name);
        json.raw(numberOf ? withTextures(extension, numberOf) : extension.asText());
    });
    if (isEmpty) {
        return {};
    }
    json.endObject();
    std::string text = textOf(json);
    document.charge(2 * text.size(), owner);  // stored in the description and again in the scene
    return text;
}

void forEachInnerExtension(const Json& value, const std::function<void(std::string_view)>& visit)
{
    visitJsonMembers(value, [&](std::string_view key, const Json& member) {
        if (key == "extensions" && member.isObject()) {
            member.forEachMember([&](std::string_view name, const Json&) { visit(name); });
        }
    });
}

std::string withTextures(const Json& value, const TextureNumbers& numberOf)
{
    JsonWriter json;
    TextureRenumberer(json, numberOf).write(value);
    return textOf(json);
}

}  // namespace armature::gltf
