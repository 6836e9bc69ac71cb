#version 330 core

uniform mat4 viewProjection;
uniform vec3 corners[4];  // in world axes, relative to the camera

out vec3 position;

void main()
{
    position = corners[gl_VertexID];
    gl_Position = viewProjection * vec4(position, 1.0);
}
