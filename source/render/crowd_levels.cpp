#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/render/crowd_renderer.hpp>

#include "crowd_sight.hpp"

namespace armature {

class CrowdRenderer::Levels::Implementation {
public:
    Implementation(float fullSize, std::size_t longestInterval, std::size_t coarsestBones)
        : fullSize_(static_cast<double>(fullSize)), longestInterval_(longestInterval), coarsestBones_(coarsestBones)
    {}

    std::span<const Level> choose(std::span<const Member> members, const Camera& camera, const DrawOptions& options)
    {
        boxes_.clear();
        for (const Member& member : members) {
            boxes_.push_back({member.bounds, &member.world});
        }
        sight_.look(boxes_, camera, options);
        levels_.resize(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            Level& level = levels_[i];
            level.isDrawn = sight_.sights()[i] != Sight::Unseen;
            if (level.isDrawn) {
                const double size = sizeOf(members[i], camera);
                level.interval = std::clamp(level.interval, intervalOf(size * room), intervalOf(size / room));
                level.boneLevel = std::clamp(level.boneLevel, boneLevelOf(size * room), boneLevelOf(size / room));
            }
        }
        return levels_;
    }

private:
    /// Returns the height of the sphere around a member's box, as a fraction of the view's height. With perspective, returns infinity if
    /// the sphere reaches the plane through the camera.
    [[nodiscard]] static double sizeOf(const Member& member, const Camera& camera) noexcept
    {
        const glm::dvec3 minimum(member.bounds.minimum);
        const glm::dvec3 maximum(member.bounds.maximum);
        const glm::dmat3 axes(member.world);
        const glm::dvec3 middle = axes * (0.5 * (minimum + maximum)) + glm::dvec3(member.world[3]) - glm::dvec3(camera.getPosition());
        const glm::dvec3 half = 0.5 * (maximum - minimum);
        const double radius = glm::length(glm::abs(axes[0]) * half.x + glm::abs(axes[1]) * half.y + glm::abs(axes[2]) * half.z);
        const glm::dvec4 inView(glm::dmat3(glm::dmat4(camera.view)) * middle, 1.);
        // Distance along the view; 1 without perspective.
        const double away = glm::dot(glm::transpose(glm::dmat4(camera.projection))[3], inView);
        const bool isAround = camera.projection[3][3] == 0.f && away <= radius;
        return isAround ? HUGE_VAL : radius * std::abs(static_cast<double>(camera.projection[1][1])) / away;
    }

    [[nodiscard]] std::size_t intervalOf(double size) const noexcept
    {
        std::size_t interval = 1;
        for (double least = fullSize_; size < least && 2 * interval <= longestInterval_; least *= 0.5) {
            interval *= 2;
        }
        return interval;
    }

    [[nodiscard]] std::size_t boneLevelOf(double size) const noexcept
    {
        std::size_t level = 0;
        for (double least = 0.5 * fullSize_; size < least && level < coarsestBones_; least *= 0.5) {
            ++level;
        }
        return level;
    }

    static constexpr double room = 1.1;

    double fullSize_;
    std::size_t longestInterval_;
    std::size_t coarsestBones_;
    std::vector<Level> levels_;
    std::vector<PlacedBox> boxes_;
    CrowdSight sight_;
};

CrowdRenderer::Levels::Levels(float fullSize, std::size_t longestInterval, std::size_t coarsestBones)
    : implementation_(std::make_unique<Implementation>(fullSize, longestInterval, coarsestBones))
{
    constexpr std::size_t limit = 1024;    // as in Crowd::setUpdateInterval()
    constexpr std::size_t coarsest = 255;  // as in Crowd::setBoneLevel()
    if (!(fullSize >= 0.f) || longestInterval == 0 || longestInterval > limit || coarsestBones > coarsest) {
        throw std::invalid_argument(
            fmt::format("levels of a crowd: a full size of {} must not be negative, a longest interval of {} be from 1 to {}, and coarsest "
                        "bones of {} be at most {}",
                        fullSize, longestInterval, limit, coarsestBones, coarsest));
    }
}

CrowdRenderer::Levels::~Levels() = default;

std::span<const CrowdRenderer::Levels::Level> CrowdRenderer::Levels::choose(std::span<const Member> members, const Camera& camera,
                                                                            const DrawOptions& options)
{
    return implementation_->choose(members, camera, options);
}

}  // namespace armature
