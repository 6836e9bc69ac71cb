#include "skinning/joint_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "skinning/joint_hull.hpp"
#include "skinning/kernels/blend_influences.hpp"

namespace armature {

namespace {

/// The cost of a body that is only a box, in blocks of corners: eight boxes together take about 14 ns, a block of corners 3 ns.
constexpr double boxCost = 0.56;
/// Limit for the number of corner blocks of a mesh: the larger of a fixed number (fewBlocks, about 150 ns, or fewBlocksOfBlends if a body
/// blends several joints) and blocksPerBlend times the number of blends (about 2 ns per blend).
constexpr double fewBlocks = 48.;
constexpr double fewBlocksOfBlends = 64.;
constexpr double blocksPerBlend = 0.64;
constexpr std::size_t mostBlocksPerBody = 8;
/// Tolerance for the excess of a body, the distance by which it reaches beyond its vertices, averaged over directions: a fraction of
/// sizeOf(). Boxes around a mesh have an excess of at most three times this tolerance.
constexpr double excessTolerance = 0.1;

/// A body that may get corners.
class Candidate {
public:
    Candidate(std::span<const glm::dvec3> places, const JointBox& box)
        : places_(places), hull_(places, box, glm::dvec3(0.)), looseness_(hull_.looseness())
    {}

    /// The body's excess; 0 if refining does not help or is not wanted.
    [[nodiscard]] double looseness() const noexcept { return looseness_; }

    /// Adds a block of corners; the first call may add two. Adds none if no plane cuts off a part. Returns the added cost, in blocks.
    double refine()
    {
        const bool isBox = blocks_ == 0;
        const std::size_t wanted = isBox && places_.size() > bodyLanes ? 2 : blocks_ + 1;
        isExact_ = places_.size() <= bodyLanes * wanted;
        if (!isExact_ && !hull_.cut(bodyLanes * wanted)) {
            looseness_ = 0.;
            return 0.;
        }
        const double more = static_cast<double>(wanted - blocks_) - (isBox ? boxCost : 0.);
        blocks_ = wanted;
        looseness_ = isExact_ || blocks_ >= mostBlocksPerBody ? 0. : hull_.looseness();
        return more;
    }

    /// Returns whether the body's corners are exactly the vertices, or the body is a box that the vertices fill.
    [[nodiscard]] bool isTight(double size) const { return isExact_ || (blocks_ == 0 && looseness_ <= 1e-3 * size); }

    [[nodiscard]] std::vector<glm::dvec3> corners() const
    {
        if (blocks_ == 0) {
            return {};
        }
        return isExact_ ? std::vector(places_.begin(), places_.end()) : hull_.corners();
    }

private:
    std::span<const glm::dvec3> places_;
    JointHull hull_;
    double looseness_;
    std::size_t blocks_ = 0;
    bool isExact_ = false;
};

/// Returns the positions of the vertices, each position once.
std::vector<glm::dvec3> distinctPlaces(const Mesh& mesh, std::span<const BlendedVertex> vertices)
{
    std::vector<glm::dvec3> places = placesOf(mesh, vertices);
    const auto numbers = [](const glm::dvec3& place) { return std::array{place.x, place.y, place.z}; };
    std::ranges::sort(places, {}, numbers);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
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

CornerBlock shiftedBy(const glm::vec3& offset, const CornerBlock& block) noexcept
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

double sizeOf(const Mesh& mesh) noexcept
{
    Aabb box;
    for (const Primitive& primitive : mesh.primitives()) {
        for (const glm::vec3& position : primitive.positions) {
            box.extend(position);
        }
    }
    const glm::dvec3 half = box.isEmpty() ? glm::dvec3(0.) : 0.5 * glm::dvec3(box.getSize());
    const glm::dvec3 solid = glm::max(half, 1e-3 * glm::dvec3(half.x + half.y + half.z));
    return std::cbrt(solid.x * solid.y * solid.z);
}

std::vector<BlendBody> makeBodies(const Mesh& mesh, std::span<const JointBlend> blends, double size, double blocks)
{
    const double rounding = roundingOf(mesh);
    std::vector<std::vector<glm::dvec3>> places;
    places.reserve(blends.size());
    std::vector<BlendBody> bodies;
    std::vector<Candidate> candidates;
    for (const JointBlend& blend : blends) {
        places.push_back(distinctPlaces(mesh, blend.vertices));
        BlendBody& body = bodies.emplace_back(BlendBody{enclosePoints(places.back())});
        growForRounding(body.box, rounding);
        candidates.emplace_back(places.back(), body.box);
    }
    double taken = boxCost * static_cast<double>(blends.size());
    while (!candidates.empty() && taken < blocks) {
        Candidate& loosest = *std::ranges::max_element(candidates, {}, &Candidate::looseness);
        if (!(loosest.looseness() > excessTolerance * size)) {
            break;
        }
        taken += loosest.refine();
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].corners = candidates[i].corners();
        bodies[i].isTight = candidates[i].isTight(size);
    }
    return bodies;
}

std::size_t appendBlocks(std::span<const glm::dvec3> corners, std::uint32_t number, std::vector<CornerBlock>& outBlocks)
{
    const std::size_t blocks = (corners.size() + bodyLanes - 1) / bodyLanes;
    for (std::size_t i = 0; i < blocks * bodyLanes; ++i) {
        const std::size_t lane = i % bodyLanes;
        CornerBlock& block = lane == 0 ? outBlocks.emplace_back() : outBlocks.back();
        block.joint = number;
        const glm::vec3 corner(corners[std::min(i, corners.size() - 1)]);
        for (int component = 0; component < 3; ++component) {
            block.corners[component][lane] = corner[component];
        }
    }
    return blocks;
}

namespace {

/// Returns the largest width that any body would lose if it contained only those vertices in which its blend has a share of at least one
/// half.
double looseByShares(const Mesh& mesh, std::span<const JointBlend> blends)
{
    double most = 0.;
    for (const JointBlend& blend : blends) {
        std::vector<BlendedVertex> own;
        std::ranges::copy_if(blend.vertices, std::back_inserter(own), [](const BlendedVertex& vertex) { return vertex.share >= 0.5; });
        if (own.size() < blend.vertices.size()) {
            const double width = widthOf(placesOf(mesh, blend.vertices));
            most = std::max(most, own.empty() ? width : width - widthOf(placesOf(mesh, own)));
        }
    }
    return most;
}

}  // namespace

std::vector<JointBlend> chooseBlends(const Mesh& mesh)
{
    constexpr unsigned finest = 8;
    std::vector<JointBlend> blends = findBlends(mesh, 1);
    for (unsigned steps = 2; steps <= finest && blends.size() < JointBodies::mostBlends; steps *= 2) {
        if (looseByShares(mesh, blends) <= excessTolerance * sizeOf(mesh)) {
            break;
        }
        std::vector<JointBlend> finer = findBlends(mesh, steps, JointBodies::mostBlends);
        if (finer.empty()) {
            break;
        }
        blends = std::move(finer);
    }
    return blends;
}

JointBodies::JointBodies(const Mesh& mesh, std::span<const JointBlend> blends)
{
    if (std::ranges::any_of(blends, [](const JointBlend& blend) { return blend.parts.size() > 1; })) {
        for (const JointBlend& blend : blends) {
            parts_.insert(parts_.end(), blend.parts.begin(), blend.parts.end());
            partCounts_.push_back(static_cast<std::uint32_t>(blend.parts.size()));
        }
    }
    const double blocks = std::max(parts_.empty() ? fewBlocks : fewBlocksOfBlends, blocksPerBlend * static_cast<double>(blends.size()));
    const std::vector<BlendBody> made = makeBodies(mesh, blends, sizeOf(mesh), blocks);
    std::vector<std::uint32_t> uncut;
    double off = 0.;
    for (std::uint32_t i = 0; i < blends.size(); ++i) {
        bodies_.push_back({.box = made[i].box});
        addMorphs(mesh, blends[i], bodies_.back());
        hasMorphs_ = hasMorphs_ || !bodies_.back().displacements.empty();
        areTight_ = areTight_ && made[i].isTight;
        limits_.farthest = glm::max(limits_.farthest, glm::vec3(farthestOf(made[i].box)));
        for (const BlendedVertex& vertex : blends[i].vertices) {
            off = std::max(off, std::abs(vertex.weightSum - 1.));
            areTight_ = areTight_ && vertex.share == 1.;
        }
        if (made[i].corners.empty()) {
            uncut.push_back(i);
        } else {
            const std::size_t first = cornerBlocks_.size();
            cuts_.push_back({i, first, appendBlocks(made[i].corners, slotOf(i, blends), cornerBlocks_)});
        }
    }
    const double rounding = roundingOf(mesh) + (parts_.empty() ? 0. : nearnessOfBlends);
    limits_.slack = static_cast<float>(off + rounding);
    limits_.rounding = static_cast<float>(rounding);
    areTight_ = areTight_ && !hasMorphs_ && off < 1e-6;  // otherwise the slack of the weights widens every box
    addBoxes(uncut, blends);
}

std::uint32_t JointBodies::slotOf(std::size_t body, std::span<const JointBlend> blends) const noexcept
{
    return parts_.empty() ? blends[body].parts.front().joint : static_cast<std::uint32_t>(body);
}

void JointBodies::addBoxes(std::span<const std::uint32_t> bodies, std::span<const JointBlend> blends)
{
    for (std::size_t i = 0; i < (bodies.size() + bodyLanes - 1) / bodyLanes * bodyLanes; ++i) {
        const std::uint32_t body = bodies[std::min(i, bodies.size() - 1)];  // lanes after the last body repeat it
        const std::size_t lane = i % bodyLanes;
        BoxBlock& block = lane == 0 ? boxBlocks_.emplace_back() : boxBlocks_.back();
        putBox(bodies_[body].box, lane, block);
        block.joints[lane] = slotOf(body, blends);
        boxPlaces_.push_back(body);
    }
}

void JointBodies::addMorphs(const Mesh& mesh, const JointBlend& blend, Body& body) const
{
    const std::size_t targets = mesh.primitives().front().morphTargets.size();
    std::vector<glm::dvec3> moves;
    for (std::uint32_t target = 0; target < targets; ++target) {
        moves.assign(1, glm::dvec3(0.));  // a zero, because most targets leave most vertices where they are
        for (const BlendedVertex& vertex : blend.vertices) {
            const std::vector<glm::vec3>& all = mesh.primitives()[vertex.primitive].morphTargets[target].positions;
            if (!all.empty() && all[vertex.vertex] != glm::vec3(0.f)) {
                moves.push_back(vertex.weightSum * glm::dvec3(all[vertex.vertex]));
            }
        }
        if (moves.size() > 1) {
            JointBox reach = enclosePoints(moves, body.box.axes);
            growForRounding(reach, roundingOf(mesh));
            body.displacements.push_back({target, reach.center, reach.half});
        }
    }
}

bool JointBodies::isMorphed(std::span<const float> weights) const noexcept
{
    return hasMorphs_ && std::ranges::any_of(weights, [](float weight) { return weight != 0.f; });
}

Affine blendOf(std::span<const BlendPart> parts, std::span<const Affine> palette) noexcept
{
    Affine blend(0.f);
    for (const BlendPart& part : parts) {
        const float* const matrix = matrixAt(palette, part.joint);
        for (int row = 0; row < 3; ++row) {
            blend[row] += part.weight * glm::make_vec4(matrix + std::ptrdiff_t{4} * row);
        }
    }
    return blend;
}

void JointBodies::enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    if (parts_.empty()) {
        encloseMoved(palette, limits_, morphWeights, inOutBox);
        return;
    }
    // The blended matrix of joints that are far apart may have small elements, so the joints' own matrices determine the rounding.
    std::array<Affine, mostBlends> matrices;
    LargestRows largest;
    std::span<const BlendPart> parts = parts_;
    for (std::size_t i = 0; i < partCounts_.size(); ++i) {
        const auto blend = parts.first(partCounts_[i]);
        matrices[i] = blendOf(blend, palette);
        for (const BlendPart& part : blend) {
            include(matrixAt(palette, part.joint), largest);
        }
        parts = parts.subspan(partCounts_[i]);
    }
    Aabb reach;
    encloseMoved({matrices.data(), partCounts_.size()}, {limits_.farthest}, morphWeights, reach);
    extendBy(reach, largest, limits_, inOutBox);
}

void JointBodies::encloseMoved(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> morphWeights,
                               Aabb& inOutBox) const noexcept
{
    if (isMorphed(morphWeights)) {
        encloseMorphedBoxes(matrices, limits, morphWeights, inOutBox);
        encloseMorphedCorners(matrices, limits, morphWeights, inOutBox);
        return;
    }
    if (!boxBlocks_.empty()) {
        encloseBoxes(boxBlocks_, {limits.farthest, limits.slack}, matrices, inOutBox);
    }
    if (!cornerBlocks_.empty()) {
        encloseCorners(cornerBlocks_, limits, matrices, inOutBox);
    }
}

void JointBodies::encloseMorphedBoxes(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> weights,
                                      Aabb& inOutBox) const noexcept
{
    for (std::size_t i = 0; i < boxBlocks_.size(); ++i) {
        BoxBlock block = boxBlocks_[i];
        BodyLimits own{limits.farthest, limits.slack};
        for (std::size_t lane = 0; lane < bodyLanes; ++lane) {
            const Body& body = bodies_[boxPlaces_[i * bodyLanes + lane]];
            if (!body.displacements.empty()) {
                const JointBox moves = displacementOf(body, weights);
                putBox(sumOf(body.box, moves), lane, block);
                own.farthest += glm::vec3(farthestOf(moves));
            }
        }
        encloseBoxes({&block, 1}, own, matrices, inOutBox);
    }
}

/// The sum of a point of one convex body and a point of another lies in the convex hull of the sums of their corners. So each corner of the
/// body is displaced by each corner of the box of displacements.
void JointBodies::encloseMorphedCorners(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> weights,
                                        Aabb& inOutBox) const noexcept
{
    for (const Cut& cut : cuts_) {
        const std::span<const CornerBlock> blocks(cornerBlocks_.data() + cut.firstBlock, cut.blockCount);
        const JointBox moves = displacementOf(bodies_[cut.body], weights);
        if (moves.center == glm::dvec3(0.) && moves.half == glm::dvec3(0.)) {
            encloseCorners(blocks, limits, matrices, inOutBox);
            continue;
        }
        BodyLimits farther = limits;
        farther.farthest += glm::vec3(farthestOf(moves));
        for (const CornerBlock& block : blocks) {
            for (unsigned corner = 0; corner < 8; ++corner) {
                const CornerBlock moved = shiftedBy(glm::vec3(cornerOf(moves, corner)), block);
                encloseCorners({&moved, 1}, farther, matrices, inOutBox);
            }
        }
    }
}

JointBox JointBodies::displacementOf(const Body& body, std::span<const float> weights) noexcept
{
    JointBox moves{.axes = body.box.axes};
    for (const Displacement& displacement : body.displacements) {
        const double weight = displacement.target < weights.size() ? static_cast<double>(weights[displacement.target]) : 0.;
        if (weight != 0.) {
            moves.center += weight * displacement.center;
            moves.half += std::abs(weight) * displacement.half;
        }
    }
    return moves;
}

}  // namespace armature
