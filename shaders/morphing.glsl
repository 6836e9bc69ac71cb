// Morph targets from a buffer texture: for each target, for each vertex, the displacement of the position, if morphTexels is at least 2
// that of the normal, and if it is 3 that of the tangent. Reads gl_VertexID. For INSTANCED drawing the weights of all targets are in
// skinning.glsl's buffer texture, instance by instance, four to a texel.

#ifndef INSTANCED
#define INSTANCED 0
#endif

uniform samplerBuffer morphTexture;
uniform int morphCount;     // how many targets have a weight; INSTANCED: how many there are, or 0 if no instance has a weight
uniform int morphVertices;  // of the primitive
uniform int morphTexels;    // for each vertex and target
#if INSTANCED
uniform int firstMorph;  // the texel of the first instance's weights
#else
const int mostMorphs = 64;
uniform vec2 morphs[mostMorphs];  // of each with a weight its place in the texture, and the weight
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

// Normal and tangent are not normalised.
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
