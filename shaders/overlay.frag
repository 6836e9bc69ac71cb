#version 330 core

#include "srgb.glsl"

in vec4 overlayColor;
uniform bool encodesSrgb;
out vec4 outColor;

void main()
{
    outColor = vec4(encodesSrgb ? toSrgb(overlayColor.rgb) : overlayColor.rgb, overlayColor.a);
}
