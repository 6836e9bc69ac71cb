#include "view_looks.hpp"

namespace armature::tools {

namespace {

const OnionSkins* ghostsOf(ViewerDocument& document, OpenModel& model)
{
    try {
        return model.ghosts.of(*model.scene, model.playback.current(), *document.settings.onion, model.name);
    } catch (const std::exception& error) {
        document.tellError(error.what());  // thrown only once
        return nullptr;
    }
}

void showHeat(OpenModel& model, bool isShown)
{
    const Bone* const bone = isShown && model.selected != nullptr ? model.selected->asBone() : nullptr;
    if (bone != (model.heat ? model.heat->getBone() : nullptr)) {
        model.heat.reset();
        if (bone != nullptr) {
            model.heat.emplace(*model.scene, *bone);
        }
    }
}

}  // namespace

StageLooks looksOf(ViewerDocument& document)
{
    const ViewerSettings& settings = document.settings;
    StageLooks looks{.showBones = settings.showsBones,
                     .boneShape = settings.boneShape,
                     .isWireframe = settings.isWireframe,
                     .skinning = settings.skinning,
                     .shown = settings.surface};
    if (OpenModel* const model = document.current()) {
        showHeat(*model, settings.showsHeat);
        looks.onion = settings.onion ? ghostsOf(document, *model) : nullptr;
        if (settings.showsGround) {
            looks.ground = model->ground.below(*model->scene, model->playback.current());
        }
        model->lines.clear();
        if (settings.showsTrail) {
            const auto trail = model->trail.linesOf(*model->scene, model->playback.current(), model->selected);
            model->lines.assign(trail.begin(), trail.end());
        }
        if (settings.showsSprings) {
            model->springs.appendLines(model->lines);
        }
        if (settings.showsLimits) {
            model->limits.appendLines(model->lines);
        }
        looks.lines = model->lines;
        if (settings.showsBind) {
            looks.bindOffset = model->bindBeside.offsetFor(*model->scene);
        }
    }
    return looks;
}

}  // namespace armature::tools
