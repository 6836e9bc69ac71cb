#include "conversion.hpp"

#include <optional>

#include <fmt/format.h>

#include "base/words.hpp"
#include "batch_report.hpp"

namespace armature::tools {

std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes)
{
    return batchAsJson<Conversion>(jobs, outcomes, [](JsonWriter& json, const Conversion& conversion) {
        json.member("nodes", conversion.nodes);
        json.member("skins", conversion.skins);
        json.member("meshes", conversion.meshes);
        json.member("vertices", conversion.vertices);
        writeTexts(json, "clips", conversion.clips);
        json.member("poses", conversion.poses);
        json.member("millimetres", conversion.poses > 0 ? std::optional(conversion.largestMillimetres) : std::nullopt);
        writeTexts(json, "warnings", conversion.warnings);
    });
}

std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes)
{
    const ConversionJob* worst = nullptr;
    double millimetres = -1.;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto* conversion = std::get_if<Conversion>(&outcomes[i]);
        if (conversion != nullptr && conversion->largestMillimetres > millimetres) {
            millimetres = conversion->largestMillimetres;
            worst = &jobs[i];
        }
    }
    std::string text = countsOfBatch<Conversion>(outcomes);
    text += worst != nullptr ? fmt::format("; posed vertices are at most {:.4g} mm off, in {}", millimetres, printable(worst->output))
                             : std::string();
    return text + '\n';
}

}  // namespace armature::tools
