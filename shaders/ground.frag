#version 330 core

#include "srgb.glsl"
#include "tone.glsl"
#include "environment.glsl"
#include "shadow.glsl"

in vec3 position;

uniform vec4 ground;
uniform vec4 groundSurface;  // its colour, if alpha is 1; otherwise the shadow alone is drawn
uniform vec3 keyDirection;
uniform vec3 keyColor;
uniform float exposure;
uniform bool compressesHighlights;
uniform bool encodesSrgb;

out vec4 outColor;

void main()
{
    float away = length(position - ground.xyz);
    if (away > ground.w) {
        discard;
    }
    float fade = 1.0 - smoothstep(0.35 * ground.w, ground.w, away);
    vec3 up = vec3(0.0, 1.0, 0.0);
    vec3 key = keyColor * max(keyDirection.y, 0.0);
    vec3 around = environment(up, blurMost);
    float arriving = keyDirection.y > 0.0 ? keyLightAt(position, up) : 1.0;
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
