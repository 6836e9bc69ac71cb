// Morph targets from a buffer texture: for each target, for each vertex, the displacement of the position, if morphTexels is at least 2
// that of the normal, and if it is 3 that of the tangent. Reads gl_VertexID.

const int mostMorphs = 64;

uniform samplerBuffer morphTexture;
uniform int morphCount;           // how many targets have a weight
uniform vec2 morphs[mostMorphs];  // of each of them its place in the texture, and its weight
uniform int morphVertices;        // of the primitive
uniform int morphTexels;          // for each vertex and target

// Normal and tangent are not normalised.
void morph(inout vec3 point, inout vec3 normal, inout vec3 tangent)
{
    for (int i = 0; i < morphCount; ++i) {
        int texel = (int(morphs[i].x) * morphVertices + gl_VertexID) * morphTexels;
        point += morphs[i].y * texelFetch(morphTexture, texel).xyz;
        if (morphTexels > 1) {
            normal += morphs[i].y * texelFetch(morphTexture, texel + 1).xyz;
        }
        if (morphTexels > 2) {
            tangent += morphs[i].y * texelFetch(morphTexture, texel + 2).xyz;
        }
    }
}
