// Ambient light: a sky above, the ground below, and three soft boxes of a studio. A formula replaces the usual picture, so that it can be
// blurred: a blur that suits the roughness gives reflections, and the largest blur gives the light that a matt surface receives.

uniform vec3 skyColor;
uniform vec3 groundColor;
uniform float softBoxes;  // brightness of the soft boxes; 0: none
uniform mat3 studio;      // from world axes to the studio's: +X to the camera's right, +Y up, +Z horizontally towards the camera

const float blurMost = 1.33;  // makes a small soft box light by about the cosine law: 1.5^2 / 1.33^2 = 4 / pi

// Returns the half-width of a kernel 1 - x^2 that approximates the GGX lobe around the mirror direction.
float blurOf(float roughness)
{
    return min(0.02 + 2.4 * roughness * roughness, blurMost);
}

// Returns the fraction of a kernel around `x` that lies in [-extent, extent], for each axis.
vec2 covered(vec2 x, vec2 extent, float blur)
{
    vec2 upper = clamp((x + extent) / blur, -1.0, 1.0);
    vec2 lower = clamp((x - extent) / blur, -1.0, 1.0);
    return 0.25 * (upper * (3.0 - upper * upper) - lower * (3.0 - lower * lower));
}

float softBox(vec3 direction, vec3 center, vec2 extent, float blur)
{
    vec3 across = normalize(cross(vec3(0.0, 1.0, 0.0), center));
    vec2 inside = covered(vec2(dot(direction, across), dot(direction, cross(center, across))), extent, blur);
    return inside.x * inside.y * clamp(dot(direction, center) * blurMost / blur, 0.0, 1.0);
}

// Returns the radiance from a direction in world axes.
vec3 environment(vec3 direction, float blur)
{
    vec3 place = studio * direction;
    float height = clamp(place.y / min(blur, 1.0), -1.0, 1.0);
    float above = 0.5 + 0.5 * mix(height * (1.5 - 0.5 * height * height), height, blur / blurMost);
    float boxes = 2.4 * softBox(place, normalize(vec3(0.15, 1.0, 0.25)), vec2(0.55, 0.4), blur)
                  + 2.2 * softBox(place, normalize(vec3(1.0, 0.3, 0.35)), vec2(0.18, 0.55), blur)
                  + 4.0 * softBox(place, normalize(vec3(-0.75, 0.4, -0.7)), vec2(0.16, 0.5), blur);
    return mix(groundColor, skyColor, above) + softBoxes * boxes * skyColor;
}
