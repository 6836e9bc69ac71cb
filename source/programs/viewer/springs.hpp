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

/// The parts of a scene that move by themselves: springs, constraints and looks of its VRM models, and springs that the user tries on any
/// bones. The scene must outlive this object.
class Springs final {
public:
    /// Makes springs that settle in the file's pose. Parts of the models that cannot be used are listed in warnings().
    explicit Springs(Scene& scene);

    /// Puts a spring on `bone` and the bones below it, always along the first child. Throws std::invalid_argument, and adds nothing, if one
    /// of these bones already has a tried spring.
    void add(Bone& bone);
    /// Sets the feel of all tried springs, and of later ones. If there are tried springs, throws std::invalid_argument, and changes
    /// nothing, for values that SpringBones does not allow.
    void setFeel(const SpringParameters& feel);
    void removeAdded();
    /// The bones at which the tried springs were added.
    [[nodiscard]] std::vector<Bone*> addedBones() const;
    [[nodiscard]] const SpringParameters& getFeel() const noexcept { return feel_; }

    /// Moves the springs, after the clip has written its pose.
    void advance(double seconds);
    /// Makes springs ignore a jump of the clip from its end to its beginning. Must be called after both the end and the beginning have been
    /// posed.
    void jump();
    /// Forgets all movement. Everything that springs or constraints turn returns to the rotation that it had when its spring or constraint
    /// was made, until a clip moves it.
    void rest();

    [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
    /// Returns the number of spring chains, tried ones included.
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
    std::vector<SpringBones> springs_;  // the springs of the tried chains: one object, or none
    SpringParameters feel_{.drag = 0.4f};
    std::vector<AtEase> atEase_;
};

}  // namespace armature::tools
