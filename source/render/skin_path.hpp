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

/// The reason why a skinned primitive cannot take a path.
enum class Obstacle { None, IsSkinned, ManyInfluences, ExceedsBlock, NoStorage, ExceedsStorage, ExceedsTexture };

/// For each path, the reason why a palette cannot take it.
using Obstacles = std::array<Obstacle, skinPathCount>;

/// Returns, for each path, the obstacle for an uploaded palette in a buffer.
[[nodiscard]] Obstacles findObstacles(const PaletteBuffer& palettes, std::size_t range, const GlCapabilities& capabilities) noexcept;

/// Returns the path `asked` if nothing prevents it, otherwise the first possible path in order of preference. `needsCpu`: a vertex has more
/// influences than a shader reads.
[[nodiscard]] SkinPath choosePath(const Obstacles& obstacles, bool needsCpu, std::optional<SkinPath> asked) noexcept;

/// Returns how a mesh or primitive is skinned: as `skinning` says or, if it is AsAsked, as `asked`, the kind that the mesh specifies.
[[nodiscard]] SkinningKind chooseSkinning(DrawOptions::Skinning skinning, SkinningKind asked) noexcept;
/// Returns the value of DrawOptions::Skinning with the same name; AsAsked for SkinningKind::Shared.
[[nodiscard]] DrawOptions::Skinning namedSkinning(SkinningKind kind) noexcept;

/// The facts that whyNot() and whyThis() put into words.
struct PathFacts {
    Obstacles obstacles = {};
    bool needsCpu = false;
    std::size_t joints = 0;
    std::size_t jointsPerBlock = 0;
};

/// Returns a path's name, such as "the uniform block".
[[nodiscard]] std::string_view nameOf(SkinPath path) noexcept;

/// Returns why a path cannot be taken, such as "400 joints, a uniform block holds 341"; empty if nothing prevents it.
[[nodiscard]] std::string whyNot(SkinPath path, const PathFacts& facts);

/// Returns why `path` was chosen, such as "asked for" or "20 joints, a uniform block holds 1365"; may be empty.
[[nodiscard]] std::string whyThis(SkinPath path, std::optional<SkinPath> asked, const PathFacts& facts);

}  // namespace armature
