#include "document.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/error.hpp>
#include <armature/scene/picking.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t framedPoses = 12;
constexpr std::size_t mostMessages = 200;
constexpr float pickPixels = 14.f;

// Returns the radius around a node that the camera is to show: 1.5 times the distance to its farthest child or, without children, to its
// parent.
float reachOf(const Node& node)
{
    const glm::vec3 place(node.getWorldMatrix()[3]);
    float reach = 0.f;
    for (const Node& child : node.getChildren()) {
        reach = std::max(reach, glm::distance(place, glm::vec3(child.getWorldMatrix()[3])));
    }
    const Node* parent = node.getParent();
    if (reach == 0.f && parent != nullptr) {
        reach = glm::distance(place, glm::vec3(parent->getWorldMatrix()[3]));
    }
    return reach > 0.f ? 1.5f * reach : 0.5f;
}

// Advances the clip and its springs. When the clip starts again, poses its end and then its beginning, and tells the springs about the jump
// between these two poses, so that they do not swing because of it.
void advanceSwinging(OpenModel& model, double seconds)
{
    Playback& playback = model.playback;
    const double pace = playback.isPlaying() ? std::abs(playback.getSpeed()) : 1.;
    if (const std::optional<double> toRound = playback.secondsToRound(); toRound && *toRound < seconds) {
        playback.endRound(*toRound);
        model.springs.advance(*toRound * pace);
        playback.beginRound();
        model.springs.jump();
        seconds -= *toRound;
    }
    playback.advance(seconds);
    model.springs.advance(seconds * pace);
}

}  // namespace

ViewerDocument::ViewerDocument(const ImportOptions& reading) : reading_(reading), queue_(reading) {}

ViewerDocument::~ViewerDocument() = default;

OpenModel* ViewerDocument::current() noexcept
{
    return models_.empty() ? nullptr : models_[shown_].get();
}

const OpenModel* ViewerDocument::current() const noexcept
{
    return models_.empty() ? nullptr : models_[shown_].get();
}

std::vector<std::string> ViewerDocument::unsavedModels() const
{
    std::vector<std::string> names;
    for (const std::unique_ptr<OpenModel>& model : models_) {
        if (model->history.hasUnsavedPoses()) {
            names.push_back(model->name);
        }
    }
    return names;
}

void ViewerDocument::show(std::size_t number)
{
    if (!models_.empty()) {
        current()->history.commit();
        current()->heat.reset();
        comparison_.reset();
        const std::size_t before = std::exchange(shown_, number % models_.size());
        compared_ = compared_ == shown_ ? std::optional(before) : compared_;
        frame();
    }
}

void ViewerDocument::close(std::size_t number)
{
    if (number == shown_ || number == compared_) {
        compareWith(std::nullopt);
    }
    for (const std::unique_ptr<OpenModel>& other : models_) {
        if (forgetSource(*other, *models_[number])) {
            tell(fmt::format("{} is closed: what it moves on {} stays", models_[number]->name, other->name));
        }
    }
    models_.erase(models_.begin() + static_cast<std::ptrdiff_t>(number));
    const auto stepDown = [number](std::size_t place) { return place > number ? place - 1 : place; };
    shown_ = number == shown_ ? std::max<std::size_t>(shown_, 1) - 1 : stepDown(shown_);
    compared_ = compared_ ? std::optional(stepDown(*compared_)) : compared_;
}

void ViewerDocument::compareWith(std::optional<std::size_t> number)
{
    comparison_.reset();
    compared_ = number;
}

void ViewerDocument::compare()
{
    if (!compared_) {
        return;
    }
    if (comparison_ == nullptr) {
        comparison_ = std::make_unique<SideBySide>(*models_[shown_], *models_[*compared_]);
    }
    comparison_->update(settings.differenceScale);
}

void ViewerDocument::goToWorst()
{
    if (comparison_ != nullptr && std::isfinite(comparison_->worst().metres)) {
        const SideBySide::Worst worst = comparison_->worst();
        select(worst.node);
        CameraFit fit = camera.startFit(viewSize.x / viewSize.y);
        fit.add(worst.place, reachOf(*worst.node));
        fit.add(worst.otherPlace, 0.f);
        camera.frame(fit);
    }
}

void ViewerDocument::advance(double seconds)
{
    if (poseForFilm()) {
        return;
    }
    if (OpenModel* model = current()) {
        model->isPosed = model->isPosed && !model->playback.isPlaying();
        if (settings.swings && !compared_) {
            advanceSwinging(*model, seconds);
        } else {
            model->playback.advance(seconds);
        }
        followTravel(settings.follows);
    }
}

// Notes where a graph has carried the shown character, and moves the camera as far if asked to.
void ViewerDocument::followTravel(bool movesCamera)
{
    OpenModel& model = *current();
    const bool isCarried = model.playback.isGraphPlayed() && !model.playback.isInPlace();
    const glm::vec3 travelled = isCarried ? model.playback.graph()->getTravelled() : glm::vec3(0.f);
    const glm::vec3 offset = travelled - std::exchange(model.travelled, travelled);
    if (movesCamera) {
        camera.carry(offset);
    }
}

void ViewerDocument::goTo(double seconds)
{
    if (OpenModel* model = current()) {
        model->springs.rest();  // otherwise the jump would fling the springs about
        model->playback.goTo(seconds);
        model->isPosed = false;
    }
}

void ViewerDocument::frame()
{
    OpenModel* model = current();
    if (model == nullptr) {
        return;
    }
    CameraFit fit = camera.startFit(viewSize.x / viewSize.y);
    addShown(fit, *model->scene, settings.showsBones);
    AnimationGroup* clip = model->playback.current();
    if (clip != nullptr && !model->isPosed) {
        const double time = clip->getCurrentTime();
        addShown(fit, *model->scene, *clip, framedPoses, settings.showsBones);
        clip->goTo(time);
        model->playback.applyLayers();
    }
    if (const Aabb box = settings.showsBind ? model->bindBeside.boxOf(*model->scene) : Aabb(); !box.isEmpty()) {
        fit.add(box.minimum);
        fit.add(box.maximum);
    }
    camera.frame(fit);
    followTravel(false);
}

void ViewerDocument::frameSelected()
{
    const Node* node = selected();
    if (node == nullptr) {
        frame();
        return;
    }
    CameraFit fit = camera.startFit(viewSize.x / viewSize.y);
    fit.add(glm::vec3(node->getWorldMatrix()[3]), reachOf(*node));
    camera.frame(fit);
    followTravel(false);
}

PictureView ViewerDocument::getView() const
{
    return {.camera = camera.getCamera(viewSize.x / viewSize.y), .size = viewSize};
}

Node* ViewerDocument::selected() noexcept
{
    return current() != nullptr ? current()->selected : nullptr;
}

const Node* ViewerDocument::selected() const noexcept
{
    return current() != nullptr ? current()->selected : nullptr;
}

void ViewerDocument::select(Node* node)
{
    if (OpenModel* model = current()) {
        model->history.commit();
        const std::size_t row = model->outline.find(node);
        model->selected = node != nullptr && row < model->outline.rows().size() ? model->outline.rows()[row].node : nullptr;
        if (model->selected != nullptr) {
            model->outline.reveal(*node);
        }
    }
}

Node* ViewerDocument::pick(const glm::vec2& pixel)
{
    OpenModel* model = current();
    if (model == nullptr) {
        return nullptr;
    }
    const PictureView view = getView();
    const std::optional<RayHit> hit = intersect(*model->scene, view.rayThrough(pixel));
    if (settings.showsBones || !hit) {
        Node* nearest = nullptr;
        float least = pickPixels;
        for (const OutlineRow& row : model->outline.rows()) {
            const auto place = row.isBone ? view.project(glm::vec3(row.node->getWorldMatrix()[3])) : std::nullopt;
            if (place && glm::distance(*place, pixel) < least) {
                least = glm::distance(*place, pixel);
                nearest = row.node;
            }
        }
        if (nearest != nullptr) {
            return nearest;
        }
    }
    if (!hit) {
        return nullptr;
    }
    return hit->bone != nullptr ? static_cast<Node*>(hit->bone) : &hit->instance->getNode();
}

void ViewerDocument::edit(std::string what, std::span<Node* const> nodes, const std::function<void()>& change)
{
    OpenModel& model = *current();
    model.playback.pause();
    model.history.begin(std::move(what), nodes);
    try {
        change();
    } catch (...) {
        model.history.cancel();
        throw;
    }
    model.history.commit();
    model.isPosed = true;
}

std::vector<Node*> ViewerDocument::poseNodes()
{
    std::vector<Node*> nodes;
    if (Skeleton* skeleton = poseSkeleton()) {
        nodes.assign(skeleton->bones().begin(), skeleton->bones().end());
    } else if (current() != nullptr) {
        nodes.assign(current()->scene->nodes().begin(), current()->scene->nodes().end());
    }
    return nodes;
}

Skeleton* ViewerDocument::poseSkeleton()
{
    if (current() == nullptr) {
        return nullptr;
    }
    Bone* bone = selected() != nullptr ? selected()->asBone() : nullptr;
    const auto skeletons = current()->scene->skeletons();
    return bone != nullptr ? &bone->getSkeleton() : !skeletons.empty() ? skeletons.front() : nullptr;
}

void ViewerDocument::beginEdit(std::string what)
{
    if (Node* node = selected()) {
        current()->playback.pause();
        current()->history.begin(std::move(what), std::span(&node, 1));
        current()->isPosed = true;
    }
}

void ViewerDocument::beginTargetEdit()
{
    OpenModel& model = *current();
    model.playback.pause();
    model.history.begin(describeTargetEdit(), model.target->bones());
    model.isPosed = true;
}

std::string ViewerDocument::describeTargetEdit() const
{
    const PoseTarget& target = *current()->target;
    return fmt::format("{} {}", target.looks() ? "look of" : "ik of", printable(shown(target.getTip().getName())));
}

void ViewerDocument::undo()
{
    if (OpenModel* model = current()) {
        const EditHistory::Step step = model->history.undo();
        if (step.isOfPose) {
            model->playback.pause();
            model->isPosed = model->isPosed || !step.what.empty();
        }
        tell(step.what.empty() ? "nothing to undo" : "undone: " + step.what);
    }
}

void ViewerDocument::redo()
{
    if (OpenModel* model = current()) {
        const EditHistory::Step step = model->history.redo();
        if (step.isOfPose) {
            model->playback.pause();
            model->isPosed = model->isPosed || !step.what.empty();
        }
        tell(step.what.empty() ? "nothing to do again" : "done again: " + step.what);
    }
}

void ViewerDocument::tell(std::string text)
{
    messages_.push_back({false, std::move(text)});
    if (messages_.size() > mostMessages) {
        messages_.pop_front();
    }
}

void ViewerDocument::tellError(std::string_view text)
{
    tell(printable(text));
    messages_.back().isError = true;
}

}  // namespace armature::tools
