#include "skinning/joint_bodies.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "skinning/joint_hull.hpp"

namespace armature {

namespace {

/// A joint's body is its box. As long as a mesh has fewer blocks of corners than this, which take 100 ns, its loosest joints get more.
constexpr std::size_t enoughBlocks = 48;
constexpr std::size_t mostBlocksPerJoint = 8;

/// The corners of each joint. None for those whose box is enough.
std::vector<std::vector<glm::dvec3>> chooseCorners(std::span<const std::vector<glm::dvec3>> places, std::span<const JointBox> boxes,
                                                   double rounding)
{
    std::vector<std::vector<glm::dvec3>> corners(places.size());
    if (places.size() >= enoughBlocks) {
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
        const bool isCut = loosest.hull.cut(bodyLanes * (loosest.blocks + 1));
        blocks += isCut ? 1 : 0;
        loosest.blocks += isCut ? 1 : 0;
        loosest.looseness = isCut && loosest.blocks < mostBlocksPerJoint ? loosest.hull.looseness() : 0.;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (candidates[i].blocks > 1) {
            corners[i] = candidates[i].hull.corners();
        }
    }
    return corners;
}

void putBox(const JointBox& box, std::size_t lane, BoxBlock& out) noexcept
{
    for (int component = 0; component < 3; ++component) {
        out.center[component][lane] = static_cast<float>(box.center[component]);
        for (int edge = 0; edge < 3; ++edge) {
            out.edges[edge][component][lane] = static_cast<float>(box.axes[edge][component] * box.half[edge]);
        }
    }
}

CornerBlock movedBy(const glm::vec3& offset, const CornerBlock& block) noexcept
{
    CornerBlock moved = block;
    for (int component = 0; component < 3; ++component) {
        for (float& number : moved.corners[component]) {
            number += offset[component];
        }
    }
    return moved;
}

JointBox sumOf(const JointBox& box, const JointBox& moves) noexcept
{
    return {box.axes, box.center + moves.center, box.half + moves.half};
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

JointBodies::JointBodies(const Mesh& mesh, std::span<const JointVertices> joints)
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
        joints_.push_back({.box = boxes.back()});
        addMorphs(mesh, joint, joints_.back());
        hasMorphs_ = hasMorphs_ || !joints_.back().displacements.empty();
        limits_.farthest = glm::max(limits_.farthest, glm::vec3(farthestOf(boxes.back())));
    }
    limits_.slack = static_cast<float>(off + rounding);
    const auto corners = chooseCorners(places, boxes, rounding);
    std::vector<std::uint32_t> uncut;
    for (std::uint32_t place = 0; place < joints.size(); ++place) {
        if (corners[place].empty()) {
            uncut.push_back(place);
        } else {
            addCorners(place, joints[place].joint, corners[place]);
        }
    }
    addBoxes(joints, uncut);
}

void JointBodies::addBoxes(std::span<const JointVertices> joints, std::span<const std::uint32_t> places)
{
    for (std::size_t i = 0; i < (places.size() + bodyLanes - 1) / bodyLanes * bodyLanes; ++i) {
        const std::uint32_t place = places[std::min(i, places.size() - 1)];  // lanes after the last repeat it
        const std::size_t lane = i % bodyLanes;
        BoxBlock& block = lane == 0 ? boxBlocks_.emplace_back() : boxBlocks_.back();
        putBox(joints_[place].box, lane, block);
        block.joints[lane] = joints[place].joint;
        boxPlaces_.push_back(place);
    }
}

void JointBodies::addCorners(std::uint32_t place, std::uint32_t number, std::span<const glm::dvec3> corners)
{
    const std::size_t blocks = (corners.size() + bodyLanes - 1) / bodyLanes;
    cuts_.push_back({place, cornerBlocks_.size(), blocks});
    for (std::size_t i = 0; i < blocks * bodyLanes; ++i) {
        const std::size_t lane = i % bodyLanes;
        CornerBlock& block = lane == 0 ? cornerBlocks_.emplace_back() : cornerBlocks_.back();
        block.joint = number;
        const glm::vec3 corner(corners[std::min(i, corners.size() - 1)]);  // lanes after the last repeat it
        for (int component = 0; component < 3; ++component) {
            block.corners[component][lane] = corner[component];
        }
        limits_.farthest = glm::max(limits_.farthest, glm::abs(corner));
    }
}

void JointBodies::addMorphs(const Mesh& mesh, const JointVertices& vertices, Joint& joint) const
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

bool JointBodies::isMorphed(std::span<const float> weights) const noexcept
{
    return hasMorphs_ && std::ranges::any_of(weights, [](float weight) { return weight != 0.f; });
}

void JointBodies::enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    if (isMorphed(morphWeights)) {
        encloseMorphedBoxes(palette, morphWeights, inOutBox);
        encloseMorphedCorners(palette, morphWeights, inOutBox);
        return;
    }
    if (!boxBlocks_.empty()) {
        encloseBoxes(boxBlocks_, limits_, palette, inOutBox);
    }
    if (!cornerBlocks_.empty()) {
        encloseCorners(cornerBlocks_, limits_, palette, inOutBox);
    }
}

void JointBodies::encloseMorphedBoxes(std::span<const Affine> palette, std::span<const float> weights, Aabb& inOutBox) const noexcept
{
    for (std::size_t i = 0; i < boxBlocks_.size(); ++i) {
        BoxBlock block = boxBlocks_[i];
        BodyLimits limits = limits_;
        for (std::size_t lane = 0; lane < bodyLanes; ++lane) {
            const Joint& joint = joints_[boxPlaces_[i * bodyLanes + lane]];
            if (!joint.displacements.empty()) {
                const JointBox moves = displacementOf(joint, weights);
                putBox(sumOf(joint.box, moves), lane, block);
                limits.farthest += glm::vec3(farthestOf(moves));
            }
        }
        encloseBoxes({&block, 1}, limits, palette, inOutBox);
    }
}

/// The sum of two bodies is between the sums of their corners: the joint's go to each corner of the box of displacements.
void JointBodies::encloseMorphedCorners(std::span<const Affine> palette, std::span<const float> weights, Aabb& inOutBox) const noexcept
{
    for (const Cut& cut : cuts_) {
        const std::span<const CornerBlock> blocks(cornerBlocks_.data() + cut.firstBlock, cut.blockCount);
        const JointBox moves = displacementOf(joints_[cut.joint], weights);
        if (moves.center == glm::dvec3(0.) && moves.half == glm::dvec3(0.)) {
            encloseCorners(blocks, limits_, palette, inOutBox);
            continue;
        }
        const BodyLimits limits{limits_.farthest + glm::vec3(farthestOf(moves)), limits_.slack};
        for (const CornerBlock& block : blocks) {
            for (unsigned corner = 0; corner < 8; ++corner) {
                const CornerBlock moved = movedBy(glm::vec3(cornerOf(moves, corner)), block);
                encloseCorners({&moved, 1}, limits, palette, inOutBox);
            }
        }
    }
}

JointBox JointBodies::displacementOf(const Joint& joint, std::span<const float> weights) noexcept
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

JointBox JointBodies::boxOf(std::size_t joint, std::span<const float> weights) const noexcept
{
    return sumOf(joints_[joint].box, displacementOf(joints_[joint], weights));
}

double JointBodies::morphReach(std::size_t joint, std::span<const float> weights) const noexcept
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
