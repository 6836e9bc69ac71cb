#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "rig.hpp"

/// A thousand swinging strands of four bones at 60 frames per second, all on one skeleton, or one on each of a thousand poses. Characters
/// of a game: eight strands of four bones on a body that is animated and moves about.
namespace armature::bench {

namespace {

constexpr std::size_t strands = 1000;
constexpr std::size_t joints = 4;

/// The transform, in a given frame, of the body that carries the strands.
Transform carrier(std::size_t frame)
{
    const float time = static_cast<float>(frame) / 60.f;
    return {{0.3f * std::sin(6.f * time), 1.f, 0.2f * std::sin(5.f * time)},
            glm::angleAxis(std::sin(4.f * time), glm::vec3(0.f, 1.f, 0.f)),
            glm::vec3(1.f)};
}

/// The offset from the carrier to the root of a strand.
glm::vec3 rootOf(std::size_t strand)
{
    const float angle = 0.1f * static_cast<float>(strand);
    return {0.2f * std::sin(angle), 0.0005f * static_cast<float>(strand), 0.2f * std::cos(angle)};
}

struct Strands {
    explicit Strands(std::size_t count)
    {
        std::vector<SpringChain> chains(count);
        for (std::size_t strand = 0; strand < count; ++strand) {
            Bone* above = &body;
            for (std::size_t i = 0; i <= joints; ++i) {
                const glm::vec3 place = i == 0 ? rootOf(strand) : glm::vec3(0.f, -0.1f, 0.f);
                above = &skeleton.createBone("bone", {.parent = above, .bind = glm::translate(glm::mat4(1.f), place)});
                chains[strand].joints.push_back({above, {.gravityPower = 0.3f, .drag = 0.4f}});
            }
        }
        springs.emplace(chains);
    }

    Skeleton skeleton;
    Bone& body = skeleton.createBone("body");
    std::optional<SpringBones> springs;
};

void onSkeleton(benchmark::State& state)
{
    Strands stage(strands);
    std::size_t frame = 0;
    for (auto _ : state) {
        stage.body.setTransform(carrier(++frame));
        benchmark::DoNotOptimize(stage.springs->update(1. / 60.));
    }
    countItems(state, strands * joints);
}
BENCHMARK(onSkeleton)->Name("springs/1000x4")->Unit(benchmark::kMicrosecond);

void onPoses(benchmark::State& state)
{
    Strands stage(1);
    std::vector<Pose> poses(strands, captureRestPose(stage.skeleton));
    std::vector<std::vector<double>> memories(strands);
    std::size_t frame = 0;
    for (auto _ : state) {
        ++frame;
        for (std::size_t i = 0; i < strands; ++i) {
            poses[i].bones[0] = carrier(frame + i);
            benchmark::DoNotOptimize(stage.springs->solve(JointView(stage.skeleton, poses[i]), 1. / 60., memories[i]));
        }
    }
    countItems(state, strands * joints);
}
BENCHMARK(onPoses)->Name("springs_poses/1000x4")->Unit(benchmark::kMicrosecond);

// --- a character ----------------------------------------------------------------------------------------------------

/// A body of 14 bones on a host: five strands on its head, three on its hips, and colliders on its head, chest, arms and legs.
struct Character {
    explicit Character(bool collides)
    {
        skeleton.setHostNode(&host);
        for (std::size_t i = 0; i < std::size(parents); ++i) {
            Bone* const above = parents[i] < 0 ? nullptr : body[static_cast<std::size_t>(parents[i])];
            body.push_back(&skeleton.createBone("body", {.parent = above, .bind = at({0.03f * static_cast<float>(i), 0.2f, 0.f})}));
        }
        std::vector<SpringCollider> colliders;
        for (const std::size_t bone : {head, chest, std::size_t{5}, std::size_t{7}, std::size_t{9}, std::size_t{11}}) {
            colliders.push_back({body[bone], {.shape = SpringColliderShape::Capsule, .tail = {0.f, 0.2f, 0.f}, .radius = 0.1f}});
        }
        const std::vector<SpringColliderGroup> groups{{"upper", {0, 1, 2, 3}}, {"lower", {4, 5}}};
        std::vector<SpringChain> chains(8);
        for (std::size_t strand = 0; strand < chains.size(); ++strand) {
            const bool isHair = strand < 5;
            Bone* above = body[isHair ? head : 0];
            const float angle = 0.9f * static_cast<float>(strand);
            for (std::size_t i = 0; i <= joints; ++i) {
                const glm::vec3 place = i == 0 ? 0.12f * glm::vec3(std::sin(angle), 0.5f, std::cos(angle)) : glm::vec3(0.f, -0.1f, 0.f);
                above = &skeleton.createBone("strand", {.parent = above, .bind = at(place)});
                chains[strand].joints.push_back({above, {.gravityPower = 0.3f, .drag = 0.4f, .hitRadius = 0.02f}});
            }
            if (collides) {
                chains[strand].colliderGroups = {isHair ? std::size_t{0} : std::size_t{1}};
            }
        }
        springs.emplace(chains, collides ? std::span<const SpringCollider>(colliders) : std::span<const SpringCollider>(),
                        collides ? std::span<const SpringColliderGroup>(groups) : std::span<const SpringColliderGroup>());
    }

    static glm::mat4 at(const glm::vec3& place) { return glm::translate(glm::mat4(1.f), place); }

    void animate(float time)
    {
        host.setTransform({{time, 0.f, 0.f}, glm::angleAxis(0.5f * time, glm::vec3(0.f, 1.f, 0.f)), glm::vec3(1.f)});
        for (std::size_t i = 0; i < body.size(); ++i) {
            const float phase = static_cast<float>(i);
            body[i]->setRotationQuaternion(
                glm::normalize(glm::quat(1.f, 0.2f * std::sin(4.f * time + phase), 0.f, 0.2f * std::cos(3.f * time + phase))));
        }
    }

    static constexpr int parents[] = {-1, 0, 1, 2, 3, 2, 5, 2, 7, 0, 9, 0, 11, 2};  // hips, spine, chest, neck, head, arms, legs
    static constexpr std::size_t chest = 2;
    static constexpr std::size_t head = 4;

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("character");
    std::vector<Bone*> body;
    std::optional<SpringBones> springs;
};

/// A hundred characters, so that none stays in the nearest cache. Times the springs alone, not the poses that they follow.
void characters(benchmark::State& state, bool collides, double framesPerSecond)
{
    std::vector<std::unique_ptr<Character>> cast;
    for (int i = 0; i < 100; ++i) {
        cast.push_back(std::make_unique<Character>(collides));
    }
    std::size_t frame = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const double time = static_cast<double>(++frame) / framesPerSecond;
        for (const auto& character : cast) {
            character->animate(static_cast<float>(time));
        }
        state.ResumeTiming();
        for (const auto& character : cast) {
            benchmark::DoNotOptimize(character->springs->update(1. / framesPerSecond));
        }
    }
    countItems(state, cast.size() * 8 * joints);
}
BENCHMARK_CAPTURE(characters, free, false, 60.)->Name("springs_characters/8x4")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(characters, colliding, true, 60.)->Name("springs_colliders/8x4")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(characters, fast, true, 144.)->Name("springs_colliders_144hz/8x4")->Unit(benchmark::kMicrosecond);

// --- without a library ----------------------------------------------------------------------------------------------

/// A joint without a library: VRM's algorithm on matrices, one joint after the other, at the frame rate.
struct NaiveJoint {
    glm::mat4 local{1.f};
    glm::mat4 world{1.f};
    glm::quat rest{1.f, 0.f, 0.f, 0.f};
    glm::vec3 place{0.f};
    glm::vec3 tip{0.f, -0.1f, 0.f};
    glm::vec3 now{0.f};
    glm::vec3 before{0.f};

    void swing(const glm::mat4& above, float seconds)
    {
        const glm::mat4 atRest = above * glm::translate(glm::mat4(1.f), place) * glm::mat4_cast(rest);
        const glm::vec3 joint(atRest[3]);
        const float length = glm::distance(glm::vec3(above * local * glm::vec4(tip, 1.f)), glm::vec3(above * local[3]));
        const glm::vec3 axis = glm::normalize(glm::vec3(atRest * glm::vec4(tip, 0.f)));
        glm::vec3 tail = now + (now - before) * (1.f - 0.4f) + axis * (1.f * seconds) + glm::vec3(0.f, -1.f, 0.f) * (0.3f * seconds);
        tail = joint + glm::normalize(tail - joint) * length;
        before = now;
        now = tail;
        const glm::vec3 to = glm::normalize(glm::vec3(glm::inverse(atRest) * glm::vec4(tail, 1.f)));
        const glm::vec3 from = glm::normalize(tip);
        const glm::vec3 turn = glm::cross(from, to);
        local = glm::translate(glm::mat4(1.f), place)
                * glm::mat4_cast(rest * glm::normalize(glm::quat(1.f + glm::dot(from, to), turn.x, turn.y, turn.z)));
        world = above * local;
    }
};

void naive(benchmark::State& state)
{
    std::vector<std::vector<NaiveJoint>> chains(strands, std::vector<NaiveJoint>(joints));
    for (std::size_t strand = 0; strand < strands; ++strand) {
        glm::vec3 tail = rootOf(strand);
        for (std::size_t i = 0; i < joints; ++i) {
            NaiveJoint& joint = chains[strand][i];
            joint.place = i == 0 ? tail : joint.tip;
            joint.local = glm::translate(glm::mat4(1.f), joint.place);
            joint.now = joint.before = tail += joint.tip;
        }
    }
    std::size_t frame = 0;
    for (auto _ : state) {
        const glm::mat4 body = toMat4(carrier(++frame));
        for (std::vector<NaiveJoint>& chain : chains) {
            const glm::mat4* above = &body;
            for (NaiveJoint& joint : chain) {
                joint.swing(*above, 1.f / 60.f);
                above = &joint.world;
            }
        }
        benchmark::DoNotOptimize(chains.data());
        benchmark::ClobberMemory();
    }
    countItems(state, strands * joints);
}
BENCHMARK(naive)->Name("naive_springs/1000x4")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
