// Linear blend skinning. BONES_PER_BLOCK > 0: the palette is a range of a uniform buffer; 0: it is part of a buffer texture, for INSTANCED
// drawing beside the record of each instance: its model matrix, its tint, and the texel where its palette begins.

#if BONES_PER_BLOCK > 0
layout(std140) uniform Palette
{
    mat3x4 bones[BONES_PER_BLOCK];
};

mat3x4 boneMatrix(uint joint)
{
    return bones[joint];
}
#else
uniform samplerBuffer paletteTexture;
#if INSTANCED
uniform int firstRecord;
int firstTexel = 0;  // of the instance; set before the palette is read

vec4 instanceTexel(int part)
{
    return texelFetch(paletteTexture, firstRecord + 5 * gl_InstanceID + part);
}
#else
uniform int firstTexel;
#endif

mat3x4 boneMatrix(uint joint)
{
    int texel = firstTexel + 3 * int(joint);
    return mat3x4(texelFetch(paletteTexture, texel), texelFetch(paletteTexture, texel + 1), texelFetch(paletteTexture, texel + 2));
}
#endif

layout(location = 5) in uvec4 joints0;
layout(location = 6) in vec4 weights0;
layout(location = 7) in uvec4 joints1;
layout(location = 8) in vec4 weights1;

uniform bool hasEightInfluences;

// The sum of the weighted bones; the identity for a vertex that no bone influences.
mat3x4 blendBones()
{
    mat3x4 sum = weights0.x * boneMatrix(joints0.x) + weights0.y * boneMatrix(joints0.y) + weights0.z * boneMatrix(joints0.z) +
                 weights0.w * boneMatrix(joints0.w);
    float largest = max(max(weights0.x, weights0.y), max(weights0.z, weights0.w));
    if (hasEightInfluences) {
        sum += weights1.x * boneMatrix(joints1.x);
        sum += weights1.y * boneMatrix(joints1.y);
        sum += weights1.z * boneMatrix(joints1.z);
        sum += weights1.w * boneMatrix(joints1.w);
        largest = max(largest, max(max(weights1.x, weights1.y), max(weights1.z, weights1.w)));
    }
    return largest > 0.0 ? sum : mat3x4(1.0);
}
