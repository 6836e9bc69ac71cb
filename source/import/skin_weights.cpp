#include "base/words.hpp"
#include "import/scene_builder.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace armature::importing {

namespace {

// Tolerance for the sum of weights, per weight above 0. A smaller difference from 1 is rounding, and the weights stay as in the file.
// glTF-Validator uses the same tolerance.
constexpr double sumTolerance = 2e-7;
// Threshold for a note. Smaller deviations are invisible, and exporters that round to a few digits stay below it.
constexpr double notedDeviation = 1e-3;

struct Findings {
    double largestDeviation = 0.;
    std::size_t unweighted = 0;
    std::size_t negative = 0;
};

// Sets negative weights to 0, and influences without weight to joint 0. Processes all influences in one pass without branches.
void mendSigns(std::span<float> weights, std::span<std::uint16_t> joints, Findings& findings)
{
    std::uint32_t negative = 0;  // 32 bits wide like the weights, for SIMD lanes
    for (std::size_t influence = 0; influence < weights.size(); ++influence) {
        const float weight = weights[influence];
        negative += weight < 0.f ? 1u : 0u;
        weights[influence] = weight < 0.f ? 0.f : weight;
        joints[influence] = weight > 0.f ? joints[influence] : std::uint16_t{0};
    }
    findings.negative += negative;
}

template <std::size_t count>
bool isSumFine(std::span<const float, count> weights) noexcept
{
    double sum = 0.;
    double above = 0.;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
        above += weight > 0.f ? 1. : 0.;
    }
    return std::abs(sum - 1.) <= sumTolerance * above;
}

template <std::size_t count>
void mendSum(std::span<float, count> weights, Findings& findings)
{
    if (isSumFine(std::span<const float, count>(weights))) {
        return;
    }
    double sum = 0.;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
    }
    if (!std::isfinite(sum)) {
        return;
    }
    if (sum == 0.) {
        ++findings.unweighted;
        return;
    }
    findings.largestDeviation = std::max(findings.largestDeviation, std::abs(sum - 1.));
    for (float& weight : weights) {
        weight = static_cast<float>(static_cast<double>(weight) / sum);
    }
}

/// Whether the weight sums of all vertices are surely 1 within isSumFine()'s tolerance. Adds in single precision, in one pass without
/// branches, for SIMD. The tolerance here is therefore smaller by the rounding errors: each addition of a weight above 0 rounds by at most
/// half a step of numbers from 1 to 2. Precondition: no weight is negative.
bool areSumsSurelyFine(std::span<const float> weightsByFour) noexcept
{
    constexpr float rounding = 0x1p-24f;
    constexpr auto perWeight = static_cast<float>(sumTolerance) - 1.01f * rounding;
    const float* weight = weightsByFour.data();
    std::uint32_t bad = 0;
    for (std::size_t vertex = 0; vertex < weightsByFour.size() / 4; ++vertex, weight += 4) {
        float sum = 0.f;
        float tolerance = 0.99f * rounding;  // the first weight is added to 0, which rounds nothing
        for (std::size_t each = 0; each < 4; ++each) {
            sum += weight[each];
            tolerance += weight[each] > 0.f ? perWeight : 0.f;
        }
        bad |= std::abs(sum - 1.f) <= tolerance ? 0u : 1u;
    }
    return bad == 0;
}

/// Whether isSumFine() holds for all vertices. This is the exact answer, but slower than areSumsSurelyFine().
bool areSumsFine(std::span<const float> weightsByFour) noexcept
{
    for (std::size_t first = 0; first < weightsByFour.size(); first += 4) {
        if (!isSumFine(weightsByFour.subspan(first).first<4>())) {
            return false;
        }
    }
    return true;
}

/// Makes the weights of each vertex sum to 1. Returns true if all sums are known to have been correct already.
bool mendSums(std::span<float> weights, std::size_t influences, Findings& findings)
{
    if (influences == 4) {  // nearly always the case; the compiler then knows the count
        if (areSumsSurelyFine(weights) || areSumsFine(weights)) {
            return true;
        }
        for (std::size_t first = 0; first < weights.size(); first += 4) {
            mendSum(weights.subspan(first).first<4>(), findings);
        }
        return false;
    }
    for (std::size_t first = 0; first < weights.size(); first += influences) {
        mendSum(weights.subspan(first, influences), findings);
    }
    return false;
}

void report(const Findings& findings, std::string_view place, Notes& notes)
{
    if (findings.negative > 0) {
        notes.add(place, fmt::format("has {} negative skin weights: taken as 0; paint the weights again", findings.negative));
    }
    if (findings.largestDeviation > notedDeviation) {
        notes.add(place,
                  fmt::format("has skin weights whose sum is up to {:.6g} away from 1: divided by their sum; normalise them when exporting",
                              findings.largestDeviation));
    }
    if (findings.unweighted > 0) {
        notes.add(place, fmt::format("has {} without any skin weight, which no joint moves: paint the weights",
                                     counted(findings.unweighted, "vertex", "vertices")));
    }
}

}  // namespace

bool mendSkinWeights(MeshDescription& mesh, std::string_view place, Notes& notes)
{
    Findings findings;
    bool areFine = true;
    for (Primitive& primitive : mesh.primitives) {
        SkinWeights& skin = primitive.skin;
        const std::size_t influences = skin.influencesPerVertex;
        // Arrays that do not fit together are refused later, when the mesh is checked.
        if (influences == 0 || skin.joints.size() != skin.weights.size() || skin.weights.size() % influences != 0) {
            areFine = areFine && skin.weights.empty();
            continue;
        }
        mendSigns(skin.weights, skin.joints, findings);
        areFine = mendSums(skin.weights, influences, findings) && areFine;
    }
    report(findings, place, notes);
    return areFine;
}

}  // namespace armature::importing
