// Soft shadows of the key light from a shadow map: R. Fernando, "Percentage-Closer Soft Shadows", 2005. The penumbra widens with the
// distance from the blocker.

uniform sampler2D shadowMap;   // depth along the light rays
uniform mat3 shadowAxes;       // the map's axes in the world; the third points towards the light
uniform vec4 shadowCenter;     // relative to the camera; w: the map's width and depth in world units, 0 without shadows

const float lightRadius = 0.07;  // tangent of the light's angular radius
const float grazing = 0.4;       // light grazes where the cosine of the angle between it and the normal is less
const float roundness = 0.012;   // how far flat triangles may lie below the round surface that they stand for, in widths of the map
const int searched = 12;
const int filtered = 24;

// Returns a point of H. Vogel's spiral, which covers the unit disc evenly.
vec2 spiral(int index, int count, float turn)
{
    float angle = 2.3999632 * float(index) + turn;
    return sqrt((float(index) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Returns the fraction of the key light that arrives at a position with this surface normal.
float keyLightAt(vec3 position, vec3 normal)
{
    if (shadowCenter.w == 0.0) {
        return 1.0;
    }
    // Where light grazes a surface, its flat triangles shadow each other, although the round surface that their normals stand for would be lit.
    vec3 flatNormal = cross(dFdx(position), dFdy(position));
    float flatFacing = dot(flatNormal, shadowAxes[2]) * sign(dot(flatNormal, normal)) / max(length(flatNormal), 1e-20);
    float texel = 1.0 / float(textureSize(shadowMap, 0).x);
    vec3 place = (position - shadowCenter.xyz) * shadowAxes / shadowCenter.w;
    vec2 at = place.xy + 0.5;
    float depth = 0.5 - place.z;
    // The gradient of the surface's own depth over the map. Comparisons add it, so that the surface does not shadow itself.
    vec3 facing = normal * shadowAxes;
    vec2 slope = facing.xy / max(facing.z, 0.15);
    float margin = texel * (1.0 + 2.0 * length(slope)) + roundness * (1.0 - smoothstep(0.0, grazing, min(facing.z, flatFacing)));

    // A different rotation at each pixel turns banding into noise (J. Jimenez, "Next Generation Post Processing in Call of Duty", 2014).
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float reach = max(lightRadius * min(depth, 1.5), 2.0 * texel);
    float blockers = 0.0;
    float sum = 0.0;
    for (int i = 0; i < searched; ++i) {
        vec2 offset = reach * spiral(i, searched, turn);
        float found = textureLod(shadowMap, at + offset, 0.0).r;
        float ahead = depth + dot(slope, offset) - margin - found;
        if (found < 1.0 && ahead > 0.0) {  // 1: no blocker, even for positions beyond the map's depth
            blockers += 1.0;
            sum += ahead;
        }
    }
    if (blockers == 0.0) {
        return 1.0;
    }
    float blur = clamp(lightRadius * sum / blockers, 1.5 * texel, reach);
    float arriving = 0.0;
    for (int i = 0; i < filtered; ++i) {
        vec2 offset = blur * spiral(i, filtered, turn);
        float found = textureLod(shadowMap, at + offset, 0.0).r;
        arriving += found < 1.0 && found < depth + dot(slope, offset) - margin ? 0.0 : 1.0;
    }
    return arriving / float(filtered);
}
