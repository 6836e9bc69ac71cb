#include <array>
#include <cstddef>

#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/text.hpp>

namespace armature {

namespace {

// The name of an enumerator by its place; a value that is none of them, which a cast can make, has no name.
template <class Enumeration, std::size_t count>
std::string_view nameOf(Enumeration value, const std::array<std::string_view, count>& names) noexcept
{
    const auto place = static_cast<std::size_t>(value);
    return place < count ? names[place] : "?";
}

}  // namespace

std::string_view toString(Space space) noexcept
{
    return nameOf(space, std::array<std::string_view, 4>{"Own", "Local", "Skeleton", "World"});
}

std::string_view toString(Keep keep) noexcept
{
    return nameOf(keep, std::array<std::string_view, 2>{"Local", "World"});
}

std::string_view toString(Removal removal) noexcept
{
    return nameOf(removal, std::array<std::string_view, 2>{"KeepChildren", "Subtree"});
}

std::string_view toString(LinkMode mode) noexcept
{
    return nameOf(mode, std::array<std::string_view, 2>{"NodeDrives", "ForwardWrites"});
}

std::string_view toString(BindUpdate update) noexcept
{
    return nameOf(update, std::array<std::string_view, 2>{"KeepPose", "ResetPose"});
}

std::string_view toString(ChannelPath path) noexcept
{
    return nameOf(path, std::array<std::string_view, 4>{"Translation", "Rotation", "Scale", "Weights"});
}

std::string_view toString(ChannelTarget::Kind kind) noexcept
{
    return nameOf(kind, std::array<std::string_view, 2>{"Node", "Bone"});
}

std::string_view toString(LoopMode mode) noexcept
{
    return nameOf(mode, std::array<std::string_view, 4>{"Cycle", "PingPong", "Accumulate", "AccumulateFromCurrent"});
}

std::string_view toString(UnboundReason reason) noexcept
{
    return nameOf(reason, std::array<std::string_view, 4>{"NotThere", "Ambiguous", "Gone", "Unsuitable"});
}

std::string_view toString(Interpolation interpolation) noexcept
{
    return nameOf(interpolation, std::array<std::string_view, 3>{"Step", "Linear", "CubicSpline"});
}

std::string_view toString(LightType type) noexcept
{
    return nameOf(type, std::array<std::string_view, 3>{"Directional", "Point", "Spot"});
}

std::string_view toString(PrimitiveTopology topology) noexcept
{
    return nameOf(topology,
                  std::array<std::string_view, 7>{"Points", "Lines", "LineLoop", "LineStrip", "Triangles", "TriangleStrip", "TriangleFan"});
}

std::string_view toString(AlphaMode mode) noexcept
{
    return nameOf(mode, std::array<std::string_view, 3>{"Opaque", "Mask", "Blend"});
}

std::string_view toString(TextureWrap wrap) noexcept
{
    return nameOf(wrap, std::array<std::string_view, 3>{"Repeat", "ClampToEdge", "MirroredRepeat"});
}

std::string_view toString(TextureFilter filter) noexcept
{
    return nameOf(filter, std::array<std::string_view, 6>{"Nearest", "Linear", "NearestMipmapNearest", "LinearMipmapNearest",
                                                          "NearestMipmapLinear", "LinearMipmapLinear"});
}

std::string_view toString(ChildScaling scaling) noexcept
{
    return nameOf(scaling, std::array<std::string_view, 3>{"Inherit", "Compensate", "Propagate"});
}

std::string_view toString(Visit visit) noexcept
{
    return nameOf(visit, std::array<std::string_view, 3>{"Continue", "SkipChildren", "Stop"});
}

std::string_view toString(PaletteOrder order) noexcept
{
    return nameOf(order, std::array<std::string_view, 2>{"Keep", "FollowBones"});
}

std::string_view toString(Threads threads) noexcept
{
    return nameOf(threads, std::array<std::string_view, 2>{"Caller", "All"});
}

std::string_view toString(IkStatus status) noexcept
{
    return nameOf(status, std::array<std::string_view, 5>{"Solved", "NoTarget", "Gone", "Singular", "Undefined"});
}

std::string_view toString(CookedKind kind) noexcept
{
    return nameOf(kind, std::array<std::string_view, 4>{"Skeleton", "Clip", "BakedClip", "Crowd"});
}

std::string_view toString(ChainMethod method) noexcept
{
    return nameOf(method, std::array<std::string_view, 4>{"TwoBone", "Ccd", "Fabrik", "DampedLeastSquares"});
}

std::string_view toString(StretchMode mode) noexcept
{
    return nameOf(mode, std::array<std::string_view, 2>{"Scale", "MoveChildren"});
}

std::string_view toString(BoneAxis axis) noexcept
{
    return nameOf(axis, std::array<std::string_view, 3>{"X", "Y", "Z"});
}

}  // namespace armature
