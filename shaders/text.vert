#version 330 core

// Draws letters at positions in pixels from the picture's upper left corner. One instance per letter, four vertices.

layout(location = 0) in vec2 place;
layout(location = 1) in float letter;
layout(location = 2) in vec4 color;

uniform vec2 viewportSize;
uniform float scale;  // pixels per dot
uniform vec2 cell;    // size of a letter and its outline, in dots

out vec2 texel;
flat out int letterNumber;
flat out vec4 letterColor;

void main()
{
    texel = vec2(gl_VertexID & 1, gl_VertexID >> 1) * cell;
    vec2 pixel = place + texel * scale;
    gl_Position = vec4(2.0 * pixel.x / viewportSize.x - 1.0, 1.0 - 2.0 * pixel.y / viewportSize.y, 0.0, 1.0);
    letterNumber = int(letter);
    letterColor = color;
}
