#include <algorithm>
#include <iostream>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <support/precompiled.hpp>
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
    }
    reportExamined("poses bounded", examined);
}

BOOST_AUTO_TEST_SUITE_END()
