// Reflection of light by metallic-roughness surfaces, after appendix B of glTF 2.0. Directions are unit vectors and point away from the
// surface.

const float dielectric = 0.04;  // reflectance of non-metals at normal incidence

// A mixture of a metal and a dielectric of one colour.
struct Reflectance {
    vec3 color;
    float metal;      // fraction of metal
    float roughness;  // perceptual: the square root of GGX's alpha
};

// Returns the reflectance at normal incidence.
vec3 specularColor(Reflectance surface)
{
    return mix(vec3(dielectric), surface.color, surface.metal);
}

// Returns the light reflected towards `view` from a directional light of irradiance pi in the direction `light`: GGX, height-correlated
// Smith visibility, Schlick's Fresnel.
vec3 reflectKey(Reflectance surface, vec3 normal, vec3 view, vec3 light)
{
    float cosLight = max(dot(normal, light), 0.0);
    if (cosLight == 0.0) {
        return vec3(0.0);
    }
    vec3 halfway = normalize(light + view);
    float cosView = max(dot(normal, view), 0.001);
    float cosHalf = clamp(dot(normal, halfway), 0.0, 1.0);
    float squared = surface.roughness * surface.roughness * surface.roughness * surface.roughness;
    float base = cosHalf * cosHalf * (squared - 1.0) + 1.0;
    float distribution = squared / (base * base);  // times pi, the irradiance
    float visibility = 0.5 / (cosLight * sqrt(cosView * cosView * (1.0 - squared) + squared)
                              + cosView * sqrt(cosLight * cosLight * (1.0 - squared) + squared));
    float grazing = pow(1.0 - clamp(dot(view, halfway), 0.0, 1.0), 5.0);
    vec3 fresnel = mix(specularColor(surface), vec3(1.0), grazing);
    float entering = (1.0 - surface.metal) * (1.0 - dielectric) * (1.0 - grazing);
    return cosLight * (entering * surface.color + fresnel * distribution * visibility);
}

// Returns the scale and the bias that turn a reflectance at normal incidence into the reflected fraction of uniform light: B. Karis,
// "Physically Based Shading on Mobile", 2014.
vec2 reflectedShare(float cosView, float roughness)
{
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * cosView)) * r.x + r.y;
    return vec2(-1.04, 1.04) * a + r.zw;
}

// Returns the light reflected several times between the facets of a rough surface, which single scattering omits: C. Fdez-Aguera, "A
// Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting", 2019.
vec3 reflectedAgain(vec3 specular, vec2 share)
{
    float lost = 1.0 - (share.x + share.y);
    vec3 once = specular * share.x + share.y;
    vec3 average = specular + (1.0 - specular) / 21.0;
    return lost * once * average / (1.0 - lost * average);
}

// Returns the reflected ambient light. `mirrored`: radiance from the mirror direction. `received`: irradiance divided by pi.
vec3 reflectAround(Reflectance surface, float cosView, vec3 mirrored, vec3 received, float occlusion)
{
    vec2 share = reflectedShare(cosView, surface.roughness);
    vec3 once = specularColor(surface) * share.x + share.y;
    float layer = dielectric * share.x + share.y;
    float layerAgain = reflectedAgain(vec3(dielectric), share).x;
    vec3 fromDielectric = layerAgain + surface.color * (1.0 - layer - layerAgain);
    vec3 fromMetal = reflectedAgain(surface.color, share);
    // Specular occlusion: S. Lagarde and C. de Rousiers, "Moving Frostbite to Physically Based Rendering", 2014, 4.10.2.
    float open = clamp(pow(cosView + occlusion, exp2(-16.0 * surface.roughness - 1.0)) - 1.0 + occlusion, 0.0, 1.0);
    return open * once * mirrored + occlusion * mix(fromDielectric, fromMetal, surface.metal) * received;
}
