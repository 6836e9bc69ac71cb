#include "skinning/joint_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "skinning/joint_box.hpp"

namespace armature {

namespace {

void store(const JointBox& box, const JointPart& part, double slack, double rounding, JointBoxBlock& out, std::size_t lane)
{
    out.joints[lane] = part.joint;
    out.from[lane] = part.from;
    out.shares[lane] = static_cast<float>(part.share);
    out.slack[lane] = static_cast<float>(slack);
    out.isWhole = out.isWhole && part.isWhole();
    const glm::dvec3 farthest = farthestOf(box);
    for (int component = 0; component < 3; ++component) {
        out.center[component][lane] = static_cast<float>(box.center[component]);
        out.rounding[component][lane] = static_cast<float>(rounding * farthest[component]);
        for (int edge = 0; edge < 3; ++edge) {
            out.edges[edge][component][lane] = static_cast<float>(box.half[edge] * box.axes[edge][component]);
        }
    }
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

JointBoxes::JointBoxes(const Mesh& mesh, std::span<const JointPart> parts)
{
    const double rounding = roundingOf(mesh);
    blocks_.resize((parts.size() + boxLanes - 1) / boxLanes);
    for (std::size_t number = 0; number < parts.size(); ++number) {
        const JointPart& part = parts[number];
        JointBox box = enclosePoints(placesOf(mesh, part.vertices));
        growForRounding(box, rounding);
        double off = 0.;
        for (const MovedVertex& vertex : part.vertices) {
            off = std::max(off, std::abs(vertex.weightSum - 1.));
        }
        // Lanes after the last part repeat it.
        for (std::size_t lane = number % boxLanes; lane < (number + 1 == parts.size() ? boxLanes : number % boxLanes + 1); ++lane) {
            store(box, part, off + rounding, rounding, blocks_[number / boxLanes], lane);
        }
        addMorphs(mesh, number, part, box);
    }
}

void JointBoxes::addMorphs(const Mesh& mesh, std::size_t number, const JointPart& part, const JointBox& box)
{
    const std::size_t targets = mesh.primitives().front().morphTargets.size();
    if (targets == 0) {
        return;
    }
    morphs_.resize(blocks_.size());
    Morphs& morphs = morphs_[number / boxLanes];
    const std::size_t lane = number % boxLanes;
    for (int edge = 0; edge < 3; ++edge) {
        for (int component = 0; component < 3; ++component) {
            morphs.axes[edge][component][lane] = static_cast<float>(box.axes[edge][component]);
        }
    }
    std::vector<glm::dvec3> moves;
    for (std::uint32_t target = 0; target < targets; ++target) {
        moves.assign(1, glm::dvec3(0.));  // most targets leave most vertices where they are
        for (const MovedVertex& vertex : part.vertices) {
            const std::vector<glm::vec3>& all = mesh.primitives()[vertex.primitive].morphTargets[target].positions;
            if (!all.empty() && all[vertex.vertex] != glm::vec3(0.f)) {
                moves.push_back(vertex.weightSum * glm::dvec3(all[vertex.vertex]));
            }
        }
        if (moves.size() == 1) {
            continue;
        }
        JointBox reach = enclosePoints(moves, box.axes);
        growForRounding(reach, roundingOf(mesh));
        if (morphs.displacements.empty() || morphs.displacements.back().target < target) {
            morphs.displacements.push_back({.target = target});
        }
        const auto to = std::ranges::lower_bound(morphs.displacements, target, {}, &Displacement::target);
        Displacement& displacement = to->target == target ? *to : *morphs.displacements.insert(to, {.target = target});
        for (int i = 0; i < 3; ++i) {
            displacement.center[i][lane] = static_cast<float>(reach.center[i]);
            displacement.half[i][lane] = static_cast<float>(reach.half[i]);
        }
    }
}

bool JointBoxes::isMorphed(std::span<const float> weights) const noexcept
{
    return !morphs_.empty() && std::ranges::any_of(weights, [](float weight) { return weight != 0.f; });
}

JointBoxBlock JointBoxes::morphed(std::size_t number, std::span<const float> weights) const noexcept
{
    JointBoxBlock block = blocks_[number];
    const Morphs& morphs = morphs_[number];
    float more[3][boxLanes] = {};
    for (const Displacement& displacement : morphs.displacements) {
        const float weight = displacement.target < weights.size() ? weights[displacement.target] : 0.f;
        for (int i = 0; weight != 0.f && i < 3; ++i) {
            for (std::size_t lane = 0; lane < boxLanes; ++lane) {
                block.center[i][lane] += weight * displacement.center[i][lane];
                more[i][lane] += std::abs(weight) * displacement.half[i][lane];
            }
        }
    }
    for (int edge = 0; edge < 3; ++edge) {
        for (int component = 0; component < 3; ++component) {
            for (std::size_t lane = 0; lane < boxLanes; ++lane) {
                block.edges[edge][component][lane] += more[edge][lane] * morphs.axes[edge][component][lane];
            }
        }
    }
    return block;
}

double JointBoxes::morphReach(std::size_t part, std::span<const float> weights) const noexcept
{
    double reach = 0.;
    if (!isMorphed(weights)) {
        return reach;
    }
    const std::size_t lane = part % boxLanes;
    for (const Displacement& displacement : morphs_[part / boxLanes].displacements) {
        if (displacement.target < weights.size() && weights[displacement.target] != 0.f) {
            glm::dvec3 center;
            glm::dvec3 half;
            for (int i = 0; i < 3; ++i) {
                center[i] = static_cast<double>(displacement.center[i][lane]);
                half[i] = static_cast<double>(displacement.half[i][lane]);
            }
            reach += std::abs(static_cast<double>(weights[displacement.target])) * (glm::length(center) + glm::length(half));
        }
    }
    return reach;
}

}  // namespace armature
