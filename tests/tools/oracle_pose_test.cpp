#include <fstream>
#include <optional>

#include <boost/test/unit_test.hpp>

#include "printed_json.hpp"
#include "program.hpp"

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

// Tolerances that the oracle's README gives for a library that computes in float.
constexpr double matrixTolerance = 1e-5;
constexpr double skinTolerance = 2e-5;

// Multiplies a matrix by the root's, as 16 numbers. Babylon.js puts left-handed scenes below an extra root node; for right-handed scenes,
// `root` is the identity.
std::vector<double> belowRoot(const glm::dmat4& root, const Json& matrix)
{
    const glm::dmat4 product = root * matrix.matrix();
    return {glm::value_ptr(product), glm::value_ptr(product) + 16};
}

void append(std::vector<double>& numbers, const std::vector<double>& more)
{
    numbers.insert(numbers.end(), more.begin(), more.end());
}

// Reads the vertices of an OBJ file, transformed by `root`.
std::vector<double> verticesOf(const std::filesystem::path& obj, const glm::dmat4& root)
{
    std::vector<double> numbers;
    std::ifstream stream(obj);
    for (std::string word; stream >> word; std::getline(stream, word)) {
        glm::dvec4 vertex(0., 0., 0., 1.);
        if (word == "v" && stream >> vertex.x >> vertex.y >> vertex.z) {
            const glm::dvec4 placed = root * vertex;
            append(numbers, {placed.x, placed.y, placed.z});
        }
    }
    return numbers;
}

struct GoldenComparison {
    const Json& golden;  // the case
    std::filesystem::path obj = emptyOutputDirectory("oracle_pose") / "posed.obj";
    glm::dmat4 root = golden["root"].matrix();

    // Compares one sample. Where Babylon.js has a quirk that contradicts the specification, the specification's value counts.
    void check(std::size_t animation, const Json& sample, OracleTally& tally) const
    {
        const std::string time = std::to_string(sample["t"].number());
        const std::string file = (OracleFile::directory() / golden["file"].text()).string();
        const Outcome outcome =
            runArmature({"pose", file, "--animation", std::to_string(animation), "--time", time, "--json", "--obj", obj.string()});
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        const PrintedJson json(outcome.output);

        std::vector<double> worlds;
        for (const Json& node : golden["nodes"].items()) {
            append(worlds, belowRoot(root, json["nodes"].items().at(node.index())["world"]));
        }
        const auto spec = sample.flag("quirk") ? sample.find("spec") : std::nullopt;
        compare(worlds, sample["nodeWorld"].numbers(), spec ? std::optional((*spec)["nodeWorld"].numbers()) : std::nullopt, matrixTolerance,
                tally);
        checkSkins(json, sample, spec, tally);
    }

private:
    static void compare(const std::vector<double>& actual, const std::vector<double>& golden,
                        const std::optional<std::vector<double>>& spec, double tolerance, OracleTally& tally)
    {
        const bool differs = spec && !nearNumbers(golden, *spec, tolerance);
        BOOST_TEST(nearNumbers(actual, differs ? *spec : golden, tolerance));
        differs ? tally.saneBecause("a spline or a short rotation outside its keys") : tally.equal();
    }

    void checkSkins(const PrintedJson& json, const Json& sample, const std::optional<Json>& spec, OracleTally& tally) const
    {
        const auto skins = json["skins"].items();
        const auto goldenSkins = sample.has("skins") ? sample["skins"].items() : std::vector<Json>{};
        BOOST_TEST_REQUIRE(skins.size() == goldenSkins.size());
        std::vector<double> points;
        for (std::size_t index = 0; index < skins.size(); ++index) {
            BOOST_TEST((skins[index]["joints"].numbers() == golden["skins"].items()[index]["joints"].numbers()));
            const Json& skin = skins[index];
            const std::vector<double> goldenSkin = goldenSkins[index]["skinWorld"].numbers();
            const auto specSkin = spec ? std::optional((*spec)["skinWorld"].items()[index].numbers()) : std::nullopt;
            std::vector<double> worlds;
            std::vector<double> hostFinals;
            const glm::dmat4 host = skin["host"].isNull() ? root : root * json["nodes"].items().at(skin["host"].index())["world"].matrix();
            for (std::size_t joint = 0; joint < skin["world"].items().size(); ++joint) {
                append(worlds, belowRoot(root, skin["world"].items()[joint]));
                append(hostFinals, belowRoot(host, skin["final"].items()[joint]));
            }
            compare(worlds, goldenSkin, specSkin, skinTolerance, tally);
            compare(hostFinals, goldenSkin, specSkin, skinTolerance, tally);
            append(points, goldenSkins[index]["skinnedWorldPositions"].numbers());
        }
        if (!spec && !skins.empty()) {  // the golden points follow the quirk
            compare(verticesOf(obj, root), points, std::nullopt, skinTolerance, tally);
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pose_oracle)

// Golden cases made with Babylon.js; see the README beside them.
BOOST_AUTO_TEST_CASE(the_program_poses_as_babylon_does)
{
    compareGolden("gltf", "gltf through armature pose", isAmongRounds, [&](const Json& golden, OracleTally& tally) {
        BOOST_TEST_CONTEXT(golden["id"].text() << ' ' << golden["kind"].text())
        {
            const GoldenComparison comparison{golden};
            const auto animations = golden["animations"].items();
            for (std::size_t animation = 0; animation < animations.size(); ++animation) {
                for (const Json& sample : animations[animation]["samples"].items()) {
                    comparison.check(animation, sample, tally);
                }
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
