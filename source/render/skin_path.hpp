#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include <armature/render/palette_buffer.hpp>
#include <armature/render/skin_renderer.hpp>

#include "skinning/asked_skinning.hpp"

namespace armature {

using SkinPath = DrawOptions::Path;

inline constexpr std::size_t skinPathCount = 5;

/// What keeps a skinned primitive from a path.
enum class Obstacle { None, IsSkinned, ManyInfluences, ExceedsBlock, NoStorage, ExceedsStorage, ExceedsTexture };

/// For each path, the reason why a palette cannot take it.
using Obstacles = std::array<Obstacle, skinPathCount>;

/// The obstacles of a palette in a buffer, once it is uploaded, path by path.
[[nodiscard]] Obstacles findObstacles(const PaletteBuffer& palettes, std::size_t range, const GlCapabilities& capabilities) noexcept;

/// The path that was asked for if nothing keeps from it, else the first in their order. With `needsCpu` a vertex has more influences than
/// a shader reads.
[[nodiscard]] SkinPath choosePath(const Obstacles& obstacles, bool needsCpu, std::optional<SkinPath> asked) noexcept;

/// How a mesh or primitive that asks for `asked` is skinned.
[[nodiscard]] SkinningKind chooseSkinning(DrawOptions::Skinning skinning, SkinningKind asked) noexcept;
/// The kind as callers of DrawOptions know it.
[[nodiscard]] DrawOptions::Skinning namedSkinning(SkinningKind kind) noexcept;

/// Numbers for texts about obstacles.
struct PathFacts {
    Obstacles obstacles = {};
    bool needsCpu = false;
    std::size_t joints = 0;
    std::size_t jointsPerBlock = 0;
};

/// "the uniform block".
[[nodiscard]] std::string_view nameOf(SkinPath path) noexcept;

/// "400 joints, a uniform block holds 341"; empty if nothing keeps from the path.
[[nodiscard]] std::string whyNot(SkinPath path, const PathFacts& facts);

/// Why `path` was chosen.
[[nodiscard]] std::string whyThis(SkinPath path, std::optional<SkinPath> asked, const PathFacts& facts);

}  // namespace armature
