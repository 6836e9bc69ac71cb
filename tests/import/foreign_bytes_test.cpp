#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <support/random.hpp>

#include "import/assimp/read_foreign.hpp"
#include "import/assimp/worker_scene.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "worker_answer.hpp"

// The bytes that a worker process hands over: a scene comes back as it was, and any other bytes are refused or give a description that is
// checked like any other.

using namespace armature;
using namespace armature::foreign;
using namespace armature::test;

namespace {

WorkerScene decoded(std::span<const std::byte> bytes, std::uint64_t budget = 1u << 20u)
{
    importing::MemoryBudget memory(budget);
    return decode(bytes, memory);
}

auto saysInText(std::string_view text)
{
    return [text](const importing::Refusal& refusal) { return std::string_view(refusal.what()).find(text) != std::string_view::npos; };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(foreign_bytes)

BOOST_AUTO_TEST_CASE(a_scene_comes_back_as_it_was)
{
    const WorkerScene scene = fullScene();
    const auto bytes = encode(scene);
    const WorkerScene back = decoded(bytes);
    BOOST_TEST((encode(back) == bytes));
    // Members checked by hand, one of each kind, in case one is neither written nor read.
    BOOST_TEST(back.scene.nodes[1].name == "bone\n");
    BOOST_TEST((back.scene.nodes[0].matrix == scene.scene.nodes[0].matrix));
    BOOST_TEST((back.scene.nodes[1].transform == scene.scene.nodes[1].transform));
    BOOST_TEST((back.scene.nodes[2].parent == 1u && !back.scene.nodes[2].isShown && back.scene.nodes[1].boneLength == 0.5f));
    BOOST_TEST((back.scene.skins[0].inverseBinds == scene.scene.skins[0].inverseBinds && back.scene.skins[0].root == 1u));
    const Primitive& primitive = back.meshes[0].primitives[0];
    BOOST_TEST((primitive.topology == PrimitiveTopology::TriangleStrip && primitive.material == 0u));
    BOOST_TEST((primitive.tangents == scene.meshes[0].primitives[0].tangents));
    BOOST_TEST((primitive.textureCoordinates == scene.meshes[0].primitives[0].textureCoordinates));
    BOOST_TEST((primitive.skin.weights == scene.meshes[0].primitives[0].skin.weights));
    BOOST_TEST((primitive.morphTargets[0].tangents == scene.meshes[0].primitives[0].morphTargets[0].tangents));
    BOOST_TEST((back.scene.instances[0].skin == 0u && back.scene.instances[0].morphWeights == std::vector<float>{0.5f}));
    BOOST_TEST((back.scene.materials[0].normalTexture->wrapT == TextureWrap::ClampToEdge));
    BOOST_TEST((back.scene.clips[0].channels[0].interpolation == Interpolation::Step));
    BOOST_TEST(back.scene.clips[0].channels[0].target.index == 1u);
    BOOST_TEST((back.findings[0].kind == FindingKind::TimesBeforeZero));
}

BOOST_AUTO_TEST_CASE(every_prefix_is_refused_and_so_is_a_byte_too_many)
{
    auto bytes = encode(fullScene());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::vector<std::byte> prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        BOOST_CHECK_THROW(static_cast<void>(decoded(prefix)), importing::Refusal);
    }
    bytes.push_back(std::byte{0});
    BOOST_CHECK_EXCEPTION(static_cast<void>(decoded(bytes)), importing::Refusal, saysInText("goes on after its end for 1 byte"));
}

BOOST_AUTO_TEST_CASE(another_version_is_refused)
{
    auto bytes = encode(fullScene());
    bytes[4] ^= std::byte{4};
    BOOST_CHECK_EXCEPTION(static_cast<void>(decoded(bytes)), importing::Refusal,
                          saysInText("install the worker that belongs to this library"));
}

// The scene's name comes first: its length follows the eight bytes of magic and version.
BOOST_AUTO_TEST_CASE(counts_beyond_the_bytes_that_are_there_are_refused_before_memory_is_taken)
{
    auto bytes = encode(fullScene());
    for (const std::uint64_t lie : {std::uint64_t{1} << 20u, std::uint64_t{1} << 40u, std::numeric_limits<std::uint64_t>::max()}) {
        std::memcpy(bytes.data() + 8, &lie, sizeof(lie));
        BOOST_CHECK_EXCEPTION(static_cast<void>(decoded(bytes)), importing::Refusal, saysInText("announces"));
    }
}

BOOST_AUTO_TEST_CASE(what_is_taken_is_charged)
{
    WorkerScene scene;
    scene.scene.nodes.resize(1000);
    const auto bytes = encode(scene);
    BOOST_TEST(decoded(bytes).scene.nodes.size() == 1000u);
    // A node of the scene is charged 800 bytes.
    BOOST_CHECK_EXCEPTION(static_cast<void>(decoded(bytes, 700'000)), importing::Refusal, saysInText("ImportLimits::unbackedBytes"));
}

BOOST_AUTO_TEST_CASE(weights_that_do_not_fit_the_vertices_are_refused)
{
    for (const std::size_t influences : {0u, 1u, 3u, 4u, 1000u}) {
        WorkerScene worker = fullScene();
        worker.meshes[0].primitives[0].skin.influencesPerVertex = influences;
        importing::SceneDescription description;
        BOOST_CHECK_THROW(adopt(std::move(worker), std::nullopt, {}, description), importing::Refusal);
    }
}

BOOST_AUTO_TEST_CASE(channels_whose_values_do_not_fit_their_path_are_refused)
{
    for (const std::size_t components :
         {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{6}, std::numeric_limits<std::size_t>::max() / 3 + 2}) {
        WorkerScene worker = fullScene();
        worker.scene.clips[0].channels[0].components = components;
        importing::SceneDescription description;
        description.budget = importing::MemoryBudget(1u << 20u);
        adopt(std::move(worker), std::nullopt, {}, description);
        BOOST_CHECK_EXCEPTION(importing::validateClips(description, {}), importing::Refusal, saysInText("has values of"));
    }
}

BOOST_AUTO_TEST_CASE(spoilt_answers_are_refused_or_become_a_valid_description)
{
    Random random(20261122);
    const auto whole = encode(fullScene());
    std::size_t refused = 0;
    std::size_t accepted = 0;
    const char* const wanted = std::getenv("ARMATURE_ANSWER_MUTANTS");
    const int mutants = wanted != nullptr ? std::atoi(wanted) : 20'000;
    for (int mutant = 0; mutant < mutants; ++mutant) {
        auto bytes = whole;
        for (int change = 0; change < 1 + mutant % 4; ++change) {
            const int at = random.integer(0, static_cast<int>(bytes.size()) - 1);
            bytes[static_cast<std::size_t>(at)] = static_cast<std::byte>(random.integer(0, 255));
        }
        importing::SceneDescription description;
        description.budget = importing::MemoryBudget(1u << 20u);
        try {
            adopt(decode(bytes, description.budget), std::nullopt, {}, description);
            importing::validateMaterials(description);
            importing::validateSkins(description, {});
            importing::validateInstances(description);
            importing::validateClips(description, {});
            const auto scene = importing::buildScene(std::move(description), {});
            for (AnimationGroup* group : scene->animationGroups()) {
                group->play();
            }
            scene->animate(0.25);
            scene->update();
            ++accepted;
        } catch (const importing::Refusal&) {
            ++refused;
        } catch (const std::invalid_argument&) {
            ++refused;  // errors that only the library itself detects
        }
    }
    BOOST_TEST_MESSAGE(refused << " refused, " << accepted << " accepted");
    BOOST_TEST(refused > static_cast<std::size_t>(mutants) / 20);
    BOOST_TEST(accepted > static_cast<std::size_t>(mutants) / 20);
}

BOOST_AUTO_TEST_SUITE_END()
