#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/armature.hpp>

namespace locomotion {

/// A foot that stays in place while it is on the ground, whatever clips are blended.
class PlantedFoot {
public:
    /// `side` is "Left" or "Right".
    PlantedFoot(armature::Skeleton& skeleton, const std::string& side);

    /// Moves the leg. Call this once per frame, after the pose and the character's position have been set.
    void update(armature::Skeleton& skeleton, double seconds);

    /// The foot's contact point in world space: under the heel or the ball, whichever is lower.
    [[nodiscard]] glm::vec3 contact(const armature::Skeleton& skeleton) const;
    [[nodiscard]] bool isPlanted() const noexcept { return isPlanted_; }

private:
    [[nodiscard]] glm::vec3 place(const armature::Skeleton& skeleton, const glm::vec3& ownPoint, const armature::Bone& bone) const;

    armature::Bone* foot_;
    armature::Bone* toes_;
    glm::vec3 heel_;  // position in the foot's own axes
    glm::vec3 ball_;  // position in the toes' own axes
    armature::ChainSolver leg_;
    bool isPlanted_ = false;
    glm::vec3 offset_{0.f};  // the foot's offset from its position in the clips
    std::optional<glm::vec3> heelBefore_;
    std::optional<glm::vec3> ballBefore_;
};

/// The project's character, steered by a speed and a turn: it starts, walks, runs, turns, stops and jumps, and moves by the root motion of
/// its clips.
class Explorer {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks a part that is needed; the project's character has
    /// them all.
    explicit Explorer(const std::filesystem::path& model);

    /// Sets the speed in metres per second, from 0 to 2.5, and the turn, from -1 (right) to 1 (left).
    void steer(float speed, float turn);
    void jump() { player_->fire("jump"); }
    /// Starts a quarter turn on the spot.
    void turnLeft() { player_->fire("left"); }
    void turnRight() { player_->fire("right"); }

    void advance(double seconds);

    [[nodiscard]] const armature::Scene& scene() const noexcept { return *scene_; }
    [[nodiscard]] armature::Skeleton& skeleton() noexcept { return *skeleton_; }
    [[nodiscard]] glm::vec3 position() const { return host_->getPosition(armature::Space::World); }
    [[nodiscard]] const std::vector<PlantedFoot>& feet() const noexcept { return feet_; }
    [[nodiscard]] const armature::GraphPlayer& player() const noexcept { return *player_; }

private:
    void approach(const char* parameter, float goal, float step);

    float speed_ = 0.f;  // set by steer()
    float turn_ = 0.f;
    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_ = nullptr;
    armature::TransformNode* host_ = nullptr;
    std::optional<armature::GraphPlayer> player_;
    std::vector<PlantedFoot> feet_;
};

/// A command and its time, for a run without keyboard input.
struct Command {
    double seconds;
    float speed;
    float turn;
    std::string_view trigger = {};
};

/// The demo's script: start, walk, a curve, run, stop, a quarter turn, jump.
[[nodiscard]] std::vector<Command> scriptedRun();

/// Executes the script's commands that are due after `from` and up to `to` seconds.
void follow(const std::vector<Command>& script, double from, double to, Explorer& explorer);

}  // namespace locomotion
