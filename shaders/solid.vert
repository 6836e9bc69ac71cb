#version 330 core

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;

uniform mat4 viewProjection;

out vec4 overlayColor;

void main()
{
    gl_Position = viewProjection * vec4(position, 1.0);
    overlayColor = color;
}
