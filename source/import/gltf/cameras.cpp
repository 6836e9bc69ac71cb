#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "import/gltf/readers.hpp"

// Cameras (glTF 2.0, section 3.10).
namespace armature::gltf {

namespace {

/// Returns the number in the projection's member `key`; `fallback` if it is missing. If it is outside the open interval (low, high), adds a
/// note and returns `fallback`.
float readInside(const Document& document, const Json& projection, std::string_view key, float low, float high, float fallback)
{
    const float value = projection.findFloat(key, fallback);
    if (value > low && value < high) {
        return value;
    }
    document.notes.add(projection.pointer(key),
                       fmt::format("is {}, but must be more than {} and less than {:.4g}: taken as {}", value, low, high, fallback));
    return fallback;
}

/// Returns the distance of the far plane. Returns nullopt if the file states none or, with a note, if it is not beyond the near plane.
std::optional<float> readFarPlane(const Document& document, const Json& projection, float nearPlane)
{
    if (!projection.find("zfar")) {
        return std::nullopt;
    }
    const float value = projection.findFloat("zfar", 0.f);
    if (value > nearPlane) {
        return value;
    }
    document.notes.add(projection.pointer("zfar"), fmt::format("is {}, but must be more than znear, {}: left out", value, nearPlane));
    return std::nullopt;
}

constexpr float unlimited = std::numeric_limits<float>::max();

void readPerspective(const Document& document, const Json& projection, SceneCamera& camera)
{
    camera.verticalFieldOfView = readInside(document, projection, "yfov", 0.f, std::numbers::pi_v<float>, camera.verticalFieldOfView);
    if (projection.find("aspectRatio")) {
        camera.aspectRatio = readInside(document, projection, "aspectRatio", 0.f, unlimited, 1.f);
    }
    camera.nearPlane = readInside(document, projection, "znear", 0.f, unlimited, camera.nearPlane);
    camera.farPlane = readFarPlane(document, projection, camera.nearPlane);
}

void readOrthographic(const Document& document, const Json& projection, SceneCamera& camera)
{
    camera.isOrthographic = true;
    for (const auto& [key, half] : {std::pair("xmag", &camera.halfSize.x), std::pair("ymag", &camera.halfSize.y)}) {
        *half = projection.findFloat(key, 1.f);
        if (*half == 0.f) {
            document.notes.add(projection.pointer(key), "is 0, but must be more: taken as 1");
            *half = 1.f;
        }
    }
    camera.nearPlane = projection.findFloat("znear", 0.f);
    if (camera.nearPlane < 0.f) {
        document.notes.add(projection.pointer("znear"), fmt::format("is {}, but must not be less than 0: taken as 0", camera.nearPlane));
        camera.nearPlane = 0.f;
    }
    camera.farPlane = readFarPlane(document, projection, camera.nearPlane).value_or(2.f * camera.nearPlane + 100.f);
}

SceneCamera readCamera(Document& document, const Json& value)
{
    SceneCamera camera;
    camera.name = readName(document, value);
    camera.extras = value.findText("extras");
    camera.extensions = readKeptExtensions(document, value, {});
    document.charge(inScene * (sizeof camera + camera.name.size() + camera.extras.size()), value);
    const std::string_view type = value.findString("type", "perspective");
    const auto projection = value.findObject(type);
    if (type == "orthographic" && projection) {
        readOrthographic(document, *projection, camera);
    } else if (type == "perspective" && projection) {
        readPerspective(document, *projection, camera);
    } else {
        document.notes.add(value.pointer(),
                           fmt::format("is of type {}, but has no projection that this reader knows: taken as a perspective of {} radians",
                                       quoted(type), camera.verticalFieldOfView));
    }
    return camera;
}

}  // namespace

void readCameras(Document& document, importing::SceneDescription& scene)
{
    if (const auto cameras = document.root.findArray("cameras")) {
        document.reserve(scene.cameras, *cameras);
        cameras->forEach([&](std::size_t, const Json& value) { scene.cameras.push_back(readCamera(document, value)); });
    }
}

}  // namespace armature::gltf
