#include "retarget/retarget_plan.hpp"

#include <algorithm>
#include <numeric>

#include <glm/geometric.hpp>

namespace armature {

namespace {

/// Positions along a chain, as fractions of its length: the end and the middle of each bone.
class ChainLine {
public:
    ChainLine(const RestRig& rig, const std::vector<std::size_t>& joints)
    {
        for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
            lines_.push_back(rig.origins[joints[i + 1]] - rig.origins[joints[i]]);
        }
        lines_.push_back(lines_.empty() ? glm::dvec3(0.) : lines_.back());
        double total = 0.;
        for (const glm::dvec3& line : lines_) {
            total += glm::length(line);
        }
        double begin = 0.;
        for (const glm::dvec3& line : lines_) {
            const double length = total > 0. ? glm::length(line) / total : 1. / static_cast<double>(lines_.size());
            ends_.push_back(begin + length);
            middles_.push_back(begin + 0.5 * length);
            begin += length;
        }
    }

    [[nodiscard]] double middle(std::size_t bone) const { return middles_[bone]; }
    [[nodiscard]] const glm::dvec3& line(std::size_t bone) const { return lines_[bone]; }
    /// Returns the bone at the fraction `along` of the chain's length.
    [[nodiscard]] std::size_t boneAt(double along) const
    {
        const auto found = std::ranges::upper_bound(ends_, along);
        return std::min(static_cast<std::size_t>(found - ends_.begin()), ends_.size() - 1);
    }
    /// Returns the last bone whose middle is at or before `along`; the first bone if there is none.
    [[nodiscard]] std::size_t before(double along) const
    {
        const auto found = std::ranges::upper_bound(middles_, along);
        return found == middles_.begin() ? 0 : static_cast<std::size_t>(found - middles_.begin()) - 1;
    }

private:
    std::vector<glm::dvec3> lines_;
    std::vector<double> ends_;
    std::vector<double> middles_;
};

}  // namespace

std::vector<ChainShare> shareChain(const RestRig& source, const RestRig& target, const RetargetChain& chain)
{
    const ChainLine from(source, chain.source);
    const ChainLine to(target, chain.target);
    std::vector<ChainShare> shares;
    for (std::size_t bone = 0; bone < chain.target.size(); ++bone) {
        const double along = to.middle(bone);
        const std::size_t first = from.before(along);
        const std::size_t second = std::min(first + 1, chain.source.size() - 1);
        const double way = from.middle(second) - from.middle(first);
        const double fraction = way > 0. ? std::clamp((along - from.middle(first)) / way, 0., 1.) : 0.;
        shares.push_back({.target = static_cast<std::uint32_t>(chain.target[bone]),
                          .first = static_cast<std::uint32_t>(chain.source[first]),
                          .second = static_cast<std::uint32_t>(chain.source[second]),
                          .fraction = fraction,
                          .sourceLine = from.line(from.boneAt(along)),
                          .targetLine = to.line(bone)});
    }
    return shares;
}

}  // namespace armature
