#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/ext/quaternion_float.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/vrm/vrm_character.hpp>

namespace armature::tools {

/// What of a scene moves by itself: springs, constraints and looks of its VRM models, and springs that are tried on any bones. The scene
/// must outlive it.
class Springs final {
public:
    /// How tried springs swing: see SpringJoint.
    struct Feel {
        float stiffness = 1.f;
        float drag = 0.4f;
        float gravity = 0.f;
    };

    /// Makes springs that settle in the pose of the file. What cannot be used of the models is in warnings().
    explicit Springs(Scene& scene);

    /// Swings `bone` and those below it, along the first children. Throws std::invalid_argument if one of them swings already, and changes
    /// nothing.
    void add(Bone& bone);
    /// Sets the feel of all tried springs. Throws std::invalid_argument for what SpringJoint does not allow, and changes nothing.
    void setFeel(const Feel& feel);
    void removeAdded();
    /// The bones at which the tried springs were added.
    [[nodiscard]] std::vector<Bone*> addedBones() const;
    [[nodiscard]] const Feel& getFeel() const noexcept { return feel_; }

    /// Swings, after the clip has written its pose.
    void advance(double seconds);
    /// Call after the clip has jumped from its end to its beginning, both of them posed: springs ignore the jump.
    void jump();
    /// Forgets all movement. Whatever swings or is turned by constraints settles at its rest, unless a clip moves it.
    void rest();

    [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
    /// Chains of springs, those of the models first.
    [[nodiscard]] std::size_t getChainCount() const noexcept { return modelChains_ + chains_.size(); }
    void appendLines(std::vector<DebugLine>& outLines);

private:
    struct AtEase {
        Node* node;
        glm::quat rotation;
    };

    void note(const SpringBones& springs);
    void note(Node& turned);
    void rebuild(std::vector<SpringChain> chains);

    std::vector<VrmCharacter> characters_;
    std::size_t modelChains_ = 0;
    std::vector<std::string> warnings_;
    std::vector<SpringChain> chains_;   // the chains that are tried
    std::vector<SpringBones> springs_;  // the springs of these chains: one object, or none
    Feel feel_;
    std::vector<AtEase> atEase_;
};

}  // namespace armature::tools
