#include "conversion.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "words/json_writer.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

template <class Kind>
std::size_t countOf(std::span<const ConversionOutcome> outcomes)
{
    const auto isOne = [](const ConversionOutcome& outcome) { return std::holds_alternative<Kind>(outcome); };
    return static_cast<std::size_t>(std::ranges::count_if(outcomes, isOne));
}

void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts)
{
    json.key(name);
    json.beginArray(Layout::Inline);
    for (const std::string& text : texts) {
        json.value(std::string_view(text));
    }
    json.endArray();
}

void writeJob(JsonWriter& json, const ConversionJob& job, const ConversionOutcome& outcome)
{
    const auto* failure = std::get_if<std::string>(&outcome);
    const auto* conversion = std::get_if<Conversion>(&outcome);
    json.beginObject();
    writeTexts(json, "inputs", job.inputs);
    json.member("output", std::string_view(job.output));
    json.member("status", failure != nullptr ? "failed" : conversion != nullptr ? "written" : "not begun");
    json.member("error", failure != nullptr ? std::optional(std::string_view(*failure)) : std::nullopt);
    if (conversion != nullptr) {
        json.member("nodes", conversion->nodes);
        json.member("skins", conversion->skins);
        json.member("meshes", conversion->meshes);
        json.member("vertices", conversion->vertices);
        writeTexts(json, "clips", conversion->clips);
        json.member("poses", conversion->poses);
        json.member("millimetres", conversion->poses > 0 ? std::optional(conversion->largestMillimetres) : std::nullopt);
        writeTexts(json, "warnings", conversion->warnings);
    }
    json.endObject();
}

}  // namespace

std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes)
{
    JsonWriter json;
    json.beginObject();
    json.member("written", countOf<Conversion>(outcomes));
    json.member("failed", countOf<std::string>(outcomes));
    json.key("files");
    json.beginArray();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        writeJob(json, jobs[i], outcomes[i]);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes)
{
    const std::size_t written = countOf<Conversion>(outcomes);
    const std::size_t failed = countOf<std::string>(outcomes);
    const ConversionJob* worst = nullptr;
    double millimetres = -1.;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto* conversion = std::get_if<Conversion>(&outcomes[i]);
        if (conversion != nullptr && conversion->largestMillimetres > millimetres) {
            millimetres = conversion->largestMillimetres;
            worst = &jobs[i];
        }
    }
    const std::size_t notBegun = jobs.size() - written - failed;
    std::string text = fmt::format("{} of {} written", written, counted(jobs.size(), "file"));
    text += failed > 0 ? fmt::format(", {} failed", failed) : std::string();
    text += notBegun > 0 ? fmt::format(", {} not begun", notBegun) : std::string();
    text += worst != nullptr ? fmt::format("; posed vertices are at most {:.4g} mm off, in {}", millimetres, printable(worst->output))
                             : std::string();
    return text + '\n';
}

}  // namespace armature::tools
