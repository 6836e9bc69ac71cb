#pragma once

#include <optional>
#include <string>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/glm_types.hpp>

namespace armature {

enum class LightType {
    Directional,  ///< From infinitely far away, along the -Z of its node.
    Point,        ///< From its node in all directions.
    Spot,         ///< From its node in a cone about -Z.
};

/// A light of a scene, as glTF's KHR_lights_punctual says it. Nodes refer to it (TransformNode::setLight()); their scale does not change it.
/// Kept for those who draw with it: SkinRenderer does not.
struct SceneLight {
    std::string name = {};
    LightType type = LightType::Point;
    glm::vec3 color{1.f, 1.f, 1.f};     ///< Linear, each from 0.
    float intensity = 1.f;              ///< From 0: lux (lm/m2) of a directional light, candela (lm/sr) of the others.
    std::optional<float> range = {};    ///< Distance in scene units at which it has faded to nothing, > 0. None: it has no end.
    float innerConeAngle = 0.f;         ///< Spot: radians from its axis to where it begins to fade, from 0, < outerConeAngle.
    float outerConeAngle = 0.7853982f;  ///< Spot: radians from its axis to where it has faded, at most pi / 2.
    std::string extras = {};            ///< Application data, a JSON text; empty if none.
    std::string extensions = {};        ///< See MeshDescription::extensions.
};

}  // namespace armature
