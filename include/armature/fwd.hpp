#pragma once

/// Forward declarations of armature's public types, for headers that only name them.
namespace armature {

class AnimationChannel;
class AnimationClip;
class AnimationGroup;
class AnimationLayer;
class AnimationMixer;
class BakedClip;
class Bone;
class ChannelValues;
class CookedFile;
class Crowd;
class Lifetime;
class Mesh;
class MeshInstance;
class Node;
class SavedState;
class Scene;
class SceneInstance;
class Skeleton;
class SkinPlan;
class StateArchive;
class Subscription;
class TargetIdentity;
class TransformNode;

enum class ChildScaling;
enum class CookedKind;
enum class Keep;
enum class LightType;
enum class LinkMode;
enum class LoopMode;
enum class Space;
enum class UnboundReason;
enum class Visit;

template <class T>
class Handle;

struct ChannelTarget;
struct CloneOptions;
struct CookedCrowd;
struct CookedDescription;
struct CookedOptions;
struct Image;
struct InstantiateOptions;
struct JointMapping;
struct JointRole;
struct LookOptions;
struct Material;
struct ReferencePose;
struct SceneCamera;
struct SceneLight;
struct MeshDescription;
struct Primitive;
struct TextureLimits;
struct Transform;
struct UnboundChannel;

}  // namespace armature
