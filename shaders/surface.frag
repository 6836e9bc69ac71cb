#version 330 core

#include "srgb.glsl"
#include "tone.glsl"
#include "environment.glsl"
#include "reflectance.glsl"
#include "shadow.glsl"

const int shadingSmooth = 0;
const int shadingFlat = 1;  // for meshes without normals: uses the triangle's
const int shadingUnlit = 2;

const int alphaOpaque = 0;
const int alphaMask = 1;
const int alphaBlend = 2;

const int shownLit = 0;
const int shownBaseColor = 1;
const int shownNormals = 2;
const int shownJoints = 3;

const float leastOfGhost = 0.1;  // alpha below which a blended surface is left out of its ghost

in vec3 surfacePosition;
in vec3 surfaceNormal;
in vec3 surfaceTangent;    // zero if the mesh has no tangents
in vec3 surfaceBitangent;
in vec4 surfaceColor;
in vec4 surfaceCoordinates;  // set 0 in xy, set 1 in zw

// As SurfaceProgram::setMaterial() packs it. Each texture has two rows of its transform. The w of the first row is the set of coordinates,
// and that of the second tells whether there is a texture.
uniform vec4 material[14];
#define baseColorFactor material[0]
#define emissiveFactor material[1].rgb
#define alphaCutoff material[1].a
#define metallicFactor material[2].x
#define roughnessFactor material[2].y
#define normalScale material[2].z
#define occlusionStrength material[2].w
#define shading int(material[3].x)
#define alphaMode int(material[3].y)
const int baseColorPlace = 4;
const int emissivePlace = 6;
const int metallicRoughnessPlace = 8;
const int normalPlace = 10;
const int occlusionPlace = 12;

uniform sampler2D baseColorTexture;
uniform sampler2D emissiveTexture;
uniform sampler2D metallicRoughnessTexture;
uniform sampler2D normalTexture;
uniform sampler2D occlusionTexture;

uniform vec4 viewer;  // if w is 0, view rays are parallel, and xyz points to the viewer; otherwise the viewer is the origin
uniform vec3 keyDirection;
uniform vec3 keyColor;
uniform int shown;
uniform float exposure;
uniform bool compressesHighlights;
uniform bool encodesSrgb;
uniform vec4 ghost;  // tint and opacity; a negative opacity means that this is no ghost

out vec4 outColor;

vec2 coordinates(int place)
{
    vec3 set = vec3(material[place].w == 0.0 ? surfaceCoordinates.xy : surfaceCoordinates.zw, 1.0);
    return vec2(dot(material[place].xyz, set), dot(material[place + 1].xyz, set));
}

vec4 read(sampler2D image, int place)
{
    return material[place + 1].w == 0.0 ? vec4(1.0) : texture(image, coordinates(place));
}

// Finds the unit vectors that a normal texture's red and green multiply. If the mesh has no tangents, derives them from the texture
// coordinates of neighbouring pixels.
void findTangents(vec3 normal, vec2 place, out vec3 right, out vec3 up)
{
    right = surfaceTangent;
    up = surfaceBitangent;
    vec3 spanX = dFdx(surfacePosition);
    vec3 spanY = dFdy(surfacePosition);
    vec2 placeX = dFdx(place);
    vec2 placeY = dFdy(place);
    if (dot(right, right) < 0.25) {
        float turn = placeX.x * placeY.y - placeY.x * placeX.y < 0.0 ? -1.0 : 1.0;
        right = turn * (placeY.y * spanX - placeX.y * spanY);
        up = turn * (placeY.x * spanX - placeX.x * spanY);  // the texture's y axis points down
        right -= normal * dot(normal, right);
        up -= normal * dot(normal, up);
    }
    right *= inversesqrt(max(dot(right, right), 1e-30));
    up *= inversesqrt(max(dot(up, up), 1e-30));
}

// Returns the normal without the normal map, on the side that faces the viewer.
vec3 facingNormal()
{
    if (shading == shadingFlat) {
        return normalize(cross(dFdx(surfacePosition), dFdy(surfacePosition)));
    }
    return (gl_FrontFacing ? 1.0 : -1.0) * normalize(surfaceNormal);
}

vec3 outwardNormal()
{
    float side = gl_FrontFacing ? 1.0 : -1.0;
    vec3 normal = facingNormal();
    if (material[normalPlace + 1].w == 0.0) {
        return normal;
    }
    vec2 place = coordinates(normalPlace);
    vec3 right;
    vec3 up;
    findTangents(normal, place, right, up);
    vec3 bent = texture(normalTexture, place).xyz * 2.0 - 1.0;
    return normalize(side * normalScale * (bent.x * right + bent.y * up) + bent.z * normal);
}

// Raises the roughness where the normal varies within a pixel, because highlights would flicker otherwise.
float smoothedRoughness(float asked)
{
    vec3 turn = max(abs(dFdx(surfaceNormal)), abs(dFdy(surfaceNormal)));
    return clamp(max(asked, 0.05) + max(max(turn.x, turn.y), turn.z), 0.0, 1.0);
}

vec3 towardsViewer()
{
    return viewer.w == 0.0 ? viewer.xyz : -normalize(surfacePosition);
}

vec3 shade(vec3 color, vec3 normal)
{
    vec4 sampled = read(metallicRoughnessTexture, metallicRoughnessPlace);
    float occlusion = 1.0 + occlusionStrength * (read(occlusionTexture, occlusionPlace).r - 1.0);
    Reflectance surface;
    surface.color = color;
    surface.metal = metallicFactor * sampled.b;
    surface.roughness = smoothedRoughness(roughnessFactor * sampled.g);

    vec3 view = towardsViewer();
    float cosView = clamp(dot(normal, view), 0.001, 1.0);
    // A rough surface's reflection lobe leans towards the normal.
    vec3 mirror = mix(reflect(-view, normal), normal, surface.roughness * surface.roughness);
    vec3 mirrored = environment(normalize(mirror), blurOf(surface.roughness));
    vec3 around = reflectAround(surface, cosView, mirrored, environment(normal, blurMost), occlusion);
    vec3 key = keyColor * reflectKey(surface, normal, view, keyDirection);
    return key == vec3(0.0) ? around : around + key * keyLightAt(surfacePosition, facingNormal());
}

vec3 litColor(vec3 color)
{
    vec3 glow = emissiveFactor * read(emissiveTexture, emissivePlace).rgb;
    if (shading == shadingUnlit) {
        return color + glow;
    }
    vec3 light = exposure * (shade(color, outwardNormal()) + glow);
    return compressesHighlights ? compressHighlights(light) : light;
}

vec3 shownColor(vec3 color)
{
    if (shown == shownLit) {
        return litColor(color);
    }
    if (shown == shownNormals) {
        return fromSrgb(0.5 + 0.5 * outwardNormal());
    }
    if (shown == shownJoints) {
        return surfaceColor.rgb * (0.35 + 0.65 * abs(dot(outwardNormal(), towardsViewer())));
    }
    return color;
}

vec3 ghostColor()
{
    vec3 normal = shading == shadingUnlit ? towardsViewer() : facingNormal();
    return ghost.rgb * (0.3 + 0.7 * abs(dot(normal, towardsViewer())));
}

void main()
{
    vec4 color = baseColorFactor * read(baseColorTexture, baseColorPlace);
    if (shown != shownJoints) {
        color *= surfaceColor;
    }
    if (alphaMode == alphaMask && color.a < alphaCutoff) {
        discard;
    }
    if (ghost.a >= 0.0) {
        if (alphaMode == alphaBlend && color.a < leastOfGhost) {
            discard;
        }
        outColor = vec4(encodesSrgb ? toSrgb(ghostColor()) : ghostColor(), ghost.a);
        return;
    }
    vec3 light = shownColor(color.rgb);
    outColor = vec4(encodesSrgb ? toSrgb(light) : light, alphaMode == alphaBlend ? color.a : 1.0);
}
