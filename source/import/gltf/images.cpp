#include "import/gltf/images.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "import/gltf/data_uri.hpp"

namespace armature::gltf {

namespace {

using Bytes = std::span<const std::byte>;

struct Signature {
    std::string_view begin;
    std::string_view mimeType;
};

constexpr std::array<Signature, 3> signatures{{{"\x89PNG", "image/png"}, {"\xFF\xD8\xFF", "image/jpeg"}, {"\xABKTX 20\xBB", "image/ktx2"}}};

std::string_view recognise(Bytes bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Signature& signature : signatures) {
        if (text.starts_with(signature.begin)) {
            return signature.mimeType;
        }
    }
    const bool isWebp = text.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP");
    return isWebp ? "image/webp" : "";
}

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
    if (const auto* problem = std::get_if<importing::FileProblem>(&read)) {
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
    if (const std::string_view recognised = recognise(bytes); !recognised.empty()) {
        image.mimeType = recognised;
    }
    return image;
}

}  // namespace armature::gltf
