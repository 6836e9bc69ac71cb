#include "commands.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <new>
#include <thread>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "conversion.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

/// Several files, some at a time.
class Batch {
public:
    Batch(const ConvertOptions& options, const std::vector<ConversionJob>& jobs)
        : options_(options), jobs_(jobs), outcomes_(jobs.size()), progress_(jobs.size())
    {}

    [[nodiscard]] int run()
    {
        {
            const InterruptWatch watch;
            const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
            const std::size_t workers = std::min(options_.jobs.value_or(processors), jobs_.size());
            std::vector<std::jthread> threads;
            for (std::size_t i = 1; i < workers; ++i) {
                threads.emplace_back([this] { work(); });
            }
            work();
        }
        progress_.finish();
        if (printingFailed_) {
            std::rethrow_exception(printingFailed_);
        }
        writeOutput(options_.isJson ? reportAsJson(jobs_, outcomes_) : summaryOf(jobs_, outcomes_));
        const auto isWritten = [](const ConversionOutcome& outcome) { return std::holds_alternative<Conversion>(outcome); };
        return InterruptWatch::isInterrupted() ? interruptedStatus : std::ranges::all_of(outcomes_, isWritten) ? 0 : 1;
    }

private:
    void work() noexcept
    {
        for (std::size_t i = next_++; i < jobs_.size() && !InterruptWatch::isInterrupted() && !isStopped_; i = next_++) {
            outcomes_[i] = convertOne(jobs_[i]);
            try {
                tell(jobs_[i], outcomes_[i]);
            } catch (...) {  // nobody reads any more, or the disk that standard output goes to is full
                if (!isStopped_.exchange(true)) {
                    printingFailed_ = std::current_exception();
                }
            }
        }
    }

    [[nodiscard]] ConversionOutcome convertOne(const ConversionJob& job) const noexcept
    {
        try {
            std::filesystem::create_directories(std::filesystem::path(job.output).parent_path());
            return convert(job, options_.conversion);
        } catch (const Error& error) {
            return error.what();
        } catch (const std::bad_alloc&) {
            return "not enough memory";
        } catch (const std::exception& error) {
            return fmt::format("{}: {}", job.inputs.front(), error.what());
        }
    }

    void tell(const ConversionJob& job, const ConversionOutcome& outcome)
    {
        if (const auto* failure = std::get_if<std::string>(&outcome)) {
            progress_.writeError("error: " + *failure);
            progress_.advance({});
            return;
        }
        const Conversion& conversion = std::get<Conversion>(outcome);
        for (const std::string& warning : conversion.warnings) {
            if (!options_.isJson) {
                progress_.writeError(fmt::format("warning: {}: {}", job.inputs.front(), warning));
            }
        }
        progress_.advance(options_.isJson || progress_.isShown() ? std::string() : describe(job, conversion));
    }

    const ConvertOptions& options_;
    const std::vector<ConversionJob>& jobs_;
    std::vector<ConversionOutcome> outcomes_;
    Progress progress_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> isStopped_ = false;
    std::exception_ptr printingFailed_;
};

int runOne(const ConvertOptions& options, const std::vector<ConversionJob>& jobs)
{
    const Conversion conversion = convert(jobs.front(), options.conversion);
    if (!options.isJson) {
        for (const std::string& warning : conversion.warnings) {
            writeErrorLine("warning: " + warning);
        }
        writeOutput(describe(jobs.front(), conversion));
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
    return plan.isBatch ? Batch(options, plan.jobs).run() : runOne(options, plan.jobs);
}

}  // namespace armature::tools
