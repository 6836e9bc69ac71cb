#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"

using namespace armature;
using namespace armature::test;

namespace {

struct Boxes {
    Aabb tight;
    Aabb linear;
    Aabb tightDual;
    Aabb dual;
};

double volumeOf(const Aabb& box)
{
    const glm::dvec3 size(box.getSize());
    return size.x * size.y * size.z;
}

/// How much larger boxes are than the tight ones.
struct Ratio {
    void add(const Aabb& box, const Aabb& tight)
    {
        const double ratio = volumeOf(box) / volumeOf(tight);
        most = std::max(most, ratio);
        sum += ratio;
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }

    double most = 0.;
    double sum = 0.;
    int count = 0;
};

bool contains(const Aabb& outer, const Aabb& inner)
{
    return glm::all(glm::lessThanEqual(outer.minimum, inner.minimum)) && glm::all(glm::greaterThanEqual(outer.maximum, inner.maximum));
}

/// Of all skinned meshes, each in its skeleton's space.
Boxes boxesOf(const Scene& scene, const std::vector<JointBounds>& bounds)
{
    Boxes boxes;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const MeshInstance& instance = *scene.meshInstances()[i];
        const auto palette = instance.getSkeleton()->getFinalMatrices(instance.getInverseBindSet());
        DualQuaternionPalette dual;
        dual.assign(palette);
        for (const Primitive& primitive : instance.getMesh()->primitives()) {
            std::vector<glm::vec3> places(primitive.positions.size());
            morphPositions(primitive, instance.getMorphWeights(), places);
            std::vector<glm::vec3> skinned(places.size());
            skinVertices({.positions = places}, primitive.skin, palette, {.positions = skinned});
            std::ranges::for_each(skinned, [&](const glm::vec3& place) { boxes.tight.extend(place); });
            skinVertices({.positions = places}, primitive.skin, dual, {.positions = skinned});
            std::ranges::for_each(skinned, [&](const glm::vec3& place) { boxes.tightDual.extend(place); });
        }
        boxes.linear.extend(bounds[i].enclose(palette, instance.getMorphWeights()));
        boxes.dual.extend(bounds[i].enclose(dual, instance.getMorphWeights()));
    }
    return boxes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(joint_bounds_corpus)

BOOST_AUTO_TEST_CASE(boxes_of_characters_are_not_much_larger_than_they_must_be, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t examined = 0;
    for (const char* file : {"bevy/Fox.glb", "raylib/greenman.glb", "khronos-samples/rigged_simple.gltf",
                             "blender-io/03_skinned_cylinder/03_skinned_cylinder.gltf"}) {
        const auto scene = loadScene(corpusDirectory() / "valid" / file);
        std::vector<JointBounds> bounds;
        for (const MeshInstance* instance : scene->meshInstances()) {
            BOOST_REQUIRE(instance->getSkeleton() != nullptr);
            bounds.emplace_back(*instance->getMesh());
        }
        Ratio linear;
        Ratio withDual;
        for (AnimationGroup* group : scene->animationGroups()) {
            group->play();
            for (int frame = 0; frame < 30; ++frame) {
                group->advance(group->getClip().getDuration() / 30.);
                const Boxes boxes = boxesOf(*scene, bounds);
                BOOST_TEST(contains(boxes.linear, boxes.tight));
                BOOST_TEST(contains(boxes.dual, boxes.tightDual));
                linear.add(boxes.linear, boxes.tight);
                withDual.add(boxes.dual, boxes.tightDual);
                ++examined;
            }
            group->stop();
        }
        std::cout << file << ": boxes are " << linear.mean() << " times as large as the tight ones, at most " << linear.most << "; "
                  << withDual.mean() << " and " << withDual.most << " with dual quaternions\n";
        BOOST_TEST(linear.most <= 1.6);
        BOOST_TEST(withDual.mean() <= 2.3);
    }
    reportExamined("poses bounded", examined);
}

namespace {

/// Each bone turned away from its rest by up to 60 degrees, about any axis.
void turnBones(Scene& scene, Random& random)
{
    for (const auto& skeleton : scene.skeletons()) {
        skeleton->returnToRest();
        for (Bone* bone : skeleton->bones()) {
            bone->rotate(random.direction(), random.real(0.f, 1.047f));
        }
    }
}

/// What is flat has no volume to compare with.
bool isSolid(const Aabb& box)
{
    const glm::vec3 size = box.getSize();
    return std::min({size.x, size.y, size.z}) > 1e-2f * std::max({size.x, size.y, size.z});
}

struct Ratios {
    Ratio linear;
    Ratio dual;
    std::size_t examined = 0;

    void add(const Scene& scene, const std::vector<JointBounds>& bounds)
    {
        const Boxes boxes = boxesOf(scene, bounds);
        BOOST_TEST(contains(boxes.linear, boxes.tight));
        BOOST_TEST(contains(boxes.dual, boxes.tightDual));
        ++examined;
        if (isSolid(boxes.tight) && isSolid(boxes.tightDual)) {
            linear.add(boxes.linear, boxes.tight);
            dual.add(boxes.dual, boxes.tightDual);
        }
    }
};

}  // namespace

// No vertex leaves its boxes, in its own motion or one that nobody made for it; in its own they stay as small as they are said to be.
BOOST_AUTO_TEST_CASE(boxes_of_every_skinned_model_enclose_it_in_any_motion, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t examined = 0;
    std::size_t compared = 0;
    Random random(20);
    for (const std::filesystem::path& file : modelsIn("valid")) {
        std::unique_ptr<Scene> scene;
        try {
            scene = loadScene(file);
        } catch (const Error&) {
            continue;
        }
        std::vector<JointBounds> bounds;
        for (const MeshInstance* instance : scene->meshInstances()) {
            if (instance->getSkeleton() == nullptr) {
                break;
            }
            bounds.emplace_back(*instance->getMesh());
        }
        if (bounds.empty() || bounds.size() != scene->meshInstances().size()) {
            continue;
        }
        Ratios own;
        for (AnimationGroup* group : scene->animationGroups()) {
            group->play();
            for (int frame = 0; frame < 10; ++frame) {
                group->advance(group->getClip().getDuration() / 10.);
                own.add(*scene, bounds);
            }
            group->stop();
        }
        Ratios foreign;
        for (int pose = 0; pose < 10; ++pose) {
            turnBones(*scene, random);
            foreign.add(*scene, bounds);
        }
        examined += own.examined + foreign.examined;
        for (const Ratios* ratios : {&own, &foreign}) {
            if (ratios->linear.count == 0) {
                continue;
            }
            ++compared;
            std::cout << file.filename().string() << (ratios == &own ? ", own motion" : ", turned bones") << ": " << ratios->linear.mean()
                      << " times as large, at most " << ratios->linear.most << "; " << ratios->dual.mean() << " and " << ratios->dual.most
                      << " with dual quaternions\n";
        }
        // Bones that are turned at random by 60 degrees each fold a model into less than its boxes: enclosed, but not compared.
        BOOST_TEST((own.linear.count == 0 || own.linear.most < 1.6), file << ": " << own.linear.most);
        BOOST_TEST((own.dual.count == 0 || own.dual.most < 5.), file << ": " << own.dual.most << " with dual quaternions");
    }
    reportExamined("poses of the corpus bounded", examined);
    BOOST_TEST(compared > 20u);
}

BOOST_AUTO_TEST_SUITE_END()
