#include "import/fbx/key_list.hpp"

#include <algorithm>
#include <cmath>

namespace armature::fbx {

namespace {

/// Clamps weights to [0, 1], so that time cannot run backwards between two keys. Replaces weights that are NaN, and slopes that are not
/// finite, by 0.
void mend(CurveKey& key)
{
    key.weight = key.weight > 0. ? std::min(key.weight, 1.) : 0.;
    key.nextWeight = key.nextWeight > 0. ? std::min(key.nextWeight, 1.) : 0.;
    key.slope = std::isfinite(key.slope) ? key.slope : 0.;
    key.nextSlope = std::isfinite(key.nextSlope) ? key.nextSlope : 0.;
}

/// Returns the slope that a bias beyond 500 % adds. It grows with the square of the excess, as in MotionBuilder.
double beyondFullBias(double bias, double sign)
{
    const double excess = std::abs(bias) / 100. - 5.;
    return excess > 0. ? excess * excess * 40. * sign : 0.;
}

double slopeBetween(const CurveKey& key, const CurveKey& next)
{
    return (next.value - key.value) / (next.seconds - key.seconds);
}

/// Limits a slope, keeping its sign, so that the tangent does not pass the neighbouring key's value. `weight` is the tangent's length as a
/// fraction of the span.
double withinReach(double slope, double lineSlope, double weight)
{
    const double sign = slope < 0. ? -1. : 1.;
    const double most = std::max(sign * lineSlope, 0.);
    return weight > 0. && std::isfinite(most) ? sign * std::min(sign * slope, most / weight) : 0.;
}

}  // namespace

std::optional<Curve> KeyList::finish()
{
    sortAndThin();
    for (std::size_t index = 0; index < entries_.size(); ++index) {
        resolve(index);
    }
    std::vector<CurveKey> keys;
    keys.reserve(entries_.size());
    for (const Entry& entry : entries_) {
        keys.push_back(entry.key);
        mend(keys.back());
    }
    return keys.empty() ? std::nullopt : std::optional(Curve(std::move(keys)));
}

void KeyList::sortAndThin()
{
    std::erase_if(entries_, [](const Entry& entry) { return !std::isfinite(entry.key.value) || !std::isfinite(entry.key.seconds); });
    std::ranges::stable_sort(entries_, {}, [](const Entry& entry) { return entry.key.seconds; });
    std::size_t count = 0;
    for (std::size_t index = 0; index < entries_.size(); ++index) {
        const bool isSame = count > 0 && entries_[count - 1].key.seconds == entries_[index].key.seconds;
        count += isSame ? std::size_t{0} : std::size_t{1};
        entries_[count - 1] = entries_[index];
    }
    entries_.resize(count);
}

void KeyList::resolve(std::size_t index)
{
    if (const auto* tcb = std::get_if<Tcb>(&entries_[index].rule)) {
        resolve(index, *tcb);
    } else if (const auto* tangent = std::get_if<AutoTangent>(&entries_[index].rule)) {
        resolve(index, *tangent);
    }
}

void KeyList::resolve(std::size_t index, const Tcb& tcb)
{
    CurveKey& key = entries_[index].key;
    const bool isFirst = index == 0;
    const bool isLast = index + 1 == entries_.size();
    const double before = isFirst ? 0. : slopeBetween(entries_[index - 1].key, key);
    const double after = isLast ? 0. : slopeBetween(key, entries_[index + 1].key);
    const double share = (isFirst || isLast ? 1. : 0.5) * (1. - tcb.tension);  // the first and the last key have only one neighbour
    const auto blend = [&](double continuity) {
        return share * ((1. + tcb.bias) * (1. + continuity) * before + (1. - tcb.bias) * (1. - continuity) * after);
    };
    key.slope = blend(tcb.continuity);
    if (!isFirst) {
        entries_[index - 1].key.nextSlope = blend(-tcb.continuity);
    }
}

void KeyList::resolve(std::size_t index, const AutoTangent& tangent)
{
    constexpr double together = 1e-4;
    // For an auto tangent, the file stores the bias of this key's incoming tangent, negated, in the previous key's nextSlope.
    const double biasBefore = index == 0 ? 0. : -entries_[index - 1].key.nextSlope;
    const double arriving = autoSlope(index, tangent, std::abs(tangent.bias - biasBefore) <= together ? tangent.bias : biasBefore);
    entries_[index].key.slope = autoSlope(index, tangent, tangent.bias);
    if (index > 0) {
        entries_[index - 1].key.nextSlope = arriving;
    }
}

double KeyList::autoSlope(std::size_t index, const AutoTangent& tangent, double bias) const
{
    constexpr double nearlySame = 1e-3;
    const CurveKey& key = entries_[index].key;
    const bool isFirst = index == 0;
    const bool isLast = index + 1 == entries_.size();
    const CurveKey& previous = isFirst ? key : entries_[index - 1].key;
    const CurveKey& next = isLast ? key : entries_[index + 1].key;
    if (isFirst && isLast) {
        return 0.;
    }
    const auto isNear = [&](const CurveKey& other) { return &other != &key && std::abs(other.value - key.value) <= nearlySame; };
    if (tangent.isFlatNearNeighbors && (isNear(previous) || isNear(next))) {
        return 0.;
    }
    if (isFirst || isLast) {
        const double line = slopeBetween(previous, next);
        const double excess = tangent.isTimeIndependent ? 0. : beyondFullBias(bias, bias > 0. ? 1. : -1.);
        return tangent.staysBetween ? 0. : line + excess;
    }
    const double before = slopeBetween(previous, key);
    const double after = slopeBetween(key, next);
    double slope = slopeBetween(previous, next);
    if (!tangent.isTimeIndependent) {
        const double share = (key.seconds - previous.seconds) / (next.seconds - previous.seconds);
        slope = 0.5 * (slope + before * (1. - share) + after * share);
        const double target = bias > 0. ? after : before;
        const double way = target - slope;
        slope += way * std::abs(bias) / 100.;
        slope += beyondFullBias(bias, (std::abs(way) > 1e-5 ? way : bias) > 0. ? 1. : -1.);
    }
    if (tangent.staysBetween) {
        slope = withinReach(slope, before, previous.nextWeight);
        slope = withinReach(slope, after, key.weight);
    }
    return slope;
}

}  // namespace armature::fbx
