#include "answer_program.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <armature/scene/scene.hpp>

#include "import/assimp/exchange_decoding.hpp"
#include "import/assimp/read_foreign.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "load_program.hpp"
#include "oracle.hpp"

namespace armature::test {

namespace {

/// Removes the first byte of `input` and returns it; 0 if `input` is empty.
std::uint32_t takeByte(std::span<const std::byte>& input)
{
    if (input.empty()) {
        return 0;
    }
    const auto byte = static_cast<std::uint32_t>(input.front());
    input = input.subspan(1);
    return byte;
}

void readScene(std::span<const std::byte> answer)
{
    ImportOptions options;  // small enough to try many inputs a second
    options.limits.nodes = 20'000;
    options.limits.keys = 500'000;
    importing::SceneDescription description;
    description.budget = importing::MemoryBudget(8u << 20u);
    description.budget.addBacking(answer.size());
    foreign::adopt(foreign::decode(answer, description.budget), std::nullopt, options, description);
    importing::validateMaterials(description);
    importing::validateSkins(description, options.limits);
    importing::validateInstances(description);
    importing::validateClips(description, options.limits);
    useScene(*importing::buildScene(std::move(description), options));
}

void readMesh(std::span<const std::byte> answer)
{
    constexpr std::array types{gltf::ComponentType::Byte,          gltf::ComponentType::UnsignedByte, gltf::ComponentType::Short,
                               gltf::ComponentType::UnsignedShort, gltf::ComponentType::UnsignedInt,  gltf::ComponentType::Float};
    gltf::DracoRequest request;
    request.vertices = takeByte(answer);
    request.faces = takeByte(answer);
    for (std::uint32_t count = takeByte(answer) % 8; count > 0; --count) {
        request.attributes.push_back({.id = count, .type = types[takeByte(answer) % types.size()], .components = takeByte(answer) % 5});
    }
    constexpr std::uint64_t allowance = 1u << 20u;
    importing::MemoryBudget budget(allowance);
    const gltf::DracoMesh mesh = foreign::readDracoAnswer(answer, request, budget);
    if (mesh.outcome == gltf::DracoOutcome::Decoded) {
        require(mesh.attributes.size() == request.attributes.size(), "an answer for each wish", "");
        require(mesh.bytes.size() == gltf::bytesOf(mesh, request), "as many bytes as were asked for", "");
    }
}

void readView(std::span<const std::byte> answer)
{
    gltf::MeshoptRequest request;
    request.count = takeByte(answer);
    request.stride = takeByte(answer);
    const auto view = foreign::readMeshoptAnswer(answer, request);
    require(!view || view->size() == request.count * request.stride, "as many bytes as were asked for", "");
}

}  // namespace

void readAnswer(std::span<const std::byte> input)
{
    try {
        switch (takeByte(input) % 3) {
        case 0: readScene(input); break;
        case 1: readMesh(input); break;
        default: readView(input); break;
        }
    } catch (const importing::Refusal& refusal) {
        requireMessage(std::string(refusal.place()) + ": " + refusal.what());
    } catch (const gltf::DecoderFailure& failure) {
        requireMessage(failure.what());
    } catch (const std::invalid_argument& refused) {
        requireMessage(refused.what());  // errors that only the library itself detects
    }
}

}  // namespace armature::test
