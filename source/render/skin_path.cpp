#include "skin_path.hpp"

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature {

namespace {

/// The paths of skinned primitives, in order of preference.
constexpr std::array choices{SkinPath::UniformBlock, SkinPath::StorageBuffer, SkinPath::BufferTexture, SkinPath::Cpu};

Obstacle obstacleTo(SkinPath path, const Obstacles& obstacles, bool needsCpu) noexcept
{
    const auto place = static_cast<std::size_t>(path);
    if (place >= skinPathCount || path == SkinPath::Static) {  // also for a value that is not an enumerator
        return Obstacle::IsSkinned;
    }
    return needsCpu && path != SkinPath::Cpu ? Obstacle::ManyInfluences : obstacles[place];
}

}  // namespace

Obstacles findObstacles(const PaletteBuffer& palettes, std::size_t range, const GlCapabilities& capabilities) noexcept
{
    Obstacles obstacles{};
    const auto set = [&](SkinPath path, bool isFree, Obstacle obstacle) {
        obstacles[static_cast<std::size_t>(path)] = isFree ? Obstacle::None : obstacle;
    };
    set(SkinPath::UniformBlock, palettes.fitsBlock(range), Obstacle::ExceedsBlock);
    const bool hasStorage = capabilities.storageBlockBytes > 0;
    set(SkinPath::StorageBuffer, palettes.fitsStorage(range), hasStorage ? Obstacle::ExceedsStorage : Obstacle::NoStorage);
    set(SkinPath::BufferTexture, palettes.fitsTexture(range), Obstacle::ExceedsTexture);
    return obstacles;
}

SkinPath choosePath(const Obstacles& obstacles, bool needsCpu, std::optional<SkinPath> asked) noexcept
{
    if (asked && obstacleTo(*asked, obstacles, needsCpu) == Obstacle::None) {
        return *asked;
    }
    for (const SkinPath path : choices) {
        if (obstacleTo(path, obstacles, needsCpu) == Obstacle::None) {
            return path;
        }
    }
    return SkinPath::Cpu;
}

SkinningKind chooseSkinning(DrawOptions::Skinning skinning, SkinningKind asked) noexcept
{
    switch (skinning) {
    case DrawOptions::Skinning::Linear: return SkinningKind::Linear;
    case DrawOptions::Skinning::DualQuaternions: return SkinningKind::DualQuaternions;
    case DrawOptions::Skinning::AsAsked: break;
    }
    return asked;
}

DrawOptions::Skinning namedSkinning(SkinningKind kind) noexcept
{
    switch (kind) {
    case SkinningKind::Linear: return DrawOptions::Skinning::Linear;
    case SkinningKind::DualQuaternions: return DrawOptions::Skinning::DualQuaternions;
    case SkinningKind::Shared: break;
    }
    return DrawOptions::Skinning::AsAsked;
}

std::string_view nameOf(SkinPath path) noexcept
{
    constexpr std::array<std::string_view, skinPathCount> names{"the model matrix", "the uniform block", "the shader storage buffer",
                                                                "the buffer texture", "the CPU"};
    return nameAt(path, names);
}

std::string whyNot(SkinPath path, const PathFacts& facts)
{
    switch (obstacleTo(path, facts.obstacles, facts.needsCpu)) {
    case Obstacle::None: break;
    case Obstacle::IsSkinned: return "it is skinned";
    case Obstacle::ManyInfluences: return "more than eight influences on a vertex";
    case Obstacle::ExceedsBlock: return fmt::format("{}, a uniform block holds {}", counted(facts.joints, "joint"), facts.jointsPerBlock);
    case Obstacle::NoStorage: return "no shader storage buffers";
    case Obstacle::ExceedsStorage: return "beyond the size of a shader storage buffer";
    case Obstacle::ExceedsTexture: return "beyond the size of a buffer texture";
    }
    return {};
}

std::string whyThis(SkinPath path, std::optional<SkinPath> asked, const PathFacts& facts)
{
    if (asked == path) {
        return "asked for";
    }
    std::string text;
    if (asked) {
        text = fmt::format("not by {}, as asked: {}", nameOf(*asked), whyNot(*asked, facts));
    }
    if (path == SkinPath::UniformBlock) {
        return fmt::format("{}{}, a uniform block holds {}", text.empty() ? "" : text + "; ", counted(facts.joints, "joint"),
                           facts.jointsPerBlock);
    }
    for (const SkinPath earlier : choices) {
        const std::string obstacle = earlier == path ? "" : whyNot(earlier, facts);
        if (!obstacle.empty() && text.find(obstacle) == std::string::npos) {
            text += (text.empty() ? "" : "; ") + obstacle;
        }
    }
    return text;
}

}  // namespace armature
