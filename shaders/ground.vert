#version 330 core

uniform mat4 viewProjection;
uniform vec4 ground;  // its middle in world axes with the camera as the origin, and its radius

out vec3 position;

void main()
{
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0;
    position = ground.xyz + ground.w * vec3(corner.x, 0.0, -corner.y);
    gl_Position = viewProjection * vec4(position, 1.0);
}
