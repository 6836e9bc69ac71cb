#include "import/gltf/writer/writer.hpp"

#include <utility>

#include <simdjson.h>

namespace armature::gltf {

void WriterContext::writeExtras(std::string_view extras)
{
    if (extras.empty()) {
        return;
    }
    json.key("extras");
    simdjson::dom::parser parser;
    if (parser.parse(extras.data(), extras.size()).error() == simdjson::SUCCESS) {
        json.raw(extras);
    } else {
        json.value(extras);
    }
}

void WriterContext::writeMeshExtras(const Mesh& mesh, const std::string& place)
{
    const std::vector<std::string>& names = mesh.morphTargetNames();
    if (names.empty()) {
        writeExtras(mesh.getExtras());
        return;
    }
    json.key("extras");
    json.beginObject(JsonWriter::Layout::Inline);
    simdjson::dom::parser parser;
    simdjson::dom::object others;
    const std::string& extras = mesh.getExtras();
    if (!extras.empty() && parser.parse(extras).get(others) != simdjson::SUCCESS) {
        scene.notes.add(place,
                        "has extras that are not an object, so that they cannot hold the names of its morph targets: they are left out");
    } else if (!extras.empty()) {
        for (const auto [key, value] : others) {
            if (key != "targetNames") {
                json.key(key);
                json.raw(simdjson::minify(value));
            }
        }
    }
    json.key("targetNames");
    json.beginArray();
    for (const std::string& name : names) {
        json.value(std::string_view(name));
    }
    json.endArray();
    json.endObject();
}

void ExtensionsWriter::writeKey(std::string_view name)
{
    if (written_.empty()) {
        context_.json.key("extensions");
        context_.json.beginObject();
    }
    written_.emplace(name);
    context_.extensionsUsed.emplace(name);
    context_.json.key(name);
}

JsonWriter& ExtensionsWriter::begin(std::string_view name)
{
    writeKey(name);
    context_.json.beginObject();
    return context_.json;
}

void ExtensionsWriter::write(std::string_view name, std::string_view json)
{
    writeKey(name);
    context_.json.raw(json);
}

void ExtensionsWriter::keep(const KeptText& text)
{
    if (text.json.empty()) {
        return;
    }
    simdjson::dom::parser parser;
    const auto parsed = parser.parse(text.json);
    if (parsed.error() != simdjson::SUCCESS || !parsed.value_unsafe().is_object()) {
        context_.scene.notes.add(text.place, "has extensions that are not a JSON object: left out");
        return;
    }
    const Json kept(parsed.value_unsafe());
    kept.forEachMember([&](std::string_view name, const Json& extension) {
        if (written_.contains(name)) {
            return;
        }
        const auto renumbered = context_.kept.renumbered(name, extension, text.numbers, text.owner, text.place);
        if (renumbered) {
            writeKey(name);
            forEachInnerExtension(extension, [this](std::string_view inner) { context_.extensionsUsed.emplace(inner); });
            context_.json.raw(text.textures != nullptr && *text.textures && *renumbered == extension.asText()
                                  ? withTextures(extension, *text.textures)
                                  : *renumbered);
        }
    });
}

void ExtensionsWriter::end()
{
    if (!written_.empty()) {
        context_.json.endObject();
    }
}

void writeKeptExtensions(WriterContext& context, const KeptText& text)
{
    ExtensionsWriter extensions(context);
    extensions.keep(text);
    extensions.end();
}

namespace {

void writeAsset(WriterContext& context)
{
    context.json.key("asset");
    context.json.beginObject(JsonWriter::Layout::Inline);
    context.json.member("version", "2.0");
    context.memberUnlessEmpty("generator", context.options.generator);
    context.memberUnlessEmpty("copyright", context.options.copyright);
    context.json.endObject();
}

void writeNames(JsonWriter& json, std::string_view key, const std::set<std::string, std::less<>>& names)
{
    if (names.empty()) {
        return;
    }
    json.key(key);
    json.beginArray(JsonWriter::Layout::Inline);
    for (const std::string& name : names) {
        json.value(std::string_view(name));
    }
    json.endArray();
}

}  // namespace

WrittenGltf writeGltf(importing::SceneDescription scene, const GltfOptions& options, std::string_view uri)
{
    WriterContext context{.scene = scene, .options = options, .pool = AccessorPool(options.compress), .kept = KeptNumbers(scene)};
    fitEmissive(scene);
    for (const ClipDescription& clip : scene.clips) {
        for (const ChannelDescription& channel : clip.channels) {
            if (channel.path == ChannelPath::Property) {
                context.moved.emplace(channel.target.kind, channel.target.index, channel.target.property);
            }
        }
    }
    if (options.quantizePositions) {
        context.grids = makePositionGrids(scene);
    }
    JsonWriter& json = context.json;
    json.beginObject(uri.empty() ? JsonWriter::Layout::Inline : JsonWriter::Layout::Lines);
    writeAsset(context);
    writeNodes(context);
    writeCameras(context);
    writeMaterials(context);
    writeMeshes(context);
    writeSkins(context);
    writeAnimations(context);
    writeRootExtensions(context);
    context.pool.write(json, uri);
    if (context.pool.isCompressed()) {
        context.require("EXT_meshopt_compression");
    }
    writeNames(json, "extensionsUsed", context.extensionsUsed);
    writeNames(json, "extensionsRequired", context.extensionsRequired);
    json.endObject();
    return {json.take(), context.pool.takeBinary(), scene.notes.take()};
}

}  // namespace armature::gltf
