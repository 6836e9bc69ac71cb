#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <import/fbx_record.hpp>
#include <import/point_cloud.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"

using namespace armature::test;

namespace {

struct FolderWithoutSpace {
    std::filesystem::path folder = emptyOutputDirectory("file_space");

    /// Returns the vertices of a file as the program poses it.
    [[nodiscard]] Points posedBy(std::vector<std::string> arguments) const
    {
        const std::filesystem::path obj = folder / "posed.obj";
        arguments.insert(arguments.begin(), "pose");
        arguments.insert(arguments.end(), {"--obj", obj.string()});
        const Outcome outcome = runArmature(arguments);
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        return readObjPoints(obj);
    }

    [[nodiscard]] std::string fileOf(const std::string& name, const std::vector<FbxRecord>& records) const
    {
        const std::vector<std::byte> bytes = fbxText(records);
        return writeFile(folder / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
};

void checkPoints(const Points& found, const Points& expected, double tolerance)
{
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        BOOST_TEST(glm::distance(found[i], expected[i]) < tolerance);
    }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(file_space, FolderWithoutSpace)

// The rig of fbx_record.hpp, by hand. At 1 s, "root" is at (50, 10, 0) and "hand", turned by 90 degrees, is at (80, 10, 0). Point 1 was
// bound 10 below "hand" and is now 10 to its right. Point 2, half weighted to "root" and half to "hand", was 15 to the left of "hand" and
// 10 above it.
BOOST_AUTO_TEST_CASE(an_fbx_file_is_posed_in_its_own_centimetres)
{
    const std::string file = fileOf("rig.fbx", fbxRig());
    const Points rest{{0., 0., 0.}, {30., 0., 0.}, {15., 20., 0.}};
    const Points waved{{50., 0., 0.}, {90., 10., 0.}, {67.5, 7.5, 0.}};
    checkPoints(posedBy({file, "--file-space"}), rest, 1e-5);
    checkPoints(posedBy({file, "--animation", "wave", "--time", "1", "--file-space"}), waved, 1e-4);
    Points inMetres = waved;
    for (glm::dvec3& point : inMetres) {
        point *= 0.01;
    }
    checkPoints(posedBy({file, "--animation", "0", "--time", "1"}), inMetres, 1e-6);
}

BOOST_AUTO_TEST_CASE(an_fbx_file_with_z_up_keeps_it)
{
    std::vector<FbxRecord> records = fbxRig();
    for (FbxRecord& property : fbxTop(records, "GlobalSettings").children.front().children) {
        const std::string& name = std::get<std::string>(property.values.front());
        if (name == "UpAxis") {
            property.values.back() = std::int64_t{2};
        } else if (name == "FrontAxis") {
            property.values.back() = std::int64_t{1};
        } else if (name == "FrontAxisSign") {
            property.values.back() = std::int64_t{-1};
        }
    }
    const std::string file = fileOf("z_up.fbx", records);
    checkPoints(posedBy({file, "--file-space"}), {{0., 0., 0.}, {30., 0., 0.}, {15., 20., 0.}}, 1e-5);
    checkPoints(posedBy({file}), {{0., 0., 0.}, {0.3, 0., 0.}, {0.15, 0., -0.2}}, 1e-6);
}

// A GLB converted from FBX keeps the FBX settings on its root, but a GLB's own unit is the metre.
BOOST_AUTO_TEST_CASE(the_own_space_of_gltf_is_the_world)
{
    const std::string gltf = writeFile(folder / "strip.gltf", stripModel());
    checkPoints(posedBy({gltf, "--file-space"}), posedBy({gltf}), 1e-9);
    const std::string glb = (folder / "rig.glb").string();
    BOOST_TEST_REQUIRE(runArmature({"convert", fileOf("rig.fbx", fbxRig()), "-o", glb}).status == 0);
    checkPoints(posedBy({glb, "--file-space"}), {{0., 0., 0.}, {0.3, 0., 0.}, {0.15, 0.2, 0.}}, 1e-6);
}

BOOST_AUTO_TEST_CASE(file_space_is_a_matter_of_obj_files)
{
    const std::string file = writeFile(folder / "strip.gltf", stripModel());
    const Outcome outcome = runArmature({"pose", file, "--file-space"});
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.errors.find("--obj") != std::string::npos, outcome.errors);
}

// Compares every seventh dump of the oracle, posed by other programs, with the program's output.
BOOST_AUTO_TEST_CASE(posed_fbx_files_are_as_their_dumps, *boost::unit_test::precondition(needsSharedData))
{
    simdjson::dom::parser parser;
    const auto cases = Json(parser.load((goldenSet().directory / "fbx.json").string()).value())["cases"].items();
    std::size_t number = 0;
    std::size_t compared = 0;
    for (const Json& file : cases) {
        for (const Json& pair : file["pairs"].items()) {
            if (++number % 7 != 0 || !pair.has("reader") || !(pair["reader"].number() < 1e-4)) {
                continue;
            }
            std::vector<std::string> command{(*sharedDirectory() / "corpus" / file["file"].text()).string(), "--file-space"};
            if (const auto stack = pair.find("stack"); stack && !stack->isNull()) {
                command.insert(command.end(), {"--animation", stack->text(), "--time", std::to_string(pair["time"].number())});
            }
            Points posed = posedBy(command);
            for (glm::dvec3& point : posed) {
                point = glm::dvec3(pair["toObj"].matrix() * glm::dvec4(point, 1.));
            }
            const Points dump = readObjPoints(*sharedDirectory() / "corpus" / pair["obj"].text());
            const double error = std::max(farthest(posed, dump), farthest(dump, posed)) / diagonalOf(dump);
            BOOST_TEST(error < 1e-3, pair["obj"].text() << ": " << error);
            ++compared;
        }
    }
    BOOST_TEST(compared >= 8u);
    reportExamined("oracle fbx dumps by the program", compared);
}

BOOST_AUTO_TEST_SUITE_END()
