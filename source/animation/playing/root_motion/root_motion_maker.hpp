#pragma once

#include <memory>
#include <vector>

#include <armature/animation/root_motion.hpp>

#include "animation/playing/root_motion/foot_travel.hpp"
#include "animation/playing/root_motion/joint_curve.hpp"
#include "animation/playing/root_motion/root_motion_path.hpp"

namespace armature {

/// Finds how a clip moves its character.
class RootMotionMaker {
public:
    RootMotionMaker(std::shared_ptr<const AnimationClip> clip, TargetFinder finder, Node& root, const Node* character,
                    const RootMotionOptions& options);

    [[nodiscard]] std::shared_ptr<const RootMotion> make();

private:
    void requireSize() const;
    void requireFinite(const std::vector<CubicPiece<4>>& pieces) const;
    void measureHeight(const Node& root);
    void findTurn();
    void findTravel();
    void findFootTravel();
    void chooseDirection(const glm::dvec2& net);
    [[nodiscard]] std::vector<double> knots(bool withFeet) const;
    [[nodiscard]] glm::dvec2 placeAt(double seconds) const;
    [[nodiscard]] double twistAt(double seconds) const;
    [[nodiscard]] glm::dvec2 alongDirection(const glm::dvec2& way) const;
    /// Returns the root's motion from the clip's beginning to `seconds`. Its turn is at most half a turn to either side; 0 if the clip's
    /// turn is not extracted.
    [[nodiscard]] GroundMotion rootMotionAt(double seconds) const;
    [[nodiscard]] GroundMotion motionAt(double seconds) const;
    [[nodiscard]] std::shared_ptr<const AnimationClip> inPlaceClip() const;

    std::shared_ptr<const AnimationClip> clip_;
    RootMotionOptions options_;
    ClipStage stage_;
    JointCurve root_;
    JointCurve facing_;
    std::vector<JointCurve> feet_;
    ClipStage::Parts parts_;
    ChannelTarget target_;
    GroundAxes axes_;
    double height_ = 0.;
    glm::dvec2 start_{0.};
    double startHeight_ = 0.;
    glm::dquat startTurn_{1., 0., 0., 0.};
    bool turns_ = false;
    bool travels_ = false;
    bool rises_ = false;
    bool walksOnTheSpot_ = false;
    FootTravel footTravel_;
    glm::dvec2 direction_{0.};
    glm::dvec2 drift_{0.};  // component of a cycle's travel that the snapped direction leaves out
};

}  // namespace armature
