#version 330 core

// Draws lines as quads of constant width in pixels, because core contexts may refuse a glLineWidth above 1. One instance per line, four
// vertices.

layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
layout(location = 2) in vec4 color;

uniform mat4 viewProjection;
uniform vec2 viewportSize;
uniform float width;

out vec4 overlayColor;

void main()
{
    vec4 a = viewProjection * vec4(start, 1.0);
    vec4 b = viewProjection * vec4(end, 1.0);

    // Clips the line at the near plane before the division by w, which would mirror points behind the camera.
    float insideA = a.z + a.w;
    float insideB = b.z + b.w;
    if (insideA < 0.0 && insideB > 0.0) {
        a = mix(a, b, insideA / (insideA - insideB));
    } else if (insideB < 0.0 && insideA > 0.0) {
        b = mix(b, a, insideB / (insideB - insideA));
    }

    vec2 along = (b.xy / b.w - a.xy / a.w) * viewportSize;
    float length2 = dot(along, along);
    vec2 direction = length2 > 0.0 ? along * inversesqrt(length2) : vec2(1.0, 0.0);
    vec2 across = vec2(-direction.y, direction.x) * ((gl_VertexID & 1) == 0 ? 1.0 : -1.0);
    bool isEnd = gl_VertexID >= 2;
    vec4 corner = isEnd ? b : a;
    // Extends both ends by half the width, which closes the corners where lines meet.
    vec2 offset = (across + (isEnd ? direction : -direction)) * width / viewportSize;
    gl_Position = corner + vec4(offset * corner.w, 0.0, 0.0);
    overlayColor = color;
}
