#include "skinning/joint_parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <glm/geometric.hpp>

#include "skinning/joint_box.hpp"
#include "skinning/kernels/joint_box_kernels.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

/// Where to divide a part: the vertices on one side of a plane go, or those that belong to a joint by so much.
struct Cut {
    [[nodiscard]] bool takes(const MovedVertex& vertex, const glm::dvec3& place) const noexcept
    {
        return isByGuide ? vertex.guide == guide && vertex.guideWeight >= guideWeight : glm::dot(place, direction) > offset;
    }

    bool isByGuide = false;
    std::uint32_t guide = 0;
    double guideWeight = 0.5;
    glm::dvec3 direction{0.};
    double offset = 0.;
};

/// A part, and the best way to divide it, judged by some of its vertices.
class Division {
public:
    Division(const Mesh& mesh, JointPart part) : whole_(std::move(part))
    {
        constexpr std::size_t enough = 256;
        const std::size_t step = (whole_.vertices.size() + enough - 1) / enough;
        for (std::size_t i = 0; i < whole_.vertices.size(); i += step) {
            sample_.push_back(whole_.vertices[i]);
        }
        places_ = placesOf(mesh, sample_);
        const JointBox box = enclosePoints(places_);
        surface_ = surfaceOf(box);
        const int longest = box.half.x >= box.half.y && box.half.x >= box.half.z ? 0 : box.half.y >= box.half.z ? 1 : 2;
        tryCut({.direction = box.axes[longest], .offset = glm::dot(box.center, box.axes[longest])});
        tryGuides();
    }

    [[nodiscard]] const JointPart& whole() const noexcept { return whole_; }
    /// By how much the boxes' surfaces shrink, those of a part of the way counted by that part. Not positive: not worth it.
    [[nodiscard]] double gain() const noexcept { return gain_; }
    /// Of its box.
    [[nodiscard]] double surface() const noexcept { return whole_.share * surface_; }

    [[nodiscard]] std::pair<JointPart, JointPart> divided(const Mesh& mesh) const
    {
        const std::uint32_t from = cut_.isByGuide ? cut_.guide : whole_.from;
        std::pair<JointPart, JointPart> parts{{whole_.joint, whole_.from, whole_.share, {}}, {whole_.joint, from, whole_.share, {}}};
        const std::vector<glm::dvec3> places = placesOf(mesh, whole_.vertices);
        for (std::size_t i = 0; i < places.size(); ++i) {
            (cut_.takes(whole_.vertices[i], places[i]) ? parts.second : parts.first).vertices.push_back(whole_.vertices[i]);
        }
        parts.second.share = cut_.isByGuide ? shareOf(parts.second.vertices) : whole_.share;
        return parts;
    }

private:
    /// Vertices that belong to another joint for at least half, or more, apart from the others.
    void tryGuides()
    {
        std::set<std::uint32_t> guides;
        for (const MovedVertex& vertex : sample_) {
            if (vertex.guide != whole_.joint && vertex.guideWeight >= 0.5) {
                guides.insert(vertex.guide);
            }
        }
        for (const std::uint32_t guide : guides) {
            for (const double weight : {0.5, 0.7, 0.85}) {
                tryCut({.isByGuide = true, .guide = guide, .guideWeight = weight});
            }
        }
    }

    void tryCut(const Cut& cut)
    {
        std::vector<glm::dvec3> parts[2];
        std::vector<MovedVertex> taken;
        for (std::size_t i = 0; i < sample_.size(); ++i) {
            const bool isTaken = cut.takes(sample_[i], places_[i]);
            parts[isTaken ? 1 : 0].push_back(places_[i]);
            if (isTaken) {
                taken.push_back(sample_[i]);
            }
        }
        if (parts[0].empty() || parts[1].empty()) {
            return;
        }
        const double share = cut.isByGuide ? shareOf(taken) : whole_.share;
        const double gain = whole_.share * (surface_ - surfaceOf(enclosePoints(parts[0]))) - share * surfaceOf(enclosePoints(parts[1]));
        if (gain > gain_) {
            gain_ = gain;
            cut_ = cut;
        }
    }

    /// Of the way from the joint to which the vertices belong.
    [[nodiscard]] static double shareOf(std::span<const MovedVertex> vertices)
    {
        double share = 0.;
        for (const MovedVertex& vertex : vertices) {
            share = std::max(share, 1. - vertex.guideWeight);
        }
        return share;
    }

    JointPart whole_;
    std::vector<MovedVertex> sample_;
    std::vector<glm::dvec3> places_;  // of the sample
    double surface_ = 0.;
    double gain_ = 0.;
    Cut cut_;
};

/// A block of boxes is begun for a gain of at least this part of what a joint's box has on average.
constexpr double leastGain = 0.05;
constexpr std::size_t mostPerJoint = 2;

}  // namespace

std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const MovedVertex> vertices)
{
    std::vector<glm::dvec3> places;
    places.reserve(vertices.size());
    for (const MovedVertex& vertex : vertices) {
        places.push_back(vertex.weightSum * glm::dvec3(mesh.primitives()[vertex.primitive].positions[vertex.vertex]));
    }
    return places;
}

std::vector<JointPart> findJointParts(const Mesh& mesh)
{
    std::vector<JointPart> joints(mesh.jointCount() + 1);
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        joints[joint].joint = joints[joint].from = joint < mesh.jointCount() ? static_cast<std::uint32_t>(joint) : noJoint;
    }
    std::vector<Influence> influences;
    for (std::uint32_t number = 0; number < mesh.primitives().size(); ++number) {
        const Primitive& primitive = mesh.primitives()[number];
        const std::size_t perVertex = primitive.skin.influencesPerVertex;
        for (std::uint32_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            gatherInfluences(primitive.skin, vertex, influences);
            if (influences.empty()) {
                joints.back().vertices.push_back({number, vertex, 1., 1., 1., noJoint, 1.});
                continue;
            }
            MovedVertex moved{number, vertex, 0., 0., 0., noJoint, 0.};
            for (const Influence& influence : influences) {
                moved.weightSum += static_cast<double>(influence.weight);
                if (static_cast<double>(influence.weight) > moved.guideWeight) {
                    moved.guide = influence.joint;
                    moved.guideWeight = static_cast<double>(influence.weight);
                }
            }
            const float* const weights = &primitive.skin.weights[vertex * perVertex];
            moved.heaviest = static_cast<double>(*std::max_element(weights, weights + perVertex)) / moved.weightSum;
            moved.guideWeight /= moved.weightSum;
            for (const Influence& influence : influences) {
                moved.weight = static_cast<double>(influence.weight) / moved.weightSum;
                joints[influence.joint].vertices.push_back(moved);
            }
        }
    }
    std::erase_if(joints, [](const JointPart& joint) { return joint.vertices.empty(); });
    return joints;
}

std::vector<JointPart> divideJointParts(const Mesh& mesh, const std::vector<JointPart>& joints)
{
    const std::size_t blocks =
        std::max({std::size_t{2}, (joints.size() + boxLanes - 1) / boxLanes, mostPerJoint * joints.size() / boxLanes});
    const std::size_t most = blocks * boxLanes;
    std::vector<Division> parts;
    parts.reserve(std::max(most, joints.size()));
    double surface = 0.;
    for (const JointPart& joint : joints) {
        surface += parts.emplace_back(mesh, joint).surface();
    }
    const double worthwhile = leastGain * surface / static_cast<double>(joints.size());
    while (!parts.empty() && parts.size() < most) {
        const auto best = std::ranges::max_element(parts, {}, &Division::gain);
        const bool isBlockFull = parts.size() % boxLanes == 0;
        if (!(best->gain() > (isBlockFull ? worthwhile : 0.))) {
            break;
        }
        auto [first, second] = best->divided(mesh);
        *best = Division(mesh, std::move(first));
        parts.emplace_back(mesh, std::move(second));
    }
    std::vector<JointPart> divided;
    for (const bool isWhole : {true, false}) {
        for (const Division& part : parts) {
            if (part.whole().isWhole() == isWhole) {
                divided.push_back(part.whole());
            }
        }
    }
    return divided;
}

}  // namespace armature
