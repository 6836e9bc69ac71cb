#include "import/skin_weights.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "import/numbers.hpp"
#include "import/refusal.hpp"

namespace armature::importing {

namespace {

// A sum this close to 1 is rounding, and the weights stay as the file has them.
constexpr double sumTolerance = 1e-6;
// Below this nobody sees a difference; exporters that round to a few digits stay under it.
constexpr double notedDeviation = 1e-3;

struct Findings {
    double largestDeviation = 0.;
    std::size_t unweighted = 0;
    std::size_t negative = 0;
};

// Over all influences at once, without branches.
void mendSigns(std::span<float> weights, std::span<std::uint16_t> joints, Findings& findings)
{
    std::size_t negative = 0;
    for (std::size_t influence = 0; influence < weights.size(); ++influence) {
        const float weight = weights[influence];
        negative += weight < 0.f ? 1 : 0;
        weights[influence] = weight < 0.f ? 0.f : weight;
        joints[influence] = weight > 0.f ? joints[influence] : std::uint16_t{0};
    }
    findings.negative += negative;
}

void mendSum(std::span<float> weights, Findings& findings)
{
    double sum = 0.;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
    }
    if (sum == 0.) {
        ++findings.unweighted;
        return;
    }
    const double deviation = std::abs(sum - 1.);
    if (deviation <= sumTolerance) {
        return;
    }
    findings.largestDeviation = std::max(findings.largestDeviation, deviation);
    for (float& weight : weights) {
        weight = static_cast<float>(static_cast<double>(weight) / sum);
    }
}

void report(const Findings& findings, const std::string& place, Notes& notes)
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
        notes.add(place,
                  fmt::format("has {} vertices without any skin weight: no joint moves them; paint their weights", findings.unweighted));
    }
}

}  // namespace

void mendSkinWeights(Mesh& mesh, const std::string& place, Notes& notes)
{
    Findings findings;
    for (std::size_t number = 0; number < mesh.primitives.size(); ++number) {
        SkinWeights& skin = mesh.primitives[number].skin;
        const std::size_t influences = skin.influencesPerVertex;
        if (influences == 0) {
            continue;
        }
        if (const auto bad = findNotFinite(skin.weights)) {
            throw Refusal(fmt::format("{}/primitives/{}/attributes/WEIGHTS_{}", place, number, *bad % influences / 4),
                          fmt::format("is {} at vertex {}, but must be finite", skin.weights[*bad], *bad / influences));
        }
        mendSigns(skin.weights, skin.joints, findings);
        for (std::size_t first = 0; first < skin.weights.size(); first += influences) {
            mendSum(std::span(skin.weights).subspan(first, influences), findings);
        }
    }
    report(findings, place, notes);
}

}  // namespace armature::importing
