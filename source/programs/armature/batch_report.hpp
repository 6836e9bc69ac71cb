#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "batch.hpp"
#include "conversion.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

/// Returns how many outcomes hold a `Kind`.
template <class Kind, class Outcome>
[[nodiscard]] std::size_t countOf(std::span<const Outcome> outcomes)
{
    const auto isOne = [](const Outcome& outcome) { return std::holds_alternative<Kind>(outcome); };
    return static_cast<std::size_t>(std::ranges::count_if(outcomes, isOne));
}

inline void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts)
{
    json.key(name);
    json.beginArray(JsonWriter::Layout::Inline);
    for (const std::string& text : texts) {
        json.value(std::string_view(text));
    }
    json.endArray();
}

/// Returns the report {"written", "failed", "files": [{"inputs", "output", "status", "error", ...}]}; `write(json, result)` adds the
/// members of one result.
template <class Result, class Write>
[[nodiscard]] std::string batchAsJson(std::span<const ConversionJob> jobs, std::span<const BatchOutcome<Result>> outcomes,
                                      const Write& write)
{
    JsonWriter json;
    json.beginObject();
    json.member("written", countOf<Result>(outcomes));
    json.member("failed", countOf<std::string>(outcomes));
    json.key("files");
    json.beginArray();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto* failure = std::get_if<std::string>(&outcomes[i]);
        const auto* result = std::get_if<Result>(&outcomes[i]);
        json.beginObject();
        writeTexts(json, "inputs", jobs[i].inputs);
        json.member("output", std::string_view(jobs[i].output));
        json.member("status", failure != nullptr ? "failed" : result != nullptr ? "written" : "not begun");
        json.member("error", failure != nullptr ? std::optional(std::string_view(*failure)) : std::nullopt);
        if (result != nullptr) {
            write(json, *result);
        }
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

/// Returns, for example, "38 of 40 files written, 1 failed, 1 not begun".
template <class Result>
[[nodiscard]] std::string countsOfBatch(std::span<const BatchOutcome<Result>> outcomes)
{
    const std::size_t written = countOf<Result>(outcomes);
    const std::size_t failed = countOf<std::string>(outcomes);
    const std::size_t notBegun = outcomes.size() - written - failed;
    std::string text = std::to_string(written) + " of " + counted(outcomes.size(), "file") + " written";
    text += failed > 0 ? ", " + toned(Stream::Output, Tone::Bad, std::to_string(failed) + " failed") : std::string();
    text += notBegun > 0 ? ", " + std::to_string(notBegun) + " not begun" : std::string();
    return text;
}

}  // namespace armature::tools
