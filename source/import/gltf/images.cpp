#include "import/gltf/readers.hpp"

#include <utility>

#include <fmt/format.h>

#include "import/gltf/container.hpp"
#include "import/pictures.hpp"

namespace armature::gltf {

namespace {

using Bytes = std::span<const std::byte>;

Bytes readImageUri(Document& document, const Json& uriValue)
{
    const std::string_view uri = uriValue.asString();
    if (const auto data = parseDataUri(uri)) {
        auto decoded = decodeDataUri(*data);
        if (!decoded) {
            document.notes.add(uriValue.pointer(), "is not valid base64: the picture is left out; export the file again");
            return {};
        }
        return document.keep(std::move(*decoded));
    }
    const auto read = document.readBeside(uriValue);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        document.notes.add(uriValue.pointer(),
                           fmt::format("{} {}: the picture is left out; put it beside the model", quoted(uri), problem->text));
        return {};
    }
    return std::get<Bytes>(read);
}

}  // namespace

Image readImage(Document& document, const Json& value)
{
    Image image;
    image.name = readName(document, value);
    image.mimeType = value.findString("mimeType");
    Bytes bytes;
    if (const auto view = value.findIndex("bufferView", document.views.size(), "bufferViews")) {
        bytes = document.views[*view].bytes;
    } else if (const auto uri = value.find("uri")) {
        bytes = readImageUri(document, *uri);
        if (image.name.empty() && !uri->asString().starts_with("data:")) {
            image.name = uri->asString();
        }
    } else {
        document.notes.add(value.pointer(), "has neither a bufferView nor a uri: the picture is left out");
    }
    document.charge(bytes.size(), value);
    image.bytes.assign(bytes.begin(), bytes.end());
    if (const std::string_view recognised = importing::imageTypeOf(bytes); !recognised.empty()) {
        image.mimeType = recognised;
    }
    return image;
}

}  // namespace armature::gltf
