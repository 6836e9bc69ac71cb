// Khronos PBR Neutral (github.com/KhronosGroup/ToneMapping): subtracts the 0.04 that a dielectric reflects (less from dark colours), then
// keeps colours below 0.76 and compresses and desaturates brighter ones.
vec3 compressHighlights(vec3 color)
{
    const float start = 0.8 - 0.04;
    const float desaturation = 0.15;
    float least = min(color.r, min(color.g, color.b));
    color -= least < 0.08 ? least - 6.25 * least * least : 0.04;
    float peak = max(color.r, max(color.g, color.b));
    if (peak < start) {
        return color;
    }
    float range = 1.0 - start;
    float compressed = 1.0 - range * range / (peak + range - start);
    color *= compressed / peak;
    return mix(vec3(compressed), color, 1.0 / (desaturation * (peak - compressed) + 1.0));
}
