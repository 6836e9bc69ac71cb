#include "import/foreign/read_foreign.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "import/file_access.hpp"
#include "import/foreign/byte_writer.hpp"
#include "import/foreign/exchange_scene.hpp"
#include "import/foreign/find_worker.hpp"
#include "import/foreign/messages.hpp"
#include "import/foreign/worker_process.hpp"
#include "import/pictures.hpp"
#include "import/quoted.hpp"
#include "import/refusal.hpp"
#include "import/text_of.hpp"

namespace armature::foreign {

namespace {

constexpr std::size_t mostFiles = 1000;

/// How long a worker may work, in seconds of the processor. It grows with the file, since no reader of a text gets through more than some
/// megabytes in a second.
double processorSeconds(std::size_t fileBytes, const ImportLimits& limits)
{
    constexpr double least = 4.;
    constexpr double perMegabyte = 1.;
    return limits.workerSeconds.value_or(least + perMegabyte * static_cast<double>(fileBytes) / 1e6);
}

std::string stemOf(std::string_view name)
{
    name = name.substr(name.find_last_of('/') + 1);
    name = name.substr(0, name.rfind('.'));
    return name.empty() || name.size() > 255 ? std::string("model") : std::string(name);
}

/// One file given to one worker, up to its answer.
class Conversation {
public:
    Conversation(const Format& format, std::string_view name, const std::optional<std::filesystem::path>& folder,
                 const ImportOptions& options, importing::SceneDescription& scene)
        : format_(format), stem_(stemOf(name)), folder_(folder), options_(options), scene_(scene), process_(findWorker(format, options))
    {}

    std::vector<std::byte> ask(std::span<const std::byte> file)
    {
        // Others may want the processor, too: by the clock it may take longer.
        constexpr double slower = 4.;
        seconds_ = processorSeconds(file.size(), options_.limits);
        until_ = WorkerProcess::Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(slower * seconds_ * 1000.)));
        const Descriptor model = readOnlyCopy(file);
        if (!process_.send(start(file.size()), model.get())) {
            fail(process_.end());
        }
        while (true) {
            hear();
            const std::span<const std::byte> rest = std::span(message_).subspan(1);
            switch (static_cast<MessageKind>(message_.front())) {
            case MessageKind::WantsFile: answer(importing::textOf(rest)); break;
            case MessageKind::Part: append(rest); break;
            case MessageKind::Done: return std::move(answer_);
            case MessageKind::Refused: fail(fmt::format("Assimp says {}", importing::quoted(importing::textOf(rest))));
            case MessageKind::OutOfMemory:
                fail(fmt::format("it needs more than {} bytes of memory (ImportLimits::workerBytes raises this)",
                                 addressBytes(file.size())));
            case MessageKind::NotConfined: fail(fmt::format("it cannot lock itself in: {}", importing::quoted(importing::textOf(rest))));
            default: fail("it said what no worker says");
            }
        }
    }

private:
    [[noreturn]] void fail(const std::string& how) const
    {
        throw importing::Refusal("", fmt::format("is {}, and the worker process could not read it: {}", format_.label, how));
    }

    [[nodiscard]] std::uint64_t addressBytes(std::size_t fileBytes) const
    {
        constexpr std::uint64_t growth = 16;
        return options_.limits.workerBytes + growth * fileBytes;
    }

    [[nodiscard]] std::vector<std::byte> start(std::size_t fileBytes) const
    {
        ByteWriter writer;
        writer.value(static_cast<std::uint8_t>(MessageKind::Start));
        const StartMessage message{.version = magicAndVersion,
                                   .processorSeconds = static_cast<std::uint64_t>(std::ceil(seconds_)),
                                   .addressBytes = addressBytes(fileBytes),
                                   .extension = std::string(format_.extension),
                                   .stem = stem_};
        exchangeStart(writer, message);
        return writer.take();
    }

    /// The next message, with at least a byte.
    void hear()
    {
        switch (process_.receive(message_, until_)) {
        case WorkerProcess::Receipt::Message: return;
        case WorkerProcess::Receipt::Ended: fail(process_.end());
        case WorkerProcess::Receipt::TooLate:
            fail(fmt::format("it took too long, after {} s of the processor or four times that by the clock (ImportLimits::workerSeconds "
                             "raises this)",
                             seconds_));
        }
    }

    void append(std::span<const std::byte> part)
    {
        if (!scene_.budget.charge(part.size())) {
            scene_.budget.refuse(part.size(), "the worker's answer");
        }
        answer_.insert(answer_.end(), part.begin(), part.end());
    }

    void answer(std::string_view path)
    {
        if (++filesAsked_ > mostFiles || path.size() > longestPath) {
            fail(fmt::format("it asked for more than {} files", mostFiles));
        }
        const auto file = open(path);
        const MessageKind kind = file.isOpen() ? MessageKind::File : MessageKind::NoFile;
        if (!process_.send(std::as_bytes(std::span(&kind, 1)), file.get())) {
            fail(process_.end());
        }
    }

    /// A file beside the model. Not open if there is none or it may not be read.
    Descriptor open(std::string_view path)
    {
        if (!folder_ || !options_.allowExternalFiles) {
            leaveOut(path, folder_ ? "is another file, but ImportOptions::allowExternalFiles is off"
                                   : "is another file, but this one was loaded from memory");
            return {};
        }
        const auto resolved = importing::resolveUri(importing::uriOfPath(path), *folder_);
        if (const auto* problem = std::get_if<importing::FileProblem>(&resolved)) {
            leaveOut(path, problem->text);
            return {};
        }
        const auto& file = std::get<std::filesystem::path>(resolved);
        const auto read = importing::readFile(file, options_.limits.fileBytes);
        if (const auto* problem = std::get_if<importing::FileProblem>(&read)) {
            leaveOut(path, problem->text);
            return {};
        }
        const auto bytes = std::get<importing::FileBytes>(read).bytes();
        if (bytes.size() > options_.limits.fileBytes - bytesGiven_) {
            leaveOut(path, "brings the files of the model beyond ImportLimits::fileBytes");
            return {};
        }
        bytesGiven_ += bytes.size();
        scene_.budget.addBacking(bytes.size());
        if (std::ranges::find(scene_.filesNamed, file) == scene_.filesNamed.end()) {
            scene_.filesNamed.push_back(file);
        }
        return readOnlyCopy(bytes);
    }

    /// Says so, unless it is a file that Assimp only tries, since models of this format often have one of that name.
    void leaveOut(std::string_view path, std::string_view why)
    {
        if (stemOf(path).starts_with(stem_) || !leftOut_.emplace(path).second) {
            return;
        }
        scene_.notes.add("", fmt::format("{} {}: what it holds is left out; put it beside the model", importing::quoted(path), why));
    }

    Format format_;
    std::string stem_;
    const std::optional<std::filesystem::path>& folder_;
    const ImportOptions& options_;
    importing::SceneDescription& scene_;
    WorkerProcess process_;
    double seconds_ = 0.;
    WorkerProcess::Clock::time_point until_;
    std::vector<std::byte> message_;
    std::vector<std::byte> answer_;
    std::size_t filesAsked_ = 0;
    std::uint64_t bytesGiven_ = 0;
    std::set<std::string, std::less<>> leftOut_;
};

}  // namespace

importing::SceneDescription readForeign(const Format& format, std::span<const std::byte> file, std::string_view name,
                                        const std::optional<std::filesystem::path>& folder, const ImportOptions& options)
{
    if (!options.allowWorker) {
        throw importing::Refusal(
            "", fmt::format("is {}, which a worker process would have to read, but ImportOptions::allowWorker is off", format.label));
    }
    importing::SceneDescription scene;
    scene.budget = importing::MemoryBudget(options.limits.unbackedBytes);
    scene.budget.addBacking(file.size());
    if (!format.loss.empty()) {
        scene.notes.add("", format.loss);
    }
    const std::vector<std::byte> answer = Conversation(format, name, folder, options, scene).ask(file);
    adopt(decode(answer, scene.budget), folder, options, scene);
    return scene;
}

}  // namespace armature::foreign
