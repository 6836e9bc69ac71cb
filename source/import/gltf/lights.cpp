#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"

// Lights (KHR_lights_punctual).
namespace armature::gltf {

namespace {

constexpr float right = std::numbers::pi_v<float> / 2.f;

void readCone(const Document& document, const Json& value, SceneLight& light)
{
    const auto spot = value.findObject("spot");
    if (!spot) {
        return;
    }
    const float inner = spot->findFloat("innerConeAngle", light.innerConeAngle);
    const float outer = spot->findFloat("outerConeAngle", light.outerConeAngle);
    if (inner >= 0.f && inner < outer && outer <= right) {
        light.innerConeAngle = inner;
        light.outerConeAngle = outer;
        return;
    }
    document.notes.add(spot->pointer(),
                       fmt::format("has a cone from {} to {} radians, but it must begin at 0 or more, end beyond that, and at pi / 2 at "
                                   "most: taken as {} to {}",
                                   inner, outer, light.innerConeAngle, light.outerConeAngle));
}

void readStrength(const Document& document, const Json& value, SceneLight& light)
{
    value.findFloats("color", {&light.color.x, 3});
    if (light.color.x < 0.f || light.color.y < 0.f || light.color.z < 0.f) {
        document.notes.add(value.pointer("color"), "has a part that is less than 0: taken as white");
        light.color = SceneLight().color;
    }
    light.intensity = value.findFloat("intensity", 1.f);
    if (light.intensity < 0.f) {
        document.notes.add(value.pointer("intensity"), fmt::format("is {}, but must not be less than 0: taken as 0", light.intensity));
        light.intensity = 0.f;
    }
    if (value.find("range")) {
        light.range = value.findFloat("range", 0.f);
        if (*light.range <= 0.f) {
            document.notes.add(value.pointer("range"), fmt::format("is {}, but must be more than 0: left out", *light.range));
            light.range.reset();
        }
    }
}

SceneLight readLight(Document& document, const Json& value)
{
    SceneLight light;
    light.name = readName(document, value);
    light.extras = value.findText("extras");
    light.extensions = readKeptExtensions(document, value, {});
    document.charge(inScene * (sizeof light + light.name.size() + light.extras.size()), value);
    readStrength(document, value, light);
    const std::string_view type = value.findString("type");
    if (type == "directional") {
        light.type = LightType::Directional;
    } else if (type == "spot") {
        light.type = LightType::Spot;
        readCone(document, value, light);
    } else if (type != "point") {
        document.notes.add(value.pointer("type"),
                           fmt::format("is {}, which KHR_lights_punctual does not know: taken as a point", quoted(type)));
    }
    return light;
}

}  // namespace

void readLights(Document& document, importing::SceneDescription& scene)
{
    const auto extensions = document.root.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("KHR_lights_punctual") : std::nullopt;
    const auto lights = extension ? extension->findArray("lights") : std::nullopt;
    if (lights) {
        document.reserve(scene.lights, *lights);
        lights->forEach([&](std::size_t, const Json& value) { scene.lights.push_back(readLight(document, value)); });
    }
}

std::optional<std::size_t> findLight(const Document& document, const Json& node, std::size_t count)
{
    const auto extensions = node.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("KHR_lights_punctual") : std::nullopt;
    const auto light = extension ? extension->findUnsigned("light") : std::nullopt;
    if (light && *light >= count) {
        document.notes.add(extension->pointer("light"),
                           fmt::format("is {}, but the file has {}: left out", *light, counted(count, "light")));
        return std::nullopt;
    }
    return light ? std::optional(static_cast<std::size_t>(*light)) : std::nullopt;
}

}  // namespace armature::gltf
