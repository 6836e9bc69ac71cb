#include <deque>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include <unistd.h>

#include "import/assimp/assimp_reader.hpp"
#include "programs/import_worker/channel.hpp"
#include "programs/import_worker/tasks.hpp"

// armature-import-worker: reads one model with Assimp, or decodes compressed data, for the library that started it. It is confined, so that
// no content of a file can do harm outside this process. It has no other use.

namespace {

using namespace armature;
using foreign::MessageKind;

void read(const foreign::StartMessage& start, const Descriptor& model, worker::Channel& channel)
{
    const worker::Mapping bytes(model);
    std::deque<worker::Mapping> beside;
    const auto find = [&](std::string_view path) -> std::optional<std::span<const std::byte>> {
        const Descriptor file = channel.askForFile(path);
        return file.isOpen() ? std::optional(beside.emplace_back(file).bytes()) : std::nullopt;
    };
    channel.sendAnswer(worker::readModel(bytes.bytes(), start.extension, start.stem, find));
}

}  // namespace

int main()
{
    worker::dropInheritance(foreign::socketOfWorker);
    worker::Channel channel(foreign::socketOfWorker);
    try {
        const auto [start, model] = channel.receiveStart();
        try {
            worker::confine(start.processorSeconds, start.addressBytes);
        } catch (const std::exception& error) {
            channel.send(MessageKind::NotConfined, error.what());
            _exit(0);
        }
        if (start.task == foreign::WorkerTask::Model) {
            read(start, model, channel);
        } else {
            worker::answerDecodeRequests(channel);
        }
    } catch (const std::bad_alloc&) {
        channel.send(MessageKind::OutOfMemory);
    } catch (const std::exception& error) {
        channel.send(MessageKind::Refused, std::string_view(error.what()).substr(0, 1000));
    }
    _exit(0);  // there is nothing worth cleaning up
}
