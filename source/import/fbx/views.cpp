#include "import/fbx/views.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "import/notes.hpp"

namespace armature::fbx {

namespace {

constexpr double widest = 179.;  // limit for fields of view, in degrees
constexpr double millimetresPerInch = 25.4;

/// Reads the cameras and lights of one file.
class ViewReader {
public:
    ViewReader(const Objects& objects, const ModelNodes& models, const Settings& settings, importing::SceneDescription& scene)
        : objects_(objects), models_(models), settings_(settings), scene_(scene)
    {}

    void read(ModelIndex index)
    {
        const Model& model = models_.all()[index];
        // In version 7, properties are in attributes of the model; in earlier versions, in the model itself.
        for (const ObjectIndex attribute : objects_.childrenOf(model.object, "NodeAttribute")) {
            readAs(objects_[attribute].subtype, attribute, model);
        }
        if (objects_.document().version() < firstWithAttributes) {
            readAs(objects_[model.object].subtype, model.object, model);
        }
    }

private:
    static constexpr std::uint32_t firstWithAttributes = 7000;

    void readAs(std::string_view kind, ObjectIndex object, const Model& model)
    {
        if (kind == "Camera") {
            addNode(model, ":camera", {0., 1., 0.}).camera = scene_.cameras.size();
            scene_.cameras.push_back(readCamera(object, model));
        } else if (kind == "Light") {
            addNode(model, ":light", {1., 0., 0.}).light = scene_.lights.size();
            scene_.lights.push_back(readLight(object, model));
        }
    }

    /// Adds a node below the model, rotated by -90 degrees about an axis.
    importing::NodeDescription& addNode(const Model& model, const char* suffix, const glm::vec3& axis)
    {
        const std::string name = scene_.nodes[model.node].name + suffix;
        objects_.document().charge(importing::bytesOfNode + name.size() + sizeof(SceneCamera) + sizeof(SceneLight),
                                   objects_[model.object].element);
        importing::NodeDescription& node = scene_.nodes.emplace_back();
        node.parent = model.scaled;
        node.name = name;
        node.transform.rotation = glm::angleAxis(glm::radians(-90.f), axis);
        return node;
    }

    [[nodiscard]] double real(ObjectIndex object, const char* name, double fallback) const
    {
        return objects_.real(object, name).value_or(fallback);
    }

    /// Returns the first of the named properties that exists and is positive, otherwise `fallback`.
    [[nodiscard]] double positive(ObjectIndex object, std::initializer_list<const char*> names, double fallback) const
    {
        for (const char* name : names) {
            if (const auto value = objects_.real(object, name); value && *value > 0.) {
                return *value;
            }
        }
        return fallback;
    }

    // --- cameras ----------------------------------------------------------------------------------------------------

    /// Size, in inches, of the visible film area. If a picture's aspect ratio differs from the film's, the picture shows less or more than
    /// the film.
    struct Film {
        double width = 0.;
        double height = 0.;
    };

    [[nodiscard]] double aspectOf(ObjectIndex object, const Film& film) const
    {
        const double width = positive(object, {"AspectWidth", "AspectW"}, 0.);
        const double height = positive(object, {"AspectHeight", "AspectH"}, 0.);
        constexpr std::int64_t fixedWidth = 3;   // the file gives the height relative to the width
        constexpr std::int64_t fixedHeight = 4;  // the file gives the width relative to the height
        const std::int64_t mode = objects_.integer(object, "AspectRatioMode").value_or(0);
        if (width <= 0. || height <= 0.) {
            return film.width / film.height;
        }
        return mode == fixedWidth ? 1. / height : mode == fixedHeight ? width : width / height;
    }

    /// Returns the film area visible in a picture with that aspect ratio.
    [[nodiscard]] Film shown(ObjectIndex object, Film film, double aspect) const
    {
        constexpr std::int64_t vertical = 1;
        constexpr std::int64_t horizontal = 2;
        constexpr std::int64_t fill = 3;
        constexpr std::int64_t overscan = 4;
        std::int64_t fit = objects_.integer(object, "GateFit").value_or(0);
        const bool isWider = aspect > film.width / film.height;
        fit = fit == fill ? (isWider ? horizontal : vertical) : fit == overscan ? (isWider ? vertical : horizontal) : fit;
        if (fit == vertical) {
            film.width = film.height * aspect;
        } else if (fit == horizontal) {
            film.height = film.width / aspect;
        }
        return film;
    }

    [[nodiscard]] double verticalFieldOfView(ObjectIndex object, const Film& film, double aspect) const
    {
        constexpr std::int64_t both = 0;
        constexpr std::int64_t horizontal = 1;
        constexpr std::int64_t byFocalLength = 3;
        const std::int64_t mode = objects_.integer(object, "ApertureMode").value_or(2);
        const auto halfTangent = [](double degrees) { return std::tan(glm::radians(std::clamp(degrees, 0.01, widest)) / 2.); };
        const double field = positive(object, {"FieldOfView", "Aperture"}, 40.);
        if (mode == byFocalLength) {
            const double focalLength = positive(object, {"FocalLength"}, 35.);
            return 2. * std::atan(film.height * millimetresPerInch / 2. / focalLength);
        }
        if (mode == horizontal) {
            return 2. * std::atan(halfTangent(field) / aspect);
        }
        return 2. * std::atan(halfTangent(mode == both ? positive(object, {"FieldOfViewY", "FieldOfViewYProperty"}, field) : field));
    }

    [[nodiscard]] SceneCamera readCamera(ObjectIndex object, const Model& model) const
    {
        constexpr double mostAspect = 1e4;
        SceneCamera camera;
        camera.name = std::string(objects_[model.object].name.substr(0, importing::longestName));
        Film film{positive(object, {"FilmWidth"}, 0.816), positive(object, {"FilmHeight"}, 0.612)};
        const double aspect = std::clamp(aspectOf(object, film), 1. / mostAspect, mostAspect);
        film.height *= positive(object, {"FilmSqueezeRatio", "SqueezeRatio"}, 1.);
        film = shown(object, film, aspect);
        camera.aspectRatio = static_cast<float>(aspect);
        const double field = verticalFieldOfView(object, film, aspect);
        camera.verticalFieldOfView = static_cast<float>(std::clamp(field, 1e-4, glm::radians(widest)));
        camera.isOrthographic = objects_.integer(object, "CameraProjectionType").value_or(0) == 1;
        if (camera.isOrthographic) {
            constexpr double unitOfZoom = 30.;  // the view's height at zoom 1, in the file's unit
            const double height = unitOfZoom * positive(object, {"OrthoZoom", "CameraOrthoZoom"}, 1.) * settings_.metresPerUnit;
            camera.halfSize = glm::vec2(static_cast<float>(height * aspect / 2.), static_cast<float>(height / 2.));
            camera.halfSize = glm::clamp(camera.halfSize, glm::vec2(1e-6f), glm::vec2(1e9f));
        }
        const double near = positive(object, {"NearPlane"}, 10.) * settings_.metresPerUnit;
        const double far = positive(object, {"FarPlane"}, 4000.) * settings_.metresPerUnit;
        camera.nearPlane = static_cast<float>(std::clamp(near, 1e-6, 1e9));
        camera.farPlane = std::max(static_cast<float>(std::min(far, 1e12)), camera.nearPlane * 2.f);
        return camera;
    }

    // --- lights -----------------------------------------------------------------------------------------------------

    [[nodiscard]] SceneLight readLight(ObjectIndex object, const Model& model)
    {
        constexpr std::int64_t directional = 1;
        constexpr std::int64_t spot = 2;
        SceneLight light;
        light.name = std::string(objects_[model.object].name.substr(0, importing::longestName));
        const std::int64_t type = objects_.integer(object, "LightType").value_or(0);
        light.type = type == directional ? LightType::Directional : type == spot ? LightType::Spot : LightType::Point;
        if (type < 0 || type > spot) {
            scene_.notes.add(objects_.place(object),
                             fmt::format("light {} shines from an area or volume: read as a point", importing::quoted(light.name)));
        }
        light.color = glm::vec3(glm::clamp(objects_.vector(object, "Color").value_or(glm::dvec3(1.)), 0., 1e6));
        constexpr double percent = 100.;
        light.intensity = static_cast<float>(std::clamp(real(object, "Intensity", percent) / percent, 0., 1e9));
        if (light.type == LightType::Spot) {
            const double outer = positive(object, {"OuterAngle", "ConeAngle", "Cone angle"}, 45.);
            const double inner = positive(object, {"InnerAngle", "HotSpot"}, 0.);
            light.outerConeAngle = static_cast<float>(glm::radians(std::clamp(outer, 0.02, 180.)) / 2.);
            light.innerConeAngle =
                std::min(static_cast<float>(glm::radians(std::clamp(inner, 0., 180.)) / 2.), 0.999f * light.outerConeAngle);
        }
        return light;
    }

    const Objects& objects_;
    const ModelNodes& models_;
    const Settings& settings_;
    importing::SceneDescription& scene_;
};

}  // namespace

void readViews(const Objects& objects, const ModelNodes& models, const Settings& settings, importing::SceneDescription& scene)
{
    ViewReader reader(objects, models, settings, scene);
    for (ModelIndex model = 0; model < models.all().size(); ++model) {
        reader.read(model);
    }
}

}  // namespace armature::fbx
