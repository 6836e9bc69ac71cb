#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "point_cloud.hpp"

// Compares scenes read from FBX files with meshes that authoring programs posed and exported, and with world matrices of nodes. The
// oracle's README explains how files, poses and dumps belong together. Everything is compared in the file's own unit and axes.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

constexpr double dumpTolerance = 1e-3;  // of the dump's diagonal
// Golden matrices come from curves baked at the frame rate and are rounded to seven digits; the library's come from floats.
constexpr double matrixTolerance = 2e-5;

// Poses that a file stores apart from its animations: the name in the dump, then the name in the file.
const std::map<std::string, std::string> storedPoses{{"bind1", "skinCluster1"}, {"bind2", "skinCluster2"}};

/// A file in one pose, with everything in the file's own unit and axes.
class PosedFile {
public:
    PosedFile(const Json& golden, const Json& pose) : scene_(loadScene(corpusDirectory() / golden["file"].text()))
    {
        if (const auto stack = pose.find("stack"); stack && !stack->isNull()) {
            AnimationGroup* group = scene_->findAnimationGroup(stack->text());
            BOOST_TEST_REQUIRE(group != nullptr, "no clip " << stack->text());
            group->goTo(pose["time"].number());
        } else if (const auto take = pose.find("take"); take && !take->isNull() && storedPoses.contains(take->text())) {
            for (const auto& stored : loadPoses(corpusDirectory() / golden["file"].text())) {
                if (stored->getName() == storedPoses.at(take->text())) {
                    scene_->createAnimationGroup(stored).goTo(0.);
                }
            }
        } else if (const auto frame = pose.find("dumpFrame"); frame && !frame->isNull()) {
            scene_->animationGroups().front()->goTo(frame->number() / 24.);
        }
        toFile_ = glm::inverse(glm::dmat4(scene_->nodes().front()->getWorldMatrix()));
    }

    [[nodiscard]] Points vertices() const
    {
        Points points;
        for (const MeshInstance* instance : scene_->meshInstances()) {
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                append(*instance, primitive, points);
            }
        }
        return points;
    }

    /// True if the file selects dual quaternion skinning, at least in part.
    [[nodiscard]] bool asksForDualQuaternions() const
    {
        return std::ranges::any_of(scene_->meshInstances(), [](const MeshInstance* instance) {
            return !instance->getMesh()->primitives().front().skin.dualQuaternionShares.empty();
        });
    }

    /// The vertices of the skinned meshes, skinned by the library with the method that each mesh selects.
    [[nodiscard]] Points verticesAsAsked() const
    {
        Points points;
        for (const MeshInstance* instance : scene_->meshInstances()) {
            const Skeleton& skeleton = *instance->getSkeleton();
            const glm::dmat4 toPoints = toFile_ * glm::dmat4(skeleton.getWorldMatrix());
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                std::vector<glm::vec3> skinned(primitive.positions.size());
                skinVerticesAsAsked({.positions = primitive.positions}, primitive.skin, skeleton.getFinalMatrices(),
                                    {.positions = skinned});
                for (const glm::vec3& position : skinned) {
                    points.emplace_back(toPoints * glm::dvec4(position, 1.));
                }
            }
        }
        return points;
    }

    /// The world matrix of a node; if its scale is separate, that of the child node with the scale.
    [[nodiscard]] glm::dmat4 world(const std::string& name) const
    {
        const TransformNode* scaled = scene_->findTransformNode(name + ":scale");
        const TransformNode* node = scaled != nullptr ? scaled : scene_->findTransformNode(name);
        BOOST_TEST_REQUIRE(node != nullptr, "no node " << name);
        return toFile_ * glm::dmat4(node->getWorldMatrix());
    }

private:
    /// Appends vertices computed by the definitions of morph targets and linear blend skinning.
    void append(const MeshInstance& instance, const Primitive& primitive, Points& points) const
    {
        std::vector<glm::dmat4> palette;
        if (instance.getSkeleton() != nullptr) {
            const glm::dmat4 host(instance.getSkeleton()->getWorldMatrix());
            for (const Affine& final : instance.getSkeleton()->getFinalMatrices()) {
                palette.push_back(toFile_ * host * toDmat4(final));
            }
        }
        const glm::dmat4 own = toFile_ * glm::dmat4(instance.getNode().getWorldMatrix());
        for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            glm::dvec3 position(primitive.positions[vertex]);
            for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
                position +=
                    static_cast<double>(instance.getMorphWeights()[target]) * glm::dvec3(primitive.morphTargets[target].positions[vertex]);
            }
            if (palette.empty()) {
                points.emplace_back(own * glm::dvec4(position, 1.));
                continue;
            }
            glm::dvec4 blended(0.);
            for (std::size_t i = 0; i < primitive.skin.influencesPerVertex; ++i) {
                const std::size_t influence = vertex * primitive.skin.influencesPerVertex + i;
                blended += static_cast<double>(primitive.skin.weights[influence])
                           * (palette[primitive.skin.joints[influence]] * glm::dvec4(position, 1.));
            }
            points.emplace_back(blended);
        }
    }

    std::unique_ptr<Scene> scene_;
    glm::dmat4 toFile_{1.};
};

class GoldenFbx {
public:
    GoldenFbx() { cases = Json(parser_.load((goldenSet().directory / "fbx.json").string()).value())["cases"].items(); }

    std::vector<Json> cases;

private:
    simdjson::dom::parser parser_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_golden)

BOOST_AUTO_TEST_CASE(fbx_meshes_are_posed_as_their_authoring_programs_pose_them, *boost::unit_test::precondition(needsSharedData))
{
    const GoldenFbx golden;
    std::size_t pairs = 0;
    std::size_t reproduced = 0;
    for (const Json& file : golden.cases) {
        for (const Json& pair : file["pairs"].items()) {
            const Points dump = readObjPoints(corpusDirectory() / pair["obj"].text());
            BOOST_TEST_REQUIRE(!dump.empty());
            const glm::dmat4 toObj = pair["toObj"].matrix();
            const PosedFile scene(file, pair);
            Points posed = scene.asksForDualQuaternions() ? scene.verticesAsAsked() : scene.vertices();
            for (glm::dvec3& point : posed) {
                point = glm::dvec3(toObj * glm::dvec4(point, 1.));
            }
            BOOST_TEST_REQUIRE(!posed.empty());
            const double error = std::max(farthest(posed, dump), farthest(dump, posed)) / diagonalOf(dump);
            const std::string name = fs::path(pair["obj"].text()).filename().string();
            ++pairs;
            if (error < dumpTolerance) {
                ++reproduced;
            } else {
                std::cout << "not reproduced: " << name << " by " << fs::path(file["file"].text()).filename().string() << ", " << error
                          << " of the diagonal\n";
            }
            BOOST_TEST(error < dumpTolerance, file["file"].text() << ", " << name << ": " << error);
        }
    }
    std::cout << reproduced << " of " << pairs << " posed meshes within " << dumpTolerance << " of their diagonals\n";
    BOOST_TEST(reproduced == pairs);
    reportExamined("oracle fbx meshes", pairs);
}

BOOST_AUTO_TEST_CASE(fbx_nodes_stand_where_other_readers_put_them, *boost::unit_test::precondition(needsSharedData))
{
    const GoldenFbx golden;
    std::size_t matrices = 0;
    std::size_t equal = 0;
    for (const Json& file : golden.cases) {
        if (!file.has("nodes")) {
            continue;
        }
        const auto names = file["nodes"].items();
        for (const Json& sample : file["samples"].items()) {
            const PosedFile posed(file, sample);
            const auto expected = sample["world"].matrices();
            BOOST_TEST_REQUIRE(expected.size() == names.size());
            for (std::size_t node = 0; node < names.size(); ++node) {
                BOOST_TEST_CONTEXT(file["file"].text() << ", " << names[node].text())
                {
                    const auto result = near(posed.world(names[node].text()), expected[node], matrixTolerance);
                    BOOST_TEST(result);
                    equal += result ? 1u : 0u;
                }
                ++matrices;
            }
        }
    }
    std::cout << equal << " of " << matrices << " node matrices within " << matrixTolerance << '\n';
    reportExamined("oracle fbx node matrices", matrices);
}

BOOST_AUTO_TEST_CASE(every_valid_fbx_file_of_the_corpus_loads, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t files = 0;
    std::size_t refused = 0;
    for (const auto& entry : fs::recursive_directory_iterator(corpusDirectory())) {
        if (entry.path().extension() != ".fbx") {
            continue;
        }
        ++files;
        BOOST_TEST_CONTEXT(entry.path())
        {
            const std::string folder = fs::relative(entry.path(), corpusDirectory()).begin()->string();
            try {
                const auto scene = loadScene(entry.path());
                BOOST_TEST(scene->nodes().size() > 1u);
                scene->animate(.1);
                scene->update();
            } catch (const ImportError& error) {
                ++refused;
                BOOST_TEST((folder == "invalid" || folder == "crashers"), error.what());
                BOOST_TEST(!error.getPlace().empty());
            }
        }
    }
    std::cout << files << " FBX files of the corpus, of which " << refused << " invalid ones are refused\n";
    reportExamined("corpus FBX files", files);
}

BOOST_AUTO_TEST_SUITE_END()
