#include "scene/triangle_groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include <glm/common.hpp>

#include <armature/skinning/cpu_skinning.hpp>

#include "math/linear_map.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

constexpr std::size_t trianglesPerGroup = 48;

// Tolerance, as a fraction of the terms that are added in float to compute a position: far above accumulated rounding, but small compared
// with the size of triangles.
constexpr double sumRounding = 1e-5;

glm::dvec3 times(const glm::dmat3& linear, const glm::dvec3& size) noexcept
{
    return glm::abs(linear[0]) * size.x + glm::abs(linear[1]) * size.y + glm::abs(linear[2]) * size.z;
}

/// A triangle, its centre in the bind pose, and the joint with the largest weight at its first corner.
struct Placed {
    std::uint32_t triangle;
    std::uint32_t joint;
    glm::vec3 center;
};

std::uint32_t heaviestJointOf(const SkinWeights& skin, std::size_t vertex) noexcept
{
    if (skin.influencesPerVertex == 0) {
        return noJoint;
    }
    const std::size_t first = vertex * skin.influencesPerVertex;
    return skin.joints[first + heaviestOf(&skin.weights[first], skin.influencesPerVertex)];
}

/// Repeatedly halves the triangles along the longest side of their box, until each subset is small enough for a group.
template <class Use>
void divide(std::span<Placed> triangles, const Use& use)
{
    if (triangles.size() <= trianglesPerGroup) {
        use(triangles);
        return;
    }
    glm::vec3 low = triangles.front().center;
    glm::vec3 high = low;
    for (const Placed& placed : triangles) {
        low = glm::min(low, placed.center);
        high = glm::max(high, placed.center);
    }
    const glm::vec3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto middle = triangles.begin() + static_cast<std::ptrdiff_t>(triangles.size() / 2);
    std::nth_element(triangles.begin(), middle, triangles.end(),
                     [&](const Placed& a, const Placed& b) { return a.center[axis] < b.center[axis]; });
    divide(triangles.first(triangles.size() / 2), use);
    divide(triangles.subspan(triangles.size() / 2), use);
}

}  // namespace

bool meets(const Ray& ray, const WideBox& box, double farthest) noexcept
{
    double nearDistance = 0.;
    double farDistance = farthest;
    for (int axis = 0; axis < 3; ++axis) {
        const double direction = static_cast<double>(ray.direction[axis]);
        const double origin = static_cast<double>(ray.origin[axis]);
        const double from = box.center[axis] - origin;
        const double half = box.half[axis] + sumRounding * (std::abs(from) + box.half[axis]);
        if (direction == 0.) {
            if (std::abs(from) > half) {
                return false;
            }
            continue;
        }
        const double a = (from - half) / direction;
        const double b = (from + half) / direction;
        nearDistance = std::max(nearDistance, std::min(a, b));
        farDistance = std::min(farDistance, std::max(a, b));
    }
    return !(nearDistance > farDistance + sumRounding * std::abs(farDistance));
}

TriangleGroup::TriangleGroup(const Primitive& primitive, std::size_t primitiveNumber, std::span<const std::uint32_t> triangles)
    : primitiveNumber_(primitiveNumber), triangles_(triangles.begin(), triangles.end())
{
    vertices_.skin.influencesPerVertex = primitive.skin.influencesPerVertex;
    vertices_.morphTargets.resize(primitive.morphTargets.size());
    std::unordered_map<std::size_t, std::uint32_t> places;
    for (const std::uint32_t triangle : triangles) {
        for (const std::size_t vertex : cornersOf(primitive, triangle)) {
            const auto [place, isNew] = places.try_emplace(vertex, static_cast<std::uint32_t>(vertices_.positions.size()));
            if (isNew) {
                addVertex(primitive, vertex);
            }
            vertices_.indices.push_back(place->second);
        }
    }
    skinning_ = askedSkinning(vertices_.skin);
    boundVertices();
}

void TriangleGroup::addVertex(const Primitive& primitive, std::size_t vertex)
{
    vertices_.positions.push_back(primitive.positions[vertex]);
    for (std::size_t i = vertex * primitive.skin.influencesPerVertex; i < (vertex + 1) * primitive.skin.influencesPerVertex; ++i) {
        vertices_.skin.joints.push_back(primitive.skin.joints[i]);
        vertices_.skin.weights.push_back(primitive.skin.weights[i]);
    }
    if (!primitive.skin.dualQuaternionShares.empty()) {
        vertices_.skin.dualQuaternionShares.push_back(primitive.skin.dualQuaternionShares[vertex]);
    }
    for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
        const std::vector<glm::vec3>& all = primitive.morphTargets[target].positions;
        if (!all.empty()) {
            vertices_.morphTargets[target].positions.push_back(all[vertex]);
        }
    }
}

void TriangleGroup::boundVertices()
{
    std::map<std::uint32_t, Reach> reaches;
    std::vector<Influence> influences;
    for (std::size_t vertex = 0; vertex < vertices_.positions.size(); ++vertex) {
        gatherInfluences(vertices_.skin, vertex, influences);
        double sum = 0.;
        for (const Influence& influence : influences) {
            sum += static_cast<double>(influence.weight);
        }
        if (influences.empty()) {
            influences.push_back({noJoint, 1.f});
            sum = 1.;
        }
        slack_ = std::max(slack_, std::abs(sum - 1.));
        // If the mesh has a skeleton, blending multiplies a position by the sum of its weights, otherwise by 1. The box includes both
        // results.
        const glm::dvec3 place(vertices_.positions[vertex]);
        for (const Influence& influence : influences) {
            const auto [reach, isNew] = reaches.try_emplace(influence.joint, Reach{influence.joint, place, place});
            reach->second.low = glm::min(reach->second.low, glm::min(place, sum * place));
            reach->second.high = glm::max(reach->second.high, glm::max(place, sum * place));
        }
    }
    for (const auto& [joint, reach] : reaches) {
        reaches_.push_back(reach);
    }
    for (const MorphTarget& target : vertices_.morphTargets) {
        glm::dvec3& most = morphReaches_.emplace_back(0.);
        for (const glm::vec3& move : target.positions) {
            most = glm::max(most, glm::abs(glm::dvec3(move)));
        }
    }
}

WideBox TriangleGroup::enclose(const InstancePose& pose) const noexcept
{
    constexpr WideBox everything{glm::dvec3(0.), glm::dvec3(std::numeric_limits<double>::infinity())};
    if (pose.isSkinned && skinning_ != SkinningKind::Linear) {
        return everything;
    }
    glm::dvec3 morph(0.);
    for (std::size_t i = 0; i < std::min(morphReaches_.size(), pose.morphWeights.size()); ++i) {
        morph += std::abs(static_cast<double>(pose.morphWeights[i])) * morphReaches_[i];
    }
    const double scale = 1. + slack_;
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high(-std::numeric_limits<double>::infinity());
    bool isFinite = true;
    for (const Reach& reach : reaches_) {
        const float* const rows = matrixAt(pose.palette, reach.joint);
        const glm::dmat3 linear = linearOf(rows);
        const glm::dvec3 shift = translationOf(rows);
        const glm::dvec3 center = linear * (0.5 * (reach.low + reach.high)) + shift;
        const glm::dvec3 farthest = glm::max(glm::abs(reach.low), glm::abs(reach.high)) + morph;
        const glm::dvec3 half = times(linear, 0.5 * (reach.high - reach.low) + scale * morph) + slack_ * glm::abs(shift)
                                + sumRounding * (times(linear, farthest) + glm::abs(shift));
        low = glm::min(low, center - half);
        high = glm::max(high, center + half);
        isFinite = isFinite && std::isfinite(glm::dot(center + half, glm::dvec3(0.)));
    }
    if (!isFinite) {
        return everything;
    }
    const glm::dmat3 linear = linearOf(&pose.world[0].x);
    const glm::dvec3 shift = translationOf(&pose.world[0].x);
    const glm::dvec3 center = linear * (0.5 * (low + high)) + shift;
    const glm::dvec3 half = times(linear, 0.5 * (high - low));
    return {center, half + sumRounding * (times(linear, glm::max(glm::abs(low), glm::abs(high))) + glm::abs(shift))};
}

void TriangleGroup::skin(const InstancePose& pose, PoseScratch& scratch) const
{
    const SkinStreams from{.positions = scratch.positions};
    const SkinnedStreams to{.positions = scratch.positions};
    switch (skinning_) {
    case SkinningKind::Linear: skinVertices(from, vertices_.skin, pose.palette, to); break;
    case SkinningKind::DualQuaternions: skinVertices(from, vertices_.skin, *pose.split, to); break;
    case SkinningKind::Shared: skinByShares(from, vertices_.skin, pose.palette, *pose.split, to, scratch.shared); break;
    }
}

void TriangleGroup::showTo(NearestTriangle& nearest, const InstancePose& pose, PoseScratch& scratch) const
{
    std::vector<glm::vec3>& places = scratch.positions;
    places.assign(vertices_.positions.begin(), vertices_.positions.end());
    if (std::ranges::any_of(pose.morphWeights, [](float weight) { return weight != 0.f; })) {
        morphPositions(vertices_, pose.morphWeights, places);
    }
    if (pose.isSkinned) {
        skin(pose, scratch);
    }
    for (glm::vec3& place : places) {
        place = transformPoint(pose.world, place);
    }
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
        const auto corner = [&](std::size_t j) { return glm::dvec3(places[vertices_.indices[3 * i + j]]); };
        nearest.show(primitiveNumber_, triangles_[i], corner(0), corner(1), corner(2));
    }
}

std::vector<TriangleGroup> groupTriangles(const Mesh& mesh)
{
    std::vector<TriangleGroup> groups;
    for (std::size_t number = 0; number < mesh.primitives().size(); ++number) {
        const Primitive& primitive = mesh.primitives()[number];
        std::vector<Placed> triangles;
        for (std::uint32_t triangle = 0; triangle < triangleCount(primitive); ++triangle) {
            const Corners at = cornersOf(primitive, triangle);
            const glm::vec3 center = (primitive.positions[at[0]] + primitive.positions[at[1]] + primitive.positions[at[2]]) / 3.f;
            triangles.push_back({triangle, heaviestJointOf(primitive.skin, at[0]), center});
        }
        std::ranges::stable_sort(triangles, {}, &Placed::joint);
        for (auto first = triangles.begin(); first != triangles.end();) {
            const auto last = std::find_if(first, triangles.end(), [&](const Placed& placed) { return placed.joint != first->joint; });
            divide(std::span(first, last), [&](std::span<const Placed> few) {
                std::vector<std::uint32_t> numbers(few.size());
                std::ranges::transform(few, numbers.begin(), &Placed::triangle);
                groups.emplace_back(primitive, number, numbers);
            });
            first = last;
        }
    }
    return groups;
}

}  // namespace armature
