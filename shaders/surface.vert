#version 330 core
#if STORAGE_PALETTE
#extension GL_ARB_shader_storage_buffer_object : require
#endif

// SKINNED, INSTANCED, STORAGE_PALETTE, DUAL_QUATERNIONS: 1 or 0. Positions and normals leave in world axes with the camera as the origin, which keeps precision far from the world's.

#include "transform.glsl"
#include "morphing.glsl"
#if SKINNED
#include "skinning.glsl"
#endif

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinates0;
layout(location = 3) in vec2 coordinates1;
layout(location = 4) in vec4 color;

#if !INSTANCED
uniform mat3x4 model;
#endif
uniform mat4 viewProjection;
uniform mat3x2 baseColorTransform;
uniform mat3x2 emissiveTransform;
uniform int baseColorSet;
uniform int emissiveSet;

out vec3 surfacePosition;
out vec3 surfaceNormal;
out vec4 surfaceColor;
out vec2 baseColorCoordinates;
out vec2 emissiveCoordinates;

vec2 coordinates(int set, mat3x2 transform)
{
    return transform * vec3(set == 0 ? coordinates0 : coordinates1, 1.0);
}

void main()
{
    vec4 tint = vec4(1.0);
#if INSTANCED
    mat3x4 model = mat3x4(instanceTexel(0), instanceTexel(1), instanceTexel(2));
    tint = instanceTexel(3);
    firstTexel = int(instanceTexel(4).x);
#endif
    vec3 posed = position;
    vec3 posedNormal = normal;
    morph(posed, posedNormal);
#if SKINNED
    mat3x4 bone = blendBones();
    posed = vec4(posed, 1.0) * bone;
    posedNormal = normalizeSafely(transformNormal(bone, posedNormal));
#endif
    surfacePosition = vec4(posed, 1.0) * model;
    surfaceNormal = normalizeSafely(transformNormal(model, posedNormal));
    surfaceColor = color * tint;
    baseColorCoordinates = coordinates(baseColorSet, baseColorTransform);
    emissiveCoordinates = coordinates(emissiveSet, emissiveTransform);
    gl_Position = viewProjection * vec4(surfacePosition, 1.0);
}
