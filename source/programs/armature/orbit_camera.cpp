#include "framing.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace armature::tools {

namespace {

constexpr float orbitFieldOfView = 0.6f;
constexpr float radiansPerHeight = 4.f;
constexpr float steepest = 1.55f;  // limit of the pitch, just short of straight down, where "up" is undefined

}  // namespace

CameraFit OrbitCamera::startFit(float aspect) const noexcept
{
    return CameraFit(towardsCamera(), aspect, orbitFieldOfView);
}

void OrbitCamera::frame(const CameraFit& fit) noexcept
{
    const CameraFit::Placement placement = fit.getPlacementAroundCenter();
    target_ = placement.target;
    distance_ = placement.distance;
    extent_ = std::max(0.5f * (placement.farthestPoint - placement.nearestPoint), 0.3f * distance_);
}

void OrbitCamera::turn(const glm::vec2& drag) noexcept
{
    yaw_ = std::remainder(yaw_ - radiansPerHeight * drag.x, 6.2831853f);
    pitch_ = std::clamp(pitch_ + radiansPerHeight * drag.y, -steepest, steepest);
}

void OrbitCamera::turnBy(float angle) noexcept
{
    yaw_ = std::remainder(yaw_ + angle, 6.2831853f);
}

void OrbitCamera::move(const glm::vec2& drag) noexcept
{
    const glm::vec3 back = towardsCamera();
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0.f, 1.f, 0.f), back));
    const float pictureHeight = 2.f * distance_ * std::tan(0.5f * orbitFieldOfView);
    target_ += pictureHeight * (drag.y * glm::cross(back, right) - drag.x * right);
}

void OrbitCamera::approach(float clicks) noexcept
{
    distance_ = std::clamp(distance_ * std::pow(0.9f, clicks), 1e-3f * extent_, 1e3f * extent_);
}

Camera OrbitCamera::getCamera(float aspect) const noexcept
{
    const float nearPlane = std::max(distance_ - 4.f * extent_, 0.01f * std::min(distance_, extent_));
    return perspectiveCamera(target_ + distance_ * towardsCamera(), target_, aspect, nearPlane, distance_ + 8.f * extent_,
                             orbitFieldOfView);
}

glm::vec3 OrbitCamera::towardsCamera() const noexcept
{
    return {std::sin(yaw_) * std::cos(pitch_), std::sin(pitch_), std::cos(yaw_) * std::cos(pitch_)};
}

}  // namespace armature::tools
