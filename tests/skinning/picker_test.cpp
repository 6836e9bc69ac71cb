#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using armature::test::near;
using armature::test::Random;
using armature::test::reportExamined;
using armature::test::rounds;

namespace {

constexpr int boneCount = 9;

/// A crumpled sheet along y: triangles, a strip or a fan, moved by nearby bones.
Primitive randomSheet(Random& random, std::size_t targets)
{
    constexpr int across = 6;
    constexpr int along = 18;
    Primitive primitive;
    primitive.skin.influencesPerVertex = static_cast<std::size_t>(random.integer(0, 5));
    const float depth = random.real(0.f, 0.4f);
    for (int y = 0; y < along; ++y) {
        for (int x = 0; x < across; ++x) {
            primitive.positions.emplace_back(0.1f * static_cast<float>(x), 0.1f * static_cast<float>(y), depth * random.real(-1.f, 1.f));
            const bool isMoved = !random.chance(0.05);
            const float wanted = random.chance(0.8) ? 1.f : random.real(0.992f, 1.008f);
            float left = wanted;
            for (std::size_t i = 0; i < primitive.skin.influencesPerVertex; ++i) {
                const bool isLast = i + 1 == primitive.skin.influencesPerVertex;
                const float weight = isLast ? left : left * random.real(0.f, 1.f);
                left -= weight;
                primitive.skin.joints.push_back(static_cast<std::uint16_t>(std::clamp(y / 2 + random.integer(-1, 1), 0, boneCount - 1)));
                primitive.skin.weights.push_back(isMoved ? std::max(weight, 0.f) : 0.f);
            }
        }
    }
    const int asked = random.integer(0, 4);  // 0: dual quaternions for all vertices; 1: a blend
    for (std::size_t vertex = 0; asked < 2 && vertex < primitive.positions.size(); ++vertex) {
        primitive.skin.dualQuaternionShares.push_back(asked == 0 ? 1.f : random.chance(0.3) ? 0.f : random.real(0.f, 1.f));
    }
    const int kind = random.integer(0, 3);
    primitive.topology = kind == 0   ? PrimitiveTopology::TriangleStrip
                         : kind == 1 ? PrimitiveTopology::TriangleFan
                                     : PrimitiveTopology::Triangles;
    for (std::uint32_t y = 0; kind == 2 && y + 1 < along; ++y) {
        for (std::uint32_t x = 0; x + 1 < across; ++x) {
            const std::uint32_t at = across * y + x;
            for (const std::uint32_t corner : {at, at + 1, at + across, at + 1, at + across + 1, at + across}) {
                primitive.indices.push_back(corner);
            }
        }
    }
    for (std::size_t i = 0; i < targets; ++i) {
        MorphTarget& target = primitive.morphTargets.emplace_back();
        for (std::size_t vertex = 0; random.chance(0.8) && vertex < primitive.positions.size(); ++vertex) {
            target.positions.push_back(random.chance(0.5) ? random.vector(-0.3f, 0.3f) : glm::vec3(0.f));
        }
        target.positions.resize(target.positions.empty() ? 0 : primitive.positions.size());
    }
    return primitive;
}

MeshInstance& addRandomInstance(Scene& scene, Random& random, bool isPosedWildly)
{
    Transform place{random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 1.5f)};
    place.scale.x *= random.chance(0.3) ? -1.f : 1.f;
    TransformNode& node = scene.createTransformNode("node", nullptr, place);
    Skeleton* skeleton = nullptr;
    if (!random.chance(0.2)) {
        skeleton = &scene.createSkeleton("rig");
        skeleton->setHostNode(&node);
        Bone* parent = nullptr;
        for (int i = 0; i < boneCount; ++i) {
            const glm::vec3 step(0.f, i == 0 ? 0.f : 0.2f, 0.f);
            parent = &skeleton->createBone("bone", {.parent = parent, .bind = glm::translate(glm::mat4(1.f), step)});
            parent->setRotationQuaternion(glm::slerp(glm::quat(1.f, 0.f, 0.f, 0.f), random.rotation(), isPosedWildly ? 1.f : 0.15f));
            parent->setScaling(isPosedWildly ? random.vector(-1.5f, 1.5f) : glm::vec3(1.f));
        }
    }
    MeshDescription mesh;
    const auto targets = static_cast<std::size_t>(random.integer(0, 2));
    for (int i = random.integer(1, 2); i > 0; --i) {
        mesh.primitives.push_back(randomSheet(random, targets));
    }
    mesh.morphWeights.assign(targets, 0.f);
    MeshInstance& instance = scene.addMeshInstance(mesh, node, skeleton);
    for (std::size_t i = 0; i < targets; ++i) {
        instance.setMorphWeight(i, random.chance(0.3) ? 0.f : random.real(-1.5f, 1.5f));
    }
    return instance;
}

/// A ray at a vertex, so that triangles tie; beside a vertex; or anywhere.
Ray randomRay(Random& random, const std::vector<glm::vec3>& places)
{
    const glm::vec3 place = random.pick(places);
    const glm::vec3 target = random.chance(0.3)   ? place
                             : random.chance(0.8) ? place + random.vector(-0.05f, 0.05f)
                                                  : random.vector(-4.f, 4.f);
    Ray ray{random.vector(-4.f, 4.f), {}};
    ray.direction = random.real(0.1f, 2.f) * (target - ray.origin);
    if (random.chance(0.1)) {  // along an axis
        ray.origin = target + glm::vec3(0.f, 0.f, 3.f);
        ray.direction = {0.f, 0.f, -1.f};
    }
    return ray;
}

bool isSameHit(const std::optional<RayHit>& a, const std::optional<RayHit>& b)
{
    if (!a || !b) {
        return a.has_value() == b.has_value();
    }
    const auto isSameJoint = [](const JointWeight& x, const JointWeight& y) {
        return x.joint == y.joint && x.bone == y.bone && x.weight == y.weight;
    };
    return a->instance == b->instance && a->primitive == b->primitive && a->triangle == b->triangle && a->vertices == b->vertices
           && a->barycentric == b->barycentric && a->distance == b->distance && a->position == b->position && a->bone == b->bone
           && std::ranges::equal(a->joints, b->joints, isSameJoint);
}

/// A chain of two bones, one metre each, from (1, 0, 0) upwards, with a hand at (1, 2, 0), half a metre long.
struct Arm {
    Arm() : skeleton(scene.createSkeleton("arm"))
    {
        skeleton.setHostNode(&scene.createTransformNode("host", nullptr, {.translation = {1.f, 0.f, 0.f}}));
        const glm::mat4 up = glm::translate(glm::mat4(1.f), glm::vec3(0.f, 1.f, 0.f));
        upper = &skeleton.createBone("upper");
        lower = &skeleton.createBone("lower", {.parent = upper, .bind = up});
        hand = &skeleton.createBone("hand", {.parent = lower, .bind = up, .length = 0.5f});
    }

    Scene scene;
    Skeleton& skeleton;
    Bone* upper;
    Bone* lower;
    Bone* hand;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(picker)

// Expected: intersect(), which tests every triangle.
BOOST_AUTO_TEST_CASE(picking_by_boxes_equals_brute_force)
{
    Random random(29);
    std::size_t hits = 0;
    std::size_t rays = 0;
    std::uint64_t tested = 0;
    std::uint64_t all = 0;
    for (int round = 0; round < rounds(150); ++round) {
        Scene scene;
        for (int i = random.integer(1, 4); i > 0; --i) {
            addRandomInstance(scene, random, round % 3 == 0);
        }
        std::vector<glm::vec3> places;
        appendPosedPositions(scene, places);
        Picker picker;
        for (int i = 0; i < 40; ++i, ++rays) {
            const Ray ray = randomRay(random, places);
            const auto expected = intersect(scene, ray);
            BOOST_REQUIRE(isSameHit(picker.intersect(scene, ray), expected));
            const MeshInstance& first = *scene.meshInstances().front();
            BOOST_REQUIRE(isSameHit(picker.intersect(first, ray), intersect(first, ray)));
            hits += expected ? 1u : 0u;
            all += places.size();
        }
        tested += picker.testedTriangleCount();
    }
    BOOST_TEST(hits > rays / 4);
    BOOST_TEST(tested < all);
    reportExamined("rays picked", rays);
}

BOOST_AUTO_TEST_CASE(little_of_a_mesh_is_looked_at)
{
    Random random(4);
    Scene scene;
    MeshInstance& instance = addRandomInstance(scene, random, false);
    Picker picker;
    BOOST_TEST(!picker.intersect(scene, {{50.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}));
    BOOST_TEST(picker.testedTriangleCount() == 0u);
    BOOST_TEST(picker.meshCount() == 1u);
    instance.getNode().setEnabled(false);
    std::vector<glm::vec3> places;
    appendPosedPositions(instance, places);
    BOOST_TEST(!picker.intersect(scene, {places[0] + glm::vec3(0.f, 0.f, 1.f), {0.f, 0.f, -1.f}}));
    BOOST_TEST(toString(picker) == "knows 1 mesh");
}

BOOST_AUTO_TEST_CASE(a_mesh_that_changes_or_goes_is_noticed)
{
    Random random(6);
    Scene scene;
    MeshInstance& instance = addRandomInstance(scene, random, false);
    Picker picker;
    for (int i = 0; i < 20; ++i) {
        MeshDescription mesh;
        mesh.primitives.push_back(randomSheet(random, 0));
        instance.setMesh(Mesh::create(mesh));
        std::vector<glm::vec3> places;
        appendPosedPositions(instance, places);
        const Ray ray{places[40] + glm::vec3(0.1f, 0.2f, 2.f), {-0.05f, -0.1f, -1.f}};
        BOOST_TEST(isSameHit(picker.intersect(scene, ray), intersect(scene, ray)));
        BOOST_TEST(picker.meshCount() <= 2u);
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_hides_nothing_else)
{
    Random random(8);
    Scene scene;
    MeshInstance& instance = addRandomInstance(scene, random, false);
    while (instance.getSkeleton() == nullptr) {
        addRandomInstance(scene, random, false);
        instance.setSkeleton(scene.skeletons().empty() ? nullptr : scene.skeletons().front());
    }
    instance.getSkeleton()->bones().back()->setPosition({1e38f, -1e38f, 1e38f});
    instance.getSkeleton()->bones().back()->setScaling(glm::vec3(1e38f));
    std::vector<glm::vec3> places;
    appendPosedPositions(instance, places);
    std::erase_if(places, [](const glm::vec3& place) { return !(glm::length(place) < 100.f); });
    BOOST_TEST_REQUIRE(!places.empty());
    Picker picker;
    for (int i = 0; i < 50; ++i) {
        const Ray ray = randomRay(random, places);
        BOOST_TEST(isSameHit(picker.intersect(scene, ray), intersect(scene, ray)));
    }
    BOOST_CHECK_THROW(static_cast<void>(picker.intersect(scene, {{}, {}})), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(picker.intersect(instance, {{}, {}})), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(nearest_bone)

// By hand: a ray along x at height 1.5 and depth 0.25 passes the lower bone at (1, 1.5, 0), four metres along the ray: twice its
// direction's length.
BOOST_AUTO_TEST_CASE(a_ray_finds_the_bone_that_it_passes)
{
    Arm arm;
    const auto nearest = findNearestBone(arm.skeleton, Ray{{-3.f, 1.5f, 0.25f}, {2.f, 0.f, 0.f}});
    BOOST_TEST_REQUIRE(nearest.has_value());
    BOOST_TEST(nearest->bone == arm.lower);
    BOOST_TEST(near(nearest->position, glm::vec3(1.f, 1.5f, 0.f), 1e-6));
    BOOST_TEST(near(glm::vec3(nearest->distance, nearest->distanceAlongRay, 0.f), glm::vec3(0.25f, 2.f, 0.f), 1e-6));
    // The chain is behind the ray: the nearest points are the ray's origin and the foot of the chain.
    const auto behind = findNearestBone(arm.skeleton, Ray{{1.f, -3.f, 0.f}, {0.f, -1.f, 0.f}});
    BOOST_TEST_REQUIRE(behind.has_value());
    BOOST_TEST(behind->bone == arm.upper);
    BOOST_TEST(near(glm::vec3(behind->distance, behind->distanceAlongRay, 0.f), glm::vec3(3.f, 0.f, 0.f), 1e-6));
    // Along the chain, so parallel to its bones: the first of three bones at distance 0.
    BOOST_TEST(findNearestBone(arm.skeleton, Ray{{1.f, 5.f, 0.f}, {0.f, -1.f, 0.f}})->bone == arm.upper);
}

BOOST_AUTO_TEST_CASE(a_point_finds_the_nearest_bone_in_the_current_pose)
{
    Arm arm;
    BOOST_TEST(findNearestBone(arm.skeleton, glm::vec3(1.2f, 0.4f, 0.f))->bone == arm.upper);
    const auto tip = findNearestBone(arm.skeleton, glm::vec3(1.f, 3.f, 0.f));
    BOOST_TEST(tip->bone == arm.hand);
    BOOST_TEST(near(tip->position, glm::vec3(1.f, 2.5f, 0.f), 1e-6));
    BOOST_TEST(toString(*tip) == "hand at (1, 2.5, 0), 0.5 away");
    arm.upper->setRotation({0.f, 0.f, glm::radians(-90.f)});  // to the right
    const auto turned = findNearestBone(arm.skeleton, glm::vec3(2.5f, 0.5f, 0.f));
    BOOST_TEST(turned->bone == arm.lower);
    BOOST_TEST(near(turned->position, glm::vec3(2.5f, 0.f, 0.f), 1e-6));
    BOOST_TEST(!findNearestBone(arm.scene.createSkeleton("none"), glm::vec3(0.f)));
}

// Expected: the nearest of points along every bone, in small steps.
BOOST_AUTO_TEST_CASE(no_other_point_of_a_bone_is_nearer)
{
    Random random(12);
    Arm arm;
    for (int round = 0; round < 200; ++round) {
        arm.upper->setRotationQuaternion(random.rotation());
        arm.lower->setRotationQuaternion(random.rotation());
        const Ray ray{random.vector(-3.f, 3.f), random.vector(-1.f, 1.f)};
        const auto found = findNearestBone(arm.skeleton, ray);
        double least = std::numeric_limits<double>::infinity();
        const glm::dmat4 world(arm.skeleton.getWorldMatrix());
        for (const auto& [bone, length] : {std::pair(arm.upper, 1.), std::pair(arm.lower, 1.), std::pair(arm.hand, 0.5)}) {
            for (int step = 0; step <= 1000; ++step) {
                const glm::dvec3 place(world * glm::dmat4(bone->getAbsoluteMatrix()) * glm::dvec4(0., 0.001 * step * length, 0., 1.));
                const glm::dvec3 direction(ray.direction);
                const double along = glm::dot(place - glm::dvec3(ray.origin), direction) / glm::dot(direction, direction);
                least = std::min(least, glm::length(glm::dvec3(ray.origin) + std::max(0., along) * direction - place));
            }
        }
        BOOST_TEST(static_cast<double>(found->distance) <= least + 1e-5);
        BOOST_TEST(static_cast<double>(found->distance) >= least - 1e-3);
    }
    BOOST_CHECK_THROW(static_cast<void>(findNearestBone(arm.skeleton, Ray{{}, {}})), std::invalid_argument);
    const glm::vec3 nowhere(0.f, std::numeric_limits<float>::infinity(), 0.f);
    BOOST_CHECK_THROW(static_cast<void>(findNearestBone(arm.skeleton, nowhere)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
