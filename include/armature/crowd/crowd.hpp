#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/threads.hpp>

namespace armature {

class BakedClip;
struct Pose;

/// One member of a Crowd. Goes stale when the member is removed: its number may be used again, with another generation.
struct CrowdInstance {
    std::uint32_t index = 0;  ///< Which palette is its: see Crowd::getPalettes().
    std::uint32_t generation = 0;

    friend bool operator==(const CrowdInstance&, const CrowdInstance&) = default;
};

/// What a member plays.
struct CrowdPlayback {
    std::size_t clip = 0;    ///< As Crowd::addClip() numbered it.
    double time = 0.;        ///< Seconds since the beginning of the clip; clamped to it.
    double speedRatio = 1.;  ///< Negative plays backwards.
    bool loop = true;        ///< Off: the first or last pose holds.
};

/// Thousands of instances of one rig, each with its own clip, time and speed, evaluated sixteen at a time, one instance in each lane.
///
/// What a Skeleton with the same local pose computes, a crowd computes bit for bit. It copies hierarchy, bind and rest of the rig when it
/// is made, and keeps no reference to it. Handles of removed members throw std::invalid_argument everywhere. A crowd is used from one
/// thread at a time.
class Crowd final {
public:
    /// Bones keep their numbers from rig.bones(), palette slots theirs from Bone::getIndex(). Throws std::invalid_argument if the rig has
    /// no bones.
    explicit Crowd(const Skeleton& rig);
    ~Crowd();
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    /// Makes a clip known and gives its number. It must have been baked for all bones of the rig, in the order of bones(), on the rig itself
    /// or another of the same names: else std::invalid_argument that names the first bone that differs.
    std::size_t addClip(std::shared_ptr<const BakedClip> clip);

    // --- members ----------------------------------------------------------------------------------------------------

    /// A new member, in the rest pose until it plays something. Numbers of removed ones are used again.
    CrowdInstance add();
    CrowdInstance add(const CrowdPlayback& playback);
    void remove(CrowdInstance instance);
    /// Members there are.
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] bool contains(CrowdInstance instance) const noexcept;

    /// Plays from now on; what was played before ends. Throws std::invalid_argument if there is no such clip or a number is not finite.
    void play(CrowdInstance instance, const CrowdPlayback& playback);
    /// The same, but fades over from what it plays, which goes on meanwhile, within `seconds`: linearly, rotations the short way.
    void crossFade(CrowdInstance instance, const CrowdPlayback& playback, double seconds);
    /// What it plays, with the time of the last update(); none: the rest pose.
    [[nodiscard]] std::optional<CrowdPlayback> getPlayback(CrowdInstance instance) const;

    /// A frozen member stands still in time. Its palette is computed once, then costs nothing, or one copy into memory of the caller.
    void setFrozen(CrowdInstance instance, bool frozen);
    /// A culled member's time goes on, but its palette is not computed until it is seen again.
    void setCulled(CrowdInstance instance, bool culled);
    /// Computes the member's pose at every `frames`th update only, and lets the matrices of its palette run straight in between: for those
    /// far away. 1 (the default): at every update. 0 throws std::invalid_argument.
    void setUpdateInterval(CrowdInstance instance, std::size_t frames);

    /// From the next update() on replaces the local transform of one bone (its number in rig.bones()) in whatever the member plays: what IK
    /// and look-at have found. Holds until it is cleared. Throws std::invalid_argument if there is no such bone or a number is not finite.
    void setOverride(CrowdInstance instance, std::size_t bone, const Transform& local);
    void clearOverrides(CrowdInstance instance);

    // --- frames -----------------------------------------------------------------------------------------------------

    /// Moves time on by `seconds`, and computes the palettes of all members that need it into memory of the crowd's own. Allocates nothing
    /// once as many members have been updated before. O(members * bones).
    void update(double seconds, Threads threads = Threads::Caller);

    /// The same into the caller's memory, a mapped buffer for instance, which is never read: the palette of member i goes to
    /// outPalettes[i * getPaletteSize()], each row written once, in order. All members that are not culled are written at every call, so
    /// that it may be other memory each time. Throws std::invalid_argument if there is room for fewer than getCapacity() palettes.
    void update(double seconds, std::span<glm::mat3x4> outPalettes, Threads threads = Threads::Caller);

    /// Matrices in one palette.
    [[nodiscard]] std::size_t getPaletteSize() const noexcept;
    /// One past the highest number of a member.
    [[nodiscard]] std::size_t getCapacity() const noexcept;
    /// What the last update() into the crowd's own memory computed, palette after palette. The view stays good until a member is added.
    [[nodiscard]] std::span<const glm::mat3x4> getPalettes() const noexcept;
    [[nodiscard]] std::span<const glm::mat3x4> getPalette(CrowdInstance instance) const;

    // --- one member -------------------------------------------------------------------------------------------------

    /// The member's local pose now, overrides included, in the order of rig.bones(). O(bones).
    [[nodiscard]] Pose getPose(CrowdInstance instance) const;
    /// The same into `outPose`, which keeps its memory.
    void getPose(CrowdInstance instance, Pose& outPose) const;
    /// Where one of its bones is in skeleton space, from getPose(). O(bones).
    [[nodiscard]] glm::mat4 getAbsoluteMatrix(CrowdInstance instance, std::size_t bone) const;

    /// How many poses have been computed since the crowd was made; only grows. Shows what freezing, culling and intervals save.
    [[nodiscard]] std::uint64_t computedPoseCount() const noexcept;
    /// Bytes that one more member takes: its palette and its state. Overrides and an update interval add to it.
    [[nodiscard]] std::size_t getBytesPerInstance() const noexcept;

    /// Ends with the crowd: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class SavedState;
    class State;

    void listState(StateArchive& state);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

}  // namespace armature
