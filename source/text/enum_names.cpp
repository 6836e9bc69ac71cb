#include <array>

#include <armature/animation/root_motion.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"

namespace armature {

std::string_view toString(Space space) noexcept
{
    return nameAt(space, std::array<std::string_view, 4>{"Own", "Local", "Skeleton", "World"});
}

std::string_view toString(SpringColliderShape shape) noexcept
{
    return nameAt(shape, std::array<std::string_view, 3>{"Sphere", "Capsule", "Plane"});
}

std::string_view toString(NodeConstraintKind kind) noexcept
{
    return nameAt(kind, std::array<std::string_view, 3>{"Roll", "Aim", "Rotation"});
}

std::string_view toString(ClipBounds::Blend blend) noexcept
{
    return nameAt(blend, std::array<std::string_view, 3>{"AsAsked", "Linear", "DualQuaternions"});
}

std::string_view toString(Keep keep) noexcept
{
    return nameAt(keep, std::array<std::string_view, 2>{"Local", "World"});
}

std::string_view toString(Removal removal) noexcept
{
    return nameAt(removal, std::array<std::string_view, 2>{"KeepChildren", "Subtree"});
}

std::string_view toString(LinkMode mode) noexcept
{
    return nameAt(mode, std::array<std::string_view, 2>{"NodeDrives", "ForwardWrites"});
}

std::string_view toString(BindUpdate update) noexcept
{
    return nameAt(update, std::array<std::string_view, 2>{"KeepPose", "ResetPose"});
}

std::string_view toString(ChannelPath path) noexcept
{
    return nameAt(path, std::array<std::string_view, 5>{"Translation", "Rotation", "Scale", "Weights", "Property"});
}

std::string_view toString(ChannelTarget::Kind kind) noexcept
{
    return nameAt(kind, std::array<std::string_view, 6>{"Node", "Bone", "Material", "Camera", "Light", "Curve"});
}

std::string_view toString(LoopMode mode) noexcept
{
    return nameAt(mode, std::array<std::string_view, 4>{"Cycle", "PingPong", "Accumulate", "AccumulateFromCurrent"});
}

std::string_view toString(UnboundReason reason) noexcept
{
    return nameAt(reason, std::array<std::string_view, 4>{"NotThere", "Ambiguous", "Gone", "Unsuitable"});
}

std::string_view toString(RootMotionSource source) noexcept
{
    return nameAt(source, std::array<std::string_view, 3>{"None", "Root", "Feet"});
}

std::string_view toString(Interpolation interpolation) noexcept
{
    return nameAt(interpolation, std::array<std::string_view, 3>{"Step", "Linear", "CubicSpline"});
}

std::string_view toString(LightType type) noexcept
{
    return nameAt(type, std::array<std::string_view, 3>{"Directional", "Point", "Spot"});
}

std::string_view toString(PrimitiveTopology topology) noexcept
{
    return nameAt(topology,
                  std::array<std::string_view, 7>{"Points", "Lines", "LineLoop", "LineStrip", "Triangles", "TriangleStrip", "TriangleFan"});
}

std::string_view toString(AlphaMode mode) noexcept
{
    return nameAt(mode, std::array<std::string_view, 3>{"Opaque", "Mask", "Blend"});
}

std::string_view toString(TextureWrap wrap) noexcept
{
    return nameAt(wrap, std::array<std::string_view, 3>{"Repeat", "ClampToEdge", "MirroredRepeat"});
}

std::string_view toString(TextureFilter filter) noexcept
{
    return nameAt(filter, std::array<std::string_view, 6>{"Nearest", "Linear", "NearestMipmapNearest", "LinearMipmapNearest",
                                                          "NearestMipmapLinear", "LinearMipmapLinear"});
}

std::string_view toString(ChildScaling scaling) noexcept
{
    return nameAt(scaling, std::array<std::string_view, 3>{"Inherit", "Compensate", "Propagate"});
}

std::string_view toString(Visit visit) noexcept
{
    return nameAt(visit, std::array<std::string_view, 3>{"Continue", "SkipChildren", "Stop"});
}

std::string_view toString(PaletteOrder order) noexcept
{
    return nameAt(order, std::array<std::string_view, 2>{"Keep", "FollowBones"});
}

std::string_view toString(Threads threads) noexcept
{
    return nameAt(threads, std::array<std::string_view, 2>{"Caller", "All"});
}

std::string_view toString(IkStatus status) noexcept
{
    return nameAt(status, std::array<std::string_view, 5>{"Solved", "NoTarget", "Gone", "Singular", "Undefined"});
}

std::string_view toString(CookedKind kind) noexcept
{
    return nameAt(kind, std::array<std::string_view, 4>{"Skeleton", "Clip", "BakedClip", "Crowd"});
}

std::string_view toString(ChainMethod method) noexcept
{
    return nameAt(method, std::array<std::string_view, 2>{"Fabrik", "DampedLeastSquares"});
}

std::string_view toString(StretchMode mode) noexcept
{
    return nameAt(mode, std::array<std::string_view, 2>{"Scale", "MoveChildren"});
}

std::string_view toString(BoneAxis axis) noexcept
{
    return nameAt(axis, std::array<std::string_view, 3>{"X", "Y", "Z"});
}

}  // namespace armature
