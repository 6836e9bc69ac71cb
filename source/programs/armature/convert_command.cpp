#include "commands.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "batch.hpp"
#include "conversion.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

void tellConversion(Progress& progress, const ConversionJob& job, const ConversionOutcome& outcome, const ConvertOptions& options)
{
    if (const auto* failure = std::get_if<std::string>(&outcome)) {
        progress.writeError("error: " + *failure);
        progress.advance({});
        return;
    }
    const Conversion& conversion = std::get<Conversion>(outcome);
    for (const std::string& warning : conversion.warnings) {
        if (!options.isJson) {
            progress.writeError(fmt::format("warning: {}: {}", job.inputs.front(), warning));
        }
    }
    progress.advance(options.isJson || options.isQuiet || progress.isShown() ? std::string() : describe(job, conversion));
}

int convertMany(const ConvertOptions& options, const std::vector<ConversionJob>& jobs)
{
    std::vector<ConversionOutcome> outcomes(jobs.size());
    Progress progress(jobs.size());
    const bool isWhole = runBatch(jobs.size(), options.jobs, [&](std::size_t i) {
        outcomes[i] = attempt<Conversion>(jobs[i].inputs.front(), [&] {
            createFolderOf(jobs[i].output);
            return convert(jobs[i], options.conversion);
        });
        tellConversion(progress, jobs[i], outcomes[i], options);  // throws if the output is closed, or the disk is full
    });
    progress.finish();
    if (options.isJson || !options.isQuiet) {
        writeOutput(options.isJson ? reportAsJson(jobs, outcomes) : summaryOf(jobs, outcomes));
    }
    const auto isWritten = [](const ConversionOutcome& outcome) { return std::holds_alternative<Conversion>(outcome); };
    return !isWhole ? interruptedStatus : std::ranges::all_of(outcomes, isWritten) ? 0 : 1;
}

int convertOne(const ConvertOptions& options, const std::vector<ConversionJob>& jobs)
{
    requireFolderOf(jobs.front().output);
    ConversionOptions alone = options.conversion;
    alone.showsProgress = true;
    const Conversion conversion = convert(jobs.front(), alone);
    if (!options.isJson) {
        for (const std::string& warning : conversion.warnings) {
            writeErrorLine("warning: " + warning);
        }
        if (!options.isQuiet) {
            writeOutput(describe(jobs.front(), conversion) + describeWritten(jobs.front().output));
        }
    } else {
        const ConversionOutcome outcome = conversion;
        writeOutput(reportAsJson(jobs, {&outcome, 1}));
    }
    return 0;
}

}  // namespace

int runConvert(const ConvertOptions& options)
{
    const ConversionPlan plan =
        options.isMerging ? planMerge(options.inputs, options.output) : planConversions(options.inputs, options.output);
    return plan.isBatch ? convertMany(options, plan.jobs) : convertOne(options, plan.jobs);
}

}  // namespace armature::tools
