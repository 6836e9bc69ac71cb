#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>

#include <armature/base/export.hpp>
#include <armature/base/threads.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

class Workers;

/// The handle of a member of a Crowd. It becomes stale when the member is removed: the index may then be reused with another generation.
struct ARMATURE_API CrowdInstance {
    std::uint32_t index = 0;       ///< Index of the member's palette: see Crowd::getPalettes().
    std::uint32_t generation = 0;  ///< Distinguishes a removed member from a later one with the same index.

    friend bool operator==(const CrowdInstance&, const CrowdInstance&) = default;
};

/// A member's clip and how it plays.
struct ARMATURE_API CrowdPlayback {
    std::size_t clip = 0;    ///< The index returned by Crowd::addClip().
    double time = 0.;        ///< Seconds from the beginning of the clip, clamped to its duration.
    double speedRatio = 1.;  ///< Multiplies the clip's speed; negative: plays backwards.
    bool loop = true;        ///< If false, the clip stops when it reaches either end and holds that pose.
};

/// Changes the pose of a member of a crowd: see Crowd::setModifier().
using CrowdModifier = std::function<void(JointView joints)>;

/// Thousands of instances of one rig, each with its own clip, time and speed, evaluated sixteen at a time, one per SIMD lane.
///
/// Palettes are the same, bit for bit, as those of a Skeleton with the same local pose. A crowd copies the rig's hierarchy, bind pose and
/// rest pose at construction and keeps no reference to it. All functions except contains() throw std::invalid_argument for the handle of a
/// removed member. Use a crowd from one thread at a time.
class ARMATURE_API Crowd final {
public:
    /// Makes a crowd without members. Bones keep their positions in rig.bones(); palette slots are those of Bone::getIndex(). Throws
    /// std::invalid_argument if the rig has no bones.
    explicit Crowd(const Skeleton& rig);
    ~Crowd();
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    /// Adds a clip and returns its index. The clip must have been baked for all bones of the rig in the order of bones(), on the rig itself
    /// or on another rig with the same bone names. Otherwise throws std::invalid_argument, naming the first bone that differs. Members that
    /// play the clip take curves and morph weights from `curves`, usually the clip that was baked; null: no curves and weights.
    std::size_t addClip(std::shared_ptr<const BakedClip> clip, std::shared_ptr<const AnimationClip> curves = {});

    /// Adds a graph that members can play, and returns its index. Throws std::invalid_argument if `graph` is null or made for other bones.
    std::size_t addGraph(std::shared_ptr<const AnimationGraph> graph);

    // --- members ----------------------------------------------------------------------------------------------------

    /// Adds a member, which stays in the rest pose until it plays something. Reuses the indices of removed members.
    CrowdInstance add();
    /// Adds a member that already plays a clip. Throws as play() does.
    CrowdInstance add(const CrowdPlayback& playback);
    /// Removes a member. Other members keep their handles and palettes. Throws std::invalid_argument if the member was removed before.
    void remove(CrowdInstance instance);
    /// Number of members.
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] bool contains(CrowdInstance instance) const noexcept;  ///< False for a member that was removed.

    /// Makes the member play a clip instead of its current clip or graph. Throws std::invalid_argument if there is no such clip or a number
    /// is not finite.
    void play(CrowdInstance instance, const CrowdPlayback& playback);
    /// Makes the member play another clip, and cross-fades to it over `seconds`: linearly, with rotations along the shorter arc. The
    /// previous clip keeps playing meanwhile; without a previous clip, there is no fade. Throws as play() does, and for a negative or
    /// infinite time.
    void crossFade(CrowdInstance instance, const CrowdPlayback& playback, double seconds);
    /// Returns the clip that the member plays, with its time as of the last update(); no value for the rest pose or a graph.
    [[nodiscard]] std::optional<CrowdPlayback> getPlayback(CrowdInstance instance) const;

    /// Samples a curve of the clip, cross-fade or graph that the member plays, as of the last update(): see GraphPlayer::sampleCurve().
    /// Allocates nothing after the first update(). O(clips). Do not call it from several threads at once.
    void sampleCurve(CrowdInstance instance, std::string_view name, std::span<float> outValue) const;
    /// Blends the member's morph weights for the meshes of nodes named `node`, for instance for CrowdPlacement::morphWeights: see
    /// GraphPlayer::sampleMorphWeights(). For a member in the rest pose, and for weights that nothing animates, the values passed in stay.
    /// Allocates only if more weights are sampled than ever before. Do not call it from several threads at once.
    void sampleMorphWeights(CrowdInstance instance, std::string_view node, std::span<float> inOutWeights) const;

    // --- graphs: all but playGraph() throw std::invalid_argument for a member that plays no graph ---------------------------

    /// Makes the member play a graph from its beginning, with parameters of its own, until play() or crossFade(); crossFade() then starts
    /// the clip without a fade. Throws std::invalid_argument if there is no such graph.
    void playGraph(CrowdInstance instance, std::size_t graph);
    /// Sets a parameter of the member's graph, by index into AnimationGraph::parameters() (O(1)) or by name: see
    /// GraphPlayer::setParameter().
    void setParameter(CrowdInstance instance, std::size_t parameter, float value);
    void setParameter(CrowdInstance instance, std::string_view parameter, float value);
    /// Sets a trigger of the member's graph: see GraphPlayer::fire().
    void fire(CrowdInstance instance, std::string_view trigger);
    /// The state that a machine of the member's graph is in or in transition to: see GraphPlayer::getState().
    [[nodiscard]] std::string_view getState(CrowdInstance instance, std::string_view machine) const;
    /// Sets the function of a ModifierNode in the member's graph: see GraphPlayer::setModifier(). The rules for modifiers of
    /// setModifier(instance, modifier) apply here too. If a modifier throws while a transition begins, that transition may lose its fade.
    void setModifier(CrowdInstance instance, std::string_view node, CrowdModifier modifier);
    /// The member's root motion in the last update(): see GraphPlayer::getTravel(). Culled members travel too; frozen members do not.
    [[nodiscard]] const RootMotionDelta& getTravel(CrowdInstance instance) const;
    /// The events that the member's graph fired in the last update(): see GraphPlayer::firedEvents().
    [[nodiscard]] std::span<const FiredEvent> firedEvents(CrowdInstance instance) const;

    // --- level of detail --------------------------------------------------------------------------------------------

    /// Freezes a member's time or lets it run again. A frozen member's palette is computed once; after that the member costs nothing, or
    /// one copy per update() into the caller's memory.
    void setFrozen(CrowdInstance instance, bool frozen);
    /// Culls a member, or ends its culling. A culled member's time advances, but its palette is not computed.
    void setCulled(CrowdInstance instance, bool culled);
    /// Sets how often the member's pose is computed: only at every `frames`th update, with its palette's matrices interpolated linearly in
    /// between. Meant for distant members. Default: 1, every update. Throws std::invalid_argument unless `frames` is from 1 to 1024.
    void setUpdateInterval(CrowdInstance instance, std::size_t frames);

    /// Sets which bones distant members can do without: `levels[bone]`, by position in rig.bones(), is the lowest bone level (see
    /// setBoneLevel()) at which that bone and the bones below it are no longer computed; 0: they are always computed. Roots are always
    /// computed. rankBones() returns such levels. If this function is never called, all bones are always computed. Throws
    /// std::invalid_argument unless `levels` has an element for each bone. Copies the clips' data for the bones that remain. O(frames of
    /// the clips * bones).
    void setBoneLevels(std::span<const std::uint8_t> levels);
    /// Sets a member's bone level, from 0 (all bones, the default) to 255. Bones that are left out at that level stay at rest relative to
    /// their nearest computed ancestors, even if clips and overrides move them. Graphs and modifiers still pose all bones, and so does
    /// getPose(). Throws std::invalid_argument above 255.
    void setBoneLevel(CrowdInstance instance, std::size_t level);

    /// Replaces one bone's local transform from the next update() until clearOverrides(), even if the member starts to play something else:
    /// for results of IK and look-at. `bone` is the bone's position in rig.bones(). Throws std::invalid_argument if there is no such bone,
    /// a number is not finite, or the rotation has zero length.
    void setOverride(CrowdInstance instance, std::size_t bone, const Transform& local);
    void clearOverrides(CrowdInstance instance);  ///< Removes all overrides of the member.

    /// Calls `modifier` whenever the member's pose is computed, from the next update() on: after clips and overrides are applied and before
    /// matrices are computed, so that IK shows in the same frame. Joints are indexed as in rig.bones(). For a member with an update
    /// interval, the pose is computed ahead for a later update. Null removes the modifier.
    ///
    /// update() with Threads::All calls modifiers of different members from several threads at once, but never one member's modifier from
    /// two. Modifiers must not use the crowd or change shared data; they can share solvers through the solvers' const functions. If a
    /// modifier throws in update(), time has passed for all other members, and the exception propagates; palettes are then unspecified
    /// until the next update(). If a modifier throws in getPose(), the exception propagates too. A SavedState does not hold modifiers;
    /// restoring it removes the modifiers of members that did not exist when it was saved.
    void setModifier(CrowdInstance instance, CrowdModifier modifier);

    // --- frames -----------------------------------------------------------------------------------------------------

    /// Advances time by `seconds` and computes the palettes that have changed, in the crowd's own memory. Throws std::invalid_argument if
    /// `seconds` is not finite, or negative while a member plays a graph. Allocates only for more members, threads or graphs than ever
    /// before, or when more events fire in a graph, or more members fade by inertia, than ever before. Throws std::invalid_argument,
    /// changing nothing, if a ParallelFor cannot run; exceptions from its `run` propagate after the update is complete. O(members * bones).
    void update(double seconds, Parallelism parallelism = {});

    /// Updates and writes the palettes into the caller's memory, such as a mapped buffer, which is never read: palette i starts at
    /// outPalettes[i * getPaletteSize()], and each row is written once, mostly in the order of slots. Every call writes the palettes of all
    /// members that are not culled, so each call may use different memory. Throws std::invalid_argument if `outPalettes` has room for fewer
    /// than getCapacity() palettes.
    void update(double seconds, std::span<glm::mat3x4> outPalettes, Parallelism parallelism = {});

    /// Number of matrices per palette.
    [[nodiscard]] std::size_t getPaletteSize() const noexcept;
    /// One more than the highest index that any member has had; removing members does not reduce it.
    [[nodiscard]] std::size_t getCapacity() const noexcept;
    /// All palettes, one after another, as of the last update() into the crowd's own memory. Valid until a member is added. That memory is
    /// made when it is first needed: by that update(), by these functions, or by setFrozen().
    [[nodiscard]] std::span<const glm::mat3x4> getPalettes() const;
    [[nodiscard]] std::span<const glm::mat3x4> getPalette(CrowdInstance instance) const;  ///< The palette of one member.

    // --- one member -------------------------------------------------------------------------------------------------

    /// The member's current local pose after overrides and modifier, in the order of rig.bones(). O(bones).
    [[nodiscard]] Pose getPose(CrowdInstance instance) const;
    /// Does the same, writing the pose to `outPose` and reusing its memory.
    void getPose(CrowdInstance instance, Pose& outPose) const;
    /// The matrix of a bone in skeleton space, in the pose of getPose(). Throws std::invalid_argument if there is no such bone. O(bones).
    [[nodiscard]] glm::mat4 getAbsoluteMatrix(CrowdInstance instance, std::size_t bone) const;

    /// Number of poses computed since construction; it shows how much freezing, culling and intervals save.
    [[nodiscard]] std::uint64_t computedPoseCount() const noexcept;
    /// Memory per member in bytes, for the palette in the crowd's own memory and state. Overrides, an update interval and a graph need
    /// additional memory.
    [[nodiscard]] std::size_t getBytesPerInstance() const noexcept;

    /// The crowd's lifetime, which ends when the crowd is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    void updateOn(Workers workers, double seconds, std::span<glm::mat3x4> outPalettes);

    friend class SavedState;
    class ARMATURE_LOCAL State;

    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
