#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "distance.hpp"
#include "rig.hpp"

namespace character {

enum class Paint : std::uint8_t { Jacket, Trousers, Shell, Visor, Glow, Orange, Leather, Rubber, Scarf, Canvas, Brass };

/// A colour, 0xRRGGBB in sRGB, and how the surface shines.
struct Material {
    std::string_view name;
    std::uint32_t color = 0xffffff;
    float roughness = 0.8f;
    float metallic = 0.f;
    std::uint32_t glow = 0x000000;
};

inline constexpr std::array<Material, 11> materials{{
    {"jacket", 0x2a9d8f},
    {"trousers", 0x3a4a63},
    {"shell", 0xf4ead6, 0.45f},
    {"visor", 0x18202e, 0.2f},
    {"glow", 0x8ff5ff, 0.5f, 0.f, 0x62e6f5},
    {"orange", 0xf08a24, 0.55f},
    {"leather", 0x7a4a2b, 0.7f},
    {"rubber", 0x2b2622, 0.9f},
    {"scarf", 0xe4483a},
    {"canvas", 0xc99a4b, 0.9f},
    {"brass", 0xe0b04a, 0.35f, 0.3f},
}};

/// A closed piece of the character, painted in one colour.
struct Part {
    Paint paint = Paint::Shell;
    Field solid;
    float cellSize = 0.02f;    ///< Length of its triangles' edges.
    std::vector<Shape> skin;   ///< The shapes that its vertices follow. The nearer a joint's shapes are, the larger the joint's weight.
    float skinBlend = 0.012f;  ///< The distance over which one joint's weight gives way to another's.
    bool onBothSides = false;  ///< Whether the part is the left one of two.
    Field cover = {};          ///< The solid that it is a layer on; triangles deep inside, which are never seen, are left out.
};

/// All parts of the character, fitted to the rig's bind pose.
[[nodiscard]] std::vector<Part> makeParts(const Rig& rig);

/// Groups of parts, each made in the file of the same name.
[[nodiscard]] std::vector<Part> makeClothes(const Rig& rig);
[[nodiscard]] std::vector<Part> makeHandsAndFeet(const Rig& rig);
[[nodiscard]] std::vector<Part> makeHead(const Rig& rig);
[[nodiscard]] std::vector<Part> makeLuggage(const Rig& rig);

/// The bodies inside the clothes: belts, straps and pads are layers on them and move with them.
[[nodiscard]] std::vector<Shape> jacketShapes(const Rig& rig);
[[nodiscard]] std::vector<Shape> trouserShapes(const Rig& rig);

}  // namespace character
