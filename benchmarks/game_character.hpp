#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <armature/animation/animation_graph.hpp>
#include <armature/ik/aim_chain.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/joint_bounds.hpp>

namespace armature::bench {

/// What all characters of a game's kind share: 64 bones (a body of 32, and eight strands of four that swing), an animation graph, a mesh of
/// tubes around the bones, and the solvers for feet, gaze and strands. Lengths are metres; the character stands on y = 0 and looks along
/// +z.
class GameCharacter {
public:
    static constexpr std::size_t bodyBones = 32;
    static constexpr std::size_t strands = 8;
    static constexpr std::size_t jointsPerStrand = 4;
    static constexpr std::size_t bones = bodyBones + strands * jointsPerStrand;
    static constexpr std::size_t feet = 2;

    GameCharacter();

    [[nodiscard]] const Skeleton& rig() const { return *rig_; }
    [[nodiscard]] const std::shared_ptr<const AnimationGraph>& graph() const { return graph_; }
    [[nodiscard]] const FootPlacement& placement() const { return *placement_; }
    [[nodiscard]] const AimChain& gaze() const { return *gaze_; }
    [[nodiscard]] const SpringBones& springs() const { return *springs_; }
    [[nodiscard]] const JointBounds& bounds() const { return bounds_; }

    /// Positions in Skeleton::bones() of the bones that carry things.
    static constexpr std::size_t head = 5;
    static constexpr std::size_t rightHand = 21;

private:
    void addBones();
    [[nodiscard]] GraphClip clip(const std::string& name, double seconds, float stride, float sway);
    [[nodiscard]] std::shared_ptr<const AnimationGraph> makeGraph();
    void makeSolvers();

    Scene scene_;
    Skeleton* rig_;
    std::shared_ptr<const AnimationGraph> graph_;
    std::optional<FootPlacement> placement_;
    std::optional<AimChain> gaze_;
    std::optional<SpringBones> springs_;
    JointBounds bounds_;
};

}  // namespace armature::bench
