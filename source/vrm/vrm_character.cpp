#include <armature/vrm/vrm_character.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/ik/spring_bones.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>

#include "base/moved_from.hpp"
#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "math/numbers.hpp"
#include "node/state_archive.hpp"
#include "node/updater.hpp"
#include "vrm/vrm_parts.hpp"

namespace armature {

namespace {

constexpr const char* vrmCharacterName = "a VrmCharacter";  // for messages

const VrmModel& requireModel(const Scene& scene, std::size_t model)
{
    if (model >= vrmModels(scene).size()) {
        throw std::invalid_argument(
            fmt::format("VrmCharacter: there is no VRM model {}, the scene has {}", model, vrmModels(scene).size()));
    }
    return vrmModels(scene)[model];
}

}  // namespace

class VrmCharacter::State : public Updatable {
public:
    State(Scene& scene, std::size_t number, const Node* space)
        : scene_(scene)
        , model_(requireModel(scene, number))
        , springs_(model_, warnings_)
        , constraints_(constraintsOf(model_))
        , expressions_(scene, model_)
        , gaze_(model_, space)
        , weights_(model_.expressions.size(), 0.f)
        , wanted_(weights_)
    {}

    [[nodiscard]] const VrmModel& model() const noexcept { return model_; }
    [[nodiscard]] std::span<const std::string> warnings() const noexcept { return warnings_; }

    [[nodiscard]] std::size_t find(std::string_view expression) const
    {
        const auto found = std::ranges::find(model_.expressions, expression, &VrmExpression::name);
        if (found == model_.expressions.end()) {
            std::vector<std::string_view> names;
            for (const VrmExpression& each : model_.expressions) {
                names.emplace_back(each.name);
            }
            throw std::invalid_argument(
                fmt::format("VrmCharacter: the model has no expression {}{}", inQuotes(expression), insteadOf(expression, names)));
        }
        return static_cast<std::size_t>(found - model_.expressions.begin());
    }

    void setExpression(std::string_view expression, float weight)
    {
        const std::size_t number = find(expression);
        if (!(weight >= 0.f && weight <= 1.f)) {
            throw std::invalid_argument(
                fmt::format("VrmCharacter: {}: weight {} is outside [0, 1]", "expression " + inQuotes(expression), weight));
        }
        weights_[number] = weight;
    }

    [[nodiscard]] float expression(std::string_view expression) const { return weights_[find(expression)]; }
    [[nodiscard]] float shown(std::string_view expression) const { return expressions_.shown()[find(expression)]; }
    void clearExpressions() noexcept { std::ranges::fill(weights_, 0.f); }

    void lookAt(const std::optional<glm::vec3>& target)
    {
        if (target && !isFinite(*target)) {
            throw std::invalid_argument(
                fmt::format("VrmCharacter: lookAt: target ({}, {}, {}) must be finite", target->x, target->y, target->z));
        }
        target_ = target;
        along_.reset();
    }

    void lookAlong(const Look& look)
    {
        if (!std::isfinite(look.yaw) || !std::isfinite(look.pitch)) {
            throw std::invalid_argument(fmt::format("VrmCharacter: lookAlong: yaw {} and pitch {} must be finite", look.yaw, look.pitch));
        }
        target_.reset();
        along_ = look;
    }

    void follow(const VrmAnimation& animation)
    {
        const auto nodeAt = [&](std::size_t number) { return animation.nodes.at(number).get(); };
        for (const VrmAnimatedExpression& each : animation.expressions) {
            const auto known = std::ranges::find(model_.expressions, each.name, &VrmExpression::name);
            const TransformNode* const node = nodeAt(each.node);
            if (known != model_.expressions.end() && node != nullptr) {
                weights_[static_cast<std::size_t>(known - model_.expressions.begin())] = std::clamp(node->getPosition().x, 0.f, 1.f);
            }
        }
        if (const TransformNode* const node = animation.lookAt ? nodeAt(*animation.lookAt) : nullptr) {
            const glm::vec3 way = node->getRotationQuaternion() * glm::vec3(0.f, 0.f, 1.f);
            lookAlong({std::atan2(way.x, way.z), std::asin(std::clamp(way.y, -1.f, 1.f))});
        }
    }
    [[nodiscard]] Look look() const noexcept { return gaze_.look(); }

    void setFirstPerson(bool isFirstPerson)
    {
        if (Scene* const scene = scene_.get()) {
            firstPerson_.show(*scene, model_, isFirstPerson);
        }
    }

    IkStatus update(double seconds)
    {
        Scene* const scene = scene_.get();
        if (scene == nullptr) {
            return IkStatus::Gone;
        }
        gaze_.aim(model_, target_, along_);
        wanted_ = weights_;
        gaze_.weigh(model_, wanted_);
        expressions_.weigh(model_, wanted_);
        gaze_.turnEyes(model_, static_cast<double>(expressions_.leftOfLooking()));
        expressions_.show(*scene);
        const IkStatus constrained = constraints_ ? constraints_->update() : IkStatus::Solved;
        const IkStatus swung = springs_.update(seconds);
        return constrained != IkStatus::Solved ? constrained : swung;
    }

    IkStatus jump()
    {
        if (!scene_) {
            return IkStatus::Gone;
        }
        const IkStatus constrained = constraints_ ? constraints_->update() : IkStatus::Solved;
        const IkStatus jumped = springs_.jump();
        return constrained != IkStatus::Solved ? constrained : jumped;
    }

    void list(StateArchive& archive)
    {
        archive.object("VRM character", model_.meta.name);
        archive.same("expressions", weights_.size());
        archive.values(std::span<float>(weights_));
        archive.values(target_, along_);
        expressions_.list(archive);
        gaze_.list(archive);
        archive.same("springs", springs_.get() != nullptr ? 1 : 0);
    }

    [[nodiscard]] SpringBones* springs() noexcept { return springs_.get(); }
    [[nodiscard]] NodeConstraints* constraints() noexcept { return constraints_ ? &*constraints_ : nullptr; }

private:
    Handle<Scene> scene_;
    VrmModel model_;
    std::vector<std::string> warnings_;
    VrmSprings springs_;
    std::optional<NodeConstraints> constraints_;
    VrmExpressions expressions_;
    VrmGaze gaze_;
    VrmFirstPersonView firstPerson_;
    std::optional<glm::vec3> target_;
    std::optional<Look> along_;   // direction in which to look, if there is no target
    std::vector<float> weights_;  // of the expressions, as set
    std::vector<float> wanted_;   // like weights_, but including the weights for looking
};

VrmCharacter::VrmCharacter(Scene& scene, std::size_t model, const Node* space) : state_(std::make_unique<State>(scene, model, space)) {}

VrmCharacter::~VrmCharacter() = default;
VrmCharacter::VrmCharacter(VrmCharacter&&) noexcept = default;
VrmCharacter& VrmCharacter::operator=(VrmCharacter&&) noexcept = default;

const VrmModel& VrmCharacter::getModel() const
{
    return stateOf(state_, vrmCharacterName).model();
}

std::span<const std::string> VrmCharacter::warnings() const
{
    return stateOf(state_, vrmCharacterName).warnings();
}

void VrmCharacter::setExpression(std::string_view expression, float weight)
{
    stateOf(state_, vrmCharacterName).setExpression(expression, weight);
}

float VrmCharacter::getExpression(std::string_view expression) const
{
    return stateOf(state_, vrmCharacterName).expression(expression);
}

float VrmCharacter::getShownExpression(std::string_view expression) const
{
    return stateOf(state_, vrmCharacterName).shown(expression);
}

void VrmCharacter::clearExpressions()
{
    stateOf(state_, vrmCharacterName).clearExpressions();
}

void VrmCharacter::lookAt(const std::optional<glm::vec3>& target)
{
    stateOf(state_, vrmCharacterName).lookAt(target);
}

void VrmCharacter::lookAlong(const Look& look)
{
    stateOf(state_, vrmCharacterName).lookAlong(look);
}

void VrmCharacter::follow(const VrmAnimation& animation)
{
    stateOf(state_, vrmCharacterName).follow(animation);
}

VrmCharacter::Look VrmCharacter::getLook() const
{
    return stateOf(state_, vrmCharacterName).look();
}

void VrmCharacter::setFirstPerson(bool isFirstPerson)
{
    stateOf(state_, vrmCharacterName).setFirstPerson(isFirstPerson);
}

IkStatus VrmCharacter::update(double seconds)
{
    return stateOf(state_, vrmCharacterName).update(seconds);
}

void VrmCharacter::reset()
{
    if (SpringBones* const springs = getSprings()) {
        springs->reset();
    }
}

IkStatus VrmCharacter::jump()
{
    return stateOf(state_, vrmCharacterName).jump();
}

void VrmCharacter::teleport(const glm::mat4& motion)
{
    if (SpringBones* const springs = getSprings()) {
        springs->teleport(motion);
    }
}

SpringBones* VrmCharacter::getSprings()
{
    return stateOf(state_, vrmCharacterName).springs();
}

NodeConstraints* VrmCharacter::getConstraints()
{
    return stateOf(state_, vrmCharacterName).constraints();
}

std::function<bool(double seconds)> VrmCharacter::getUpdater()
{
    return updaterOf(stateOf(state_, vrmCharacterName), "VrmCharacter");
}

const Updatable& VrmCharacter::updatable() const
{
    return stateOf(state_, vrmCharacterName);
}

void VrmCharacter::listWithoutSprings(StateArchive& archive)
{
    stateOf(state_, vrmCharacterName).list(archive);
}

void SavedState::introduce(VrmCharacter& character, StateArchive& archive)
{
    archive.introduce(character.updatable());
    if (SpringBones* const springs = character.getSprings()) {
        introduce(*springs, archive);
    }
}

void SavedState::list(VrmCharacter& character, StateArchive& state)
{
    character.listWithoutSprings(state);
    if (SpringBones* const springs = character.getSprings()) {
        list(*springs, state);
    }
}

}  // namespace armature
