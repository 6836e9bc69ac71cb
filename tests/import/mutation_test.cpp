#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "spoil.hpp"
#include "vrm_asset.hpp"

// Good files with a few bytes, numbers or values changed at random: each is refused with an ImportError or loads into a scene that works.
// Anything else that goes wrong is left to the sanitizer presets.

using namespace armature;
using namespace armature::test;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::string_view lies[] = {"0",  "-1",  "1",  "2",    "7",    "255",  "65535", "4294967295", "9007199254740992", "1e300",   "0.5",
                                     "[]", "[0]", "{}", "\"\"", "null", "true", "5120",  "5126",       "\"MAT4\"",         "\"VEC3\""};

/// A GLB with numbers of its JSON replaced; the header stays correct.
Bytes withSpoiltJson(const Bytes& glb, Random& random)
{
    std::size_t length = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) {
        length |= std::to_integer<std::size_t>(glb[12 + byte]) << (8 * byte);
    }
    std::string text(reinterpret_cast<const char*>(glb.data()) + 20, length);
    for (int change = random.integer(1, 3); change > 0; --change) {
        text = withSpoiltNumber(std::move(text), lies, random);
    }
    text.resize((text.size() + 3) / 4 * 4, ' ');
    Bytes out(glb.begin(), glb.begin() + 20);
    const Bytes json = bytesOf(text);
    out.insert(out.end(), json.begin(), json.end());
    out.insert(out.end(), glb.begin() + 20 + static_cast<std::ptrdiff_t>(length), glb.end());
    for (std::size_t byte = 0; byte < 4; ++byte) {
        out[12 + byte] = static_cast<std::byte>(text.size() >> (8 * byte) & 0xff);
        out[8 + byte] = static_cast<std::byte>(out.size() >> (8 * byte) & 0xff);
    }
    return out;
}

/// A GLB with changed bytes in its last chunk, the binary one: the JSON stays correct, but the data that it describes does not.
Bytes withSpoiltData(Bytes glb, Random& random)
{
    const std::size_t begin =
        20
        + (std::to_integer<std::size_t>(glb[12]) | std::to_integer<std::size_t>(glb[13]) << 8 | std::to_integer<std::size_t>(glb[14]) << 16)
        + 8;
    if (begin >= glb.size()) {
        return glb;
    }
    for (int change = random.integer(1, 4); change > 0; --change) {
        const std::size_t at = begin + placeIn(random, glb.size() - begin);
        glb[at] = random.chance(.3) ? std::byte{0xff} : static_cast<std::byte>(random.integer(0, 255));
    }
    return glb;
}

struct MutationTally {
    std::size_t loaded = 0;
    std::size_t refused = 0;
};

/// Cycles of springs and constraints are refused; files may contain them.
void animateVrm(Scene& scene, std::size_t model)
{
    try {
        VrmCharacter character(scene, model);
        for (const VrmExpression& expression : character.getModel().expressions) {
            character.setExpression(expression.name, 0.75f);
        }
        character.lookAt(glm::vec3(1.f, 2.f, 3.f));
        character.update(0.02);
        static_cast<void>(writeGltf(scene));
    } catch (const std::invalid_argument& refused) {
        BOOST_TEST(std::string_view(refused.what()).find("in a circle") != std::string_view::npos, refused.what());
    }
}

void loadAndPlay(const Bytes& bytes, MutationTally& tally)
{
    ImportOptions options;
    options.limits.unbackedBytes = 16u << 20;
    try {
        const auto scene = loadExact(bytes, options);
        for (AnimationGroup* group : scene->animationGroups()) {
            group->goTo(.7);
        }
        scene->update();
        for (std::size_t model = 0; model < vrmModels(*scene).size(); ++model) {
            animateVrm(*scene, model);
        }
        ++tally.loaded;
    } catch (const ImportError&) {
        ++tally.refused;
    }
}

void reportTally(std::string_view what, const MutationTally& tally)
{
    std::cout << what << ": " << tally.loaded << " loaded, " << tally.refused << " refused\n";
    BOOST_TEST(tally.refused > 0u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mutation)

BOOST_AUTO_TEST_CASE(a_rig_with_spoilt_bytes_is_refused_or_works)
{
    Random random(1);
    MutationTally tally;
    const Bytes glb = Asset::rig().glb();
    const Bytes gltf = Asset::rig().gltf();
    for (int round = 0; round < 1000; ++round) {
        loadAndPlay(withSpoiltBytes(round % 2 == 0 ? glb : gltf, random), tally);
    }
    reportTally("mutants of a rig by bytes", tally);
}

BOOST_AUTO_TEST_CASE(a_rig_with_spoilt_numbers_is_refused_or_works)
{
    Random random(2);
    MutationTally tally;
    const Bytes glb = Asset::rig().glb();
    for (int round = 0; round < 2000; ++round) {
        loadAndPlay(withSpoiltJson(glb, random), tally);
    }
    reportTally("mutants of a rig by numbers", tally);
    BOOST_TEST(tally.loaded > 0u);
}

BOOST_AUTO_TEST_CASE(a_rig_with_spoilt_data_is_refused_or_works)
{
    Random random(4);
    MutationTally tally;
    const Bytes glb = Asset::rig().glb();
    for (int round = 0; round < 2000; ++round) {
        loadAndPlay(withSpoiltData(glb, random), tally);
    }
    reportTally("mutants of a rig by data", tally);
    BOOST_TEST(tally.loaded > 500u);
}

BOOST_AUTO_TEST_CASE(vrm_files_with_spoilt_bytes_and_numbers_are_refused_or_work)
{
    Random random(5);
    MutationTally tally;
    for (const Bytes& glb : {VrmAsset::version1().glb(), VrmAsset::version0().glb()}) {
        for (int round = 0; round < 500; ++round) {
            loadAndPlay(withSpoiltBytes(glb, random), tally);
            loadAndPlay(withSpoiltJson(glb, random), tally);
            loadAndPlay(withSpoiltJson(glb, random), tally);
        }
    }
    reportTally("mutants of VRM files", tally);
    BOOST_TEST(tally.loaded > 100u);
}

BOOST_AUTO_TEST_CASE(corpus_files_with_spoilt_bytes_are_refused_or_work, *boost::unit_test::precondition(needsSharedData))
{
    Random random(3);
    MutationTally tally;
    std::vector<Bytes> seeds;
    for (const auto& file : modelsIn("valid")) {
        if (auto bytes = readAll(file); bytes.size() < 100'000) {
            seeds.push_back(std::move(bytes));
        }
    }
    BOOST_REQUIRE(!seeds.empty());
    for (int round = 0; round < 2000; ++round) {
        const Bytes& seed = seeds[placeIn(random, seeds.size())];
        const bool isGlb = seed.size() > 28 && seed[0] == std::byte{'g'};
        const int way = isGlb ? random.integer(0, 2) : 0;
        loadAndPlay(way == 0   ? withSpoiltBytes(seed, random)
                    : way == 1 ? withSpoiltJson(seed, random)
                               : withSpoiltData(seed, random),
                    tally);
    }
    reportTally("mutants of corpus files", tally);
    reportExamined("corpus files as seeds of mutants", seeds.size());
}

BOOST_AUTO_TEST_CASE(compressed_data_with_spoilt_bytes_are_refused_or_work, *boost::unit_test::precondition(needsSharedData))
{
    Random random(5);
    const auto valid = corpusDirectory() / "valid";
    const Bytes seeds[] = {
        Asset::fromFiles(valid / "gltf-transform/DracoSparseMesh.gltf", valid / "gltf-transform/DracoSparseMesh.bin").glb(),
        readAll(valid / "packed-fox/fox_cc.glb"),
        readAll(valid / "packed-fox/fox_draco.glb"),
    };
    MutationTally tally;
    for (int round = 0; round < rounds(3000); ++round) {
        loadAndPlay(withSpoiltData(seeds[round % 3], random), tally);
    }
    reportTally("mutants of compressed data", tally);
    reportExamined("corpus files with compressed data as seeds of mutants", std::size(seeds));
}

BOOST_AUTO_TEST_SUITE_END()
