#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/words.hpp"
#include "import/assimp/worker_decoder.hpp"
#include "import/gltf/container.hpp"
#include "import/gltf/readers.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"

namespace armature::gltf {

namespace {

simdjson::dom::element parse(simdjson::dom::parser& parser, std::span<const std::byte> json, bool isPadded, std::string& mended,
                             importing::Notes& notes)
{
    const auto* text = reinterpret_cast<const char*>(json.data());
    auto result = parser.parse(text, json.size(), !isPadded);
    if (result.error() == simdjson::NUMBER_ERROR || result.error() == simdjson::TAPE_ERROR) {
        mended = withoutNumberSuffixes({text, json.size()});
        if (!mended.empty()) {
            result = parser.parse(mended);
            if (result.error() == simdjson::SUCCESS) {
                notes.add("JSON",
                          "has numbers with a C suffix like 1.5f, which JSON forbids: read without the suffix; export the file again");
            }
        }
    }
    if (result.error() == simdjson::DEPTH_ERROR) {
        throw importing::Refusal("JSON",
                                 fmt::format("nests deeper than {} (ImportLimits::jsonDepth)", counted(parser.max_depth(), "level")));
    }
    if (result.error() != simdjson::SUCCESS) {
        throw importing::Refusal("JSON", fmt::format("cannot be parsed: {}", simdjson::error_message(result.error())));
    }
    return result.value_unsafe();
}

/// Whether the bytes that the parser reads beyond the JSON are inside the file; usually a binary chunk follows. Their values do not matter.
bool isFollowed(std::span<const std::byte> json, std::span<const std::byte> file) noexcept
{
    return static_cast<std::size_t>((file.data() + file.size()) - (json.data() + json.size())) >= simdjson::SIMDJSON_PADDING;
}

/// Asks the kernel for large pages. The parser reserves memory for the worst case, and each page that it writes costs a page fault; large
/// pages cost fewer faults. The advice applies to whole pages and stays after the block is freed, so it is given only for blocks that
/// certainly have a mapping of their own: glibc maps each block of 32 MiB or more separately.
void askForLargePages(simdjson::dom::document& document, std::size_t jsonBytes) noexcept
{
#ifdef __linux__
    constexpr std::size_t fewest = std::size_t{32} << 20;
    const std::size_t bytes = jsonBytes * sizeof(std::uint64_t);
    const long pageSize = ::sysconf(_SC_PAGESIZE);
    if (bytes >= fewest && pageSize > 0) {
        const auto page = static_cast<std::size_t>(pageSize);
        const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(document.tape.get()) + page - 1) / page * page;
        static_cast<void>(::madvise(reinterpret_cast<void*>(first), bytes / page * page - page, MADV_HUGEPAGE));
    }
#else
    static_cast<void>(document);
    static_cast<void>(jsonBytes);
#endif
}

std::unique_ptr<DataDecoder> makeDecoder(const Document& document)
{
    if (document.options.decodeIn == DecodePlace::InProcess) {
        return std::make_unique<DataDecoder>();
    }
    std::uint64_t bytes = 0;
    for (const Buffer& buffer : document.buffers) {
        bytes += buffer.bytes.size();
    }
    return std::make_unique<foreign::WorkerDecoder>(document.options, bytes);
}

}  // namespace

importing::SceneDescription readGltf(std::span<const std::byte> file, bool isPadded, const std::optional<std::filesystem::path>& folder,
                                     const ImportOptions& options)
{
    importing::SceneDescription scene;
    const Container container = openContainer(file, scene.notes);
    scene.budget = importing::MemoryBudget(options.limits.unbackedBytes);
    scene.budget.addBacking(container.json.size() + (container.binary ? container.binary->size() : 0));
    scene.budget.addJson(container.json.size());
    if (const std::uint64_t needed = importing::memoryToParse(container.json); !scene.budget.charge(needed)) {
        scene.budget.refuse(needed, "JSON");
    }
    simdjson::dom::parser parser;
    const std::size_t capacity = std::max<std::size_t>(container.json.size(), 1);
    if (parser.allocate(capacity, std::max<std::size_t>(options.limits.jsonDepth, 1)) != simdjson::SUCCESS
        || parser.doc.allocate(capacity) != simdjson::SUCCESS) {
        throw importing::Refusal("JSON",
                                 fmt::format("has {}, for which there is not enough memory", counted(container.json.size(), "byte")));
    }
    askForLargePages(parser.doc, capacity);
    std::string mended;
    const Json root(parse(parser, container.json, isPadded || isFollowed(container.json, file), mended, scene.notes));
    if (!root.isObject()) {
        root.refuse("is not an object");
    }
    Document document(root, container, options, folder, scene.notes, scene.budget);
    readAsset(document);
    constexpr std::array<std::string_view, 6> readOfRoot{
        "KHR_lights_punctual", "KHR_character_skeleton_mapping", "VRMC_vrm", "VRMC_springBone", "VRMC_vrm_animation", "VRM"};
    scene.extensions = readKeptExtensions(document, root, readOfRoot);
    readBuffers(document);
    document.decoder = makeDecoder(document);
    readBufferViews(document);
    readAccessors(document);
    readMaterials(document, scene);
    readCameras(document, scene);
    readLights(document, scene);
    readMeshes(document, scene);
    readNodes(document, scene);
    importing::validateNodes(scene, options.limits);
    readScenes(document, scene);
    readSkins(document, scene);
    readAnimations(document, scene);
    if (std::ranges::any_of(scene.clips, [](const ClipDescription& clip) { return !clip.channels.empty(); })) {
        scene.keysOwner = document.kept();
    }
    readJointMappings(document, scene);
    readVrm(document, scene);
    scene.filesNamed.assign(document.filesNamed.begin(), document.filesNamed.end());
    return scene;
}

}  // namespace armature::gltf
