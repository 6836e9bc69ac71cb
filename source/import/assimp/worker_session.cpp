#include "import/assimp/worker_session.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "import/assimp/byte_writer.hpp"
#include "import/assimp/exchange_scene.hpp"
#include "import/file_access.hpp"
#include "import/notes.hpp"

namespace armature::foreign {

namespace {

/// Returns the limit for the worker's processor time, in seconds. The limit grows with the file, because readers of text handle only a few
/// megabytes per second.
double processorSecondsFor(std::uint64_t fileBytes, const ImportLimits& limits)
{
    constexpr double least = 4.;
    constexpr double perMegabyte = 1.;
    return limits.workerSeconds.value_or(least + perMegabyte * static_cast<double>(fileBytes) / 1e6);
}

/// Returns the limit for the wall-clock time, in seconds: only slightly more than the processor time, so that a hostile file gains nothing
/// from a busy machine. Honest files stay far below both limits.
double clockSecondsFor(double processorSeconds, const ImportLimits& limits)
{
    constexpr double slower = 1.1;
    return limits.workerClockSeconds.value_or(slower * processorSeconds);
}

std::uint64_t addressBytesFor(std::uint64_t fileBytes, const ImportLimits& limits)
{
    constexpr std::uint64_t growth = 16;
    return limits.workerBytes + growth * fileBytes;
}

}  // namespace

WorkerSession::WorkerSession(const std::filesystem::path& program, const ImportLimits& limits, std::uint64_t fileBytes)
    : process_(program)
    , processorSeconds_(processorSecondsFor(fileBytes, limits))
    , clockSeconds_(clockSecondsFor(processorSeconds_, limits))
    , addressBytes_(addressBytesFor(fileBytes, limits))
    , left_(std::chrono::ceil<WorkerProcess::Clock::duration>(std::chrono::duration<double>(clockSeconds_)))
{}

void WorkerSession::begin(StartMessage start, int descriptor)
{
    start.version = magicAndVersion;
    start.processorSeconds = static_cast<std::uint64_t>(std::ceil(processorSeconds_));
    start.addressBytes = addressBytes_;
    ByteWriter writer;
    writer.value(static_cast<std::uint8_t>(MessageKind::Start));
    exchangeStart(writer, start);
    say(writer.take(), descriptor);
}

void WorkerSession::say(std::span<const std::byte> message, int descriptor)
{
    if (!process_.send(message, descriptor)) {
        throw WorkerFailure(process_.end());
    }
}

std::vector<std::byte> WorkerSession::receiveAnswer(importing::MemoryBudget& budget, std::uint64_t most,
                                                    const std::function<void(std::string_view path)>& answerRequest)
{
    const auto begin = WorkerProcess::Clock::now();
    std::vector<std::byte> answer;
    while (true) {
        const MessageKind kind = hear(begin + left_);
        const std::span<const std::byte> rest = std::span(message_).subspan(1);
        if (kind == MessageKind::Done) {
            left_ -= WorkerProcess::Clock::now() - begin;
            return answer;
        }
        if (kind == MessageKind::WantsFile) {
            answerRequest(importing::textOf(rest));
            continue;
        }
        if (rest.size() > most - answer.size()) {
            throw WorkerFailure(fmt::format("it answered with more than the {} bytes that it was asked for", most));
        }
        if (!budget.charge(rest.size())) {
            budget.refuse(rest.size(), "the worker's answer");
        }
        answer.insert(answer.end(), rest.begin(), rest.end());
    }
}

MessageKind WorkerSession::hear(WorkerProcess::Clock::time_point until)
{
    switch (process_.receive(message_, until)) {
    case WorkerProcess::Receipt::Message: break;
    case WorkerProcess::Receipt::Ended: throw WorkerFailure(process_.end());
    case WorkerProcess::Receipt::TooLate:
        throw WorkerFailure(
            fmt::format("it took more than {:.6g} s by the clock (ImportLimits::workerClockSeconds raises this)", clockSeconds_));
    }
    const auto kind = static_cast<MessageKind>(message_.front());
    const std::string_view words = importing::textOf(std::span(message_).subspan(1));
    switch (kind) {
    case MessageKind::WantsFile:
    case MessageKind::Part:
    case MessageKind::Done: return kind;
    case MessageKind::Refused: throw WorkerFailure(fmt::format("Assimp says {}", importing::quoted(words)));
    case MessageKind::OutOfMemory:
        throw WorkerFailure(fmt::format("it needs more than {} bytes of memory (ImportLimits::workerBytes raises this)", addressBytes_));
    case MessageKind::NotConfined: throw WorkerFailure(fmt::format("it cannot restrict itself: {}", importing::quoted(words)));
    default: throw WorkerFailure("it sent a message that is no answer");
    }
}

}  // namespace armature::foreign
