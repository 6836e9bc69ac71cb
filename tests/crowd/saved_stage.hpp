#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>

#include <crowd/stage.hpp>

namespace armature::test {

/// A member of the crowd as its user knows it.
struct StagedMember {
    CrowdInstance instance;
    bool isCulled = false;  // a culled member's matrices are not computed
};

/// A scene with everything that holds state, a crowd beside it, and random steps that change them.
class SavedStage {
public:
    explicit SavedStage(std::uint64_t seed);

    /// Makes one random change or plays one frame. A frame adds everything visible to log().
    void step(Random& random);
    /// Everything that was drawn and every event that fired, in order.
    [[nodiscard]] std::vector<std::uint64_t>& log() noexcept { return log_; }
    /// The current members, which a program would keep beside the crowd.
    [[nodiscard]] std::vector<StagedMember>& members() noexcept { return members_; }

    Scene scene;
    Skeleton* skeleton = nullptr;
    Skeleton* second = nullptr;
    std::unique_ptr<Crowd> crowd;

private:
    void changeNode(Random& random);
    void changeBone(Random& random);
    void changeSkeleton(Random& random);
    void changeInstance(Random& random);
    void changeGroup(Random& random);
    void changeLayer(Random& random);
    void changeMember(Random& random);
    void look();

    std::vector<std::uint64_t> log_;
    std::vector<StagedMember> members_;
};

}  // namespace armature::test
