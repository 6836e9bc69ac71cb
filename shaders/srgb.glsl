// The transfer function of IEC 61966-2-1, for framebuffers that do not encode by themselves.
vec3 toSrgb(vec3 color)
{
    vec3 clamped = clamp(color, 0.0, 1.0);
    return mix(1.055 * pow(clamped, vec3(1.0 / 2.4)) - 0.055, 12.92 * clamped, lessThanEqual(clamped, vec3(0.0031308)));
}

vec3 fromSrgb(vec3 color)
{
    return mix(pow((color + 0.055) / 1.055, vec3(2.4)), color / 12.92, lessThanEqual(color, vec3(0.04045)));
}
