#include "render_camera.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>

#include "base/words.hpp"
#include "framing.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

std::vector<const TransformNode*> nodesWithCamera(const Scene& scene)
{
    std::vector<const TransformNode*> nodes;
    for (const TransformNode* node : scene.nodes()) {
        if (node->getCamera()) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

/// Returns the first node that has the name `choice` or whose camera has it, else the node of the camera with that index, else null.
const TransformNode* findCamera(const Scene& scene, std::string_view choice)
{
    const auto nodes = nodesWithCamera(scene);
    for (const TransformNode* node : nodes) {
        if (node->getName() == choice || scene.cameras()[*node->getCamera()].name == choice) {
            return node;
        }
    }
    std::size_t index = nodes.size();
    const auto [end, error] = std::from_chars(choice.data(), choice.data() + choice.size(), index);
    const bool isIndex = error == std::errc{} && end == choice.data() + choice.size() && index < nodes.size();
    return isIndex ? nodes[index] : nullptr;
}

std::string describeCameras(const Scene& scene)
{
    constexpr std::size_t shown = 20;
    const auto nodes = nodesWithCamera(scene);
    std::string list = nodes.empty() ? "it has no cameras" : "it has";
    for (std::size_t index = 0; index < std::min(nodes.size(), shown); ++index) {
        list += fmt::format("{} {} \"{}\"", index == 0 ? "" : ",", index, printable(nodes[index]->getName()));
    }
    return nodes.size() > shown ? list + fmt::format(" and {} more", nodes.size() - shown) : list;
}

}  // namespace

RenderCamera::RenderCamera(const Scene& scene, std::string_view file, const std::optional<std::string>& choice)
{
    if (!choice) {
        return;
    }
    if (const TransformNode* node = findCamera(scene, *choice)) {
        choice_ = node;
        return;
    }
    const auto place = parseCameraPlace(*choice);
    if (!place) {
        throw UsageError(fmt::format("--camera: {} has no camera \"{}\", and it is no place such as 1,2,3 or 1,2,3:0,1,0; {}",
                                     printable(file), printable(*choice), describeCameras(scene)));
    }
    if (place->target && *place->target == place->position) {
        throw UsageError(fmt::format("--camera: \"{}\" looks at itself", printable(*choice)));
    }
    choice_ = *place;
}

Camera RenderCamera::getCamera(const CameraFit& fit, float aspect) const
{
    if (const auto* const node = std::get_if<const TransformNode*>(&choice_)) {
        return viewFrom(**node, aspect);
    }
    const auto* const place = std::get_if<CameraPlace>(&choice_);
    if (place == nullptr) {
        return fit.getCamera();
    }
    const CameraFit::Placement placement = fit.getPlacementAroundCenter();
    const glm::vec3 target = place->target.value_or(placement.target);
    const glm::vec3 back = place->position - target;
    const bool isVertical = std::abs(back.y) > 0.9999f * glm::length(back);
    // Approximate extent of everything shown.
    const float extent = std::max(placement.farthestPoint - placement.nearestPoint, 0.3f * placement.distance);
    const float distance = glm::distance(place->position, placement.target);
    const float nearPlane = std::max(distance - 4.f * extent, 0.01f * std::max(std::min(distance, extent), 0.1f * extent));
    return perspectiveCamera(place->position, target, aspect, nearPlane, distance + 8.f * extent, fieldOfView,
                             isVertical ? glm::vec3(0.f, 0.f, back.y > 0.f ? -1.f : 1.f) : glm::vec3(0.f, 1.f, 0.f));
}

namespace {

constexpr float turn = 6.28318530718f;

}  // namespace

Turntable::Turntable(const Shot& shot) : aspect_(shot.getAspect())
{
    constexpr int sides = 24;  // between two sides, the model looks wider by up to a hundredth, less than the margin
    float nearest = 0.f;
    float farthest = 0.f;
    for (int side = 0; side < sides; ++side) {
        CameraFit fit = shot.startFit(turn * static_cast<float>(side) / static_cast<float>(sides));
        shot.addTo(fit);
        const CameraFit::Placement placement = fit.getPlacementAroundCenter();
        const float before = placement.nearestPoint - placement.distance;
        const float behind = placement.farthestPoint - placement.distance;
        nearest = side == 0 ? before : std::min(nearest, before);
        farthest = side == 0 ? behind : std::max(farthest, behind);
        placement_.target = placement.target;
        placement_.distance = std::max(placement_.distance, placement.distance);
    }
    placement_.nearestPoint = placement_.distance + nearest;
    placement_.farthestPoint = placement_.distance + farthest;
}

Camera Turntable::getCamera(double part) const noexcept
{
    const glm::vec3 direction = glm::normalize(towardsCamera(turn * static_cast<float>(part)));
    return perspectiveCamera(placement_.target + placement_.distance * direction, placement_.target, aspect_,
                             0.5f * placement_.nearestPoint, 1.5f * placement_.farthestPoint, fieldOfView);
}

}  // namespace armature::tools
