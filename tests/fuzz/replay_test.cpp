#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/file_content.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "../import/asset.hpp"
#include "../import/bvh_model.hpp"
#include "../import/vrm_asset.hpp"
#include "../import/worker_answer.hpp"
#include "../render/encoded_pictures.hpp"
#include "answer_program.hpp"
#include "cooked_program.hpp"
#include "graph_model.hpp"
#include "graph_program.hpp"
#include "json_mutator.hpp"
#include "load_program.hpp"
#include "model_mutator.hpp"
#include "picture_program.hpp"
#include "use_program.hpp"

// Runs the programs of libFuzzer (scripts/fuzz) on inputs made here, so that they compile and work with every compiler and sanitizer. They
// check themselves and throw Contradiction.

using namespace armature;
using namespace armature::test;

namespace {

/// How many inputs each program gets; ARMATURE_FUZZ_RUNS overrides it.
int countRuns(int usually)
{
    const char* runs = std::getenv("ARMATURE_FUZZ_RUNS");
    return runs != nullptr ? std::atoi(runs) : usually;
}

void flipBytes(std::span<std::uint8_t> bytes, std::mt19937_64& engine)
{
    for (int change = 0; change < 4 && !bytes.empty(); ++change) {
        bytes[engine() % bytes.size()] = static_cast<std::uint8_t>(engine());
    }
}

constexpr std::array pictureSeeds{pictures::paletteWithAlpha, pictures::sixteenBitsWithGamma,
                                  pictures::interlacedGray,   pictures::jpeg,
                                  pictures::progressiveJpeg,  pictures::grayJpeg,
                                  pictures::cmykJpeg,         pictures::losslessWebp,
                                  pictures::lossyWebp};

/// Inputs of readAnswer(): the kind of answer, the request and an answer to it.
std::vector<std::pair<std::string, std::vector<std::uint8_t>>> answerSeeds()
{
    const auto after = [](std::vector<std::uint8_t> begin, std::span<const std::byte> answer) {
        std::ranges::transform(answer, std::back_inserter(begin), [](std::byte byte) { return static_cast<std::uint8_t>(byte); });
        return begin;
    };
    return {{"scene.bin", after({0}, encode(fullScene()))},
            {"mesh.bin", after({1, 3, 1, 2, 5, 3, 1, 1}, meshAnswer())},
            {"view.bin", after({2, 2, 4}, viewAnswer())}};
}

}  // namespace

// Replaces the function that libFuzzer offers to custom mutators.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t)
{
    std::mt19937_64 engine(size);
    flipBytes(std::span(data, size), engine);
    return size;
}

BOOST_AUTO_TEST_SUITE(fuzz)

// scripts/fuzz starts with these seeds if no other models are available.
BOOST_AUTO_TEST_CASE(the_seeds_are_the_rigs_of_these_tests)
{
    BOOST_TEST(contentOf(sourceDirectory() / "tests/fuzz/seeds/rig.bvh") == bvhRig());
    const std::array<std::pair<const char*, std::vector<std::byte>>, 3> seeds{
        {{"rig.glb", Asset::rig().glb()}, {"vrm_1.glb", VrmAsset::version1().glb()}, {"vrm_0.glb", VrmAsset::version0().glb()}}};
    for (const auto& [name, bytes] : seeds) {
        const std::string seed = contentOf(sourceDirectory() / "tests/fuzz/seeds" / name);
        BOOST_TEST((seed == std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())), name);
    }
}

BOOST_AUTO_TEST_CASE(the_seeds_of_pictures_are_those_of_the_decoders_tests)
{
    std::size_t examined = 0;
    for (const auto& file : std::filesystem::directory_iterator(sourceDirectory() / "tests/fuzz/pictures")) {
        const bool isKnown = std::ranges::any_of(pictureSeeds, [&](std::string_view hex) {
            const auto bytes = imageFromHex(hex).bytes;
            return contentOf(file.path()) == std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        });
        BOOST_TEST(isKnown, file.path());
        ++examined;
    }
    BOOST_TEST(examined == pictureSeeds.size());
}

BOOST_AUTO_TEST_CASE(the_seed_of_graphs_has_every_kind_of_node)
{
    BOOST_TEST(contentOf(sourceDirectory() / "tests/fuzz/graphs/full.json") == fullGraph());
}

BOOST_AUTO_TEST_CASE(mutants_of_graphs_play_or_are_refused)
{
    Random random(20261127);
    const int runs = countRuns(400);
    for (int run = 0; run < runs; ++run) {
        std::string mutant = fullGraph();
        std::mt19937 engine(static_cast<std::uint32_t>(random.engine()()));
        for (int generation = random.integer(1, 3); generation > 0; --generation) {
            mutateJson(mutant, engine);
        }
        BOOST_TEST_CONTEXT("run " << run)
        {
            playGraph(std::as_bytes(std::span(mutant)));
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(the_seeds_of_answers_are_what_workers_say_now)
{
    for (const auto& [name, answer] : answerSeeds()) {
        BOOST_TEST((contentOf(sourceDirectory() / "tests/fuzz/answers" / name) == std::string(answer.begin(), answer.end())), name);
        readAnswer(std::as_bytes(std::span(answer)));
    }
}

BOOST_AUTO_TEST_CASE(mutants_of_answers_are_read_into_something_usable_or_refused)
{
    Random random(20261126);
    const auto seeds = answerSeeds();
    const int runs = countRuns(2000);
    for (int run = 0; run < runs; ++run) {
        auto mutant = seeds[static_cast<std::size_t>(run) % seeds.size()].second;
        flipBytes(std::span(mutant).subspan(1), random.engine());
        mutant.resize(mutant.size() - static_cast<std::size_t>(random.integer(0, run % 2 == 0 ? 0 : 10)));
        BOOST_TEST_CONTEXT("run " << run)
        {
            readAnswer(std::as_bytes(std::span(mutant)));
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(mutants_of_pictures_are_decoded_or_refused)
{
    Random random(20261124);
    const int runs = countRuns(3000);
    for (int run = 0; run < runs; ++run) {
        auto mutant = imageFromHex(pictureSeeds[static_cast<std::size_t>(run) % pictureSeeds.size()]).bytes;
        flipBytes(std::span(reinterpret_cast<std::uint8_t*>(mutant.data()), mutant.size()), random.engine());
        mutant.resize(mutant.size() - static_cast<std::size_t>(random.integer(0, run % 2 == 0 ? 0 : 40)));
        BOOST_TEST_CONTEXT("run " << run)
        {
            decodePicture(mutant);
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(mutants_of_a_rig_load_into_something_usable_or_are_refused)
{
    Random random(20261122);
    const auto whole = Asset::rig().glb();
    const std::vector<std::uint8_t> rig(reinterpret_cast<const std::uint8_t*>(whole.data()),
                                        reinterpret_cast<const std::uint8_t*>(whole.data()) + whole.size());
    loadAndUse(whole);
    const int runs = countRuns(400);
    for (int run = 0; run < runs; ++run) {
        auto mutant = rig;
        for (int generation = random.integer(1, 4); generation > 0; --generation) {
            mutant = mutateModel(mutant, static_cast<std::uint32_t>(random.engine()()),
                                 [&](std::span<std::uint8_t> bytes) { flipBytes(bytes, random.engine()); });
        }
        BOOST_TEST_CONTEXT("run " << run)
        {
            loadAndUse(std::as_bytes(std::span(mutant)));
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(mutants_of_a_bvh_rig_load_into_something_usable_or_are_refused)
{
    Random random(20261125);
    const std::string rig = bvhRig();
    loadAndUse(std::as_bytes(std::span(rig)));
    const int runs = countRuns(400);
    for (int run = 0; run < runs; ++run) {
        std::string mutant = rig;
        const auto at = static_cast<std::size_t>(random.integer(0, static_cast<int>(rig.size()) - 1));
        if (random.chance(.5)) {
            mutant[at] = static_cast<char>(random.integer('+', '9'));  // digits, signs, the point
        } else {
            flipBytes(std::span(reinterpret_cast<std::uint8_t*>(mutant.data()), mutant.size()).subspan(at), random.engine());
        }
        BOOST_TEST_CONTEXT("run " << run)
        {
            loadAndUse(std::as_bytes(std::span(mutant)));
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(mutants_of_cooked_files_are_usable_or_refused)
{
    Random random(20261126);
    const std::string motion = bvhRig();
    const std::array seeds{cookModel(Asset::rig().glb()), cookModel(std::as_bytes(std::span(motion)))};
    const int runs = countRuns(4000);
    for (const auto& seed : seeds) {
        BOOST_TEST_REQUIRE(!seed.empty());
        openAndUse(seed);
        for (int run = 0; run < runs / 2; ++run) {
            auto mutant = seed;
            const auto bytes = std::span(reinterpret_cast<std::uint8_t*>(mutant.data()), mutant.size());
            if (random.chance(.5)) {  // the beginning holds the numbers that locate the others
                flipBytes(bytes.first(std::min<std::size_t>(bytes.size(), 1024)), random.engine());
            } else {
                bytes[random.engine()() % bytes.size()] = static_cast<std::uint8_t>(random.engine()());
            }
            if (random.chance(.05)) {
                mutant.resize(random.engine()() % mutant.size());
            }
            BOOST_TEST_CONTEXT("run " << run)
            {
                openAndUse(mutant);
            }
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_CASE(random_calls_keep_the_contract)
{
    Random random(20261123);
    const int runs = countRuns(300);
    for (int run = 0; run < runs; ++run) {
        std::vector<std::byte> input(static_cast<std::size_t>(random.integer(50, 3000)));
        std::ranges::generate(input, [&] { return static_cast<std::byte>(random.integer(0, 255)); });
        BOOST_TEST_CONTEXT("run " << run)
        {
            useAtRandom(input);
        }
    }
    BOOST_TEST(runs > 0);
}

BOOST_AUTO_TEST_SUITE_END()
