#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/affine.hpp>

#include "moved_nodes.hpp"
#include "naive_clip.hpp"
#include "rig.hpp"

// Code without a library: plain loops over structures of GLM's types. Each benchmark does the work of the one whose name follows "naive_".
// Other naive benchmarks are beside the ones that they are compared with.
namespace armature::bench {

namespace {

/// A node of a tree; parents come before children.
struct NaiveNode {
    Transform local;
    const NaiveNode* parent = nullptr;
    glm::mat4 world{1.f};
    glm::mat4 inverseBind{1.f};
    glm::mat4 final{1.f};

    void update()
    {
        world = parent == nullptr ? toMat4(local) : parent->world * toMat4(local);
        final = world * inverseBind;
    }
};

std::vector<NaiveNode> humanNodes(std::size_t bones)
{
    const auto parents = humanParents(bones);
    const auto pose = randomPose(bones, 2);
    std::vector<NaiveNode> nodes(bones);
    for (std::size_t i = 0; i < bones; ++i) {
        nodes[i].local = pose[i];
        nodes[i].parent = parents[i] == noParent ? nullptr : &nodes[parents[i]];
    }
    return nodes;
}

void updateAll(std::vector<NaiveNode>& nodes)
{
    for (NaiveNode& node : nodes) {
        node.update();
    }
}

void skeletonWrite(benchmark::State& state, bool onlyRotations)
{
    auto nodes = humanNodes(64);
    const auto pose = randomPose(64, 3);
    measure(state, 64, nodes.data(), [&] {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (onlyRotations) {
                nodes[i].local.rotation = pose[i].rotation;
            } else {
                nodes[i].local = pose[i];
            }
        }
        updateAll(nodes);
    });
}
BENCHMARK_CAPTURE(skeletonWrite, all, false)->Name("naive_skeleton_write/64");
BENCHMARK_CAPTURE(skeletonWrite, rotations, true)->Name("naive_skeleton_write_rotations/64");

// Nodes are written, and bones take their pose from them.
void linkedUpdate(benchmark::State& state)
{
    auto nodes = humanNodes(64);
    auto bones = humanNodes(64);
    const auto pose = randomPose(64, 3);
    measure(state, 64, bones.data(), [&] {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i].local = pose[i];
        }
        for (std::size_t i = 0; i < bones.size(); ++i) {
            bones[i].local = nodes[i].local;
        }
        updateAll(bones);
    });
}
BENCHMARK(linkedUpdate)->Name("naive_linked_update/64");

// Writes and reads one leaf. Every read evaluates the chain above it, since nothing says what is stale.
void lazyLeaf(benchmark::State& state)
{
    auto nodes = humanNodes(256);
    const glm::quat rotation = glm::angleAxis(0.3f, glm::vec3(0.f, 1.f, 0.f));
    measure(state, 1, nodes.data(), [&] {
        nodes.back().local.rotation = rotation;
        glm::mat4 world = toMat4(nodes.back().local);
        for (const NaiveNode* above = nodes.back().parent; above != nullptr; above = above->parent) {
            world = toMat4(above->local) * world;
        }
        nodes.back().final = world * nodes.back().inverseBind;
    });
}
BENCHMARK(lazyLeaf)->Name("naive_lazy_leaf/256");

// Every world matrix is computed, however few nodes have moved; time per moved node.
void scene(benchmark::State& state, std::size_t oneIn)
{
    constexpr std::size_t count = 100'000;
    const auto pose = randomPose(count, 5);
    const auto moved = movedNodes(count, oneIn);
    std::vector<NaiveNode> nodes(count);
    for (std::size_t i = 0; i < count; ++i) {
        nodes[i].local = pose[i];
        nodes[i].parent = i == 0 ? nullptr : &nodes[(i - 1) / 8];
    }
    float x = 0.f;
    measure(state, moved.size(), nodes.data(), [&] {
        x += 0.001f;
        for (const std::size_t node : moved) {
            nodes[node].local.translation = {x, 1.f, 2.f};
        }
        for (NaiveNode& node : nodes) {
            node.world = node.parent == nullptr ? toMat4(node.local) : node.parent->world * toMat4(node.local);
        }
    });
}
BENCHMARK_CAPTURE(scene, all, 1)->Name("naive_scene_all/100000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scene, sparse, 1000)->Name("naive_scene_sparse/100000")->Unit(benchmark::kMillisecond);

void crowdUpdate(benchmark::State& state)
{
    constexpr std::size_t instances = 1000;
    constexpr std::size_t bones = 64;
    const auto parents = humanParents(bones);
    const auto poses = randomPose(instances * bones, 7);
    const std::vector<glm::mat4> inverseBinds(bones, glm::mat4(1.f));
    std::vector<glm::mat4> absolutes(bones);
    std::vector<glm::mat4> palettes(instances * bones);
    measure(state, instances * bones, palettes.data(), [&] {
        for (std::size_t instance = 0; instance < instances; ++instance) {
            for (std::size_t bone = 0; bone < bones; ++bone) {
                const glm::mat4 local = toMat4(poses[instance * bones + bone]);
                absolutes[bone] = parents[bone] == noParent ? local : absolutes[parents[bone]] * local;
                palettes[instance * bones + bone] = absolutes[bone] * inverseBinds[bone];
            }
        }
    });
}
BENCHMARK(crowdUpdate)->Name("naive_crowd_update/1000x64")->Unit(benchmark::kMicrosecond);

// --- blending: poses of GLM's types ---------------------------------------------------------------------------------

// Blends two layers, weighted per bone by a mask; the rest pose fills the remaining weight.
void blendTwoMasked(benchmark::State& state)
{
    const auto rest = randomPose(64, 1);
    const auto first = randomPose(64, 2);
    const auto second = randomPose(64, 3);
    std::vector<float> mask(64);
    for (std::size_t i = 0; i < mask.size(); ++i) {
        mask[i] = static_cast<float>(i % 16) / 16.f;
    }
    std::vector<Transform> out(64);
    measure(state, 64, out.data(), [&] {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = mixed(rest[i], mixed(first[i], second[i], 0.4f), mask[i]);
        }
    });
}
BENCHMARK(blendTwoMasked)->Name("naive_blend_2_masked/64");

void blendAdditive(benchmark::State& state)
{
    const auto first = randomPose(64, 2);
    const auto difference = randomPose(64, 3);
    const glm::quat identity(1.f, 0.f, 0.f, 0.f);
    std::vector<Transform> out(64);
    measure(state, 64, out.data(), [&] {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const float turn = difference[i].rotation.w < 0.f ? -0.5f : 0.5f;
            out[i] = {first[i].translation + 0.5f * difference[i].translation,
                      first[i].rotation * glm::normalize(identity * 0.5f + difference[i].rotation * turn),
                      first[i].scale * glm::mix(glm::vec3(1.f), difference[i].scale, 0.5f)};
        }
    });
}
BENCHMARK(blendAdditive)->Name("naive_blend_additive/64");

// Frames at a constant rate; mixes the two frames around a moment.
void bakedSample(benchmark::State& state)
{
    constexpr std::size_t bones = 64;
    constexpr std::size_t frames = 121;
    const auto poses = randomPose(bones * frames, 11);
    std::vector<Transform> out(bones);
    float time = 0.f;
    measure(state, bones, out.data(), [&] {
        time = time < 1.98f ? time + 1.f / 60.f : 0.f;
        const float place = time * 60.f;
        const auto frame = std::min(static_cast<std::size_t>(place), frames - 2);
        for (std::size_t bone = 0; bone < bones; ++bone) {
            const Transform* const key = &poses[frame * bones + bone];
            out[bone] = mixed(key[0], key[bones], place - static_cast<float>(frame));
        }
    });
}
BENCHMARK(bakedSample)->Name("naive_baked_sample/64");

// --- inverse kinematics: from joints' matrices, as games have them --------------------------------------------------

glm::quat shortestTurn(const glm::vec3& from, const glm::vec3& to)
{
    const glm::vec3 a = glm::normalize(from);
    const glm::vec3 b = glm::normalize(to);
    return glm::normalize(glm::quat(1.f + glm::dot(a, b), glm::cross(a, b)));
}

glm::vec3 wanderingTarget(std::size_t step)
{
    const float t = 6.2831853f * static_cast<float>(step % 64) / 64.f;
    return {std::sin(t), 1.f + 0.5f * std::sin(3.f * t), std::cos(t)};
}

// Bends the elbow to the angle given by the law of cosines, then turns the shoulder until the tip is on the line to the target, and about
// that line so that the elbow points away from the pole.
void twoBone(benchmark::State& state)
{
    const glm::mat4 upper = toMat4({{0.f, 0.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)});
    const glm::mat4 lower = upper * toMat4({{0.02f, 1.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)});
    const glm::mat4 tip = lower * toMat4({{0.f, 1.f, 0.01f}, {}, glm::vec3(1.f)});
    std::array<glm::quat, 2> turns;
    std::size_t step = 0;
    measure(state, 1, turns.data(), [&] {
        const glm::vec3 target = wanderingTarget(++step);
        const glm::vec3 a(upper[3]);
        const glm::vec3 b(lower[3]);
        const glm::vec3 c(tip[3]);
        const float first = glm::length(b - a);
        const float second = glm::length(c - b);
        const float distance = std::clamp(glm::length(target - a), std::abs(first - second), first + second);
        const float wanted =
            std::acos(std::clamp((first * first + second * second - distance * distance) / (2.f * first * second), -1.f, 1.f));
        const float now = std::acos(std::clamp(glm::dot(glm::normalize(a - b), glm::normalize(c - b)), -1.f, 1.f));
        turns[1] = glm::angleAxis(wanted - now, glm::normalize(glm::cross(a - b, c - b)));
        const glm::vec3 bent = b + turns[1] * (c - b);
        turns[0] = shortestTurn(bent - a, target - a);
        const glm::vec3 line = glm::normalize(target - a);
        const glm::vec3 pole(0.f, 0.f, 5.f);
        const glm::vec3 side = turns[0] * (b - a) - line * glm::dot(turns[0] * (b - a), line);
        const glm::vec3 aside = line * glm::dot(pole, line) - pole;
        turns[0] = shortestTurn(side, aside) * turns[0];
    });
}
BENCHMARK(twoBone)->Name("naive_ik_two_bone");

void aim(benchmark::State& state)
{
    const glm::mat4 joint = toMat4({{0.f, 1.f, 0.f}, glm::normalize(glm::quat(1.f, 0.02f, 0.f, 0.1f)), glm::vec3(1.f)});
    glm::quat turn;
    std::size_t step = 0;
    measure(state, 1, &turn, [&] {
        const glm::vec3 direction = glm::inverse(glm::mat3(joint)) * (wanderingTarget(++step) - glm::vec3(joint[3]));
        turn = shortestTurn({0.f, 0.f, 1.f}, direction);
        const glm::vec3 line = glm::normalize(direction);
        const glm::vec3 up = glm::inverse(glm::mat3(joint)) * glm::vec3(0.f, 1.f, 0.f);
        const glm::vec3 now = turn * glm::vec3(0.f, 1.f, 0.f);
        turn = shortestTurn(now, up - line * glm::dot(up, line)) * turn;
    });
}
BENCHMARK(aim)->Name("naive_ik_aim");

std::vector<glm::vec3> bentChain(std::size_t joints)
{
    std::vector<glm::vec3> points(joints + 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = {0.02f * static_cast<float>(i * i), static_cast<float>(i), 0.f};
    }
    return points;
}

// Forward and backward reaching on points, starting from the chain's last solution.
void chainFabrik(benchmark::State& state)
{
    const auto joints = static_cast<std::size_t>(state.range(0));
    std::vector<glm::vec3> points = bentChain(joints);
    std::vector<float> lengths(joints);
    for (std::size_t i = 0; i < joints; ++i) {
        lengths[i] = glm::distance(points[i], points[i + 1]);
    }
    const glm::vec3 root = points.front();
    const float tolerance = 1e-4f * static_cast<float>(joints);
    std::size_t step = 0;
    measure(state, 1, points.data(), [&] {
        const glm::vec3 target = wanderingTarget(++step) * (0.3f * static_cast<float>(joints));
        for (int iteration = 0; iteration < 64 && glm::distance(points.back(), target) > tolerance; ++iteration) {
            points.back() = target;
            for (std::size_t i = joints; i-- > 0;) {
                points[i] = points[i + 1] + lengths[i] * glm::normalize(points[i] - points[i + 1]);
            }
            points.front() = root;
            for (std::size_t i = 0; i < joints; ++i) {
                points[i + 1] = points[i] + lengths[i] * glm::normalize(points[i + 1] - points[i]);
            }
        }
    });
}
BENCHMARK(chainFabrik)->Name("naive_ik_chain_fabrik")->Arg(3)->Arg(8);

}  // namespace

}  // namespace armature::bench
