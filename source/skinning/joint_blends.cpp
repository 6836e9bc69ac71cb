#include "skinning/joint_blends.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

/// Joints, each with its weight as a number of steps. No two blends of a mesh have the same proportion.
using Proportion = std::vector<std::pair<std::uint32_t, unsigned>>;

/// Tolerance: a sum of weights this close to a step counts as being on it, because the difference may be rounding.
constexpr double nearness = 2e-7;
static_assert(7. * nearness <= nearnessOfBlends);  // for eight joints and at least two steps

/// A vertex's weights as a weighted mean of blends: shares[i] is the weight of blends[i].
struct Mean {
    std::vector<Proportion> blends;
    std::vector<double> shares;
};

Proportion proportionOf(std::span<const Influence> influences, std::span<const unsigned> sums)
{
    Proportion proportion;
    unsigned before = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] != before) {
            proportion.emplace_back(influences[i].joint, sums[i] - before);
        }
        before = sums[i];
    }
    return proportion;
}

/// Returns the corners of the simplex that contains the weights, in the lattice as H. W. Kuhn cuts it (Some combinatorial lemmas in
/// topology, 1960). At the first corner, all partial sums (the first weight, the first two, and so on) are rounded down to steps. Each
/// further corner raises one sum by a step, the sum closest to its next step first.
Mean meanOf(std::span<const Influence> influences, double weightSum, unsigned steps, double tolerance)
{
    std::vector<unsigned> sums;
    std::vector<std::pair<double, std::size_t>> rests;
    double sum = 0.;
    for (std::size_t i = 0; i < influences.size(); ++i) {
        sum += static_cast<double>(influences[i].weight) / weightSum * static_cast<double>(steps);
        const double place = i + 1 == influences.size() ? static_cast<double>(steps) : std::min(sum, static_cast<double>(steps));
        const double up = std::floor(place + tolerance);
        sums.push_back(static_cast<unsigned>(up));
        if (place - up > tolerance) {
            rests.emplace_back(place - up, i);
        }
    }
    std::ranges::sort(rests, std::greater<>());
    Mean mean;
    double before = 1.;
    for (std::size_t i = 0; i <= rests.size(); ++i) {
        const double rest = i < rests.size() ? rests[i].first : 0.;
        if (before > rest) {
            mean.blends.push_back(proportionOf(influences, sums));
            mean.shares.push_back(before - rest);
        }
        if (i < rests.size()) {
            ++sums[rests[i].second];
            before = rest;
        }
    }
    return mean;
}

bool containsAll(const Mean& mean, std::span<const Influence> influences)
{
    return std::ranges::all_of(influences, [&](const Influence& influence) {
        return std::ranges::any_of(mean.blends, [&](const Proportion& blend) {
            return std::ranges::any_of(blend, [&](const auto& part) { return part.first == influence.joint; });
        });
    });
}

/// Treats weights that are nearly on a step as being on it, unless this would leave out a joint: even with a tiny weight, a joint counts if
/// its matrix is large or not finite.
Mean meanOf(std::span<const Influence> influences, double weightSum, unsigned steps)
{
    if (influences.empty()) {
        return {{{{noJoint, steps}}}, {1.}};
    }
    Mean mean = meanOf(influences, weightSum, steps, nearness);
    return containsAll(mean, influences) ? mean : meanOf(influences, weightSum, steps, 0.);
}

}  // namespace

std::vector<JointBlend> findBlends(const Mesh& mesh, unsigned steps, std::size_t most)
{
    std::map<Proportion, std::vector<BlendedVertex>> blends;
    std::vector<Influence> influences;
    for (std::uint32_t number = 0; number < mesh.primitives().size(); ++number) {
        const Primitive& primitive = mesh.primitives()[number];
        for (std::uint32_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            gatherInfluences(primitive.skin, vertex, influences);
            double weightSum = influences.empty() ? 1. : 0.;
            for (const Influence& influence : influences) {
                weightSum += static_cast<double>(influence.weight);
            }
            Mean mean = meanOf(influences, weightSum, steps);
            for (std::size_t i = 0; i < mean.blends.size(); ++i) {
                blends[std::move(mean.blends[i])].push_back({number, vertex, weightSum, mean.shares[i]});
            }
            if (blends.size() > most) {
                return {};
            }
        }
    }
    std::vector<JointBlend> found;
    for (auto& [proportion, vertices] : blends) {
        JointBlend& blend = found.emplace_back();
        for (const auto& [joint, count] : proportion) {
            blend.parts.push_back({joint, static_cast<float>(count) / static_cast<float>(steps)});
        }
        blend.vertices = std::move(vertices);
    }
    return found;
}

std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const BlendedVertex> vertices)
{
    std::vector<glm::dvec3> places;
    places.reserve(vertices.size());
    for (const BlendedVertex& vertex : vertices) {
        places.push_back(vertex.weightSum * glm::dvec3(mesh.primitives()[vertex.primitive].positions[vertex.vertex]));
    }
    return places;
}

}  // namespace armature
