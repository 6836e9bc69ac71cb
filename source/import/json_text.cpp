#include "import/json_text.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/notes.hpp"

namespace armature::importing {

JsonText::JsonText(std::string_view json, const ImportLimits& limits) : budget_(limits.unbackedBytes)
{
    const auto bytes = std::as_bytes(std::span(json));
    if (bytes.size() > limits.fileBytes) {
        throw Refusal(
            "", fmt::format("has {}, but the limit is {} (ImportLimits::fileBytes)", counted(bytes.size(), "byte"), limits.fileBytes));
    }
    budget_.addBacking(bytes.size());
    budget_.addJson(bytes.size());
    if (const std::uint64_t needed = memoryToParse(bytes); !budget_.charge(needed)) {
        budget_.refuse(needed, "JSON");
    }
    if (parser_.allocate(std::max<std::size_t>(json.size(), 1), std::max<std::size_t>(limits.jsonDepth, 1)) != simdjson::SUCCESS) {
        throw Refusal("JSON", fmt::format("has {}, for which there is not enough memory", counted(json.size(), "byte")));
    }
    const simdjson::error_code error = parser_.parse(json.data(), json.size()).get(root_);
    if (error == simdjson::DEPTH_ERROR) {
        throw Refusal("JSON", fmt::format("nests deeper than {} (ImportLimits::jsonDepth)", counted(parser_.max_depth(), "level")));
    }
    if (error != simdjson::SUCCESS) {
        throw Refusal("JSON", fmt::format("cannot be parsed: {}", simdjson::error_message(error)));
    }
}

void JsonText::charge(std::uint64_t bytes, const Json& place)
{
    budget_.require(bytes, place.pointer());
}

void requireFormat(const Json& root, std::string_view format, std::uint64_t version)
{
    if (root.findString("format") != format) {
        root.refuse("format", fmt::format("is {}, but must be {}", quoted(root.findString("format")), quoted(format)));
    }
    if (root.requireUnsigned("version") != version) {
        root.refuse("version", fmt::format("is {}, but only {} is known", root.requireUnsigned("version"), version));
    }
}

}  // namespace armature::importing
