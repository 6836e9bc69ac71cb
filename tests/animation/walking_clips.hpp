#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/random.hpp>

namespace armature::test {

/// A scene with a skeleton: a root, hips below it, and a spine and a leg below the hips; 1.7 tall.
struct WalkingRig {
    WalkingRig()
    {
        spine.setPosition({0.f, 0.7f, 0.f});
        skeleton.setCurrentPoseAsRest();
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("walker");
    Bone& root = skeleton.createBone("root");
    Bone& hips = skeleton.createBone("hips", {.parent = &root, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    Bone& spine = skeleton.createBone("spine", {.parent = &hips});
    Bone& leg = skeleton.createBone("leg", {.parent = &hips, .bind = glm::translate(glm::mat4(1.f), {0.f, -1.f, 0.f})});
};

/// The shape of a random walk.
struct WalkShape {
    Interpolation interpolation = Interpolation::Linear;
    double turn = 0.;      // in a cycle
    double distance = 1.;  // in a random direction
    bool hasRootTilt = false;
};

/// A clip of hips that travel, turn, sway and bob at random, and end as they began except for travel and turn.
[[nodiscard]] inline std::shared_ptr<const AnimationClip> randomWalk(Random& random, const WalkShape& shape)
{
    const bool isCubic = shape.interpolation == Interpolation::CubicSpline;
    const int intervals = random.integer(2, 9);
    std::vector<float> times{0.f};
    for (int key = 0; key < intervals; ++key) {
        times.push_back(times.back() + random.real(0.05f, 0.4f));
    }
    const glm::quat heading = glm::angleAxis(random.real(-3.f, 3.f), glm::vec3(0.f, 1.f, 0.f));
    const auto push = [](std::vector<float>& values, const auto& numbers, int count) {
        for (int i = 0; i < count; ++i) {
            values.push_back(numbers[i]);
        }
    };
    std::vector<float> places;
    std::vector<float> turns;
    for (std::size_t key = 0; key < times.size(); ++key) {
        const bool isEnd = key == 0 || key + 1 == times.size();
        const float u = times[key] / times.back();
        const glm::vec3 sway = isEnd ? glm::vec3(0.f) : random.vector(-0.1f, 0.1f);
        const glm::vec3 place = heading * glm::vec3(0.f, 1.f, static_cast<float>(shape.distance) * u) + sway;
        const glm::quat tilt = isEnd ? glm::quat(1.f, 0.f, 0.f, 0.f) : glm::angleAxis(random.real(-0.4f, 0.4f), random.direction());
        const glm::quat turn = glm::angleAxis(static_cast<float>(shape.turn) * u, glm::vec3(0.f, 1.f, 0.f)) * tilt;
        const float slope = static_cast<float>(shape.turn) / times.back() / 2.f;
        const glm::quat spin = glm::quat(0.f, 0.f, slope, 0.f) * turn;
        const glm::vec3 speed = heading * glm::vec3(0.f, 0.f, static_cast<float>(shape.distance) / times.back());
        if (isCubic) {
            push(places, speed, 3);
            push(turns, glm::vec4(spin.x, spin.y, spin.z, spin.w), 4);
        }
        push(places, place, 3);
        push(turns, glm::vec4(turn.x, turn.y, turn.z, turn.w), 4);
        if (isCubic) {
            push(places, speed, 3);
            push(turns, glm::vec4(spin.x, spin.y, spin.z, spin.w), 4);
        }
    }
    ClipBuilder builder("walk");
    builder.bone(0, 1).channel(ChannelPath::Translation, shape.interpolation, times, places);
    builder.channel(ChannelPath::Rotation, shape.interpolation, times, turns);
    if (shape.hasRootTilt) {
        const glm::quat lean = glm::angleAxis(0.3f, random.direction());
        builder.bone(0, 0).channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, times.back() / 3.f, times.back()},
                                   {0, 0, 0, 1, lean.x, lean.y, lean.z, lean.w, 0, 0, 0, 1});
    }
    return builder.create();
}

}  // namespace armature::test
