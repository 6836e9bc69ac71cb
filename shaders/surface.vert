#version 330 core
#if STORAGE_PALETTE
#extension GL_ARB_shader_storage_buffer_object : require
#endif

// SKINNED, INSTANCED, STORAGE_PALETTE, DUAL_QUATERNIONS: 1 or 0. Positions and normals leave in world axes with the camera as the origin, which keeps precision far from the world's.

#include "transform.glsl"
#if SKINNED
#include "skinning.glsl"
#endif
#include "morphing.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinates0;
layout(location = 3) in vec2 coordinates1;
layout(location = 4) in vec4 color;
layout(location = 9) in vec4 tangent;
layout(location = 10) in vec3 mixedJointColor;  // of what the CPU skins; otherwise grey

#if !INSTANCED
uniform mat3x4 model;
#endif
uniform mat4 viewProjection;
uniform bool showsJoints;
uniform vec4 viewer;  // w 0: parallel rays, towards xyz
uniform float setback;

out vec3 surfacePosition;
out vec3 surfaceNormal;
out vec3 surfaceTangent;
out vec3 surfaceBitangent;
out vec4 surfaceColor;
out vec4 surfaceCoordinates;

// A colour for each joint; neighbours in the palette get hues far from each other.
vec3 jointColor(uint joint)
{
    float hue = fract(0.6180340 * float(joint));
    return clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
}

#if SKINNED
vec3 blendJointColors(uvec4 joints, vec4 weights)
{
    return weights.x * jointColor(joints.x) + weights.y * jointColor(joints.y) + weights.z * jointColor(joints.z)
           + weights.w * jointColor(joints.w);
}
#endif

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
    vec3 posedTangent = tangent.xyz;
    morph(posed, posedNormal, posedTangent);
    vec3 posedBitangent = tangent.w * cross(posedNormal, posedTangent);
#if SKINNED
    mat3x4 bone = blendBones();
    posed = vec4(posed, 1.0) * bone;
    posedNormal = normalizeSafely(transformNormal(bone, posedNormal));
    posedTangent = vec4(posedTangent, 0.0) * bone;
    posedBitangent = vec4(posedBitangent, 0.0) * bone;
#endif
    surfacePosition = vec4(posed, 1.0) * model;
    surfaceNormal = normalizeSafely(transformNormal(model, posedNormal));
    surfaceTangent = normalizeSafely(vec4(posedTangent, 0.0) * model);
    surfaceBitangent = normalizeSafely(vec4(posedBitangent, 0.0) * model);
    surfaceColor = color * tint;
    if (showsJoints) {
        surfaceColor.rgb = mixedJointColor;
#if SKINNED
        surfaceColor.rgb = blendJointColors(joints0, weights0);
        if (hasEightInfluences) {
            surfaceColor.rgb += blendJointColors(joints1, weights1);
        }
#endif
    }
    surfaceCoordinates = vec4(coordinates0, coordinates1);
    vec3 place = surfacePosition;
    if (setback > 0.0) {
        place += setback * (viewer.w == 0.0 ? -viewer.xyz : normalizeSafely(surfacePosition));
    }
    gl_Position = viewProjection * vec4(place, 1.0);
}
