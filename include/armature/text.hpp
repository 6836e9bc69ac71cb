#pragma once

#include <string>
#include <string_view>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/mesh.hpp>
#include <armature/scene/mesh_instance.hpp>
#include <armature/scene/node.hpp>
#include <armature/scene/threads.hpp>
#include <armature/skeleton/skeleton.hpp>

/// Texts for people: logs, messages, a look at what there is. Numbers have six digits. `armature/format.hpp` gives them to fmt.
namespace armature {

class Chain;
struct Decomposition;
struct FootPlacementReport;
struct IkReport;
struct Pose;
enum class BoneAxis;
enum class ChainMethod;
enum class IkStatus;
enum class StretchMode;

/// "Local", "World": the enumerator's name.
[[nodiscard]] std::string_view toString(Space space) noexcept;
[[nodiscard]] std::string_view toString(Keep keep) noexcept;
[[nodiscard]] std::string_view toString(Removal removal) noexcept;
[[nodiscard]] std::string_view toString(LinkMode mode) noexcept;
[[nodiscard]] std::string_view toString(BindUpdate update) noexcept;
[[nodiscard]] std::string_view toString(ChildScaling scaling) noexcept;
[[nodiscard]] std::string_view toString(Visit visit) noexcept;
[[nodiscard]] std::string_view toString(PaletteOrder order) noexcept;
[[nodiscard]] std::string_view toString(Threads threads) noexcept;
[[nodiscard]] std::string_view toString(ChannelPath path) noexcept;
[[nodiscard]] std::string_view toString(UnboundReason reason) noexcept;
[[nodiscard]] std::string_view toString(LoopMode mode) noexcept;
[[nodiscard]] std::string_view toString(Interpolation interpolation) noexcept;
[[nodiscard]] std::string_view toString(PrimitiveTopology topology) noexcept;
[[nodiscard]] std::string_view toString(AlphaMode mode) noexcept;
[[nodiscard]] std::string_view toString(TextureWrap wrap) noexcept;
[[nodiscard]] std::string_view toString(TextureFilter filter) noexcept;
[[nodiscard]] std::string_view toString(ChainMethod method) noexcept;
[[nodiscard]] std::string_view toString(IkStatus status) noexcept;
[[nodiscard]] std::string_view toString(StretchMode mode) noexcept;
[[nodiscard]] std::string_view toString(BoneAxis axis) noexcept;

/// "t (1, 2, 3) r (0, 0, 0, 1) s (1, 1, 1)", the rotation as x, y, z, w.
[[nodiscard]] std::string toString(const Transform& transform);
/// The transform and what the split lost.
[[nodiscard]] std::string toString(const Decomposition& decomposition);
/// Four rows of numbers, a line each.
[[nodiscard]] std::string matrixText(const glm::mat4& matrix);

/// The path, and for a bone its palette slot, its local pose and what drives it: one line.
[[nodiscard]] std::string toString(const Node& node);
/// The bones as a tree, a line each; indented no further below the 64th level.
[[nodiscard]] std::string toString(const Skeleton& skeleton);
/// Numbers of nodes, skeletons, meshes and clips: one line.
[[nodiscard]] std::string toString(const Scene& scene);
[[nodiscard]] std::string toString(const Mesh& mesh);
[[nodiscard]] std::string toString(const MeshDescription& mesh);
[[nodiscard]] std::string toString(const MeshInstance& instance);
[[nodiscard]] std::string toString(const Material& material);
[[nodiscard]] std::string toString(const Image& image);
[[nodiscard]] std::string toString(const AnimationClip& clip);
[[nodiscard]] std::string toString(const AnimationGroup& group);
/// A line for each bone.
[[nodiscard]] std::string toString(const Pose& pose);

/// "hinge 0 to 2.6 about (1, 0, 0)".
[[nodiscard]] std::string toString(const JointLimit& limit);
/// "reached: 1e-07 off; joints turned by up to 0.5 rad in 2 iterations", and what held it back: one line.
[[nodiscard]] std::string toString(const IkReport& report);
/// The pelvis, and a line for each foot.
[[nodiscard]] std::string toString(const FootPlacementReport& report);
/// A line for each joint and effector.
[[nodiscard]] std::string toString(const Chain& chain);

}  // namespace armature
