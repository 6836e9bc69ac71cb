#version 330 core
#if STORAGE_PALETTE
#extension GL_ARB_shader_storage_buffer_object : require
#endif

// SKINNED, INSTANCED, STORAGE_PALETTE and DUAL_QUATERNIONS are 1 or 0. The outputs are in world axes relative to the camera, which keeps
// precision far from the world's origin.

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
layout(location = 10) in vec3 mixedJointColor;  // blended colours of the joints if the CPU skins the vertices; otherwise grey

#if !INSTANCED
uniform mat3x4 model;
#endif
uniform mat4 viewProjection;
uniform bool showsJoints;
uniform vec4 viewer;  // if w is 0, view rays are parallel, and xyz points to the viewer; otherwise the viewer is the origin
uniform float setback;

out vec3 surfacePosition;
out vec3 surfaceNormal;
out vec3 surfaceTangent;
out vec3 surfaceBitangent;
out vec4 surfaceColor;
out vec4 surfaceCoordinates;

// Returns the colour of a joint. Neighbours in the palette get very different hues.
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

#if SKINNED
void poseBy(mat3x4 bone, inout vec3 place, inout vec3 across, inout vec3 along, inout vec3 beside)
{
    place = vec4(place, 1.0) * bone;
    across = normalizeSafely(transformNormal(bone, across));
    along = vec4(along, 0.0) * bone;
    beside = vec4(beside, 0.0) * bone;
}

#if DUAL_QUATERNIONS
// Like skinVerticesAsAsked(): blends the results of linear and dual quaternion skinning by the vertex's weight of the latter.
void pose(inout vec3 place, inout vec3 across, inout vec3 along, inout vec3 beside)
{
    float share = dualQuaternionShare();
    vec3 linear[4] = vec3[4](place, across, along, beside);
    if (share < 1.0) {
        poseBy(blendBonesLinearly(), linear[0], linear[1], linear[2], linear[3]);
    }
    if (share > 0.0) {
        poseBy(blendBones(), place, across, along, beside);
    }
    if (share < 1.0) {
        bool isMixed = share > 0.0;
        place = isMixed ? mix(linear[0], place, share) : linear[0];
        across = isMixed ? normalizeSafely(mix(linear[1], across, share)) : linear[1];
        along = isMixed ? mix(normalizeSafely(linear[2]), normalizeSafely(along), share) : linear[2];
        beside = isMixed ? mix(normalizeSafely(linear[3]), normalizeSafely(beside), share) : linear[3];
    }
}
#else
void pose(inout vec3 place, inout vec3 across, inout vec3 along, inout vec3 beside)
{
    poseBy(blendBones(), place, across, along, beside);
}
#endif
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
    pose(posed, posedNormal, posedTangent, posedBitangent);
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
