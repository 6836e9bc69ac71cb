#version 330 core

#include "srgb.glsl"

const int shadingSmooth = 0;
const int shadingFlat = 1;   // no normals: the triangle's own
const int shadingUnlit = 2;

const int alphaOpaque = 0;
const int alphaMask = 1;
const int alphaBlend = 2;

in vec3 surfacePosition;
in vec3 surfaceNormal;
in vec4 surfaceColor;
in vec2 baseColorCoordinates;
in vec2 emissiveCoordinates;

uniform int shading;
uniform int alphaMode;
uniform float alphaCutoff;
uniform vec4 baseColor;
uniform vec3 emissive;
uniform float roughness;
uniform sampler2D baseColorTexture;
uniform sampler2D emissiveTexture;

uniform vec3 keyDirection;
uniform vec3 keyColor;
uniform vec3 skyColor;
uniform vec3 groundColor;
uniform bool encodesSrgb;

out vec4 outColor;

vec3 outwardNormal()
{
    if (shading == shadingFlat) {
        return normalize(cross(dFdx(surfacePosition), dFdy(surfacePosition)));
    }
    vec3 normal = normalize(surfaceNormal);
    return gl_FrontFacing ? normal : -normal;
}

// A hemisphere of sky and ground light, a key light, and its highlight as of a dielectric (Blinn-Phong, normalised).
vec3 shade(vec3 albedo)
{
    vec3 normal = outwardNormal();
    vec3 light = mix(groundColor, skyColor, 0.5 + 0.5 * normal.y);
    float facing = max(dot(normal, keyDirection), 0.0);
    vec3 halfway = normalize(keyDirection - normalize(surfacePosition));
    float alpha = max(roughness * roughness, 0.03);
    float exponent = 2.0 / (alpha * alpha);
    float highlight = 0.04 * (exponent + 2.0) / 8.0 * pow(max(dot(normal, halfway), 0.0), exponent);
    return albedo * light + (albedo + min(highlight, 4.0)) * facing * keyColor;
}

void main()
{
    vec4 color = baseColor * surfaceColor * texture(baseColorTexture, baseColorCoordinates);
    if (alphaMode == alphaMask && color.a < alphaCutoff) {
        discard;
    }
    vec3 shaded = shading == shadingUnlit ? color.rgb : shade(color.rgb);
    shaded += emissive * texture(emissiveTexture, emissiveCoordinates).rgb;
    outColor = vec4(encodesSrgb ? toSrgb(shaded) : shaded, alphaMode == alphaBlend ? color.a : 1.0);
}
