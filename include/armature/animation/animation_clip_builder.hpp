#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The keys of one property in an AnimationClipBuilder, which owns the track. Keys may be added in any order; a second key at the same time
/// replaces the first. Keep a track by reference: `auto& track = builder.rotation(bone)`.
class ARMATURE_API AnimationTrack final {
public:
    /// Sets the interpolation of all keys of the track; LINEAR by default.
    AnimationTrack& setInterpolation(Interpolation interpolation) noexcept;

    /// Adds a key at a time in seconds. The value is a vec3 for translation, scale or a curve of three floats, a quaternion for a rotation,
    /// a float for a curve of one float, a span for any number of floats. Throws std::invalid_argument, naming the track, if the track has
    /// another number of floats, if the time is negative, if a number is not finite, or if a rotation has zero length.
    AnimationTrack& addKey(double seconds, const glm::vec3& value);
    AnimationTrack& addKey(double seconds, const glm::quat& value);
    AnimationTrack& addKey(double seconds, float value);
    AnimationTrack& addKey(double seconds, std::span<const float> value);
    /// Adds a key with the slopes of a CUBICSPLINE before and after the key, per second. A key without slopes gets the slopes of a smooth
    /// curve through its neighbours (Catmull-Rom, for uneven times); at the ends of the track, the slopes are 0.
    AnimationTrack& addKey(double seconds, const glm::vec3& value, const glm::vec3& inTangent, const glm::vec3& outTangent);
    AnimationTrack& addKey(double seconds, const glm::quat& value, const glm::quat& inTangent, const glm::quat& outTangent);
    AnimationTrack& addKey(double seconds, std::span<const float> value, std::span<const float> inTangent,
                           std::span<const float> outTangent);

    [[nodiscard]] const ChannelTarget& getTarget() const noexcept { return target_; }  ///< The node, bone or property that the track moves.
    [[nodiscard]] ChannelPath getPath() const noexcept { return path_; }               ///< Which part of the target the track moves.
    [[nodiscard]] Interpolation getInterpolation() const noexcept { return interpolation_; }  ///< How values are interpolated between keys.
    [[nodiscard]] std::size_t keyCount() const noexcept { return keys_.size(); }              ///< Number of keys.

private:
    friend class AnimationClipBuilder;
    friend class TrackKeys;
    struct Key {
        bool hasTangents;
        std::vector<float> numbers;  // in-tangent, value, out-tangent
    };

    AnimationTrack(ChannelTarget target, ChannelPath path, std::size_t components);
    AnimationTrack(const AnimationTrack&) = default;  // only the builder copies it: keys added to a separate copy would be lost
    AnimationTrack& operator=(const AnimationTrack&) = default;
    void insert(double seconds, std::span<const float> value, std::span<const float> inTangent, std::span<const float> outTangent);

    ChannelTarget target_;
    ChannelPath path_;
    std::size_t components_;
    Interpolation interpolation_ = Interpolation::Linear;
    std::map<double, Key> keys_;  // by time
};

/// Makes a clip key by key: by hand, from matrices, or by recording a skeleton or a scene's nodes.
///
///     AnimationClipBuilder nod("nod");
///     nod.rotation(head).addKey(0, up).addKey(0.5, down).addKey(1, up);
///     nod.curve("loudness").addKey(0, 0.f).addKey(1, 10.f);
///     scene.createAnimationGroup(nod.build()).play();
class ARMATURE_API AnimationClipBuilder final {
public:
    explicit AnimationClipBuilder(std::string name = {});  ///< `name` becomes the clip's name.

    [[nodiscard]] const std::string& getName() const noexcept { return name_; }  ///< The name given to the constructor.

    // --- tracks: made by the first call, and valid as long as the builder. O(tracks) ---------------------------------

    /// Track of the translation of a node or bone, in its parent's axes and units.
    AnimationTrack& translation(const ChannelTarget& target);
    AnimationTrack& translation(Node& target);
    /// Track of the rotation, as quaternions. build() puts neighbouring keys in the same half-space.
    AnimationTrack& rotation(const ChannelTarget& target);
    AnimationTrack& rotation(Node& target);
    AnimationTrack& scale(const ChannelTarget& target);  ///< Track of the scale, along the target's own axes.
    AnimationTrack& scale(Node& target);
    /// Track of the weights of the `count` morph targets of a node's meshes. Throws std::invalid_argument if `count` is 0, or if the track
    /// was made with another count.
    AnimationTrack& weights(const ChannelTarget& target, std::size_t count);
    /// Track of a member of a node, material, camera or light, with 1 to 16 floats: see ChannelTarget. Throws as weights() does.
    AnimationTrack& property(const ChannelTarget& target, std::size_t components = 1);
    /// Track of a curve, which the application reads by name: see ChannelTarget::curve().
    AnimationTrack& curve(const std::string& name, std::size_t components = 1);

    [[nodiscard]] std::size_t trackCount() const noexcept { return tracks_.size(); }  ///< Number of tracks.

    // --- whole poses ------------------------------------------------------------------------------------------------

    /// Adds a key to each of the target's translation, rotation and scale tracks.
    void addKey(const ChannelTarget& target, double seconds, const Transform& local);
    /// Splits a local matrix and adds a key to each of the same three tracks. Throws std::invalid_argument if the matrix is sheared,
    /// because channels cannot hold shear.
    void addKey(const ChannelTarget& target, double seconds, const glm::mat4& local);
    /// Records the local pose of all bones: call it once per frame. Channels target the bones, or the nodes that drive them. Shear is lost.
    void record(Skeleton& skeleton, double seconds);
    /// Records the local poses of `top` and of every node below it, bones included, and the morph weights of these nodes' meshes.
    void record(TransformNode& top, double seconds);
    /// Records the current value of one property in `scene`: of a node, material, camera or light, see ChannelTarget::of(). Throws
    /// std::invalid_argument, naming the property, if the property does not exist or has another number of components.
    void record(AnimationTargets& scene, const ChannelTarget& property, double seconds, std::size_t components = 1);

    /// Makes the clip. A track whose keys are all equal is reduced to a single key; if this is so for all tracks, the first track also
    /// keeps its last key, so that the clip keeps its duration. Throws std::invalid_argument if a track has no keys, and whenever
    /// AnimationClip::create() does. The builder does not change, so more keys can be added afterwards.
    [[nodiscard]] std::shared_ptr<const AnimationClip> build() const;

private:
    struct NodeTracks {
        Handle<Node> node;                    // null once the node is gone: its address may then belong to another node
        std::array<std::size_t, 3> places{};  // indices in tracks_ of the tracks of translation, rotation and scale
    };

    /// A track wrapped so that only the builder can copy and move it.
    struct OwnTrack {
        OwnTrack(const ChannelTarget& target, ChannelPath path, std::size_t components) : track(target, path, components) {}

        AnimationTrack track;
    };

    AnimationTrack& track(const ChannelTarget& target, ChannelPath path, std::size_t components);
    void record(Node& node, double seconds);
    void recordMorphWeights(TransformNode& node, double seconds);
    [[nodiscard]] std::size_t placeOf(const AnimationTrack& track) const;

    std::string name_;
    std::deque<OwnTrack> tracks_;  // stable addresses
    std::unordered_map<const Node*, NodeTracks> recorded_;
};

}  // namespace armature
