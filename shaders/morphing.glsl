// Morph targets from a buffer texture: for each target, for each vertex, the displacement of the position and, if morphTexels is 2, that
// of the normal. Reads gl_VertexID.

const int mostMorphs = 64;

uniform samplerBuffer morphTexture;
uniform int morphCount;           // how many targets have a weight
uniform vec2 morphs[mostMorphs];  // of each of them its place in the texture, and its weight
uniform int morphVertices;        // of the primitive
uniform int morphTexels;          // for each vertex and target

// The normal is not normalised.
void morph(inout vec3 point, inout vec3 direction)
{
    for (int i = 0; i < morphCount; ++i) {
        int texel = (int(morphs[i].x) * morphVertices + gl_VertexID) * morphTexels;
        point += morphs[i].y * texelFetch(morphTexture, texel).xyz;
        if (morphTexels > 1) {
            direction += morphs[i].y * texelFetch(morphTexture, texel + 1).xyz;
        }
    }
}
