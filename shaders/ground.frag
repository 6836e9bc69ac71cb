#version 330 core

#include "srgb.glsl"
#include "tone.glsl"
#include "environment.glsl"
#include "shadow.glsl"

in vec3 position;

uniform vec4 ground;         // centre of the disc in world axes relative to the camera, and its radius; 0: no disc
uniform vec3 normal;
uniform vec4 groundSurface;  // the ground's colour if alpha is 1; if alpha is 0, only the shadow is drawn
uniform vec3 keyDirection;
uniform vec3 keyColor;
uniform float exposure;
uniform bool compressesHighlights;
uniform bool encodesSrgb;

out vec4 outColor;

void main()
{
    float fade = 1.0;
    if (ground.w > 0.0) {
        float away = length(position - ground.xyz);
        if (away > ground.w) {
            discard;
        }
        fade = 1.0 - smoothstep(0.35 * ground.w, ground.w, away);
    }
    float facing = dot(keyDirection, normal);
    vec3 key = keyColor * max(facing, 0.0);
    vec3 around = environment(normal, blurMost);
    float arriving = facing > 0.0 ? keyLightAt(position, normal) : 1.0;
    if (groundSurface.a == 0.0) {
        const vec3 luminance = vec3(0.2126, 0.7152, 0.0722);
        float missing = dot(key, luminance) / max(dot(key + around, luminance), 1e-6);
        outColor = vec4(vec3(0.0), fade * missing * (1.0 - arriving));
        return;
    }
    vec3 light = exposure * groundSurface.rgb * (around + arriving * key);
    light = compressesHighlights ? compressHighlights(light) : light;
    outColor = vec4(encodesSrgb ? toSrgb(light) : light, fade);
}
