#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <armature/animation/animation_clip.hpp>

namespace armature::bench {

/// How exporters lay key times out.
enum class KeyLayout {
    Clip,     ///< One array for all channels.
    Bone,     ///< Each bone has its own array; no two are alike.
    Channel,  ///< Each channel has its own array.
    Reduced,  ///< Each channel has lost a random share of its keys, up to four fifths, as after an optimising exporter.
};

struct LayoutName {
    KeyLayout layout;
    const char* name;
};
inline constexpr std::array layoutNames{LayoutName{KeyLayout::Clip, "clip"}, LayoutName{KeyLayout::Bone, "bone"},
                                        LayoutName{KeyLayout::Channel, "channel"}, LayoutName{KeyLayout::Reduced, "reduced"}};

/// denseClip() with other key times, or fewer keys, or another interpolation. Targets are bones.
[[nodiscard]] ClipDescription layoutClip(std::size_t bones, KeyLayout layout, Interpolation interpolation, std::uint32_t seed);

}  // namespace armature::bench
