// Morph targets from a buffer texture. For each target and vertex, the texture holds the displacements of the position, of the normal (if
// morphTexels is at least 2) and of the tangent (if it is 3). Reads gl_VertexID. For INSTANCED drawing, the buffer texture of skinning.glsl
// holds the weights of all targets, four per texel, one instance after another.

#ifndef INSTANCED
#define INSTANCED 0
#endif

uniform samplerBuffer morphTexture;
uniform int morphCount;     // number of targets with a weight; INSTANCED: of all targets, or 0 if no instance has a weight
uniform int morphVertices;  // number of vertices of the primitive
uniform int morphTexels;    // texels per vertex and target
#if INSTANCED
uniform int firstMorph;  // texel of the first instance's weights
#else
const int mostMorphs = 64;
uniform vec2 morphs[mostMorphs];  // for each target with a weight: its index in the texture, and the weight
#endif

void addMorph(int place, float weight, inout vec3 point, inout vec3 normal, inout vec3 tangent)
{
    int texel = (place * morphVertices + gl_VertexID) * morphTexels;
    point += weight * texelFetch(morphTexture, texel).xyz;
    if (morphTexels > 1) {
        normal += weight * texelFetch(morphTexture, texel + 1).xyz;
    }
    if (morphTexels > 2) {
        tangent += weight * texelFetch(morphTexture, texel + 2).xyz;
    }
}

// Does not normalise the normal and the tangent.
void morph(inout vec3 point, inout vec3 normal, inout vec3 tangent)
{
#if INSTANCED
    int texels = (morphCount + 3) / 4;
    for (int i = 0; i < morphCount; ++i) {
        float weight = texelFetch(paletteTexture, firstMorph + gl_InstanceID * texels + i / 4)[i % 4];
        if (weight != 0.0) {
            addMorph(i, weight, point, normal, tangent);
        }
    }
#else
    for (int i = 0; i < morphCount; ++i) {
        addMorph(int(morphs[i].x), morphs[i].y, point, normal, tangent);
    }
#endif
}
