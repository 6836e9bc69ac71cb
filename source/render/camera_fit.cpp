#include <armature/render/camera_fit.hpp>

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "math/numbers.hpp"

namespace armature {

namespace {

constexpr double usedPart = 0.9;  // fraction of the picture that is used; the rest is margin

}  // namespace

CameraFit::CameraFit(const glm::vec3& direction, float aspect, float fieldOfView) noexcept
    : back_(glm::normalize(glm::dvec3(direction))), aspect_(aspect), fieldOfView_(fieldOfView)
{
    const bool isVertical = std::abs(back_.y) > 0.9999;
    right_ = glm::normalize(glm::cross(isVertical ? glm::dvec3(0., 0., -back_.y) : glm::dvec3(0., 1., 0.), back_));
    up_ = glm::cross(back_, right_);
    const double tangent = usedPart * std::tan(0.5 * static_cast<double>(fieldOfView));
    tangent_ = {tangent * static_cast<double>(aspect), tangent};
}

void CameraFit::add(const glm::vec3& point) noexcept
{
    if (!isFinite(point)) {
        return;
    }
    const glm::dvec3 exact(point);
    const glm::dvec2 place(glm::dot(exact, right_), glm::dot(exact, up_));
    const double depth = glm::dot(exact, back_);
    plus_ = glm::max(plus_, place + tangent_ * depth);
    minus_ = glm::max(minus_, -place + tangent_ * depth);
    nearest_ = std::max(nearest_, depth);
    farthest_ = std::min(farthest_, depth);
    bounds_.extend(point);
    largest_ = std::max({largest_, std::abs(place.x), std::abs(place.y), std::abs(depth)});
}

void CameraFit::add(const glm::vec3& center, float halfEdge) noexcept
{
    for (const float x : {-halfEdge, halfEdge}) {
        for (const float y : {-halfEdge, halfEdge}) {
            for (const float z : {-halfEdge, halfEdge}) {
                add(center + glm::vec3(x, y, z));
            }
        }
    }
}

CameraFit::Placement CameraFit::getPlacement() const noexcept
{
    const CameraFit fit = withSomething();
    const glm::dvec2 middle = (fit.plus_ - fit.minus_) / 2.;
    const double middleDepth = (fit.nearest_ + fit.farthest_) / 2.;
    return fit.placeAround(middle.x * right_ + middle.y * up_ + middleDepth * back_);
}

CameraFit::Placement CameraFit::getPlacementAroundCenter() const noexcept
{
    const CameraFit fit = withSomething();
    return fit.placeAround(glm::dvec3(fit.bounds_.getCenter()));
}

CameraFit::Placement CameraFit::placeAround(const glm::dvec3& target) const noexcept
{
    const glm::dvec2 middle(glm::dot(target, right_), glm::dot(target, up_));
    const glm::dvec2 needed = glm::max(plus_ - middle, minus_ + middle) / tangent_;
    const double depth = nearest_ - farthest_;
    double camera = std::max({needed.x, needed.y, nearest_ + 0.02 * depth});
    if (std::max(camera - nearest_, depth) <= 1e-6 * largest_) {  // the points coincide, or nearly so
        camera = nearest_ + 1e-3 * largest_;
    }
    return {.target = glm::vec3(target),
            .distance = static_cast<float>(camera - glm::dot(target, back_)),
            .nearestPoint = static_cast<float>(camera - nearest_),
            .farthestPoint = static_cast<float>(camera - farthest_)};
}

CameraFit CameraFit::withSomething() const noexcept
{
    if (!isEmpty() && isFinite(bounds_.getSize())) {
        return *this;
    }
    CameraFit fit(glm::vec3(back_), aspect_, fieldOfView_);
    fit.add(glm::vec3(0.f), 0.5f);
    return fit;
}

Camera CameraFit::getCamera() const noexcept
{
    const Placement placement = getPlacement();
    return perspectiveCamera(placement.target + placement.distance * glm::vec3(back_), placement.target, aspect_,
                             0.5f * placement.nearestPoint, 1.5f * placement.farthestPoint, fieldOfView_, glm::vec3(up_));
}

}  // namespace armature
