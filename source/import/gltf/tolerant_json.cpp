#include "import/gltf/tolerant_json.hpp"

#include <cstddef>

namespace armature::gltf {

namespace {

/// The index after the string that begins at `at`, or the end of the text.
std::size_t skipString(std::string_view json, std::size_t at)
{
    for (++at; at < json.size() && json[at] != '"'; ++at) {
        if (json[at] == '\\') {
            ++at;
        }
    }
    return at + 1;
}

bool isDigitOrDot(char character)
{
    return (character >= '0' && character <= '9') || character == '.';
}

}  // namespace

std::string withoutNumberSuffixes(std::string_view json)
{
    std::string out;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = skipString(json, at);
            continue;
        }
        if ((json[at] == 'f' || json[at] == 'F') && at > 0 && isDigitOrDot(json[at - 1])) {
            if (out.empty()) {
                out = json;
            }
            out[at] = ' ';
        }
        ++at;
    }
    return out;
}

}  // namespace armature::gltf
