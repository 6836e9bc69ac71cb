#include "commands.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/words.hpp"
#include "batch.hpp"
#include "outputs.hpp"
#include "retargeting.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

/// Plans one output file, or a folder of them if any source is a folder or the output is one.
ConversionPlan planFor(const RetargetOptions& options)
{
    const bool hasFolder = std::ranges::any_of(options.sources, isFolder);
    if (!hasFolder && !isFolder(options.output)) {
        return {.jobs = {{options.sources, options.output}}};
    }
    std::error_code ignored;
    if (!isFolder(options.output) && std::filesystem::exists(options.output, ignored)) {
        throw UsageError(fmt::format("-o: {} is a file; what is in folders goes into a folder", printable(options.output)));
    }
    if (options.retargeting.picture) {
        throw UsageError("--compare: shows one file; -o is a folder");
    }
    ConversionPlan plan = planConversions(options.sources, options.output);
    plan.isBatch = true;
    return plan;
}

/// Remembers the warnings already written. Each job reads the target again, and the target's warnings should appear only once. Any thread
/// may use this object.
class Said {
public:
    [[nodiscard]] bool isNew(const std::string& line)
    {
        const std::lock_guard lock(mutex_);
        return lines_.insert(line).second;
    }

private:
    std::mutex mutex_;
    std::set<std::string> lines_;
};

void tellRetargeting(Progress& progress, Said& said, const ConversionJob& job, const RetargetingOutcome& outcome,
                     const RetargetOptions& options)
{
    if (const auto* failure = std::get_if<std::string>(&outcome)) {
        progress.writeError("error: " + *failure);
        progress.advance({});
        return;
    }
    const Retargeting& retargeting = std::get<Retargeting>(outcome);
    for (const std::string& warning : retargeting.warnings) {
        if (!options.isJson && said.isNew(warning)) {
            progress.writeError("warning: " + warning);
        }
    }
    progress.advance(options.isJson || options.isQuiet || progress.isShown() ? std::string() : describeShortly(job, retargeting));
}

int retargetMany(const RetargetOptions& options, const std::vector<ConversionJob>& jobs)
{
    std::vector<RetargetingOutcome> outcomes(jobs.size());
    Progress progress(jobs.size());
    Said said;
    const bool isWhole = runBatch(jobs.size(), options.jobs, [&](std::size_t i) {
        outcomes[i] = attempt<Retargeting>(jobs[i].inputs.front(), [&] {
            createFolderOf(jobs[i].output);
            return retarget(jobs[i], options.retargeting);
        });
        tellRetargeting(progress, said, jobs[i], outcomes[i], options);
    });
    progress.finish();
    if (options.isJson || !options.isQuiet) {
        writeOutput(options.isJson ? reportAsJson(jobs, outcomes) : summaryOf(jobs, outcomes));
    }
    const auto isWritten = [](const RetargetingOutcome& outcome) { return std::holds_alternative<Retargeting>(outcome); };
    return !isWhole ? interruptedStatus : std::ranges::all_of(outcomes, isWritten) ? 0 : 1;
}

int retargetOne(const RetargetOptions& options, const std::vector<ConversionJob>& jobs)
{
    requireFolderOf(jobs.front().output);
    if (options.retargeting.picture) {
        requireFolderOf(*options.retargeting.picture);
    }
    RetargetingOptions alone = options.retargeting;
    alone.showsProgress = true;
    const RetargetingOutcome outcome = retarget(jobs.front(), alone);
    const Retargeting& retargeting = std::get<Retargeting>(outcome);
    for (const std::string& warning : retargeting.warnings) {
        if (!options.isJson) {
            writeErrorLine("warning: " + warning);
        }
    }
    if (options.isJson) {
        writeOutput(reportAsJson(jobs, {&outcome, 1}));
    } else if (!options.isQuiet) {
        const auto& picture = options.retargeting.picture;
        const std::string drawn = picture ? describeWritten(*picture, toString(options.retargeting.pictureSize)) : std::string();
        writeOutput(describe(jobs.front(), retargeting) + describeWritten(jobs.front().output) + drawn);
    }
    return 0;
}

}  // namespace

int runRetarget(const RetargetOptions& options)
{
    const ConversionPlan plan = planFor(options);
    return plan.isBatch ? retargetMany(options, plan.jobs) : retargetOne(options, plan.jobs);
}

}  // namespace armature::tools
