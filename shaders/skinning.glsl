// Linear blend skinning or, if DUAL_QUATERNIONS is 1, dual quaternion skinning. If BONES_PER_BLOCK is above 0, the palette is a range of a
// uniform buffer. Otherwise it begins at a texel of a buffer texture or, if STORAGE_PALETTE is 1, of a shader storage buffer. For INSTANCED
// drawing, one buffer texture holds the palettes and a record of each instance: its model matrix, its tint, and the texel where its palette
// begins.

#ifndef DUAL_QUATERNIONS
#define DUAL_QUATERNIONS 0
#endif
#ifndef STORAGE_PALETTE
#define STORAGE_PALETTE 0
#endif
#ifndef INSTANCED
#define INSTANCED 0
#endif

// A bone is the three rows of a matrix. For dual quaternions, two more texels hold a rigid motion to apply after the matrix: its real and
// its dual part, each x, y, z, w.
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
int firstTexel = 0;  // first texel of the instance's palette; must be set before the palette is read

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

#if DUAL_QUATERNIONS
layout(location = 11) in float vertexShare;
uniform int shareSource;  // 0: dual quaternions; 1: blended, vertexShare is the weight of dual quaternions; 2: linear
#endif

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
float weightOf(int influence)
{
    return influence < 4 ? weights0[influence] : weights1[influence - 4];
}

// Returns the texel of the bone's real part; the dual part is the next.
int motionTexel(int influence)
{
    return texelsPerBone * int(influence < 4 ? joints0[influence] : joints1[influence - 4]) + 3;
}

// Returns the weighted sum of the bones' dual quaternions. Each one gets the sign that lies in the hemisphere of the heaviest bone's (the
// first, if several weigh most): both signs are the same motion.
mat2x4 blendMotions()
{
    int count = hasEightInfluences ? 8 : 4;
    int heaviest = 0;
    for (int i = 1; i < count; ++i) {
        heaviest = weightOf(i) > weightOf(heaviest) ? i : heaviest;
    }
    vec4 guide = paletteTexel(motionTexel(heaviest));
    mat2x4 sum = mat2x4(0.0);
    for (int i = 0; i < count; ++i) {
        mat2x4 motion = mat2x4(paletteTexel(motionTexel(i)), paletteTexel(motionTexel(i) + 1));
        sum += (dot(guide, motion[0]) < 0.0 ? -weightOf(i) : weightOf(i)) * motion;
    }
    return sum;
}

// Returns the map that applies `stretch` and then the rigid motion of `motion`, a sum of dual quaternions.
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

bool isInfluenced()
{
    float largest = hasEightInfluences ? max(largestOf(weights0), largestOf(weights1)) : largestOf(weights0);
    return largest > 0.0;
}

#if DUAL_QUATERNIONS
float dualQuaternionShare()
{
    return shareSource == 0 ? 1.0 : shareSource == 1 ? vertexShare : 0.0;
}

// Returns the linear blend of the bones' matrices, each followed by its rigid motion.
mat3x4 blendBonesLinearly()
{
    if (!isInfluenced()) {
        return mat3x4(1.0);
    }
    int count = hasEightInfluences ? 8 : 4;
    mat3x4 sum = mat3x4(0.0);
    for (int i = 0; i < count; ++i) {
        int texel = motionTexel(i);
        mat2x4 motion = mat2x4(paletteTexel(texel), paletteTexel(texel + 1));
        sum += weightOf(i) * moveBy(motion, mat3x4(paletteTexel(texel - 3), paletteTexel(texel - 2), paletteTexel(texel - 1)));
    }
    return sum;
}
#endif

// Returns the matrix that moves this vertex; the identity if no bone influences the vertex.
mat3x4 blendBones()
{
    if (!isInfluenced()) {
        return mat3x4(1.0);
    }
#if DUAL_QUATERNIONS
    return moveBy(blendMotions(), blendMatrices());
#else
    return blendMatrices();
#endif
}
