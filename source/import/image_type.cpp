#include "import/image_type.hpp"

#include <array>

#include "import/text_of.hpp"

namespace armature::importing {

namespace {

struct Signature {
    std::string_view begin;
    std::string_view mimeType;
};

constexpr std::array<Signature, 3> signatures{{{"\x89PNG", "image/png"}, {"\xFF\xD8\xFF", "image/jpeg"}, {"\xABKTX 20\xBB", "image/ktx2"}}};

}  // namespace

std::string_view imageTypeOf(std::span<const std::byte> bytes)
{
    const std::string_view text = textOf(bytes);
    for (const Signature& signature : signatures) {
        if (text.starts_with(signature.begin)) {
            return signature.mimeType;
        }
    }
    const bool isWebp = text.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP");
    return isWebp ? "image/webp" : "";
}

}  // namespace armature::importing
