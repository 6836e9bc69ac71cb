#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/armature.hpp>

namespace locomotion {

/// A foot that stands still while it is on the ground, whatever clips are blended above it.
class PlantedFoot {
public:
    /// `side` is "Left" or "Right".
    PlantedFoot(armature::Skeleton& skeleton, const std::string& side);

    /// Once per frame, after the pose and the character's place have been set: moves the leg.
    void update(armature::Skeleton& skeleton, double seconds);

    /// The place that carries the foot, in the world: under the heel, or under the ball.
    [[nodiscard]] glm::vec3 contact(const armature::Skeleton& skeleton) const;
    [[nodiscard]] bool isPlanted() const noexcept { return isPlanted_; }

private:
    [[nodiscard]] glm::vec3 place(const armature::Skeleton& skeleton, const glm::vec3& ownPoint, const armature::Bone& bone) const;

    armature::Bone* foot_;
    armature::Bone* toes_;
    glm::vec3 heel_;  // in the foot's own axes
    glm::vec3 ball_;  // in those of the toes
    armature::ChainSolver leg_;
    bool isPlanted_ = false;
    glm::vec3 offset_{0.f};  // of the foot from where the clips have it
    std::optional<glm::vec3> heelBefore_;
    std::optional<glm::vec3> ballBefore_;
};

/// The project's character, steered by a speed and a turn: it starts, walks, runs, turns, stops and jumps, and travels as its clips do.
class Explorer {
public:
    /// Throws ImportError if the model cannot be read, std::invalid_argument if it lacks what is needed: the project's character has it.
    explicit Explorer(const std::filesystem::path& model);

    /// Metres a second, from 0 to 2.5, and from -1 (right) to 1 (left).
    void steer(float speed, float turn);
    void jump() { player_->fire("jump"); }
    /// A quarter turn, standing.
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

    float speed_ = 0.f;  // as steered
    float turn_ = 0.f;
    std::unique_ptr<armature::Scene> scene_;
    armature::Skeleton* skeleton_ = nullptr;
    armature::TransformNode* host_ = nullptr;
    std::optional<armature::GraphPlayer> player_;
    std::vector<PlantedFoot> feet_;
};

/// What to do at which moment, for a run without keys.
struct Command {
    double seconds;
    float speed;
    float turn;
    std::string_view trigger = {};
};

/// Start, walk, a curve, run, stop, turn round, jump.
[[nodiscard]] std::vector<Command> scriptedRun();

/// Does what the script says for the step from `from` to `to` seconds.
void follow(const std::vector<Command>& script, double from, double to, Explorer& explorer);

}  // namespace locomotion
