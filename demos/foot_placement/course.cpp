#include "course.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "../windmill/shapes.hpp"

namespace foot_placement {
namespace {

constexpr int steps = 5;
constexpr float rise = 0.15f;
constexpr float tread = 0.49f;  // fits the walk's step length; the stairs begin so that a foot lands in the middle of a tread
constexpr float stairsBegin = 1.13f;
constexpr float rampBegin = stairsBegin + (steps - 1) * tread + 0.9f;
constexpr float rampEnd = rampBegin + 2.3f;
constexpr float top = steps * rise;
constexpr float halfWidth = 0.32f;
constexpr float thickness = 0.12f;

std::size_t addPaint(armature::Scene& scene, const char* name, const glm::vec3& color)
{
    armature::Material material;
    material.name = name;
    material.baseColor = glm::vec4(color, 1.f);
    material.metallic = 0.f;
    return scene.addMaterial(std::move(material));
}

float stepBegin(int step)
{
    return stairsBegin + static_cast<float>(step) * tread;
}

// The last step is the platform.
float stepEnd(int step)
{
    return step + 1 < steps ? stepBegin(step + 1) : rampBegin;
}

// A block between two places along the course, from `thickness` below y = 0 up to `height`.
armature::Primitive block(float from, float to, float height, std::size_t material)
{
    const float low = -thickness;
    return windmill::box({0.f, 0.5f * (low + height), 0.5f * (from + to)}, {halfWidth, 0.5f * (height - low), 0.5f * (to - from)},
                         material);
}

// The ramp from the platform down to the floor. It has no normals, so it is shaded flat.
armature::Primitive wedge(std::size_t material)
{
    armature::Primitive primitive;
    primitive.material = material;
    for (const float x : {-halfWidth, halfWidth}) {
        primitive.positions.insert(primitive.positions.end(), {{x, 0.f, rampBegin}, {x, top, rampBegin}, {x, 0.f, rampEnd}});
    }
    primitive.indices = {0, 2, 1, 3, 4, 5, 1, 2, 5, 1, 5, 4};
    return primitive;
}

}  // namespace

armature::GroundPoint groundAt(float z, float floor)
{
    const glm::vec3 level(0.f, 1.f, 0.f);
    if (z < stairsBegin || z > rampEnd) {
        return {{0.f, floor, z}, level};
    }
    if (z < rampBegin) {
        const float step = std::floor((z - stairsBegin) / tread) + 1.f;
        return {{0.f, floor + std::min(step, static_cast<float>(steps)) * rise, z}, level};
    }
    constexpr float fall = top / (rampEnd - rampBegin);
    return {{0.f, floor + (rampEnd - z) * fall, z}, {0.f, 1.f, fall}};
}

float meanHeightAt(float z)
{
    constexpr int samples = 512;
    constexpr float pace = 0.49f;
    float sum = 0.f;
    for (int i = 0; i < samples; ++i) {
        sum += groundAt(z + pace * ((static_cast<float>(i) + 0.5f) / (0.5f * samples) - 1.f), 0.f).position.y;
    }
    return sum / samples;
}

void addCourse(armature::Scene& scene, float floor)
{
    const std::size_t stone = addPaint(scene, "stone", {0.21f, 0.2f, 0.18f});
    const std::size_t edge = addPaint(scene, "edge", {0.3f, 0.27f, 0.2f});
    armature::MeshDescription mesh;
    mesh.name = "course";
    mesh.primitives.push_back(block(-1.f, stairsBegin, 0.f, stone));
    for (int step = 0; step < steps; ++step) {
        mesh.primitives.push_back(block(stepBegin(step), stepEnd(step), static_cast<float>(step + 1) * rise, step % 2 == 0 ? edge : stone));
    }
    mesh.primitives.push_back(wedge(edge));
    mesh.primitives.push_back(block(rampBegin, courseLength + 1.f, 0.f, stone));
    scene.addMeshInstance(std::move(mesh), scene.createTransformNode("course", nullptr, {.translation = {0.f, floor, 0.f}}));
}

std::vector<armature::DrawOptions::Ground::Patch> coursePatches(float floor)
{
    std::vector<armature::DrawOptions::Ground::Patch> patches;
    const auto add = [&](float from, float fromHeight, float to, float toHeight) {
        const float near = floor + fromHeight + 0.004f;
        const float far = floor + toHeight + 0.004f;
        patches.push_back({{{-halfWidth, near, from}, {halfWidth, near, from}, {-halfWidth, far, to}, {halfWidth, far, to}}});
    };
    add(-1.f, 0.f, stairsBegin, 0.f);
    for (int step = 0; step < steps; ++step) {
        const float height = static_cast<float>(step + 1) * rise;
        add(stepBegin(step), height, stepEnd(step), height);
    }
    add(rampBegin, top, rampEnd, 0.f);
    add(rampEnd, 0.f, courseLength + 1.f, 0.f);
    return patches;
}

}  // namespace foot_placement
