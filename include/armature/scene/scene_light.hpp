#pragma once

#include <optional>
#include <string>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// How a light shines.
enum class LightType {
    Directional,  ///< From infinitely far away, along the -Z of its node.
    Point,        ///< From its node in all directions.
    Spot,         ///< From its node in a cone about -Z.
};

/// A light of a scene, as in glTF's KHR_lights_punctual. Nodes refer to it (TransformNode::setLight()); a node's scale does not change its
/// light. Lights are kept for other renderers: SkinRenderer does not use them.
struct ARMATURE_API SceneLight {
    std::string name = {};              ///< Need not be unique.
    LightType type = LightType::Point;  ///< The light's type.
    glm::vec3 color{1.f, 1.f, 1.f};     ///< Linear; not negative.
    float intensity = 1.f;              ///< Not negative: lux (lm/m2) for directional lights, candela (lm/sr) for point and spot lights.
    std::optional<float> range = {};    ///< Distance in scene units at which the light has faded to nothing, > 0. None: infinite.
    float innerConeAngle = 0.f;         ///< Spot: radians from the axis at which the light begins to fade; >= 0, < outerConeAngle.
    float outerConeAngle = 0.7853982f;  ///< Spot: radians from the axis at which the light has faded to nothing; at most pi / 2.
    std::string extras = {};            ///< Application data, a JSON text; empty if none.
    std::string extensions = {};        ///< See MeshDescription::extensions.
};

}  // namespace armature
