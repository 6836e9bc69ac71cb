#include "explorer.hpp"

#include <algorithm>
#include <cmath>

#include <armature/import/load_scene.hpp>

#include "../model_parts.hpp"
#include "graph.hpp"

namespace locomotion {
namespace {

armature::ChainSolver legOf(armature::Skeleton& skeleton, const std::string& side)
{
    const armature::Bone& thigh = demos::boneOf(skeleton, "thigh" + side);
    return armature::ChainSolver(armature::Chain::between(thigh, demos::boneOf(skeleton, "foot" + side)),
                                 {.softness = 0.01f, .restarts = 0});
}

}  // namespace

// --- feet -------------------------------------------------------------------------------------------------------------

PlantedFoot::PlantedFoot(armature::Skeleton& skeleton, const std::string& side)
    : foot_(&demos::boneOf(skeleton, "foot" + side)), toes_(&demos::boneOf(skeleton, "toes" + side)), leg_(legOf(skeleton, side))
{
    constexpr float soleToHeel = 0.055f;  // metres by which the heel is behind the ankle
    const glm::vec3 ankle = foot_->getAbsoluteBindMatrix()[3];
    const glm::vec3 ball = toes_->getAbsoluteBindMatrix()[3];
    heel_ = glm::vec3(foot_->getAbsoluteInverseBindMatrix() * glm::vec4(ankle.x, 0.f, ankle.z - soleToHeel, 1.f));
    ball_ = glm::vec3(toes_->getAbsoluteInverseBindMatrix() * glm::vec4(ball.x, 0.f, ball.z, 1.f));
}

glm::vec3 PlantedFoot::place(const armature::Skeleton& skeleton, const glm::vec3& ownPoint, const armature::Bone& bone) const
{
    const glm::mat4 toWorld = skeleton.getHostNode()->getWorldMatrix() * bone.getAbsoluteMatrix();
    return glm::vec3(toWorld * glm::vec4(ownPoint, 1.f));
}

glm::vec3 PlantedFoot::contact(const armature::Skeleton& skeleton) const
{
    const glm::vec3 heel = place(skeleton, heel_, *foot_);
    const glm::vec3 ball = place(skeleton, ball_, *toes_);
    return heel.y < ball.y ? heel : ball;
}

// While the foot is on the ground, undoes the sliding of its lower end; once lifted, the foot returns to its clip within a few frames.
void PlantedFoot::update(armature::Skeleton& skeleton, double seconds)
{
    constexpr float plantedBelow = 0.006f;  // metres
    constexpr float mostOffset = 0.15f;
    constexpr double halfLife = 0.05;
    const glm::vec3 heel = place(skeleton, heel_, *foot_);
    const glm::vec3 ball = place(skeleton, ball_, *toes_);
    const bool isOnHeel = heel.y < ball.y;
    const float height = std::min(heel.y, ball.y);
    const std::optional<glm::vec3>& before = isOnHeel ? heelBefore_ : ballBefore_;
    isPlanted_ = height < plantedBelow && glm::length(offset_) < mostOffset;
    if (isPlanted_ && before) {
        const glm::vec3 slid = (isOnHeel ? heel : ball) - *before;
        offset_ -= glm::vec3(slid.x, 0.f, slid.z);
    } else {
        offset_ *= static_cast<float>(std::exp2(-seconds / halfLife));
    }
    offset_.y = std::max(-height, 0.f);  // blended legs may reach below the ground
    heelBefore_ = heel;
    ballBefore_ = ball;
    if (glm::length(offset_) > 1e-5f) {
        const glm::vec3 ankle = place(skeleton, glm::vec3(0.f), *foot_);
        leg_.solve(skeleton, {.position = ankle + offset_, .rotation = foot_->getRotationQuaternion(armature::Space::World)});
    }
}

// --- the character ----------------------------------------------------------------------------------------------------

Explorer::Explorer(const std::filesystem::path& model) : scene_(armature::loadScene(model))
{
    skeleton_ = &demos::skeletonOf(*scene_);
    host_ = &demos::hostOf(*skeleton_);
    player_.emplace(makeGraph(*scene_, *skeleton_, *host_, armature::loadClips(model)));
    feet_.emplace_back(*skeleton_, "Left");
    feet_.emplace_back(*skeleton_, "Right");
    advance(0.);
}

void Explorer::steer(float speed, float turn)
{
    speed_ = speed;
    turn_ = turn;
}

// Moves the parameter gradually, since a jump would make the pose jump.
void Explorer::approach(const char* parameter, float goal, float step)
{
    const float value = player_->getParameter(parameter);
    player_->setParameter(parameter, value + std::clamp(goal - value, -step, step));
}

void Explorer::advance(double seconds)
{
    constexpr float acceleration = 2.5f;  // metres per second, per second
    constexpr float turning = 2.f;        // change of `turn` per second
    approach("speed", speed_, acceleration * static_cast<float>(seconds));
    approach("turn", turn_, turning * static_cast<float>(seconds));
    player_->advance(seconds);
    host_->setTransform(player_->getTravel().moved(host_->getTransform()));
    player_->apply(*skeleton_);
    for (PlantedFoot& foot : feet_) {
        foot.update(*skeleton_, seconds);
    }
}

// --- without keys -----------------------------------------------------------------------------------------------------

std::vector<Command> scriptedRun()
{
    return {{0.5, 0.98f, 0.f}, {3.5, 0.98f, 1.f},        {6.5, 0.98f, 0.f},       {7.5, 2.5f, 0.f},    {10., 0.98f, 0.f},
            {11., 0.f, 0.f},   {14., 0.f, 0.f, "right"}, {16., 0.f, 0.f, "jump"}, {18.5, 1.7f, -0.3f}, {21., 0.f, 0.f}};
}

void follow(const std::vector<Command>& script, double from, double to, Explorer& explorer)
{
    for (const Command& command : script) {
        if (command.seconds > from && command.seconds <= to) {
            explorer.steer(command.speed, command.turn);
            if (command.trigger == "jump") {
                explorer.jump();
            } else if (command.trigger == "right") {
                explorer.turnRight();
            } else if (command.trigger == "left") {
                explorer.turnLeft();
            }
        }
    }
}

}  // namespace locomotion
