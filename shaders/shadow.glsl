// The soft shadow of the key light, by what the light sees: R. Fernando, "Percentage-Closer Soft Shadows", 2005. A shadow is sharp where it
// touches what casts it, and the softer, the farther away that is.

uniform sampler2D shadowMap;   // depth, along the rays
uniform mat3 shadowAxes;       // of the map, in world axes; the third is towards the light
uniform vec4 shadowCenter;     // in the axes of positions; w: the map's width and depth in metres, 0 without shadows

const float lightRadius = 0.07;  // at a metre
const int searched = 12;
const int filtered = 24;

// Evenly over a disc: H. Vogel's spiral.
vec2 spiral(int index, int count, float turn)
{
    float angle = 2.3999632 * float(index) + turn;
    return sqrt((float(index) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// How much of the key light arrives at a place whose surface has this normal, from 0 to 1.
float keyLightAt(vec3 position, vec3 normal)
{
    if (shadowCenter.w == 0.0) {
        return 1.0;
    }
    float texel = 1.0 / float(textureSize(shadowMap, 0).x);
    vec3 place = (position - shadowCenter.xyz) * shadowAxes / shadowCenter.w;
    vec2 at = place.xy + 0.5;
    float depth = 0.5 - place.z;
    // How the depth changes over the map on the surface itself, which must not shadow itself.
    vec3 facing = normal * shadowAxes;
    vec2 slope = facing.xy / max(facing.z, 0.15);
    float margin = texel * (1.0 + 2.0 * length(slope));

    // Turned differently at each pixel, steps become grain (J. Jimenez, "Next Generation Post Processing in Call of Duty", 2014).
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float reach = max(lightRadius * min(depth, 1.5), 2.0 * texel);
    float blockers = 0.0;
    float sum = 0.0;
    for (int i = 0; i < searched; ++i) {
        vec2 offset = reach * spiral(i, searched, turn);
        float found = textureLod(shadowMap, at + offset, 0.0).r;
        float ahead = depth + dot(slope, offset) - margin - found;
        if (found < 1.0 && ahead > 0.0) {  // 1 is nothing, even for what lies beyond the map
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
