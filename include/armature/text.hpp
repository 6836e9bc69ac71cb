#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/channel_target.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/base/export.hpp>
#include <armature/base/threads.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/node.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_character.hpp>

/// Text for people to read: logs, messages, debugging. Every public type has a toString(), which returns one line unless its comment says
/// otherwise. The text of an options struct names its members. Most numbers are rounded to six significant digits. For a moved-from object
/// whose getters throw (docs/lifetimes.md), toString() throws too. `armature/format.hpp` makes these texts available to fmt. The functions
/// for import/ and render/ are in `import_text.hpp` and `render_text.hpp` in those folders.
namespace armature {

/// True if T is one of the listed types.
template <class T, class... Listed>
concept OneOf = (std::same_as<T, Listed> || ...);

/// Returns the text of toString() for an enumerator of the enumerations listed below.
template <class Enumeration>
[[nodiscard]] ARMATURE_API std::string_view enumeratorName(Enumeration value) noexcept;
/// Returns the text of toString() for the structs listed below.
template <class Struct>
[[nodiscard]] ARMATURE_API std::string membersText(const Struct& value);

/// The enumerator's name: "Local", "World"; "?" for a value that is not an enumerator.
template <OneOf<AlphaMode, BindUpdate, BoneAxis, ChainMethod, ChannelPath, ChannelTarget::Kind, ChildScaling, ClipBounds::Blend, Comparison,
                CookedKind, GraphSync, IkStatus, Interpolation, Keep, LightType, LinkMode, LoopMode, NodeConstraintKind, PaletteOrder,
                ParameterKind, PrimitiveTopology, Removal, RetargetAxis, RetargetTranslation, RootMotionSource, Space, SpringColliderShape,
                StretchMode, TextureFilter, TextureWrap, Threads, TransitionBlend, TransitionCurve, UnboundReason, Visit,
                VrmFirstPersonType, VrmLookAtType, VrmMaterialColor, VrmOverride>
              Enumeration>
[[nodiscard]] std::string_view toString(Enumeration value) noexcept
{
    return enumeratorName(value);
}

/// The names and values of the members: "loop true, speedRatio 1, from none".
template <OneOf<AimChainOptions, AimOptions, BakeBound, BakeError, BakeOptions, BakedPosition, BlendInput, BlendPoint, BoneIkOptions,
                BoneLookOptions, BoneOptions, ChainSolverOptions, CloneOptions, CookedOptions, CopyPositionOptions, CopyRotationOptions,
                CopyScaleOptions, CrowdPlayback, FiredEvent, FootLockOptions, FootLockReport, FootPlacementLeg, FootPlacementOptions,
                GraphActivity, GraphClipOptions, GraphCondition, GraphEvent, GraphParameter, GraphState, GraphTransition, GroundPoint,
                GroupOptions, HumanoidRigBone, IkDebugStyle, IkGoal, InstantiateOptions, LayerOptions, LimitedTurn, LookOptions,
                ModifierOptions, NodeConstraintRule, OverlayMask, PlayOptions, ReduceOptions, RetargetKeysOptions, RetargetPair,
                RetargetTwist, RootMotionOptions, SplineChainOptions, SpringChain, SpringColliderGroup, SpringParameters, SpringSolid,
                StretchOptions, SwingTwist, TextureReference, TimeMark, VrmAnimatedExpression, VrmBone, VrmCharacter::Look, VrmColorBind,
                VrmExpression, VrmFirstPerson, VrmLookAt, VrmMorphBind, VrmSpring, VrmTextureBind>
              Struct>
[[nodiscard]] std::string toString(const Struct& value)
{
    return membersText(value);
}

[[nodiscard]] ARMATURE_API std::string toString(const ParallelFor& tasks);
/// The name in VRM 1.0: "leftUpperArm".
[[nodiscard]] ARMATURE_API std::string_view toString(HumanoidRole role) noexcept;

// --- values -----------------------------------------------------------------------------------------------------------

/// "t (1, 2, 3) r (0, 0, 0, 1) s (1, 1, 1)", the rotation as x, y, z, w.
[[nodiscard]] ARMATURE_API std::string toString(const Transform& transform);
/// The transform, and the residual.
[[nodiscard]] ARMATURE_API std::string toString(const Decomposition& decomposition);
/// "(0, 0, 0) to (1, 2, 1)", or "empty".
[[nodiscard]] ARMATURE_API std::string toString(const Aabb& box);
/// Four rows of numbers, one line each.
[[nodiscard]] ARMATURE_API std::string matrixText(const glm::mat4& matrix);
/// A line for each bone: its index and local transform.
[[nodiscard]] ARMATURE_API std::string toString(const Pose& pose);
/// A line for each joint: its index, name and local transform.
[[nodiscard]] ARMATURE_API std::string toString(const JointView& joints);
/// The size in bytes and the hash.
[[nodiscard]] ARMATURE_API std::string toString(const SavedState& state);
[[nodiscard]] ARMATURE_API std::string toString(const DebugLine& line);
[[nodiscard]] ARMATURE_API std::string toString(const Ray& ray);
/// "head 0.75": the bone, or the joint's palette slot if no bone has that slot, and the weight.
[[nodiscard]] ARMATURE_API std::string toString(const JointWeight& joint);
/// The instance, primitive, triangle, position and distance, and the joints that move the point.
[[nodiscard]] ARMATURE_API std::string toString(const RayHit& hit);
/// The number of meshes for which the picker keeps boxes.
[[nodiscard]] ARMATURE_API std::string toString(const Picker& picker);
/// "hand at (1, 2, 3), 0.5 away": the bone, its nearest point and the distance.
[[nodiscard]] ARMATURE_API std::string toString(const NearestBone& nearest);

// --- nodes, skeletons, scenes -----------------------------------------------------------------------------------------

/// The path and the local pose; for a bone also its palette slot and the node that drives it: one line.
[[nodiscard]] ARMATURE_API std::string toString(const Node& node);
/// The name, the numbers of bones and palette slots, and the host; then the bones and the nodes attached to them as a tree, one line each.
/// Levels below the 64th are not indented further.
[[nodiscard]] ARMATURE_API std::string toString(const Skeleton& skeleton);
/// The numbers of nodes, skeletons, mesh instances, animation groups, materials, images and warnings: one line.
[[nodiscard]] ARMATURE_API std::string toString(const Scene& scene);
/// The path of the instance's root, and how many of the copies still exist.
[[nodiscard]] ARMATURE_API std::string toString(const SceneInstance& instance);
[[nodiscard]] ARMATURE_API std::string toString(const Subscription& subscription);
[[nodiscard]] ARMATURE_API std::string toString(const WearOptions& options);
/// The object's text; "none" if the handle was never set, "gone" if the object was removed.
template <class T>
[[nodiscard]] std::string toString(const Handle<T>& handle)
{
    if (const T* object = handle.get()) {
        return std::string(toString(*object));
    }
    return handle.hasGone() ? "gone" : "none";
}

// --- retargeting ------------------------------------------------------------------------------------------------------

/// The number of bones, then a line for each.
[[nodiscard]] ARMATURE_API std::string toString(const HumanoidRig& rig);
/// "\"Hips\" 0.95: its name says so".
[[nodiscard]] ARMATURE_API std::string toString(const HumanoidMatch& match);
/// The number of roles, and the reason if the map is refused; then a line for each role.
[[nodiscard]] ARMATURE_API std::string toString(const HumanoidMap& map);
[[nodiscard]] ARMATURE_API std::string toString(const RetargetChain& chain);
/// The numbers of pairs, chains and twists, then a line for each.
[[nodiscard]] ARMATURE_API std::string toString(const RetargetMap& map);
[[nodiscard]] ARMATURE_API std::string toString(const RetargetOptions& options);
/// The numbers of bones of source and target, and the scale of travel.
[[nodiscard]] ARMATURE_API std::string toString(const Retargeter& retargeter);
[[nodiscard]] ARMATURE_API std::string toString(const RetargetClipOptions& options);
/// The clip, the number of keys, and the error.
[[nodiscard]] ARMATURE_API std::string toString(const RetargetedClip& retargeted);
[[nodiscard]] ARMATURE_API std::string toString(const RetargetedKeys& retargeted);
[[nodiscard]] ARMATURE_API std::string toString(const FootLock& lock);
/// "thigh_l to LeftUpLeg: 0.1 degrees, at most 0.3".
[[nodiscard]] ARMATURE_API std::string toString(const RetargetBoneQuality& bone);
/// The errors, in degrees and in thousandths of a unit (millimetres in imported models); then a line for each fault and each bone.
[[nodiscard]] ARMATURE_API std::string toString(const RetargetQuality& quality);
[[nodiscard]] ARMATURE_API std::string toString(const RetargetMeter& meter);

// --- VRM --------------------------------------------------------------------------------------------------------------

/// The name, and the numbers of bones, expressions, springs and constraints: one line.
[[nodiscard]] ARMATURE_API std::string toString(const VrmModel& model);
/// The name, version, number of authors, licence and the most important permissions.
[[nodiscard]] ARMATURE_API std::string toString(const VrmMeta& meta);
[[nodiscard]] ARMATURE_API std::string toString(const VrmRangeMap& map);
[[nodiscard]] ARMATURE_API std::string toString(const VrmCollider& collider);
[[nodiscard]] ARMATURE_API std::string toString(const VrmSpringJoint& joint);
[[nodiscard]] ARMATURE_API std::string toString(const VrmConstraint& constraint);
/// The numbers of bones and expressions that the animation moves, and whether it moves the eyes: one line.
[[nodiscard]] ARMATURE_API std::string toString(const VrmAnimation& animation);
/// The model, then a line for each expression that is set.
[[nodiscard]] ARMATURE_API std::string toString(const VrmCharacter& character);

// --- meshes -----------------------------------------------------------------------------------------------------------

[[nodiscard]] ARMATURE_API std::string toString(const Mesh& mesh);
[[nodiscard]] ARMATURE_API std::string toString(const MeshDescription& mesh);
[[nodiscard]] ARMATURE_API std::string toString(const MeshInstance& instance);
[[nodiscard]] ARMATURE_API std::string toString(const Primitive& primitive);
[[nodiscard]] ARMATURE_API std::string toString(const SkinWeights& skin);
[[nodiscard]] ARMATURE_API std::string toString(const MorphTarget& target);
[[nodiscard]] ARMATURE_API std::string toString(const Material& material);
[[nodiscard]] ARMATURE_API std::string toString(const Image& image);
[[nodiscard]] ARMATURE_API std::string toString(const SceneCamera& camera);
[[nodiscard]] ARMATURE_API std::string toString(const SceneLight& light);
[[nodiscard]] ARMATURE_API std::string toString(const JointRole& role);
/// The vocabulary, and the number of roles.
[[nodiscard]] ARMATURE_API std::string toString(const JointMapping& mapping);
[[nodiscard]] ARMATURE_API std::string toString(const ReferencePose& pose);
[[nodiscard]] ARMATURE_API std::string toString(const JointBounds& bounds);
[[nodiscard]] ARMATURE_API std::string toString(const SkinPlan& plan);
[[nodiscard]] ARMATURE_API std::string toString(const SkinStreams& streams);
[[nodiscard]] ARMATURE_API std::string toString(const SkinnedStreams& streams);

// --- animation --------------------------------------------------------------------------------------------------------

[[nodiscard]] ARMATURE_API std::string toString(const AnimationClip& clip);
[[nodiscard]] ARMATURE_API std::string toString(const ClipDescription& clip);
/// "Rotation of hips/spine: Linear, time track 0, 12 numbers".
[[nodiscard]] ARMATURE_API std::string toString(const ChannelDescription& channel);
[[nodiscard]] ARMATURE_API std::string toString(const AnimationChannel& channel);
[[nodiscard]] ARMATURE_API std::string toString(const ChannelValues& values);
/// The path or the name, or "bone 3 of skeleton 0".
[[nodiscard]] ARMATURE_API std::string toString(const ChannelTarget& target);
/// "set" or "not set".
[[nodiscard]] ARMATURE_API std::string toString(const TargetIdentity& identity);
/// "channel 3: tail (NotThere)".
[[nodiscard]] ARMATURE_API std::string toString(const UnboundChannel& channel);
/// "rotation of arm: Linear, 3 keys".
[[nodiscard]] ARMATURE_API std::string toString(const AnimationTrack& track);
/// "nod: 3 tracks".
[[nodiscard]] ARMATURE_API std::string toString(const AnimationClipBuilder& builder);
/// The numbers of keys before and after, and the error.
[[nodiscard]] ARMATURE_API std::string toString(const ReducedClip& reduced);
/// "12 bones: fading for 0.1 s" or "12 bones: at rest".
[[nodiscard]] ARMATURE_API std::string toString(const Inertialization& inertialization);
/// The travel of one cycle, and whether it comes from the root or the feet.
[[nodiscard]] ARMATURE_API std::string toString(const RootMotion& motion);
/// "(0, 0, 1.2) and 30 degrees".
[[nodiscard]] ARMATURE_API std::string toString(const RootMotionDelta& delta);
[[nodiscard]] ARMATURE_API std::string toString(const GraphValue& value);
[[nodiscard]] ARMATURE_API std::string toString(const GraphClip& clip);
[[nodiscard]] ARMATURE_API std::string toString(const ClipNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const BlendNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const BlendSpaceNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const AdditiveNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const OverlayNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const MirrorNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const ModifierNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const StateMachineNode& node);
[[nodiscard]] ARMATURE_API std::string toString(const GraphNode& node);
/// The numbers of parameters, clips and nodes, and the root.
[[nodiscard]] ARMATURE_API std::string toString(const GraphDescription& graph);
[[nodiscard]] ARMATURE_API std::string toString(const AnimationGraph& graph);
/// The text of the player's graph. For the active nodes, see describeActivity().
[[nodiscard]] ARMATURE_API std::string toString(const GraphPlayer& player);
/// "Walk: playing at 0.5 s of 2 s, speed 1, looping".
[[nodiscard]] ARMATURE_API std::string toString(const ClipPlayer& player);
/// The text of a ClipPlayer, and the layer's weight.
[[nodiscard]] ARMATURE_API std::string toString(const AnimationLayer& layer);
/// The number of layers, then a line for each.
[[nodiscard]] ARMATURE_API std::string toString(const AnimationMixer& mixer);
/// The number of modifiers, then a line for each in the order in which they run.
[[nodiscard]] ARMATURE_API std::string toString(const ModifierStack& stack);
/// "look: weight 0.5, disabled".
[[nodiscard]] ARMATURE_API std::string toString(const ModifierStack::Modifier& modifier);
[[nodiscard]] ARMATURE_API std::string toString(const AnimationTargets& targets);
/// The name, the duration, the frame rate, the numbers of frames, bones and bytes, and the error.
[[nodiscard]] ARMATURE_API std::string toString(const BakedClip& clip);
[[nodiscard]] ARMATURE_API std::string toString(const ClipBounds& bounds);
/// The numbers of members and palettes, and the size of a palette.
[[nodiscard]] ARMATURE_API std::string toString(const Crowd& crowd);
/// "member 3, generation 1".
[[nodiscard]] ARMATURE_API std::string toString(const CrowdInstance& instance);

// --- cooked files -----------------------------------------------------------------------------------------------------

/// The numbers of entries, and the file's size in bytes: one line.
[[nodiscard]] ARMATURE_API std::string toString(const CookedFile& file);
[[nodiscard]] ARMATURE_API std::string toString(const CookedCrowd& crowd);
[[nodiscard]] ARMATURE_API std::string toString(const CookedDescription& description);

// --- inverse kinematics -----------------------------------------------------------------------------------------------

/// "hinge 0 to 2.6 about (1, 0, 0)".
[[nodiscard]] ARMATURE_API std::string toString(const JointLimit& limit);
/// "reached: 1e-07 off; joints turned by up to 0.5 rad in 2 iterations": one line. The reports below also name any limits that kept joints
/// from the goal.
[[nodiscard]] ARMATURE_API std::string toString(const IkReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const ChainReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const BoneIkReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const BoneLookReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const StretchReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const LimitReport& report);
/// The text of a ChainReport, plus the lengths of chain and curve.
[[nodiscard]] ARMATURE_API std::string toString(const SplineReport& report);
/// The offset of the pelvis, then a line for each foot.
[[nodiscard]] ARMATURE_API std::string toString(const FootPlacementReport& report);
[[nodiscard]] ARMATURE_API std::string toString(const FootReport& report);
/// The skeleton and the numbers of joints and effectors, then a line for each joint and each effector.
[[nodiscard]] ARMATURE_API std::string toString(const Chain& chain);
[[nodiscard]] ARMATURE_API std::string toString(const Chain::Joint& joint);
[[nodiscard]] ARMATURE_API std::string toString(const Chain::Effector& effector);
[[nodiscard]] ARMATURE_API std::string toString(const ChainJoint& joint);
/// Each returns the options; for an AimChain, ChainSolver or SplineChain also the chain.
[[nodiscard]] ARMATURE_API std::string toString(const AimChain& chain);
[[nodiscard]] ARMATURE_API std::string toString(const BoneIkController& controller);
[[nodiscard]] ARMATURE_API std::string toString(const BoneLookController& controller);
[[nodiscard]] ARMATURE_API std::string toString(const ChainSolver& solver);
[[nodiscard]] ARMATURE_API std::string toString(const FootPlacement& placement);
[[nodiscard]] ARMATURE_API std::string toString(const SplineChain& chain);
/// "2 chains, 8 joints that swing, 3 colliders": one line.
[[nodiscard]] ARMATURE_API std::string toString(const SpringBones& springs);
/// The number of constraints, then a line for each.
[[nodiscard]] ARMATURE_API std::string toString(const NodeConstraints& constraints);
[[nodiscard]] ARMATURE_API std::string toString(const NodeConstraint& constraint);
[[nodiscard]] ARMATURE_API std::string toString(const SpringCollider& collider);
[[nodiscard]] ARMATURE_API std::string toString(const SpringJoint& joint);

}  // namespace armature
