#include "skinning/joint_corners.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "skinning/joint_hull.hpp"

namespace armature {

namespace {

/// A joint has one block of corners, its box. As long as a mesh has fewer blocks than this, which take 100 ns, its loosest joints get more.
constexpr std::size_t enoughBlocks = 48;
constexpr std::size_t mostBlocksPerJoint = 8;

/// The corners of each joint.
std::vector<std::vector<glm::dvec3>> chooseCorners(std::span<const std::vector<glm::dvec3>> places, std::span<const JointBox> boxes,
                                                   double rounding)
{
    std::vector<std::vector<glm::dvec3>> corners;
    if (places.size() >= enoughBlocks) {
        for (const JointBox& box : boxes) {
            for (auto& all = corners.emplace_back(); all.size() < 8;) {
                all.push_back(cornerOf(box, static_cast<unsigned>(all.size())));
            }
        }
        return corners;
    }
    struct Candidate {
        JointHull hull;
        std::size_t blocks;
        double looseness;
    };
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < places.size(); ++i) {
        JointHull hull(places[i], boxes[i], rounding * farthestOf(boxes[i]));
        const double looseness = hull.looseness();
        candidates.push_back({std::move(hull), 1, looseness});
    }
    for (std::size_t blocks = candidates.size(); blocks > 0 && blocks < enoughBlocks;) {
        Candidate& loosest = *std::ranges::max_element(candidates, {}, &Candidate::looseness);
        if (!(loosest.looseness > 0.)) {
            break;
        }
        const bool isCut = loosest.hull.cut(cornerLanes * (loosest.blocks + 1));
        blocks += isCut ? 1 : 0;
        loosest.blocks += isCut ? 1 : 0;
        loosest.looseness = isCut && loosest.blocks < mostBlocksPerJoint ? loosest.hull.looseness() : 0.;
    }
    for (const Candidate& candidate : candidates) {
        corners.push_back(candidate.hull.corners());
    }
    return corners;
}

}  // namespace

double roundingOf(const Mesh& mesh) noexcept
{
    std::size_t influences = 0;
    for (const Primitive& primitive : mesh.primitives()) {
        influences = std::max(influences, primitive.skin.influencesPerVertex);
    }
    return static_cast<double>(32 + 4 * influences) * 0x1p-24;
}

JointCorners::JointCorners(const Mesh& mesh, std::span<const JointVertices> joints)
{
    const double rounding = roundingOf(mesh);
    std::vector<std::vector<glm::dvec3>> places;
    std::vector<JointBox> boxes;
    double off = 0.;
    for (const JointVertices& joint : joints) {
        places.push_back(placesOf(mesh, joint.vertices));
        growForRounding(boxes.emplace_back(enclosePoints(places.back())), rounding);
        for (const MovedVertex& vertex : joint.vertices) {
            off = std::max(off, std::abs(vertex.weightSum - 1.));
        }
    }
    limits_.slack = static_cast<float>(off + rounding);
    const auto corners = chooseCorners(places, boxes, rounding);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints_.push_back({.box = boxes[i]});
        addBlocks(joints[i].joint, corners[i], joints_.back());
        addMorphs(mesh, joints[i], joints_.back());
        hasMorphs_ = hasMorphs_ || !joints_.back().displacements.empty();
    }
}

void JointCorners::addBlocks(std::uint32_t number, std::span<const glm::dvec3> corners, Joint& joint)
{
    joint.firstBlock = blocks_.size();
    joint.blockCount = (corners.size() + cornerLanes - 1) / cornerLanes;
    for (std::size_t i = 0; i < joint.blockCount * cornerLanes; ++i) {
        if (i % cornerLanes == 0) {
            blocks_.emplace_back().joint = number;
        }
        const glm::vec3 corner(corners[std::min(i, corners.size() - 1)]);  // lanes after the last repeat it
        for (int component = 0; component < 3; ++component) {
            blocks_.back().corners[component][i % cornerLanes] = corner[component];
        }
        limits_.farthest = glm::max(limits_.farthest, glm::abs(corner));
    }
}

void JointCorners::addMorphs(const Mesh& mesh, const JointVertices& vertices, Joint& joint) const
{
    const std::size_t targets = mesh.primitives().front().morphTargets.size();
    std::vector<glm::dvec3> moves;
    for (std::uint32_t target = 0; target < targets; ++target) {
        moves.assign(1, glm::dvec3(0.));  // most targets leave most vertices where they are
        for (const MovedVertex& vertex : vertices.vertices) {
            const std::vector<glm::vec3>& all = mesh.primitives()[vertex.primitive].morphTargets[target].positions;
            if (!all.empty() && all[vertex.vertex] != glm::vec3(0.f)) {
                moves.push_back(vertex.weightSum * glm::dvec3(all[vertex.vertex]));
            }
        }
        if (moves.size() > 1) {
            JointBox reach = enclosePoints(moves, joint.box.axes);
            growForRounding(reach, roundingOf(mesh));
            joint.displacements.push_back({target, reach.center, reach.half});
        }
    }
}

bool JointCorners::isMorphed(std::span<const float> weights) const noexcept
{
    return hasMorphs_ && std::ranges::any_of(weights, [](float weight) { return weight != 0.f; });
}

JointBox JointCorners::displacementOf(const Joint& joint, std::span<const float> weights) noexcept
{
    JointBox moves{.axes = joint.box.axes};
    for (const Displacement& displacement : joint.displacements) {
        const double weight = displacement.target < weights.size() ? static_cast<double>(weights[displacement.target]) : 0.;
        if (weight != 0.) {
            moves.center += weight * displacement.center;
            moves.half += std::abs(weight) * displacement.half;
        }
    }
    return moves;
}

CornerBlock JointCorners::movedBlock(const CornerBlock& block, const JointBox& moves, unsigned corner) noexcept
{
    const glm::vec3 by(cornerOf(moves, corner));
    CornerBlock moved = block;
    for (int component = 0; component < 3; ++component) {
        for (float& number : moved.corners[component]) {
            number += by[component];
        }
    }
    return moved;
}

JointBox JointCorners::boxOf(std::size_t joint, std::span<const float> weights) const noexcept
{
    JointBox box = joints_[joint].box;
    const JointBox moves = displacementOf(joints_[joint], weights);
    box.center += moves.center;
    box.half += moves.half;
    return box;
}

double JointCorners::morphReach(std::size_t joint, std::span<const float> weights) const noexcept
{
    double reach = 0.;
    for (const Displacement& displacement : joints_[joint].displacements) {
        if (displacement.target < weights.size()) {
            const double weight = static_cast<double>(weights[displacement.target]);
            reach += weight == 0. ? 0. : std::abs(weight) * (glm::length(displacement.center) + glm::length(displacement.half));
        }
    }
    return reach;
}

}  // namespace armature
