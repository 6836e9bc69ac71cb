#include <armature/scene/scene_attachment.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

#include <armature/scene/scene.hpp>

#include "scene/scene_copier.hpp"
#include "scene/scene_state.hpp"

namespace armature {

SceneAttachment::~SceneAttachment() = default;

void SceneAttachment::visitMaterials(const Visit& /*visit*/) const {}

void SceneAttachment::visitImages(const Visit& /*visit*/) const {}

SceneAttachment& Scene::attach(std::unique_ptr<SceneAttachment> attachment)
{
    if (!attachment) {
        throw std::invalid_argument("attach: null was given instead of an attachment");
    }
    return state_->attachments.add(std::move(attachment));
}

std::span<SceneAttachment* const> Scene::attachments() const noexcept
{
    return state_->attachments.view();
}

void SceneCopier::copyAttachments(const Scene& model)
{
    for (const SceneAttachment* attachment : model.attachments()) {
        attachment->copyTo(*to_, *this);
    }
}

}  // namespace armature
