#pragma once

#include <cstddef>
#include <string>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// Identifies the node or bone for which a channel was made: by its lifetime, not by its address or position in a list.
class ARMATURE_API TargetIdentity {
public:
    TargetIdentity() noexcept = default;  ///< Identifies nothing.
    explicit TargetIdentity(Node& node);  ///< Identifies a node or bone.
    /// Identifies only the owner: for materials, cameras and lights, which a scene keeps in lists.
    explicit TargetIdentity(const Lifetime& owner) : owner_(owner) {}

    /// True if the channel was made for an object, even if the object has been removed since.
    [[nodiscard]] bool isSet() const noexcept { return owner_ != Lifetime::Watch(); }
    /// Returns the node or bone if it still exists and belongs to `owner`, which is a node's scene or a bone's skeleton; otherwise null.
    /// Reads no data of other owners, so a clip may be bound on a thread that does not own the clip's original scene.
    [[nodiscard]] Node* findIn(const Lifetime::Watch& owner) const noexcept { return owner_ == owner ? node_.get() : nullptr; }
    /// True if this was made for an object of that owner.
    [[nodiscard]] bool belongsTo(const Lifetime::Watch& owner) const noexcept { return owner_ == owner; }

    friend bool operator==(const TargetIdentity&, const TargetIdentity&) noexcept = default;

private:
    Handle<Node> node_;
    Lifetime::Watch owner_;
};

/// The node, bone or property that a channel moves.
///
/// Players look a target up in this order: the object for which the channel was made (`identity`), if it is in the scene; the only node or
/// bone named `name`; if several have the name, the one whose ancestors match the most names of `path`. If no node has the name, a bone
/// with that name is used instead. Without a path, `index` selects among several objects with the same name; without name and identity,
/// only `index` is used. A channel whose target is missing or ambiguous is skipped: see AnimationGroup::getUnboundChannels().
///
/// Materials, cameras and lights are looked up in the same way, but without paths: if several have the same name, the one at `index` is
/// chosen. A channel with ChannelPath::Property moves one of these members, given by name:
///
/// - Material: "baseColor" (4 floats), "emissive" (3), "emissiveStrength", "metallic", "roughness", "alphaCutoff", "normalScale",
///   "occlusionStrength", and for each of its own textures members such as "baseColorTexture.offset" (2), "baseColorTexture.rotation" and
///   "baseColorTexture.scale" (2);
/// - SceneCamera: "verticalFieldOfView", "aspectRatio", "halfSize.x", "halfSize.y", "nearPlane", "farPlane";
/// - SceneLight: "color" (3), "intensity", "range", "innerConeAngle", "outerConeAngle";
/// - node or bone: "isEnabled", true from 0.5 on.
///
/// Values outside a member's range are clamped. If near and far plane, or a cone's two angles, conflict, the value written last changes the
/// other.
struct ARMATURE_API ChannelTarget {
    /// The list to which `index` refers.
    enum class Kind {
        Node,      ///< `index` into Scene::nodes().
        Bone,      ///< `index` into Skeleton::bones() of Scene::skeletons()[skeleton].
        Material,  ///< `index` into Scene::materials().
        Camera,    ///< `index` into Scene::cameras().
        Light,     ///< `index` into Scene::lights().
        Curve,     ///< Nothing in the scene: the application reads the curve by `name`, see AnimationGroup::getCurve().
    };
    Kind kind = Kind::Node;    ///< The kind of the target.
    std::size_t index = 0;     ///< Position in the list for `kind`.
    std::size_t skeleton = 0;  ///< Index into Scene::skeletons(), for a Bone.
    std::string name = {};     ///< Name of the node, bone, material, camera, light or curve; may be empty.
    /// Names of ancestors, then the target's own, separated by slashes: "hips/spine/arm". Need not start at the root.
    std::string path = {};
    TargetIdentity identity = {};  ///< The object for which the channel was made, if any.
    std::string property = {};     ///< Name of the member, for ChannelPath::Property; empty otherwise, and for a Curve.

    /// Returns a target that identifies exactly `node`, with all members filled in and a path of at most eight names and 128 characters. A
    /// bone of a skeleton outside a scene is given skeleton 0. O(nodes of the scene, or bones and skeletons).
    [[nodiscard]] static ChannelTarget of(Node& node);
    /// Returns a target that identifies a property of a node or bone.
    [[nodiscard]] static ChannelTarget of(Node& node, std::string property);
    /// Returns a target that identifies a property of a material, camera or light of `scene`. Throws std::invalid_argument for another
    /// kind, std::out_of_range for a bad index.
    [[nodiscard]] static ChannelTarget of(const AnimationTargets& scene, Kind kind, std::size_t index, std::string property);
    /// Returns a target for a curve, which the application reads by name.
    [[nodiscard]] static ChannelTarget curve(std::string name);

    friend bool operator==(const ChannelTarget&, const ChannelTarget&) = default;
};

/// Why a channel of a clip moves nothing.
enum class UnboundReason {
    NotThere,    ///< Nothing in the scene has the name.
    Ambiguous,   ///< Several objects have the name, and the path does not match one of them best.
    Gone,        ///< The target was removed after the player was made.
    Unsuitable,  ///< Morph weights for a bone, or a property that the target lacks or that has another number of floats.
};

/// A channel that moves nothing.
struct ARMATURE_API UnboundChannel {
    std::size_t channel = 0;                         ///< Index into AnimationClip::channels().
    std::string target = {};                         ///< The target's name, or "node 3" or "bone 3 of skeleton 0" if it has none.
    UnboundReason reason = UnboundReason::NotThere;  ///< Why the channel moves nothing.

    friend bool operator==(const UnboundChannel&, const UnboundChannel&) = default;
};

}  // namespace armature
