#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "scene_difference.hpp"

// Positions as 16-bit integers (KHR_mesh_quantization). Inverse binds and nodes undo the quantisation.

using namespace armature;
using namespace armature::test;

namespace {

/// The properties of a scene that determine the error bound: the largest extent of meshes that share a grid, the largest factor by which a
/// pose stretches it, and the magnitude of the numbers.
struct Measures {
    double extent = 0.;
    double stretch = 0.;
    double magnitude = 0.;
};

double frobenius(const glm::mat4& matrix)
{
    double sum = 0.;
    for (int column = 0; column < 3; ++column) {
        sum += std::pow(static_cast<double>(glm::length(glm::vec3(matrix[column]))), 2.);
    }
    return std::sqrt(sum);
}

/// Measures a scene. Each extent covers a mesh and all meshes that could be skinned along with it; for simplicity, all skinned meshes count
/// together.
Measures measure(const Scene& scene)
{
    Measures measures;
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high(std::numeric_limits<float>::lowest());
    const auto note = [&measures](const glm::vec3& from, const glm::vec3& to) {
        const glm::vec3 extent = to - from;
        measures.extent = std::max<double>(measures.extent, std::max({extent.x, extent.y, extent.z}));
        measures.magnitude = std::max<double>({measures.magnitude, glm::length(from), glm::length(to)});
    };
    for (const MeshInstance* instance : scene.meshInstances()) {
        glm::vec3 lowHere(std::numeric_limits<float>::max());
        glm::vec3 highHere(std::numeric_limits<float>::lowest());
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            for (const glm::vec3& position : primitive.positions) {
                lowHere = glm::min(lowHere, position);
                highHere = glm::max(highHere, position);
            }
        }
        if (lowHere.x > highHere.x) {
            continue;
        }
        note(lowHere, highHere);
        glm::mat4 world = instance->getNode().getWorldMatrix();
        if (const Skeleton* skeleton = instance->getSkeleton()) {
            low = glm::min(low, lowHere);
            high = glm::max(high, highHere);
            world = skeleton->getWorldMatrix();
            for (std::size_t slot = 0; slot < skeleton->getFinalMatrices().size(); ++slot) {
                const Bone* bone = skeleton->getBoneByIndex(slot);
                const glm::mat4 moved = world * bone->getFinalMatrix();
                measures.stretch = std::max(measures.stretch, frobenius(moved));
                // Intermediate numbers from the grid to the world, each of which is rounded.
                measures.magnitude =
                    std::max<double>({measures.magnitude, glm::length(glm::vec3(moved[3])),
                                      frobenius(bone->getAbsoluteInverseBindMatrix()) * frobenius(world * bone->getAbsoluteMatrix())
                                          * std::max(1., measures.magnitude),
                                      glm::length(glm::vec3(bone->getAbsoluteInverseBindMatrix()[3]))
                                          * std::max(1., frobenius(world * bone->getAbsoluteMatrix()))});
            }
        }
        measures.stretch = std::max(measures.stretch, frobenius(world));
        measures.magnitude = std::max<double>(measures.magnitude, glm::length(glm::vec3(world[3])) + frobenius(world) * measures.magnitude);
    }
    if (low.x <= high.x) {
        note(low, high);
    }
    return measures;
}

/// The error bound: before the pose stretches it, a coordinate is off by at most half a step of 1/65535 of the extent. Floats are rounded a
/// few times.
double boundOf(const Measures& measures)
{
    return measures.extent / 131070. * std::sqrt(3.) * measures.stretch + 1e-6 * measures.magnitude;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(quantized_positions)

BOOST_AUTO_TEST_CASE(posed_vertices_of_all_models_are_off_by_no_more_than_the_bound)
{
    std::size_t models = 0, poses = 0, near = 0;
    double worst = 0.;
    for (const std::filesystem::path& file : validModels()) {
        std::unique_ptr<Scene> scene;
        try {
            scene = loadScene(file);
        } catch (const ImportError&) {
            continue;  // requires an extension that does not exist
        }
        if (scene->meshInstances().empty()) {
            continue;
        }
        BOOST_TEST_CONTEXT(file)
        {
            const auto small = loadScene(writeGltf(*scene, {.quantizePositions = true}).bytes, "written");
            const auto compare = [&] {
                const Measures measures = measure(*scene);
                const double distance = static_cast<double>(largestDistance(*scene, *small));
                BOOST_TEST(distance <= boundOf(measures));
                const double ofSteps =
                    measures.extent > 0. ? distance / (measures.extent / 131070. * std::sqrt(3.) * measures.stretch) : 0.;
                worst = std::max(worst, ofSteps);
                near += ofSteps > .1 ? 1 : 0;
                ++poses;
            };
            compare();
            for (std::size_t group = 0; group < scene->animationGroups().size(); ++group) {
                AnimationGroup* other = small->findAnimationGroup(scene->animationGroups()[group]->getName());
                const double middle = scene->animationGroups()[group]->getClip().getDuration() / 2.;
                if (other != nullptr && scene->findAnimationGroup(other->getName()) == scene->animationGroups()[group]) {
                    scene->animationGroups()[group]->goTo(middle);
                    other->goTo(middle);
                    compare();
                }
            }
            ++models;
        }
    }
    std::cout << "quantised positions: " << models << " models, " << poses << " poses, worst " << worst
              << " of half a step, above a tenth of one in " << near << '\n';
    BOOST_TEST(near > models / 4);  // otherwise nothing was quantised
    reportExamined("corpus files and samples, with quantised positions", models);
}

// By hand: extents of 2 and 4 make the step 4 / 65535; a coordinate is off by at most half of that, 2 / 65535. A flat box and a single
// point work, too.
BOOST_AUTO_TEST_CASE(a_mesh_without_skin_gets_a_node_that_undoes_it)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("crate", nullptr, {.translation = {1, 2, 3}, .scale = {2, 1, 1}});
    scene.createTransformNode("child", &node);
    MeshDescription mesh{.name = "box", .primitives = {Primitive{.positions = {{-1, 0, 7}, {1, 4, 7}, {.3f, .7f, 7}}}}};
    mesh.primitives[0].morphTargets = {{{{1, 0, 0}, {0, 0, 3}, {0, 0, 0}}}};
    mesh.morphWeights = {.5f};
    scene.addMeshInstance(mesh, node);
    scene.addMeshInstance(MeshDescription{.name = "point", .primitives = {Primitive{.positions = {{3, 4, 5}}}}},
                          scene.createTransformNode("dot"));
    ClipDescription clip{.name = "smile", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({.target = ChannelTarget::of(node), .path = ChannelPath::Weights, .components = 1, .values = {0, 1}});
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(std::move(clip)));
    const GltfFile file = writeGltf(scene, {.quantizePositions = true});
    BOOST_TEST(file.warnings.empty());
    const auto small = loadScene(file.bytes, "written");
    BOOST_TEST(small->nodes().size() == 5u);
    const TransformNode& undoing = *small->findTransformNode("crate:mesh");
    BOOST_TEST(undoing.getParent() == small->findTransformNode("crate"));
    BOOST_TEST((undoing.getTransform().translation == glm::vec3(-1, 0, 7)));
    BOOST_TEST((undoing.getTransform().scale == glm::vec3(4)));
    const double bound = 2. / 65535. * std::sqrt(1. + 1. + 4.) + 1e-6;  // the node is scaled by 2 along x
    for (const double seconds : {0., 1.}) {
        group.goTo(seconds);
        small->animationGroups()[0]->goTo(seconds);
        BOOST_TEST(largestDistance(scene, *small) <= bound);
    }
    BOOST_TEST(largestDistance(scene, *small) > 0.f);
    BOOST_TEST((writeGltf(*loadScene(file.bytes, "written"), {.quantizePositions = true}).bytes == file.bytes));
    const std::string json(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    BOOST_TEST(json.find("KHR_mesh_quantization", json.find("extensionsRequired")) != std::string::npos);
}

// Two meshes of one skin share a grid, which is in the inverse binds: no node is added.
BOOST_AUTO_TEST_CASE(skinned_meshes_of_one_skin_share_a_grid)
{
    const auto scene = Asset::rig().load();
    Skeleton& skeleton = *scene->skeletons()[0];
    MeshDescription far = scene->meshInstances()[0]->getMesh()->getDescription();
    far.name = "far";
    for (glm::vec3& position : far.primitives[0].positions) {
        position += glm::vec3(100, 0, 0);
    }
    scene->addMeshInstance(std::move(far), scene->createTransformNode("beside"), &skeleton);
    const auto small = loadScene(writeGltf(*scene, {.quantizePositions = true}).bytes, "written");
    BOOST_TEST(small->nodes().size() == scene->nodes().size());
    BOOST_TEST(small->skeletons().size() == 1u);
    BOOST_TEST(largestDistance(*scene, *small) <= boundOf(measure(*scene)));
    BOOST_TEST(largestDistance(*scene, *small) < .003f);
    for (const auto& instance : small->meshInstances()) {
        for (const glm::vec3& position : instance->getMesh()->primitives()[0].positions) {
            BOOST_TEST((glm::all(glm::lessThanEqual(position, glm::vec3(1))) && glm::all(glm::greaterThanEqual(position, glm::vec3(0)))));
        }
    }
}

BOOST_AUTO_TEST_CASE(files_get_smaller)
{
    Scene scene;
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    for (int i = 0; i < 3000; ++i) {
        primitive.positions.emplace_back(std::sin(static_cast<float>(i)), std::cos(static_cast<float>(i)), static_cast<float>(i) / 500.f);
    }
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("spiral"));
    // By hand: 12 bytes a vertex before, 8 afterwards, 2 of them padding.
    const std::size_t plain = writeGltf(scene).bytes.size();
    const std::size_t small = writeGltf(scene, {.quantizePositions = true}).bytes.size();
    BOOST_TEST(small < plain - 3000 * 4 + 500);
}

BOOST_AUTO_TEST_SUITE_END()
