// Linear blend skinning or, with DUAL_QUATERNIONS 1, dual quaternion skinning. BONES_PER_BLOCK > 0: the palette is a range of a uniform
// buffer. 0: it begins at a texel of a buffer texture or, with STORAGE_PALETTE 1, of a shader storage buffer. For INSTANCED drawing it is in
// a buffer texture beside the record of each instance: its model matrix, its tint, and the texel where its palette begins.

#ifndef DUAL_QUATERNIONS
#define DUAL_QUATERNIONS 0
#endif
#ifndef STORAGE_PALETTE
#define STORAGE_PALETTE 0
#endif
#ifndef INSTANCED
#define INSTANCED 0
#endif

// A bone is three rows of a matrix; for dual quaternions followed by the rigid motion after it: real part, dual part, each x, y, z, w.
#if DUAL_QUATERNIONS
const int texelsPerBone = 5;
#else
const int texelsPerBone = 3;
#endif

#if BONES_PER_BLOCK > 0
layout(std140) uniform Palette
{
    vec4 paletteTexels[texelsPerBone * BONES_PER_BLOCK];
};

vec4 paletteTexel(int texel)
{
    return paletteTexels[texel];
}
#elif STORAGE_PALETTE
layout(std430) readonly buffer PaletteStorage
{
    vec4 paletteTexels[];
};
uniform int firstTexel;

vec4 paletteTexel(int texel)
{
    return paletteTexels[firstTexel + texel];
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

vec4 paletteTexel(int texel)
{
    return texelFetch(paletteTexture, firstTexel + texel);
}
#endif

layout(location = 5) in uvec4 joints0;
layout(location = 6) in vec4 weights0;
layout(location = 7) in uvec4 joints1;
layout(location = 8) in vec4 weights1;

uniform bool hasEightInfluences;

mat3x4 boneMatrix(uint joint)
{
    int texel = texelsPerBone * int(joint);
    return mat3x4(paletteTexel(texel), paletteTexel(texel + 1), paletteTexel(texel + 2));
}

float largestOf(vec4 weights)
{
    return max(max(weights.x, weights.y), max(weights.z, weights.w));
}

mat3x4 blendMatrices()
{
    mat3x4 sum = weights0.x * boneMatrix(joints0.x) + weights0.y * boneMatrix(joints0.y) + weights0.z * boneMatrix(joints0.z) +
                 weights0.w * boneMatrix(joints0.w);
    if (hasEightInfluences) {
        sum += weights1.x * boneMatrix(joints1.x);
        sum += weights1.y * boneMatrix(joints1.y);
        sum += weights1.z * boneMatrix(joints1.z);
        sum += weights1.w * boneMatrix(joints1.w);
    }
    return sum;
}

#if DUAL_QUATERNIONS
uint jointOf(vec4 weights, uvec4 joints, float weight)
{
    return weights.x == weight ? joints.x : weights.y == weight ? joints.y : weights.z == weight ? joints.z : joints.w;
}

// The first of the joints that weigh most.
uint heaviestJoint()
{
    float most = largestOf(weights0);
    if (hasEightInfluences && largestOf(weights1) > most) {
        return jointOf(weights1, joints1, largestOf(weights1));
    }
    return jointOf(weights0, joints0, most);
}

vec4 realPart(uint joint)
{
    return paletteTexel(texelsPerBone * int(joint) + 3);
}

// Real and dual part, with the sign that is in the hemisphere of `guide`: both signs are the same motion.
mat2x4 boneMotion(uint joint, vec4 guide)
{
    mat2x4 motion = mat2x4(realPart(joint), paletteTexel(texelsPerBone * int(joint) + 4));
    return dot(guide, motion[0]) < 0.0 ? -motion : motion;
}

mat2x4 blendMotions()
{
    vec4 guide = realPart(heaviestJoint());
    mat2x4 sum = weights0.x * boneMotion(joints0.x, guide) + weights0.y * boneMotion(joints0.y, guide) +
                 weights0.z * boneMotion(joints0.z, guide) + weights0.w * boneMotion(joints0.w, guide);
    if (hasEightInfluences) {
        sum += weights1.x * boneMotion(joints1.x, guide);
        sum += weights1.y * boneMotion(joints1.y, guide);
        sum += weights1.z * boneMotion(joints1.z, guide);
        sum += weights1.w * boneMotion(joints1.w, guide);
    }
    return sum;
}

// The matrix followed by the rigid motion that a sum of dual quaternions represents.
mat3x4 moveBy(mat2x4 motion, mat3x4 stretch)
{
    float size = sqrt(dot(motion[0], motion[0]));
    vec4 q = motion[0] / size;
    vec4 dual = motion[1] / size;
    vec3 shift = 2.0 * (q.w * dual.xyz - dual.w * q.xyz + cross(q.xyz, dual.xyz));
    vec3 row0 = vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y));
    vec3 row1 = vec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x));
    vec3 row2 = vec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
    return mat3x4(stretch * row0 + vec4(0.0, 0.0, 0.0, shift.x), stretch * row1 + vec4(0.0, 0.0, 0.0, shift.y),
                  stretch * row2 + vec4(0.0, 0.0, 0.0, shift.z));
}
#endif

// The matrix that moves this vertex; the identity for one that no bone influences.
mat3x4 blendBones()
{
    float largest = hasEightInfluences ? max(largestOf(weights0), largestOf(weights1)) : largestOf(weights0);
    if (!(largest > 0.0)) {
        return mat3x4(1.0);
    }
#if DUAL_QUATERNIONS
    return moveBy(blendMotions(), blendMatrices());
#else
    return blendMatrices();
#endif
}
