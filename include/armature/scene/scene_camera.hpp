#pragma once

#include <optional>
#include <string>

#include <glm/ext/vector_float2.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// The projection of a camera in a scene, as in glTF. Nodes refer to it (TransformNode::setCamera()); the camera looks along the -Z of its
/// node, with +Y up. viewFrom() makes a Camera for drawing the view.
struct ARMATURE_API SceneCamera {
    std::string name = {};                  ///< Need not be unique.
    bool isOrthographic = false;            ///< If false, the projection is perspective.
    float verticalFieldOfView = 0.8f;       ///< Perspective: the full angle in radians, in (0, pi).
    std::optional<float> aspectRatio = {};  ///< Perspective: width over height, > 0. None: the picture's ratio.
    glm::vec2 halfSize{1.f, 1.f};           ///< Orthographic: half the width and height of the view, in scene units; not 0.
    float nearPlane = 0.1f;                 ///< Distance in scene units: > 0 for perspective, >= 0 for orthographic.
    std::optional<float> farPlane = {};     ///< > nearPlane. None (perspective only): infinite.
    std::string extras = {};                ///< Application data, a JSON text; empty if none.
    std::string extensions = {};            ///< See MeshDescription::extensions.
};

}  // namespace armature
