#include "import/assimp/read_foreign.hpp"

#include <exception>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "import/assimp/worker_session.hpp"
#include "import/notes.hpp"

namespace armature::foreign {

namespace {

std::string stemOf(std::string_view name)
{
    name = name.substr(name.find_last_of('/') + 1);
    name = name.substr(0, name.rfind('.'));
    return name.empty() || name.size() > 255 ? std::string("model") : std::string(name);
}

std::vector<std::byte> askWorker(const Format& format, std::span<const std::byte> file, const std::string& stem, FilesBeside& beside,
                                 const ImportOptions& options, importing::MemoryBudget& budget)
{
    if (!options.allowWorker) {
        throw importing::Refusal(
            "", fmt::format("is {}, which a worker process would have to read, but ImportOptions::allowWorker is off", format.label));
    }
    WorkerSession session(findWorker(fmt::format("is {}, which", format.label), "reads", options), options.limits, file.size());
    try {
        const Descriptor model = readOnlyCopy(file);
        session.begin({.task = WorkerTask::Model, .extension = std::string(format.extension), .stem = stem}, model.get());
        return session.receiveAnswer(budget, std::numeric_limits<std::uint64_t>::max(), [&](std::string_view path) {
            const auto bytes = beside.read(path);
            const Descriptor copy = bytes ? readOnlyCopy(*bytes) : Descriptor();
            const MessageKind kind = bytes ? MessageKind::File : MessageKind::NoFile;
            session.say(std::as_bytes(std::span(&kind, 1)), copy.get());
        });
    } catch (const WorkerFailure& failure) {
        throw importing::Refusal("", fmt::format("is {}, and the worker process could not read it: {}", format.label, failure.what()));
    }
}

std::vector<std::byte> askReader(const Format& format, std::span<const std::byte> file, const std::string& stem, FilesBeside& beside,
                                 const ImportOptions& options, importing::MemoryBudget& budget)
{
    std::vector<std::byte> answer;
    try {
        answer = options.foreignReader(
            {.bytes = file, .extension = format.extension, .stem = stem, .fileBeside = [&beside](std::string_view path) {
                 return beside.read(path);
             }});
    } catch (const importing::Refusal&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw importing::Refusal("", fmt::format("is {}, and ImportOptions::foreignReader could not read it: {}", format.label,
                                                 importing::quoted(error.what())));
    }
    if (!budget.charge(answer.size())) {
        budget.refuse(answer.size(), "the answer of ImportOptions::foreignReader");
    }
    return answer;
}

}  // namespace

importing::SceneDescription readForeign(const Format& format, std::span<const std::byte> file, std::string_view name,
                                        const std::optional<std::filesystem::path>& folder, const ImportOptions& options)
{
    importing::SceneDescription scene;
    scene.budget = importing::MemoryBudget(options.limits.unbackedBytes);
    scene.budget.addBacking(file.size());
    if (!format.loss.empty()) {
        scene.notes.add("", format.loss);
    }
    const std::string stem = stemOf(name);
    FilesBeside beside(stem, folder, options, scene);
    const auto ask = options.foreignReader ? askReader : askWorker;
    const std::vector<std::byte> answer = ask(format, file, stem, beside, options, scene.budget);
    adopt(decode(answer, scene.budget), folder, options, scene);
    return scene;
}

}  // namespace armature::foreign
