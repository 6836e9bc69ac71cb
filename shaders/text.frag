#version 330 core

// Draws the dots of a letter in its colour, and a dark outline around them.

#include "srgb.glsl"

in vec2 texel;
flat in int letterNumber;
flat in vec4 letterColor;

uniform sampler2D letters;
uniform vec2 cell;
uniform bool encodesSrgb;

out vec4 outColor;

bool isSet(ivec2 place)
{
    bool isInside = all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, ivec2(cell)));
    return isInside && texelFetch(letters, place + ivec2(letterNumber * int(cell.x), 0), 0).r > 0.5;
}

void main()
{
    ivec2 place = ivec2(texel);
    if (isSet(place)) {
        outColor = vec4(encodesSrgb ? toSrgb(letterColor.rgb) : letterColor.rgb, letterColor.a);
        return;
    }
    for (int i = 0; i < 9; ++i) {
        if (isSet(place + ivec2(i % 3 - 1, i / 3 - 1))) {
            outColor = vec4(0.0, 0.0, 0.0, 0.7 * letterColor.a);
            return;
        }
    }
    discard;
}
